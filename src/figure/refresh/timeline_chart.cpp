// The whole script: stores of every event, both variants, and the playhead.
#include <algorithm>
#include <array>
#include <cmath>

#include "figure/number.hpp"
#include "figure/refresh/parts.hpp"
#include "figure/text_fit.hpp"

namespace driftmark::figure::refresh {
namespace {

struct Plot {
    Rect area;
    double most;
    float y(double stores) const {
        return area.bottom() - area.h * static_cast<float>(std::log10(1 + stores) / std::log10(1 + most));
    }
};

float overlap(const Rect& a, const Rect& b) {
    return std::max(0.0f, std::min(a.right(), b.right()) - std::max(a.x, b.x)) *
           std::max(0.0f, std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y));
}

void draw_grid(Frame& f, const Plot& p) {
    const Theme& t = f.ui.theme;
    float last = p.area.bottom() + 4;
    for (double v = 1; v <= p.most; v *= 10) {
        const float y = std::round(p.y(v)) + 0.5f;
        f.ui.paint.line({p.area.x, y}, {p.area.right(), y}, t.hair);
        if (last - y < 13) continue;
        f.ui.text({p.area.x - 30, y + 4}, compact(static_cast<std::int64_t>(v)), Face::text, size::small, t.mute, Align::right);
        last = y;
    }
    f.ui.paint.line({p.area.x - 26, p.area.bottom() + 0.5f}, {p.area.right(), p.area.bottom() + 0.5f}, t.control);
}

void draw_curves(Frame& f, const Plot& p, const TimelineModel& m) {
    const Theme& t = f.ui.theme;
    for (const TimelineModel::Spike& s : m.skip) {
        const float y = p.y(static_cast<double>(s.stores));
        f.ui.paint.fill({s.x - 1, y, 2, p.area.bottom() - y}, t.changed);
    }
    std::vector<Point> line;
    for (const TimelineModel::Column& c : m.rewrite) {
        if (c.least != c.most) line.push_back({c.x, p.y(static_cast<double>(c.most))});
        line.push_back({c.x, p.y(static_cast<double>(c.least))});
    }
    if (line.size() > 1) f.ui.paint.polyline(line, t.silent, 2);
    if (m.events <= 40)
        for (const Point at : line) f.ui.paint.disc(at, 3.5f, t.silent);
    if (m.events <= 40)
        for (const TimelineModel::Spike& s : m.skip) f.ui.paint.disc({s.x, p.y(static_cast<double>(s.stores))}, 3, t.changed);
}

void draw_note(Frame& f, const TimelineModel::Note& n, float y) {
    const Color c = f.ui.theme.mute;
    switch (n.mark) {
        case Mark::refused:
            f.ui.paint.line({n.x - 3, y - 3}, {n.x + 3, y + 3}, c, 1.6f);
            f.ui.paint.line({n.x - 3, y + 3}, {n.x + 3, y - 3}, c, 1.6f);
            break;
        case Mark::sysctl: f.ui.paint.fill({n.x - 3, y - 3, 6, 6}, c); break;
        case Mark::kswapd: f.ui.paint.disc({n.x, y}, 3.4f, c); break;
        case Mark::memory: {
            const std::array<Point, 4> diamond{Point{n.x, y - 4}, Point{n.x + 4, y}, Point{n.x, y + 4}, Point{n.x - 4, y}};
            f.ui.paint.polygon(diamond, c);
            break;
        }
    }
}

void draw_axis(Frame& f, const Plot& p, const TimelineModel& m) {
    const Theme& t = f.ui.theme;
    const float base = p.area.bottom() + 24;
    LabelRow row(f.layout.timeline.x, f.layout.timeline.right());
    for (const TimelineModel::Online& o : m.axis) {
        const bool lowest = o.weight == 998;
        const std::string s = lowest ? counted(o.cpus, "CPU", "CPUs") : thousands(o.cpus);
        const float w = f.ui.width(s, Face::text, size::small);
        float x = o.x - w / 2;
        if (row.take(x, w, o.weight >= 998 ? 1e9f : 1.0f)) f.ui.text({x, base}, s, Face::text, size::small, t.mute);
    }
    std::string_view boot = "boot";
    float x = m.boot_x - f.ui.width(boot, Face::text, size::small) / 2;
    if (row.take(x, f.ui.width(boot, Face::text, size::small))) f.ui.text({x, base}, boot, Face::text, size::small, t.mute);
    for (const TimelineModel::Note& n : m.notes) draw_note(f, n, p.area.bottom() + 7);
}

/// Whether a label's box is clear of curve, spikes and playhead.
bool is_clear(const Rect& r, const Plot& p, const TimelineModel& m, float playhead) {
    if (r.x < p.area.x || r.right() > p.area.right() || r.y < p.area.y || r.bottom() > p.area.bottom()) return false;
    if (playhead > r.x - 8 && playhead < r.right() + 8) return false;
    for (const TimelineModel::Spike& s : m.skip)
        if (s.x > r.x - 5 && s.x < r.right() + 5 && p.y(static_cast<double>(s.stores)) < r.bottom() + 2) return false;
    const TimelineModel::Column* before = nullptr;
    for (const TimelineModel::Column& c : m.rewrite) {
        // The segment from the last column to this one must not pass through the box.
        const float y0 = p.y(static_cast<double>(c.most)), y1 = p.y(static_cast<double>(c.least));
        const float top = before ? std::min(y0, p.y(static_cast<double>(before->most))) : y0;
        const float bottom = before ? std::max(y1, p.y(static_cast<double>(before->least))) : y1;
        const float from = before ? before->x : c.x;
        if (c.x > r.x - 6 && from < r.right() + 6 && bottom > r.y - 4 && top < r.bottom() + 4) return false;
        before = &c;
    }
    return true;
}

/// Labels sit at their marks where a place is free, and in the head otherwise.
void draw_labels(Frame& f, const Plot& p, const TimelineModel& m, float playhead) {
    const Theme& t = f.ui.theme;
    struct Label { std::string_view first, second; Color color; };
    // Of the plain sweep it is known where values change; a script of one's own may have other reasons.
    const bool sweep = f.snapshot.state.scenario.get("script") == "auto";
    const Label labels[]{{"rewrite everything", "", t.silent_text},
                         {"write only what changed:", sweep ? "where fls(CPUs) steps" : "where a threshold does", t.changed_text}};
    Rect taken{};
    for (const Label& l : labels) {
        const bool curve = l.second.empty();
        const float w = std::max(f.ui.width(l.first, Face::strong, size::small), f.ui.width(l.second, Face::strong, size::small));
        const float h = curve ? 15.0f : 31.0f;
        std::vector<Rect> places;
        if (curve) {  // just below or above the line
            for (std::size_t i = 0; i + 1 < m.rewrite.size(); ++i) {
                const TimelineModel::Column &a = m.rewrite[i], &b = m.rewrite[i + 1];
                const float y0 = p.y(static_cast<double>(a.least)), y1 = p.y(static_cast<double>(b.most));
                const auto y_at = [&](float x) { return y0 + (y1 - y0) * std::clamp((x - a.x) / std::max(1.0f, b.x - a.x), 0.0f, 1.0f); };
                for (float x = std::max(a.x, p.area.x + 40); x <= b.x; x += 24) {
                    if (!places.empty() && x - places.back().x < 16) continue;
                    places.push_back({x + 8, std::max(y_at(x), y_at(x + w)) + 12, w, h});
                    places.push_back({x + 8, std::min(y_at(x), y_at(x + w)) - 22, w, h});
                }
            }
        } else {  // beside a spike
            for (const TimelineModel::Spike& s : m.skip) {
                if (p.area.bottom() - p.y(static_cast<double>(s.stores)) < 24) continue;
                places.push_back({s.x + 12, p.y(static_cast<double>(s.stores)) + 2, w, h});
                places.push_back({s.x - 12 - w, p.y(static_cast<double>(s.stores)) + 2, w, h});
            }
        }
        for (const Rect& r : places) {
            if (overlap(grown(r, 6), taken) > 0 || !is_clear(r, p, m, playhead)) continue;
            f.ui.text({r.x, r.y + 11}, l.first, Face::strong, size::small, l.color);
            f.ui.text({r.x, r.y + 27}, l.second, Face::strong, size::small, l.color);
            taken = r;
            break;
        }
    }
}

void draw_playhead(Frame& f, const Plot& p, float x) {
    const Color c = f.ui.theme.ink;
    f.ui.paint.fill({x - 1, p.area.y - 8, 2, p.area.h + 14}, c);
    const Rect grip{x - 12, p.area.y - 22, 24, 28};
    const bool held = f.ui.holds(id("timeline"));
    f.ui.paint.disc({x, p.area.y - 9}, held || f.ui.hovers(grip) ? 7.5f : 6, c);
}

std::string story(const Frame& f, std::size_t k) {
    const ledger::EventRecord& r = f.timeline().record(k);
    std::string s = k == 0 ? "The booted machine" : "Event " + thousands(static_cast<std::int64_t>(k));
    if (k > 0 && k <= f.snapshot.script_text.size()) s += ": " + f.snapshot.script_text[k - 1];
    if (r.refused != kernel::Refusal::none) s += "\nrefused: " + kernel::refusal_text(r.refused);
    s += "\n" + counted(r.online.value, "CPU", "CPUs") + " online; ";
    if (r.refreshes() == 0) return s + "no refresh";
    return s + "stores: " + thousands(r.ledgers[ledger::Variant::rewrite].stores) + " old, " +
           thousands(r.ledgers[ledger::Variant::skip_unchanged].stores) + " patched";
}

void act(Frame& f, const Plot& p, const TimelineModel& m) {
    const Rect hit{m.boot_x - 8, p.area.y - 24, p.area.right() - m.boot_x + 16, p.area.h + 40};
    const std::size_t now = f.playhead().moment().event;
    if (f.ui.dragged(id("timeline"), hit)) {
        f.ui.cursor(FrameResult::Cursor::resize_x);
        const std::size_t to = m.event_at(f.ui.input.pointer.x);
        if ((f.ui.input.down || f.ui.input.pressed) && to != now) f.ui.act("seek " + std::to_string(to));
    } else if (f.ui.over(hit)) {
        f.ui.cursor(FrameResult::Cursor::resize_x);
        const std::size_t at = m.event_at(f.ui.input.pointer.x);
        if (!f.ui.input.touch) f.ui.paint.fill({std::round(m.x(at)) - 0.5f, p.area.y, 1, p.area.h}, with_alpha(f.ui.theme.ink, 0.4f));
        f.ui.tip(story(f, at));
    }
}

void draw_head(Frame& f, const TimelineModel& m) {
    const Theme& t = f.ui.theme;
    const Rect r = f.layout.timeline_head;
    const std::string event = "event " + thousands(static_cast<std::int64_t>(f.playhead().moment().event)) + " of " +
                              thousands(static_cast<std::int64_t>(m.events));
    const std::string notes[]{event + "  ·  stores per event, log scale", event + "  ·  stores, log scale", event};
    const bool two_lines = r.h > 40;
    const float title_w = f.ui.width(m.title, Face::strong, size::label);
    for (const std::string& note : notes) {
        const float w = f.ui.width(note, Face::text, size::small);
        if (w > (two_lines ? r.w : std::max(r.w - title_w - 16, r.w * 0.4f))) continue;
        f.ui.text({two_lines ? r.x : r.right(), r.y + (two_lines ? 36 : 18)}, note, Face::text, size::small, t.mute,
                  two_lines ? Align::left : Align::right);
        const float room = two_lines ? r.w : r.w - w - 16;
        f.ui.text({r.x, r.y + 18}, fit(f.ui.paint, m.title, Face::strong, size::label, room), Face::strong, size::label, t.ink);
        break;
    }
}

}  // namespace

void draw_timeline(Frame& f, const TimelineModel& m) {
    const Rect r = f.layout.timeline;
    if (r.h <= 0) return;
    draw_head(f, m);
    const Plot p{{m.left, r.y + 20, m.right - m.left, r.h - 52}, m.most};
    draw_grid(f, p);
    draw_curves(f, p, m);
    draw_axis(f, p, m);
    const float x = std::round(m.x(f.playhead().moment().event));
    draw_labels(f, p, m, x);
    f.ui.area("timeline", p.area);
    f.ui.area("playhead", {x - 12, p.area.y - 22, 24, 28});
    act(f, p, m);
    draw_playhead(f, p, x);
}

}  // namespace driftmark::figure::refresh
