#include "host/surface.hpp"

#include <GLES3/gl3.h>
#include <emscripten/em_js.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

#include "backends/imgui_impl_opengl3.h"
#include "imgui.h"

// The page makes the context (it also listens for its loss) and leaves it in the module.
EM_JS_DEPS(driftmark_surface, "$GL");
EM_JS(int, driftmark_take_context, (), {
    const context = Module["driftmarkContext"];
    if (!context) return 0;
    const handle = GL.registerContext(context, {"majorVersion": 2, "minorVersion": 0, "enableExtensionsByDefault": 0});
    return handle && GL.makeContextCurrent(handle) ? 1 : 0;
});

namespace driftmark::host {
namespace {

// The height of a line from ascent to descent in ems: (ascender - descender) of the table hhea over unitsPerEm of head.
std::optional<float> line_in_ems(std::span<const unsigned char> font) {
    const auto u16 = [&](std::size_t at) { return at + 2 <= font.size() ? font[at] << 8 | font[at + 1] : 0; };
    const auto s16 = [&](std::size_t at) { return static_cast<std::int16_t>(u16(at)); };
    std::size_t head = 0, hhea = 0;
    for (std::size_t i = 0, n = static_cast<std::size_t>(u16(4)); i < n && 28 + i * 16 <= font.size(); ++i) {
        const std::size_t entry = 12 + i * 16;
        const std::size_t offset = static_cast<std::size_t>(u16(entry + 8)) << 16 | static_cast<std::size_t>(u16(entry + 10));
        if (std::memcmp(&font[entry], "head", 4) == 0) head = offset;
        if (std::memcmp(&font[entry], "hhea", 4) == 0) hhea = offset;
    }
    if (head == 0 || hhea == 0) return std::nullopt;
    const int em = u16(head + 18), line = s16(hhea + 4) - s16(hhea + 6);
    if (em <= 0 || line <= 0) return std::nullopt;
    return static_cast<float>(line) / static_cast<float>(em);
}

}  // namespace

Surface::Surface() {
    context_ = ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NoMouse | ImGuiConfigFlags_NoMouseCursorChange;
}

Surface::~Surface() {
    if (started_) ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(context_);
}

bool Surface::start() {
    if (started_) return true;
    if (!driftmark_take_context()) return false;
    started_ = ImGui_ImplOpenGL3_Init("#version 300 es");
    return started_;
}

bool Surface::add_font(figure::Face face, std::span<const unsigned char> bytes) {
    const auto line = line_in_ems(bytes);
    if (!line) return false;
    void* copy = IM_ALLOC(bytes.size());
    std::memcpy(copy, bytes.data(), bytes.size());
    ImFontConfig config;
    config.FontDataOwnedByAtlas = true;
    ImFont* font = ImGui::GetIO().Fonts->AddFontFromMemoryTTF(copy, static_cast<int>(bytes.size()), 14, &config);
    if (!font) return false;
    fonts_[static_cast<std::size_t>(face)] = {font, *line};
    return true;
}

bool Surface::ready() const {
    return started_ && std::ranges::all_of(fonts_, [](const Font& f) { return f.font != nullptr; });
}

void Surface::restore() {
    if (!started_) return;
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
    while (glGetError() != GL_NO_ERROR) {
        // What went down with the old context cannot be deleted in the new one, and need not be.
    }
    ImGui_ImplOpenGL3_CreateDeviceObjects();
}

figure::Painter& Surface::begin(float width, float height, float ratio) {
    ImGuiIO& io = ImGui::GetIO();
    // Device pixels, at a scale of 1: the painter multiplies, and can therefore round.
    io.DisplaySize = {std::round(width * ratio), std::round(height * ratio)};
    io.DisplayFramebufferScale = {1, 1};
    io.DeltaTime = 1.f / 60;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    painter_.aim(ImGui::GetBackgroundDrawList(), ratio);
    return painter_;
}

void Surface::end(figure::Color ground) {
    ImGui::Render();
    const ImDrawData* data = ImGui::GetDrawData();
    glViewport(0, 0, static_cast<int>(data->DisplaySize.x), static_cast<int>(data->DisplaySize.y));
    glDisable(GL_SCISSOR_TEST);
    glClearColor(ground.r / 255.f, ground.g / 255.f, ground.b / 255.f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace driftmark::host
