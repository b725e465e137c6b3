// Stepping, playing, how far a step goes, and what the colours mean.
#include <algorithm>
#include <array>

#include "figure/refresh/parts.hpp"
#include "figure/text_fit.hpp"

namespace driftmark::figure::refresh {
namespace {

constexpr std::array<std::string_view, 5> kGranularities{"store", "cpu", "zone", "refresh", "event"};
constexpr std::array<Segment, 5> kSegments{
    Segment{"store", "Stop at every load or store (key 1)"}, Segment{"CPU", "Stop after each CPU of a loop (key 2)"},
    Segment{"zone", "Stop after each row's loop over the CPUs (key 3)"}, Segment{"refresh", "Stop after each refresh (key 4)"},
    Segment{"CPU event", "Stop after each event of the script (key 5)"}};
constexpr std::array<Segment, 5> kShortSegments{
    Segment{"store", kSegments[0].tip}, Segment{"CPU", kSegments[1].tip}, Segment{"zone", kSegments[2].tip},
    Segment{"refresh", kSegments[3].tip}, Segment{"event", kSegments[4].tip}};

std::size_t granularity_index(const Frame& f) {
    const std::string_view now = f.value("granularity");
    const auto at = std::ranges::find(kGranularities, now);
    return at == kGranularities.end() ? 0 : static_cast<std::size_t>(at - kGranularities.begin());
}

void draw_buttons(Frame& f, Rect r) {
    const session::Snapshot& s = f.snapshot;
    const bool touch_sized = f.layout.arrangement == Arrangement::stacked;
    const bool labels = r.w >= 300;
    std::array<Button, 5> all{
        Button{"", Icon::first, Icon::none, Button::Look::plain, s.can_back, "To the start (Home)"},
        Button{labels ? "Back" : "", Icon::back, Icon::none, Button::Look::plain, s.can_back, "One step back (Left; with Shift a whole event)"},
        Button{"Step", Icon::none, Icon::step, Button::Look::primary, s.can_step, "One step on (Right; with Shift a whole event)"},
        Button{s.playing ? "Pause" : "Play", Icon::none, Icon::none, Button::Look::plain, s.can_step || s.playing, "Go on by itself, or stop (Space)"},
        Button{"", Icon::last, Icon::none, Button::Look::plain, s.can_step, "To the end (End)"}};
    static constexpr std::array<float, 5> kWidths{56, 66, 92, 72, 56};
    const float gap = 6;
    float natural = gap * 4;
    for (const float w : kWidths) natural += w;
    const float scale = touch_sized ? (r.w - gap * 4) / (natural - gap * 4) : std::min(1.0f, (r.w - gap * 4) / (natural - gap * 4));
    static constexpr std::array kActions{"first", "back", "step", "play", "last"};
    float x = r.x;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Rect box{x, r.y, kWidths[i] * scale, r.h};
        x = box.right() + gap;
        f.ui.area(kActions[i], box);
        if (!button(f.ui, id("transport") + static_cast<Id>(i), box, all[i])) continue;
        std::string action = kActions[i];
        if (i == 3 && s.playing) action = "pause";
        f.ui.act(std::move(action));
    }
}

void draw_granularity(Frame& f, Rect r) {
    if (r.h <= 0) return;
    const std::string_view words = "one step =";
    const float w = f.ui.width(words, Face::text, size::label) + 12;
    std::span<const Segment> segments = kSegments;
    if (segmented_width(f.ui, segments) + w > r.w) segments = kShortSegments;
    if (segmented_width(f.ui, segments) + w <= r.w) {
        f.ui.text({r.x, centred(r.y + r.h / 2, size::label)}, words, Face::text, size::label, f.ui.theme.mute);
        r.x += w;
        r.w -= w;
    }
    f.ui.area("granularity", r);
    if (const auto chosen = segmented(f.ui, id("granularity"), r, segments, granularity_index(f)))
        f.ui.act("set granularity=" + std::string(kGranularities[*chosen]));
}

}  // namespace

std::string granularity(const Frame& f) { return std::string(kGranularities[granularity_index(f)]); }

void draw_legend(Frame& f, Rect r) {
    if (r.h <= 0) return;
    using ledger::Effect;
    struct Entry { Effect effect; std::string_view full, brief; };
    static constexpr std::array<Entry, 4> kEntries{Entry{Effect::changed, "changed", "changed"},
                                                   Entry{Effect::silent, "silent: same value", "same value"},
                                                   Entry{Effect::exposed, "threshold 0 exposed", "reads 0"},
                                                   Entry{Effect::read, "read only", "read"}};
    const auto total = [&](bool brief) {
        float w = 0;
        for (const Entry& e : kEntries) w += 18 + f.ui.width(brief ? e.brief : e.full, Face::text, size::small);
        return w;
    };
    const int lines = r.h > 40 ? 2 : 1;
    const bool brief = lines == 1 && total(false) + 3 * 9 > r.w;
    if (lines == 1 && total(brief) + 3 * 8 > r.w) return;
    // Ends at the right edge where there is room to spare beside the controls, else from the left.
    const float gap = lines == 2 ? 16 : std::min(16.0f, (r.w - total(brief)) / 3);
    float x = r.x;
    if (f.layout.arrangement == Arrangement::wide && r.x > 100) x = r.right() - total(brief) - 3 * gap;
    const float first = x;
    for (std::size_t i = 0; i < kEntries.size(); ++i) {
        const Entry& e = kEntries[i];
        const float middle = lines == 1 ? r.y + r.h / 2 : r.y + (i < 2 ? r.h / 4 : 3 * r.h / 4);
        if (lines == 2) x = first + (i % 2 == 0 ? 0 : r.w / 2);
        const Rect box{x, middle - 6, 12, 12};
        f.ui.paint.fill(box, f.ui.theme.of(e.effect), 2);
        if (e.effect == Effect::silent || e.effect == Effect::read) f.ui.paint.outline(box, f.ui.theme.edge(e.effect), 1, 2);
        if (e.effect == Effect::exposed) f.ui.paint.hatch(box, with_alpha(f.ui.theme.on(f.ui.theme.exposed), 0.25f), 7, 1.5f);
        const std::string_view word = brief ? e.brief : e.full;
        f.ui.text({x + 18, centred(middle, size::small)}, word, Face::text, size::small, f.ui.theme.mute);
        x += 18 + f.ui.width(word, Face::text, size::small) + gap;
    }
}

void draw_transport(Frame& f) {
    const auto& t = f.layout.transport;
    Rect buttons = t[0], steps = t[1];
    if (f.layout.arrangement == Arrangement::embed) {  // both in one line
        buttons.w = 312;
        steps = {buttons.right() + 14, buttons.y, t[0].right() - buttons.right() - 14, buttons.h};
    }
    draw_buttons(f, buttons);
    draw_granularity(f, steps);
    draw_legend(f, t[2]);
}

void take_keys(Frame& f) {
    if (f.ui.list_at_start()) return;  // the keys belong to the open list
    const std::string event = " event";
    for (const KeyPress& k : f.ui.input.keys) {
        switch (k.key) {
            case Key::left: f.ui.act(k.shift ? "back" + event : "back"); break;
            case Key::right: f.ui.act(k.shift ? "step" + event : "step"); break;
            case Key::home: f.ui.act("first"); break;
            case Key::end: f.ui.act("last"); break;
            case Key::space: f.ui.act(f.snapshot.playing ? "pause" : "play"); break;
            case Key::letter:
                if (k.letter >= '1' && k.letter <= '5')
                    f.ui.act("set granularity=" + std::string(kGranularities[static_cast<std::size_t>(k.letter - '1')]));
                if (k.letter == 'z' && f.snapshot.can_undo) f.ui.act("undo");
                if (k.letter == 'y' && f.snapshot.can_redo) f.ui.act("redo");
                break;
            default: break;
        }
    }
}

}  // namespace driftmark::figure::refresh
