// One variant's machine: rows by CPUs, coloured by what was done to each threshold.
#include <algorithm>
#include <array>
#include <cmath>

#include "figure/number.hpp"
#include "figure/refresh/cell_words.hpp"
#include "figure/refresh/parts.hpp"
#include "figure/text_fit.hpp"

namespace driftmark::figure::refresh {
namespace {

using ledger::Effect;
constexpr std::array kOrder{Effect::changed, Effect::exposed, Effect::silent, Effect::read, Effect::untouched};
constexpr float kLeastSpan = 3;  ///< px; narrower spans are drawn mixed

struct Columns {
    Rect cells;
    float cpus;
    float x(std::uint32_t cpu) const { return std::round(cells.x + cells.w * static_cast<float>(cpu) / cpus); }
    std::uint32_t at(float x) const {
        const float c = (x - cells.x) / cells.w * cpus;
        return static_cast<std::uint32_t>(std::clamp(c, 0.0f, cpus - 1));
    }
    float per_cpu() const { return cells.w / cpus; }
};

std::optional<Effect> only_effect(const ledger::EffectCounts& c) {
    std::optional<Effect> one;
    for (const Effect e : kOrder) {
        if (c[e] == 0) continue;
        if (one) return std::nullopt;
        one = e;
    }
    return one;
}

Color ground_of(const Theme& t, Effect e, int value) { return e == Effect::untouched ? t.threshold(value) : t.of(e); }

/// A stretch of one effect and value, with the mark and word that say it without colour.
void draw_run(Frame& f, const RowGroup& group, Rect r, Effect e, int value, std::size_t lane) {
    const Theme& t = f.ui.theme;
    const Color ground = ground_of(t, e, value);
    f.ui.paint.fill(r, ground);
    if (e == Effect::silent || e == Effect::read) {  // too pale against the paper without an edge
        f.ui.paint.fill({r.x, r.bottom() - 2, r.w, 2}, t.edge(e));
    }
    if (e == Effect::exposed) f.ui.paint.hatch(r, with_alpha(t.on(ground), 0.22f), 7, 1.5f);
    if (r.h < 14) return;
    const bool stored_node = group.single() && !f.rows[group.row0].zone && f.source.plan && (e == Effect::changed || e == Effect::silent);
    const std::string word = stored_node ? stored_node_word(value, f.source.plan->entry(group.row0, lane))
                                         : cell_word(e, value, group.single());
    const std::string digits = group.single() ? std::to_string(value) : std::string{};
    for (const std::string* s : {&word, &digits}) {
        if (s->empty() || f.ui.width(*s, Face::text, size::small) + 14 > r.w) continue;
        const float base = centred(r.y + r.h / 2, size::small);
        if (e == Effect::exposed) f.ui.paint.fill({r.x + 4, r.y + 2, f.ui.width(*s, Face::text, size::small) + 6, r.h - 4}, ground);
        f.ui.text({r.x + 7, base}, *s, Face::text, size::small, t.on(ground));
        return;
    }
}

/// What a mixed cell covers, as portions of its height; every portion present keeps a pixel.
void draw_mixed(Frame& f, Rect r, const GridCell& cell) {
    std::int64_t total = 0;
    for (const Effect e : kOrder) total += cell.counts[e];
    float y = r.y;
    std::int64_t seen = 0;
    for (const Effect e : kOrder) {
        if (cell.counts[e] == 0) continue;
        seen += cell.counts[e];
        const float end = seen == total ? r.bottom()
                                        : std::max(y + 1, std::round(r.y + r.h * static_cast<float>(seen) / static_cast<float>(total)));
        f.ui.paint.fill({r.x, y, r.w, std::max(1.0f, end - y)}, ground_of(f.ui.theme, e, cell.value));
        y = end;
    }
}

void draw_group(Frame& f, const Grid& g, std::size_t first, std::size_t end, const Columns& columns) {
    const RowGroup& group = g.groups[g.cells[first].group];
    const auto box = [&](const Span& a, const Span& b) {
        const float x = columns.x(a.cpu0);
        return Rect{x, columns.cells.y + group.y, std::max(1.0f, columns.x(b.cpu1) - x), group.h};
    };
    for (std::size_t i = first; i < end;) {
        const GridCell& cell = g.cells[i];
        const auto effect = only_effect(cell.counts);
        std::size_t next = i + 1;
        while (effect && next < end && g.cells[next].span == g.cells[next - 1].span + 1 && g.cells[next].value == cell.value &&
               only_effect(g.cells[next].counts) == effect)
            ++next;
        const Rect r = box(g.spans[cell.span], g.spans[g.cells[next - 1].span]);
        if (effect) draw_run(f, group, r, *effect, cell.value, g.spans[cell.span].lane0);
        else draw_mixed(f, r, cell);
        for (std::size_t j = i; j < next; ++j) {  // CPUs of a mixed span that are offline
            const Span& span = g.spans[g.cells[j].span];
            if (span.offline() > 0) f.ui.paint.hatch(box(span, span), with_alpha(f.ui.theme.paper, 0.7f), 4, 1);
        }
        i = next;
    }
}

void draw_offline(Frame& f, const Grid& g, const Columns& columns) {
    const Theme& t = f.ui.theme;
    for (const Span& span : g.spans) {
        if (span.online() > 0) continue;
        const float x0 = columns.x(span.cpu0), x1 = std::max(x0 + 1, columns.x(span.cpu1));
        for (const RowGroup& group : g.groups) {
            const Rect r{x0, columns.cells.y + group.y, x1 - x0, group.h};
            f.ui.paint.fill(r, t.wash);
            f.ui.paint.hatch(r, t.stripe, 7, 1);
        }
    }
}

void draw_labels(Frame& f, const Grid& g, Rect labels) {
    const Theme& t = f.ui.theme;
    for (const RowGroup& group : g.groups) {
        const float base = centred(labels.y + group.y + group.h / 2, size::small);
        const bool one_node = group.node0 == group.node1;
        const std::string name = group_name(group, f.rows, f.topology());
        if (!group.single()) {
            std::string_view shown = name;  // "nodes 158–236", or the numbers alone
            if (f.ui.width(shown, Face::text, size::small) > labels.w - 8) shown.remove_prefix(shown.find(' ') + 1);
            f.ui.text({labels.x, base}, fit(f.ui.paint, shown, Face::text, size::small, labels.w - 8), Face::text, size::small, t.mute);
        } else {
            const std::string node = "node " + std::to_string(index_of(group.node0));
            float room = labels.w - 8;
            if (group.first_of_node) {
                const float node_w = f.ui.width(node, Face::text, size::small) + 6;
                const bool both = node_w + f.ui.width(name, Face::mono, size::small) <= room;
                f.ui.text({both ? labels.x : labels.right() - 8, base}, node, Face::text, size::small, t.mute,
                          both ? Align::left : Align::right);
                room = both ? room - node_w : 0;
            }
            if (room > 0) f.ui.text({labels.right() - 8, base}, fit(f.ui.paint, name, Face::mono, size::small, room), Face::mono, size::small,
                      group.first_of_node ? t.mute : t.ink, Align::right);
        }
        const Rect hit{labels.x, labels.y + group.y, labels.w - 4, group.h};
        if (!one_node || !group.first_of_node) continue;
        f.ui.area("node:" + std::to_string(index_of(group.node0)), hit);
        if (f.ui.hovers(hit)) f.ui.paint.outline(grown(hit, 1), t.control, 1, 5);
        if (f.ui.over(hit)) {
            f.ui.cursor(FrameResult::Cursor::hand);
            f.ui.tip("Take all CPUs of node " + std::to_string(index_of(group.node0)) + " off, or put them back on, here.");
        }
        if (f.ui.clicked(id("node label") + index_of(group.node0), hit))
            f.ui.act("toggle node " + std::to_string(index_of(group.node0)));
    }
}

void draw_axis(Frame& f, const Grid& g, const Columns& columns, Rect axis) {
    const Theme& t = f.ui.theme;
    const float base = axis.y + 14;
    LabelRow row(axis.x, axis.right());
    const auto label = [&](float x, std::string_view s, float anchor) {
        const float w = f.ui.width(s, Face::text, size::small);
        float left = x - w * anchor;
        if (row.take(left, w, w)) f.ui.text({left, base}, s, Face::text, size::small, t.mute);
    };
    const auto cpus = static_cast<std::uint32_t>(columns.cpus);
    label(axis.x, "CPU 0", 0);
    if (cpus > 1) label(axis.right(), std::to_string(cpus - 1), 1);
    const Span* widest = nullptr;
    for (const Span& s : g.spans)
        if (s.online() == 0 && (!widest || s.cpu1 - s.cpu0 > widest->cpu1 - widest->cpu0)) widest = &s;
    if (!widest) return;
    const float x0 = columns.x(widest->cpu0), x1 = columns.x(widest->cpu1);
    if (widest->cpu0 > 0) label(x0 - 4, std::to_string(widest->cpu0 - 1), 1);
    for (const std::string_view s : {"offline: values go stale", "offline: stale", "offline"}) {
        const float w = f.ui.width(s, Face::text, size::small);
        float left = x0 + 6;
        if (left + w > std::max(x1, axis.right()) || !row.take(left, w, 0.5f)) continue;
        f.ui.text({left, base}, s, Face::text, size::small, t.mute);
        break;
    }
}

/// The bar at the CPU whose threshold was just loaded or stored.
void draw_tick(Frame& f, ledger::Variant v, const Grid& g, const Columns& columns) {
    const auto access = f.playhead().last_access(v);
    if (!access || !f.source.plan || f.playhead().step_in_refresh() >= f.source.plan->steps()) return;
    const auto row = static_cast<std::size_t>(std::ranges::find(f.rows, access->row) - f.rows.begin());
    for (const RowGroup& group : g.groups) {
        if (row < group.row0 || row >= group.row1) continue;
        const float x0 = columns.x(index_of(access->cpu));
        const Rect cell{x0, columns.cells.y + group.y, std::max(1.0f, columns.x(index_of(access->cpu) + 1) - x0), group.h};
        if (columns.per_cpu() >= 10) {
            f.ui.paint.outline(grown(cell, 1), f.ui.theme.ink, 2);
        } else {
            const float x = std::clamp(std::round(x0 + cell.w / 2), columns.cells.x + 1, columns.cells.right() - 1);
            f.ui.paint.fill({x - 2.5f, cell.y - 3, 5, cell.h + 6}, f.ui.theme.paper, 2);
            f.ui.paint.fill({x - 1.5f, cell.y - 3, 3, cell.h + 6}, f.ui.theme.ink, 1);
        }
    }
}

void act_on_cells(Frame& f, ledger::Variant v, const Grid& g, const Columns& columns) {
    const Rect cells{columns.cells.x, columns.cells.y, columns.cells.w, g.groups.empty() ? 0 : g.groups.back().y + g.groups.back().h};
    f.ui.area(v == ledger::Variant::rewrite ? "cells:rewrite" : "cells:skip_unchanged", cells);
    const std::string side = v == ledger::Variant::rewrite ? "" : ":patched";
    if (columns.cpus <= 512)  // above, a test reckons from the area of all
        for (std::uint32_t c = 0; c < static_cast<std::uint32_t>(columns.cpus); ++c)
            f.ui.area("cpu:" + std::to_string(c) + side, {columns.x(c), cells.y, std::max(1.0f, columns.x(c + 1) - columns.x(c)), cells.h});
    const bool clicked = f.ui.clicked(id("cells") + static_cast<Id>(v), cells);
    if (!f.ui.over(cells) && !clicked) return;
    const std::uint32_t cpu = columns.at(f.ui.input.pointer.x);
    f.ui.cursor(FrameResult::Cursor::hand);
    if (!f.ui.input.touch) {
        const float x0 = columns.x(cpu), x1 = std::max(x0 + 1, columns.x(cpu + 1));
        f.ui.paint.outline({x0 - 1, cells.y - 2, x1 - x0 + 2, cells.h + 4}, with_alpha(f.ui.theme.ink, 0.55f), 1);
    }
    const Span* span = nullptr;
    for (const Span& s : g.spans)
        if (cpu >= s.cpu0 && cpu < s.cpu1) span = &s;
    for (const RowGroup& group : g.groups)
        if (span && f.ui.input.pointer.y >= cells.y + group.y - 2 && f.ui.input.pointer.y < cells.y + group.y + group.h + 2)
            f.ui.tip(cell_story(f, v, group, *span, cpu, columns.per_cpu() >= kLeastSpan));
    if (clicked) f.ui.act("toggle cpu " + std::to_string(cpu));
}

}  // namespace

void draw_variant(Frame& f, ledger::Variant v) {
    const Side& side = f.layout.side[static_cast<std::size_t>(v)];
    if (side.title.h <= 0) return;
    const Theme& t = f.ui.theme;
    const bool rewrite = v == ledger::Variant::rewrite;
    const std::string_view name = kNames[static_cast<std::size_t>(v)], which = rewrite ? "kernel ≤ 7.3" : "patch v2 8/8";
    const float base = side.title.y + 18, which_w = f.ui.width(which, Face::text, size::small);
    const float title_size = side.title.w < 240 ? size::label : size::body;
    const bool both = f.ui.width(name, Face::strong, title_size) + 12 + which_w <= side.title.w;
    f.ui.text({side.title.x, base}, fit(f.ui.paint, name, Face::strong, title_size, side.title.w), Face::strong, title_size, t.ink);
    if (both) f.ui.text({side.title.right(), base}, which, Face::text, size::small, t.mute, Align::right);
    if (side.cells.h <= 0) return;

    const Columns columns{side.cells, static_cast<float>(f.topology().cpus.value)};
    const Grid g = build_grid(f.source, v, group_rows(f.rows, side.cells.h), span_cpus(f.source, side.cells.w, kLeastSpan));
    draw_labels(f, g, side.labels);
    draw_offline(f, g, columns);
    for (std::size_t i = 0; i < g.cells.size();) {
        std::size_t end = i;
        while (end < g.cells.size() && g.cells[end].group == g.cells[i].group) ++end;
        draw_group(f, g, i, end, columns);
        i = end;
    }
    if (columns.per_cpu() >= 6)  // few enough CPUs to see each
        for (std::uint32_t c = 1; c < static_cast<std::uint32_t>(columns.cpus); ++c)
            for (const RowGroup& group : g.groups)
                f.ui.paint.fill({columns.x(c) - 0.5f, columns.cells.y + group.y, 1, group.h}, t.paper);
    draw_axis(f, g, columns, side.axis);
    draw_tick(f, v, g, columns);
    act_on_cells(f, v, g, columns);
}

}  // namespace driftmark::figure::refresh
