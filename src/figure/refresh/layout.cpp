#include "figure/refresh/layout.hpp"

#include <algorithm>
#include <cmath>

namespace driftmark::figure::refresh {
namespace {

constexpr float kRowPitch = 26, kNodeGap = 8, kLabels = 92, kAxis = 18, kCodeLine = 18;
constexpr int kCodeLines = 7;
constexpr float kCode = kCodeLine * kCodeLines + 32;

/// Height of the cells: every row at its best pitch, or less where that would be more than `most`.
float cells_height(const Shape& s, float most) {
    const float rows = static_cast<float>(s.rows), gaps = kNodeGap * (static_cast<float>(s.nodes) - 1);
    return std::floor(std::clamp(rows * kRowPitch + gaps, 78.0f, most));
}

/// A variant's part filling `r` from its top: title, cells with labels and axis, and code when there is room for it.
Side side_in(Rect r, float labels, float cells, bool code) {
    Side s;
    s.title = {r.x, r.y, r.w, 28};
    s.labels = {r.x, r.y + 28, labels, cells};
    s.cells = {r.x + labels, r.y + 28, r.w - labels, cells};
    s.axis = {s.cells.x, s.cells.bottom(), s.cells.w, kAxis};
    if (code) s.code = {r.x, s.axis.bottom() + 8, r.w, kCode};
    return s;
}

void ledger_grid(Layout& l, Rect r, std::size_t columns, float gap) {
    const std::size_t lines = (kLedgerItems + columns - 1) / columns;
    const float w = (r.w - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float h = r.h / static_cast<float>(lines);
    for (std::size_t i = 0; i < kLedgerItems; ++i)
        l.ledger[i] = {r.x + static_cast<float>(i % columns) * (w + gap), std::round(r.y + static_cast<float>(i / columns) * h), w, h};
}

Layout wide(const View& v, const Shape& shape) {
    Layout l;
    const bool two_lines = v.width < 1120;  // of machine controls
    l.bar[0] = {24, 14, v.width - 48, 32};
    if (two_lines) l.bar[1] = {24, 54, v.width - 48, 32};
    float y = two_lines ? 100.0f : 60.0f;
    l.rules[0] = y;
    l.sentence = {24, y + 14, v.width - 48, 24};
    l.detail = {24, y + 38, v.width - 48, 22};
    y += 70;
    const float column = 180, gap = 32;
    const float ledger_x = v.width - 24 - column;
    l.ledger_rule = ledger_x - 20;
    const float w = std::floor((l.ledger_rule - 20 - 24 - gap) / 2);
    const float cells = cells_height(shape, 240);
    for (std::size_t i = 0; i < 2; ++i) l.side[i] = side_in({24 + static_cast<float>(i) * (w + gap), y, w, 0}, kLabels, cells, true);
    const float bottom = l.side[0].code.bottom();
    l.ledger_head = {ledger_x, y, column, 28};
    l.avoided = {ledger_x, bottom - 62, column, 62};
    const float room = l.avoided.y - 8 - l.ledger_head.bottom();
    ledger_grid(l, {ledger_x, l.ledger_head.bottom(), column, std::min(room, 52.0f * kLedgerItems)}, 1, 0);
    y = bottom + 16;
    l.rules[1] = y;
    l.timeline_head = {24, y + 4, v.width - 48, 26};
    const float natural = y + 30 + 186 + 64;
    const float chart = std::clamp(186 + (v.height > 0 ? v.height - natural : 0.0f), 150.0f, 320.0f);
    l.timeline = {24, y + 30, v.width - 48, chart};
    y = l.timeline.bottom() + 4;
    l.rules[2] = y;
    l.transport[0] = {24, y + 14, 356, 32};
    l.transport[1] = {400, y + 14, 416, 32};
    l.transport[2] = {828, y + 14, v.width - 24 - 828, 32};
    if (v.width < 1120) {  // the legend goes below
        l.transport[2] = {24, y + 52, v.width - 48, 24};
        y += 28;
    }
    l.height = y + 60;
    return l;
}

Layout medium(const View& v, const Shape& shape) {
    Layout l;
    l.bar[0] = {24, 12, v.width - 48, 32};
    l.bar[1] = {24, 52, v.width - 48, 32};
    float y = 96;
    l.rules[0] = y;
    l.sentence_lines = 2;
    l.sentence = {24, y + 14, v.width - 48, 42};
    l.detail = {24, y + 56, v.width - 48, 20};
    y += 82;
    const float gap = 24, w = std::floor((v.width - 48 - gap) / 2), cells = cells_height(shape, 240);
    for (std::size_t i = 0; i < 2; ++i) l.side[i] = side_in({24 + static_cast<float>(i) * (w + gap), y, w, 0}, kLabels, cells, true);
    y = l.side[0].code.bottom() + 16;
    l.rules[1] = y;
    l.ledger_head = {24, y + 4, v.width - 48, 26};
    const float avoided = 136;
    ledger_grid(l, {24, y + 32, v.width - 48 - avoided - 24, 104}, 3, 24);
    l.avoided = {v.width - 24 - avoided, y + 40, avoided, 84};
    y += 148;
    l.rules[2] = y;
    l.timeline_head = {24, y + 4, v.width - 48, 26};
    l.timeline = {24, y + 30, v.width - 48, 180};
    y = l.timeline.bottom() + 12;
    l.transport[0] = {24, y, v.width - 48, 36};
    l.transport[1] = {24, y + 44, v.width - 48, 32};
    l.transport[2] = {24, y + 84, v.width - 48, 24};
    l.height = y + 116;
    return l;
}

Layout stacked(const View& v, const Shape& shape) {
    Layout l;
    l.margin = 16;
    const float w = v.width - 32;
    for (std::size_t i = 0; i < 3; ++i) l.bar[i] = {16, 10 + static_cast<float>(i) * 40, w, 32};
    float y = 132;
    l.rules[0] = y;
    l.sentence_lines = v.width < 480 ? 3 : 2;
    l.detail_lines = v.width < 400 ? 3 : 2;
    const float sentence = 21 * static_cast<float>(l.sentence_lines), detail = 17 * static_cast<float>(l.detail_lines);
    l.detail_size = 13;
    l.sentence = {16, y + 12, w, sentence};
    l.detail = {16, y + 14 + sentence, w, detail};
    y = l.detail.bottom() + 8;
    const float cells = cells_height(shape, 240);
    for (Side& s : l.side) {
        s = side_in({16, y, w, 0}, kLabels, cells, false);
        y = s.axis.bottom() + 8;
    }
    l.transport[0] = {16, y, w, 40};
    l.transport[1] = {16, y + 48, w, 32};
    l.transport[2] = {16, y + 88, w, v.width < 560 ? 44.0f : 24.0f};
    y = l.transport[2].bottom() + 12;
    l.rules[1] = y;
    l.ledger_head = {16, y + 4, w, 26};
    ledger_grid(l, {16, y + 32, w, 156}, 2, 24);
    l.avoided = {16, y + 196, w, 62};
    y = l.avoided.bottom() + 16;
    for (Side& s : l.side) {
        s.code = {16, y, w, kCode + 36};
        y = s.code.bottom() + 12;
    }
    l.rules[2] = y + 4;
    l.timeline_head = {16, y + 8, w, v.width < 520 ? 44.0f : 26.0f};
    l.timeline = {16, l.timeline_head.bottom() + 4, w, 180};
    l.height = l.timeline.bottom() + 16;
    return l;
}

Layout embed(const View& v, const Shape& shape, Tab tab) {
    Layout l;
    l.margin = 16;
    const float w = v.width - 32, height = std::max(v.height > 0 ? v.height : 420.0f, 380.0f);
    l.sentence_size = 14;
    l.detail_size = 12;
    l.sentence = {16, 8, w, 22};
    l.detail = {16, 30, w, 34};
    l.detail_lines = 2;
    l.tabs = {16, 68, w, 28};
    const float column = 132, x = v.width - 16 - column;
    l.transport[0] = {16, height - 44, w, 32};
    const float top = 102, bottom = height - 54;
    l.rules[0] = 0;
    l.rules[2] = bottom + 2;
    const float gap = 20, each = std::floor((x - 24 - 16 - gap) / 2);
    l.ledger_rule = x - 12;
    if (tab == Tab::machine) {
        const float most = bottom - top - 24 - kAxis - 20;
        for (std::size_t i = 0; i < 2; ++i)
            l.side[i] = side_in({16 + static_cast<float>(i) * (each + gap), top, each, 0}, 66, cells_height(shape, most), false);
        l.transport[2] = {16, bottom - 20, x - 40, 18};
    } else if (tab == Tab::code) {
        for (std::size_t i = 0; i < 2; ++i) {
            const Rect r{16 + static_cast<float>(i) * (each + gap), top, each, bottom - top - 6};
            l.side[i].title = {r.x, r.y, r.w, 26};
            l.side[i].code = {r.x, r.y + 28, r.w, r.h - 28};
        }
    } else {
        l.timeline_head = {16, top, x - 40, 22};
        l.timeline = {16, top + 26, x - 40, bottom - top - 30};
    }
    l.ledger_head = {x, top, column, 24};
    l.avoided = {x, bottom - 36, column, 34};
    ledger_grid(l, {x, top + 24, column, l.avoided.y - 4 - top - 24}, 1, 0);
    l.height = height;
    return l;
}

}  // namespace

Arrangement arrangement_of(const View& v) {
    if (v.width < 620) return Arrangement::stacked;
    if (v.embed) return Arrangement::embed;
    return v.width < 960 ? Arrangement::medium : Arrangement::wide;
}

Layout lay_out(const View& v, const Shape& shape, Tab tab) {
    Layout l;
    const Arrangement a = arrangement_of(v);
    switch (a) {
        case Arrangement::wide: l = wide(v, shape); break;
        case Arrangement::medium: l = medium(v, shape); break;
        case Arrangement::stacked: l = stacked(v, shape); break;
        case Arrangement::embed: l = embed(v, shape, tab); break;
    }
    l.arrangement = a;
    l.width = v.width;
    return l;
}

}  // namespace driftmark::figure::refresh
