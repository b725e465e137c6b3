// The page's one WebGL canvas, off screen: figures are painted into it in turn and copied out.
//
// One ImGui context serves all figures: they draw through a painter and keep their own hover and drag, so a
// context for each would hold nothing but a second copy of the fonts and of the device objects.
#pragma once

#include <span>

#include "host/imgui_painter.hpp"

struct ImGuiContext;

namespace driftmark::host {

class Surface {
public:
    Surface();
    ~Surface();
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    /// Takes the page's WebGL2 context. False when there is none.
    bool start();
    /// The bytes are copied. False when they are no font that can be drawn.
    bool add_font(figure::Face, std::span<const unsigned char>);
    /// Started, with all fonts there.
    bool ready() const;
    /// Makes the device objects anew after the context was lost.
    void restore();

    /// A frame: begin, paint, end. Lengths in CSS pixels.
    figure::Painter& begin(float width, float height, float ratio);
    void end(figure::Color ground);

private:
    ImGuiContext* context_ = nullptr;
    bool started_ = false;
    Fonts fonts_{};
    ImguiPainter painter_{fonts_};
};

}  // namespace driftmark::host
