// A painter over an ImDrawList. It works in device pixels throughout: edges, hairlines and baselines land on
// whole ones at any pixel ratio, so nothing is blurred by half a pixel.
#pragma once

#include <array>

#include "figure/painter.hpp"

struct ImDrawList;
struct ImFont;

namespace driftmark::host {

/// ImGui's sizes are of a line from ascent to descent; `line` is that of a font in ems, so that 14 px here are
/// what 14 px are in CSS.
struct Font {
    ImFont* font = nullptr;
    float line = 1;
};
/// By figure::Face. All null until fonts have arrived.
using Fonts = std::array<Font, 3>;

class ImguiPainter final : public figure::Painter {
public:
    explicit ImguiPainter(const Fonts& fonts) : fonts_(fonts) {}

    /// The list to draw into for the next frame.
    void aim(ImDrawList* list, float ratio) { list_ = list, ratio_ = ratio; }

    void fill(figure::Rect, figure::Color, float radius = 0) override;
    void outline(figure::Rect, figure::Color, float width = 1, float radius = 0) override;
    void line(figure::Point from, figure::Point to, figure::Color, float width = 1) override;
    void polyline(std::span<const figure::Point>, figure::Color, float width = 1) override;
    void polygon(std::span<const figure::Point> convex, figure::Color) override;
    void disc(figure::Point center, float radius, figure::Color) override;
    void ring(figure::Point center, float radius, figure::Color, float width = 1) override;
    void hatch(figure::Rect, figure::Color, float gap = 6, float width = 1) override;
    void text(figure::Point baseline, std::string_view, const figure::TextStyle&) override;
    float text_width(std::string_view, figure::Face, float size) override;
    void push_clip(figure::Rect) override;
    void pop_clip() override;

private:
    struct Box { float x0, y0, x1, y1; };
    Box snap(figure::Rect) const;
    float stroke(float width) const;
    /// The size to ask of ImGui, in device pixels.
    float device_size(const Font&, float size) const;
    const Font& font(figure::Face face) const { return fonts_[static_cast<std::size_t>(face)]; }

    const Fonts& fonts_;
    ImDrawList* list_ = nullptr;
    float ratio_ = 1;
};

}  // namespace driftmark::host
