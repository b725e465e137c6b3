// The only thing a figure draws with. Two back ends: over an ImDrawList, and over SVG text.
// Lengths are CSS pixels from the figure's top left corner; the back end knows the pixel ratio.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace driftmark::figure {

struct Point { float x = 0, y = 0; };
struct Rect {
    float x = 0, y = 0, w = 0, h = 0;
    bool contains(Point p) const { return p.x >= x && p.x < x + w && p.y >= y && p.y < y + h; }
    float right() const { return x + w; }
    float bottom() const { return y + h; }
};

struct Color {
    std::uint8_t r = 0, g = 0, b = 0, a = 255;
    friend constexpr bool operator==(Color, Color) = default;
};

enum class Face : std::uint8_t { text, strong, mono };
enum class Align : std::uint8_t { left, center, right };

struct TextStyle {
    Face face = Face::text;
    float size = 14;  ///< px, of the theme's sizes
    Color color;
    Align align = Align::left;
};

class Painter {
public:
    virtual ~Painter() = default;
    virtual void fill(Rect, Color, float radius = 0) = 0;
    virtual void outline(Rect, Color, float width = 1, float radius = 0) = 0;
    virtual void line(Point from, Point to, Color, float width = 1) = 0;
    virtual void polyline(std::span<const Point>, Color, float width = 1) = 0;
    virtual void polygon(std::span<const Point> convex, Color) = 0;
    virtual void disc(Point center, float radius, Color) = 0;
    virtual void ring(Point center, float radius, Color, float width = 1) = 0;
    /// Diagonal lines clipped to the rectangle.
    virtual void hatch(Rect, Color, float gap = 6, float width = 1) = 0;
    /// `baseline`: where the text's first line stands; x by the style's alignment.
    virtual void text(Point baseline, std::string_view, const TextStyle&) = 0;
    virtual float text_width(std::string_view, Face, float size) = 0;
    virtual void push_clip(Rect) = 0;
    virtual void pop_clip() = 0;
};

}  // namespace driftmark::figure
