#include "figure/svg_painter.hpp"

#include <cmath>
#include <cstdio>

#include "figure/text_metrics.hpp"
#include "figure/theme.hpp"

namespace driftmark::figure {
namespace {

void escape(std::string& out, std::string_view text) {
    for (const char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else out += c;
    }
}

}  // namespace

SvgPainter::SvgPainter(float width, float height, Color ground, std::string_view title) {
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"";
    attribute("width", width);
    attribute("height", height);
    out_ += " viewBox=\"0 0 ";
    number(width);
    out_ += ' ';
    number(height);
    out_ += "\"><title>";
    escape(out_, title);
    out_ += "</title><style>text{font-family:Inter,system-ui,sans-serif;font-feature-settings:\"tnum\";"
            "font-variant-ligatures:none;white-space:pre}.s{font-weight:600}"
            ".m{font-family:\"JetBrains Mono\",ui-monospace,monospace;font-feature-settings:normal}</style>\n";
    fill({0, 0, width, height}, ground, 0);
}

void SvgPainter::number(float v) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", static_cast<double>(v));
    std::string_view s = text;  // without the zeros that say nothing
    while (s.ends_with('0')) s.remove_suffix(1);
    if (s.ends_with('.')) s.remove_suffix(1);
    out_ += s == "-0" ? "0" : s;
}

void SvgPainter::attribute(std::string_view name, float value) {
    out_.append(" ").append(name).append("=\"");
    number(value);
    out_ += '"';
}

void SvgPainter::paint(std::string_view what, Color c) {
    out_.append(" ").append(what).append("=\"").append(css_color(c)).append("\"");
}

void SvgPainter::rect(Rect r, float radius) {
    out_ += "<rect";
    attribute("x", r.x);
    attribute("y", r.y);
    attribute("width", std::max(0.0f, r.w));
    attribute("height", std::max(0.0f, r.h));
    if (radius > 0) attribute("rx", radius);
}

void SvgPainter::fill(Rect r, Color c, float radius) {
    rect(r, radius);
    paint("fill", c);
    if (radius <= 0) out_ += " shape-rendering=\"crispEdges\"";
    out_ += "/>\n";
}

void SvgPainter::outline(Rect r, Color c, float width, float radius) {
    const float half = width / 2;  // the stroke stays inside, as ImGui draws it
    rect({r.x + half, r.y + half, r.w - width, r.h - width}, radius);
    out_ += " fill=\"none\"";
    paint("stroke", c);
    attribute("stroke-width", width);
    out_ += "/>\n";
}

void SvgPainter::line(Point a, Point b, Color c, float width) {
    out_ += "<line";
    attribute("x1", a.x);
    attribute("y1", a.y);
    attribute("x2", b.x);
    attribute("y2", b.y);
    paint("stroke", c);
    attribute("stroke-width", width);
    out_ += "/>\n";
}

void SvgPainter::points(std::span<const Point> all) {
    out_ += " points=\"";
    for (const Point p : all) {
        number(p.x);
        out_ += ',';
        number(p.y);
        out_ += ' ';
    }
    out_ += '"';
}

void SvgPainter::polyline(std::span<const Point> all, Color c, float width) {
    out_ += "<polyline fill=\"none\" stroke-linejoin=\"round\"";
    points(all);
    paint("stroke", c);
    attribute("stroke-width", width);
    out_ += "/>\n";
}

void SvgPainter::polygon(std::span<const Point> convex, Color c) {
    out_ += "<polygon";
    points(convex);
    paint("fill", c);
    out_ += "/>\n";
}

void SvgPainter::disc(Point p, float radius, Color c) {
    out_ += "<circle";
    attribute("cx", p.x);
    attribute("cy", p.y);
    attribute("r", radius);
    paint("fill", c);
    out_ += "/>\n";
}

void SvgPainter::ring(Point p, float radius, Color c, float width) {
    out_ += "<circle fill=\"none\"";
    attribute("cx", p.x);
    attribute("cy", p.y);
    attribute("r", radius);
    paint("stroke", c);
    attribute("stroke-width", width);
    out_ += "/>\n";
}

void SvgPainter::hatch(Rect r, Color c, float gap, float width) {
    if (r.w <= 0 || r.h <= 0) return;
    // One path of clipped diagonals: small, and the same in every viewer.
    out_ += "<path fill=\"none\" d=\"";
    const float first = std::ceil((r.x + r.y) / gap) * gap;  // on x + y = k gap, so neighbours continue each other
    for (float k = first; k < r.right() + r.bottom(); k += gap) {
        const float x0 = std::max(r.x, k - r.bottom()), x1 = std::min(r.right(), k - r.y);
        if (x1 <= x0) continue;
        out_ += 'M';
        number(x0);
        out_ += ' ';
        number(k - x0);
        out_ += 'L';
        number(x1);
        out_ += ' ';
        number(k - x1);
    }
    out_ += '"';
    paint("stroke", c);
    attribute("stroke-width", width);
    out_ += "/>\n";
}

void SvgPainter::text(Point p, std::string_view s, const TextStyle& style) {
    if (s.empty()) return;
    out_ += "<text";
    attribute("x", p.x);
    attribute("y", p.y);
    attribute("font-size", style.size);
    if (style.face == Face::strong) out_ += " class=\"s\"";
    if (style.face == Face::mono) out_ += " class=\"m\"";
    if (style.align == Align::center) out_ += " text-anchor=\"middle\"";
    if (style.align == Align::right) out_ += " text-anchor=\"end\"";
    paint("fill", style.color);
    out_ += '>';
    escape(out_, s);
    out_ += "</text>\n";
}

float SvgPainter::text_width(std::string_view s, Face face, float size) { return table_width(s, face, size); }

void SvgPainter::push_clip(Rect r) {
    const std::string id = "c" + std::to_string(++clips_);
    out_ += "<clipPath id=\"" + id + "\">";
    rect(r, 0);
    out_ += "/></clipPath><g clip-path=\"url(#" + id + ")\">\n";
    ++open_clips_;
}

void SvgPainter::pop_clip() {
    if (open_clips_ == 0) return;
    --open_clips_;
    out_ += "</g>\n";
}

std::string SvgPainter::take() {
    while (open_clips_ > 0) pop_clip();
    out_ += "</svg>\n";
    return std::move(out_);
}

}  // namespace driftmark::figure
