// Writes what a figure draws as one SVG document.
#pragma once

#include <string>

#include "figure/painter.hpp"

namespace driftmark::figure {

class SvgPainter final : public Painter {
public:
    /// `title` is the document's accessible name; `ground` fills it.
    SvgPainter(float width, float height, Color ground, std::string_view title);

    void fill(Rect, Color, float radius) override;
    void outline(Rect, Color, float width, float radius) override;
    void line(Point, Point, Color, float width) override;
    void polyline(std::span<const Point>, Color, float width) override;
    void polygon(std::span<const Point>, Color) override;
    void disc(Point, float radius, Color) override;
    void ring(Point, float radius, Color, float width) override;
    void hatch(Rect, Color, float gap, float width) override;
    void text(Point, std::string_view, const TextStyle&) override;
    float text_width(std::string_view, Face, float size) override;
    void push_clip(Rect) override;
    void pop_clip() override;

    /// The whole document. Ends the painting.
    std::string take();

private:
    void rect(Rect, float radius);
    void points(std::span<const Point>);
    void number(float);
    void attribute(std::string_view name, float value);
    void paint(std::string_view what, Color);

    std::string out_;
    int clips_ = 0, open_clips_ = 0;
};

}  // namespace driftmark::figure
