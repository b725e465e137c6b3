// What the refresh costs, both variants beside each other, and what the patch avoids.
#include <algorithm>
#include <array>

#include "figure/number.hpp"
#include "figure/refresh/parts.hpp"
#include "figure/text_fit.hpp"
#include "report/quantity.hpp"

namespace driftmark::figure::refresh {
namespace {

using ledger::Variant;

struct Item {
    std::string_view key;    ///< of report/quantity.hpp, for the help
    std::string_view label;  ///< as few words as the column has room for
    std::int64_t ledger::Ledger::*member;
    Color Theme::*color;
};
constexpr std::array<Item, kLedgerItems> kItems{{
    {"iterations", "iterations", &ledger::Ledger::iterations, &Theme::mute},
    {"loads", "loads", &ledger::Ledger::loads, &Theme::read},
    {"stores", "stores", &ledger::Ledger::stores, &Theme::changed},
    {"silent_stores", "silent stores", &ledger::Ledger::silent_stores, &Theme::silent},
    {"exposed_zero", "exposed at 0", &ledger::Ledger::exposed_zero, &Theme::exposed},
    {"lines_written", "lines taken", &ledger::Ledger::lines_written, &Theme::changed},
}};

std::string_view help_of(std::string_view key) {
    for (const report::LedgerQuantity& q : report::ledger_quantities())
        if (q.key == key) return q.help;
    return {};
}

/// Both numbers in full where they fit side by side, else both short.
std::array<std::string, 2> numbers(Ui& ui, std::int64_t a, std::int64_t b, Face face, float size, float width) {
    std::array<std::string, 2> s{thousands(a), thousands(b)};
    if (ui.width(s[0], face, size) + ui.width(s[1], face, size) + 10 > width) s = {compact(a), compact(b)};
    return s;
}

void draw_item(Frame& f, const Item& item, Rect r, bool complete) {
    Ui& ui = f.ui;
    const Theme& t = ui.theme;
    const bool tight = r.h < 40;
    const float number = tight ? 25.0f : 29.0f, rule = tight ? 29.0f : 35.0f, first = tight ? 10.0f : 12.0f;
    const float top = r.y + std::max(0.0f, std::min(6.0f, (r.h - rule - 3) / 2));
    const std::int64_t old = f.whole[Variant::rewrite].*item.member, patched = f.whole[Variant::skip_unchanged].*item.member;
    const std::int64_t old_far = f.so_far[Variant::rewrite].*item.member, patched_far = f.so_far[Variant::skip_unchanged].*item.member;

    ui.text({r.x, top + first}, item.label, Face::text, size::small, t.mute);
    if (!complete) {
        const float room = r.w - ui.width(item.label, Face::text, size::small) - 10;
        std::string far = thousands(old_far) + " · " + thousands(patched_far);
        if (ui.width(far, Face::text, size::small) > room) far = compact(old_far) + " · " + compact(patched_far);
        if (ui.width(far, Face::text, size::small) <= room)
            ui.text({r.right(), top + first}, far, Face::text, size::small, t.mute, Align::right);
    }
    const auto both = numbers(ui, old, patched, Face::strong, size::body, r.w);
    ui.text({r.x, top + number}, both[0], Face::strong, size::body, t.ink);
    ui.text({r.right(), top + number}, both[1], Face::strong, size::body, patched < old ? t.saved_text : t.ink, Align::right);

    // The line below fills up as the refresh goes on.
    const Color color = t.*item.color;
    const std::int64_t all = old + patched;
    const float done = complete || all == 0 ? 1 : static_cast<float>(old_far + patched_far) / static_cast<float>(all);
    ui.paint.fill({r.x, top + rule, r.w, 3}, mix(t.paper, color, 0.25f), 1.5f);
    if (done > 0) ui.paint.fill({r.x, top + rule, r.w * done, 3}, color, done < 1 ? 0 : 1.5f);
    if (ui.hovers(r)) {
        std::string tip(help_of(item.key));
        tip += "\n" + std::string(kNames[0]) + ": " + thousands(old_far) + " of " + thousands(old) + "\n" + std::string(kNames[1]) + ": " +
               thousands(patched_far) + " of " + thousands(patched);
        ui.tip(tip);
    }
}

void draw_avoided(Frame& f, Rect r) {
    if (r.h <= 0) return;
    Ui& ui = f.ui;
    const Theme& t = ui.theme;
    const std::int64_t n = f.whole.avoided();
    const std::string full = thousands(n);
    ui.paint.fill(r, t.saved_wash, kRadius);
    if (ui.hovers(r))
        ui.tip("Stores of the old code minus stores of the patched one: " + full + ". Only " + thousands(f.whole.needed) + " values differ.");
    if (r.h < 40) {  // all in one line
        const float base = centred(r.y + r.h / 2, size::small);
        const float room = r.w - 26 - ui.width("avoided", Face::strong, size::small);
        const bool fits = ui.width(full, Face::strong, size::body) <= room;
        ui.text({r.x + 10, base}, "avoided", Face::strong, size::small, t.saved_text);
        ui.text({r.right() - 10, base}, fits ? full : compact(n), Face::strong, size::body, t.saved_text, Align::right);
        return;
    }
    const float top = r.y + (r.h - 44) / 2;
    const bool fits = ui.width(full, Face::strong, size::number) <= r.w - 28;
    ui.text({r.x + 14, top + 12}, fit(ui.paint, "writes avoided", Face::strong, size::small, r.w - 24), Face::strong, size::small, t.saved_text);
    ui.text({r.x + 14, top + 38}, fits ? full : compact(n), Face::strong, size::number, t.saved_text);
}

}  // namespace

void draw_ledgers(Frame& f) {
    Ui& ui = f.ui;
    const Theme& t = ui.theme;
    const Rect head = f.layout.ledger_head;
    const float base = head.y + (f.layout.arrangement == Arrangement::embed ? 17.0f : 18.0f);
    const bool complete = !f.source.plan || f.source.step >= f.source.plan->steps();
    std::string title = "This refresh";
    const std::size_t refreshes = f.timeline().record(f.playhead().moment().event).refreshes();
    if (refreshes > 1) title = "Refresh " + thousands(static_cast<std::int64_t>(f.playhead().refresh_number()) + 1) + " of " + thousands(static_cast<std::int64_t>(refreshes));
    const std::string_view side = complete ? "old · patched" : "so far";
    const float side_w = ui.width(side, Face::text, size::small);
    const bool both = ui.width(title, Face::strong, size::label) + 10 + side_w <= head.w;
    ui.text({head.x, base}, fit(ui.paint, title, Face::strong, size::label, head.w), Face::strong, size::label, t.ink);
    if (both) ui.text({head.right(), base}, side, Face::text, size::small, t.mute, Align::right);
    for (std::size_t i = 0; i < kLedgerItems; ++i) draw_item(f, kItems[i], f.layout.ledger[i], complete);
    draw_avoided(f, f.layout.avoided);
}

}  // namespace driftmark::figure::refresh
