#include "host/imgui_painter.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "imgui.h"

namespace driftmark::host {

using figure::Color, figure::Face, figure::Point, figure::Rect;

namespace {

ImU32 packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }

constexpr float kUnbounded = 3.4e38f;

}  // namespace

// Edges go to the nearest device pixel, so neighbours meet without a gap and without an overlap. What is
// narrower than a pixel keeps one: nothing that happened may vanish.
ImguiPainter::Box ImguiPainter::snap(Rect r) const {
    Box b{std::round(r.x * ratio_), std::round(r.y * ratio_), std::round(r.right() * ratio_), std::round(r.bottom() * ratio_)};
    if (r.w > 0 && b.x1 <= b.x0) b.x1 = b.x0 + 1;
    if (r.h > 0 && b.y1 <= b.y0) b.y1 = b.y0 + 1;
    return b;
}

float ImguiPainter::stroke(float width) const { return std::max(1.f, std::round(width * ratio_)); }

void ImguiPainter::fill(Rect r, Color c, float radius) {
    if (r.w <= 0 || r.h <= 0 || c.a == 0) return;
    const Box b = snap(r);
    list_->AddRectFilled({b.x0, b.y0}, {b.x1, b.y1}, packed(c), radius * ratio_);
}

void ImguiPainter::outline(Rect r, Color c, float width, float radius) {
    if (r.w <= 0 || r.h <= 0 || c.a == 0) return;
    const Box b = snap(r);
    const float w = stroke(width);
    if (radius <= 0) {
        const ImU32 col = packed(c);
        list_->AddRectFilled({b.x0, b.y0}, {b.x1, std::min(b.y0 + w, b.y1)}, col);
        list_->AddRectFilled({b.x0, std::max(b.y1 - w, b.y0)}, {b.x1, b.y1}, col);
        list_->AddRectFilled({b.x0, b.y0 + w}, {std::min(b.x0 + w, b.x1), b.y1 - w}, col);
        list_->AddRectFilled({std::max(b.x1 - w, b.x0), b.y0 + w}, {b.x1, b.y1 - w}, col);
        return;
    }
    // The stroke lies inside the rectangle, its middle half a stroke from the edge.
    const float half = w / 2;
    list_->PathRect({b.x0 + half, b.y0 + half}, {b.x1 - half, b.y1 - half}, std::max(0.f, radius * ratio_ - half));
    list_->PathStroke(packed(c), ImDrawFlags_Closed, w);
}

void ImguiPainter::line(Point from, Point to, Color c, float width) {
    if (c.a == 0) return;
    const ImVec2 a{from.x * ratio_, from.y * ratio_}, b{to.x * ratio_, to.y * ratio_};
    const float w = stroke(width);
    if (from.y == to.y) {
        const float y = std::round(a.y - w / 2);
        list_->AddRectFilled({std::round(std::min(a.x, b.x)), y}, {std::round(std::max(a.x, b.x)), y + w}, packed(c));
    } else if (from.x == to.x) {
        const float x = std::round(a.x - w / 2);
        list_->AddRectFilled({x, std::round(std::min(a.y, b.y))}, {x + w, std::round(std::max(a.y, b.y))}, packed(c));
    } else {
        const ImVec2 points[] = {a, b};
        list_->AddPolyline(points, 2, packed(c), ImDrawFlags_None, std::max(1.f, width * ratio_));
    }
}

void ImguiPainter::polyline(std::span<const Point> points, Color c, float width) {
    if (points.size() < 2 || c.a == 0) return;
    std::vector<ImVec2> scaled;
    scaled.reserve(points.size());
    for (Point p : points) scaled.emplace_back(p.x * ratio_, p.y * ratio_);
    list_->AddPolyline(scaled.data(), static_cast<int>(scaled.size()), packed(c), ImDrawFlags_None, std::max(1.f, width * ratio_));
}

void ImguiPainter::polygon(std::span<const Point> points, Color c) {
    if (points.size() < 3 || c.a == 0) return;
    std::vector<ImVec2> scaled;
    scaled.reserve(points.size());
    float turn = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Point p = points[i], q = points[(i + 1) % points.size()];
        turn += p.x * q.y - q.x * p.y;
        scaled.emplace_back(p.x * ratio_, p.y * ratio_);
    }
    if (turn < 0) std::reverse(scaled.begin(), scaled.end());  // the fringe lies outside of clockwise ones only
    list_->AddConvexPolyFilled(scaled.data(), static_cast<int>(scaled.size()), packed(c));
}

void ImguiPainter::disc(Point center, float radius, Color c) {
    if (c.a == 0) return;
    list_->AddCircleFilled({center.x * ratio_, center.y * ratio_}, radius * ratio_, packed(c));
}

void ImguiPainter::ring(Point center, float radius, Color c, float width) {
    if (c.a == 0) return;
    list_->AddCircle({center.x * ratio_, center.y * ratio_}, radius * ratio_, packed(c), 0, std::max(1.f, width * ratio_));
}

// Rising diagonals x + y = k * gap, so that neighbouring rectangles continue each other's lines.
void ImguiPainter::hatch(Rect r, Color c, float gap, float width) {
    if (r.w <= 0 || r.h <= 0 || c.a == 0 || gap <= 0) return;
    const Box b = snap(r);
    const float step = gap * 1.41421356f * ratio_;
    const float w = std::max(1.f, width * ratio_);
    list_->PushClipRect({b.x0, b.y0}, {b.x1, b.y1}, true);
    for (float sum = std::ceil((b.x0 + b.y0) / step) * step; sum < b.x1 + b.y1; sum += step) {
        // A little beyond the edges: the clip makes the ends square.
        const float left = std::max(b.x0, sum - b.y1) - w, right = std::min(b.x1, sum - b.y0) + w;
        const ImVec2 points[] = {{left, sum - left}, {right, sum - right}};
        list_->AddPolyline(points, 2, packed(c), ImDrawFlags_None, w);
    }
    list_->PopClipRect();
}

// ImGui rasterizes glyphs at whole sizes only and stretches them to others, which blurs: ask for whole ones.
float ImguiPainter::device_size(const Font& f, float size) const { return std::max(1.f, std::round(size * f.line * ratio_)); }

void ImguiPainter::text(Point baseline, std::string_view s, const figure::TextStyle& style) {
    const Font& f = font(style.face);
    if (!f.font || s.empty() || style.color.a == 0) return;
    const float size = device_size(f, style.size);
    float x = baseline.x * ratio_;
    if (style.align != figure::Align::left) {
        const float width = f.font->CalcTextSizeA(size, kUnbounded, 0, s.data(), s.data() + s.size()).x;
        x -= style.align == figure::Align::right ? width : width / 2;
    }
    // ImGui places a glyph from the line's top, with the ascent rounded: take the same one off again.
    const float top = std::round(baseline.y * ratio_) - std::round(f.font->GetFontBaked(size)->Ascent);
    list_->AddText(f.font, size, {std::round(x), top}, packed(style.color), s.data(), s.data() + s.size());
}

float ImguiPainter::text_width(std::string_view s, Face face, float size) {
    const Font& f = font(face);
    if (!f.font || s.empty()) return 0;
    return f.font->CalcTextSizeA(device_size(f, size), kUnbounded, 0, s.data(), s.data() + s.size()).x / ratio_;
}

void ImguiPainter::push_clip(Rect r) {
    const Box b = snap(r);
    list_->PushClipRect({b.x0, b.y0}, {b.x1, b.y1}, true);
}
void ImguiPainter::pop_clip() { list_->PopClipRect(); }

}  // namespace driftmark::host
