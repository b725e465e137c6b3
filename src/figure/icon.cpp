#include "figure/icon.hpp"

#include <array>

namespace driftmark::figure {
namespace {

constexpr float kStroke = 1.6f;

/// An open triangle pointing right (sign 1) or left (-1).
void triangle(Painter& p, Point c, float sign, Color color) {
    const std::array<Point, 4> around{Point{c.x - 3.5f * sign, c.y - 5}, Point{c.x + 4.5f * sign, c.y},
                                      Point{c.x - 3.5f * sign, c.y + 5}, Point{c.x - 3.5f * sign, c.y - 5.8f}};
    p.polyline(around, color, kStroke);
}

}  // namespace

float icon_width(Icon i) {
    switch (i) {
        case Icon::none: return 0;
        case Icon::first: case Icon::last: return 16;
        case Icon::undo: return 12;
        default: return 10;
    }
}

void draw_icon(Painter& p, Icon icon, Point c, Color color) {
    switch (icon) {
        case Icon::none: break;
        case Icon::step: triangle(p, c, 1, color); break;
        case Icon::back: triangle(p, c, -1, color); break;
        case Icon::first:
            p.line({c.x - 6, c.y - 7}, {c.x - 6, c.y + 7}, color, kStroke);
            triangle(p, {c.x + 3, c.y}, -1, color);
            break;
        case Icon::last:
            p.line({c.x + 6, c.y - 7}, {c.x + 6, c.y + 7}, color, kStroke);
            triangle(p, {c.x - 3, c.y}, 1, color);
            break;
        case Icon::play: {
            const std::array<Point, 3> solid{Point{c.x - 4, c.y - 5.5f}, Point{c.x + 5, c.y}, Point{c.x - 4, c.y + 5.5f}};
            p.polygon(solid, color);
            break;
        }
        case Icon::pause:
            p.fill({c.x - 4, c.y - 5, 3, 10}, color);
            p.fill({c.x + 1, c.y - 5, 3, 10}, color);
            break;
        case Icon::chevron: {
            const std::array<Point, 3> solid{Point{c.x - 3.5f, c.y - 2}, Point{c.x + 3.5f, c.y - 2}, Point{c.x, c.y + 2.8f}};
            p.polygon(solid, color);
            break;
        }
        case Icon::undo: {
            const std::array<Point, 6> arc{Point{c.x - 5, c.y - 2}, Point{c.x + 1, c.y - 2}, Point{c.x + 4, c.y - 0.6f},
                                           Point{c.x + 4.6f, c.y + 2}, Point{c.x + 3, c.y + 4.4f}, Point{c.x - 2, c.y + 4.6f}};
            const std::array<Point, 3> head{Point{c.x - 2, c.y - 5}, Point{c.x - 5, c.y - 2}, Point{c.x - 2, c.y + 1}};
            p.polyline(arc, color, 1.4f);
            p.polyline(head, color, 1.4f);
            break;
        }
    }
}

}  // namespace driftmark::figure
