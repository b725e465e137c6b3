#include "figure/controls.hpp"

#include <algorithm>

#include "figure/text_fit.hpp"

namespace driftmark::figure {
namespace {

constexpr float kIconGap = 6;

struct Ink { Color ground, edge, text; };

Ink ink_of(const Ui& ui, const Button& b, bool lit, bool down) {
    const Theme& t = ui.theme;
    if (!b.enabled) return {b.look == Button::Look::quiet ? t.paper : t.wash, t.hair, mix(t.mute, t.paper, 0.45f)};
    if (b.look == Button::Look::primary) {
        const Color ground = down ? mix(t.action, t.ink, 0.25f) : lit ? mix(t.action, t.ink, 0.12f) : t.action;
        return {ground, ground, t.on_action};
    }
    const Color ground = down ? t.tint : lit ? t.wash : t.paper;
    return {ground, b.look == Button::Look::quiet ? ground : lit ? t.mute : t.control, t.ink};
}

}  // namespace

float button_width(Ui& ui, const Button& b) {
    float w = b.label.empty() ? 0 : ui.width(b.label, Face::strong, size::label);
    for (const Icon i : {b.before, b.after})
        if (i != Icon::none) w += icon_width(i) + (b.label.empty() ? 0 : kIconGap);
    return w + 24;
}

bool button(Ui& ui, Id i, Rect r, const Button& b) {
    const bool lit = b.enabled && ui.hovers(r);
    const bool pressed = b.enabled && ui.clicked(i, r);
    const Ink ink = ink_of(ui, b, lit, b.enabled && ui.holds(i));
    ui.paint.fill(r, ink.ground, kRadius);
    if (b.look != Button::Look::primary && b.look != Button::Look::quiet) ui.paint.outline(r, ink.edge, 1, kRadius);
    const float content = button_width(ui, b) - 24;
    float x = r.x + (r.w - content) / 2;
    const float middle = r.y + r.h / 2;
    if (b.before != Icon::none) {
        draw_icon(ui.paint, b.before, {x + icon_width(b.before) / 2, middle}, ink.text);
        x += icon_width(b.before) + kIconGap;
    }
    if (!b.label.empty()) {
        ui.text({x, centred(middle, size::label)}, b.label, Face::strong, size::label, ink.text);
        x += ui.width(b.label, Face::strong, size::label) + kIconGap;
    }
    if (b.after != Icon::none) draw_icon(ui.paint, b.after, {x + icon_width(b.after) / 2, middle}, ink.text);
    if (ui.over(r)) {
        if (b.enabled) ui.cursor(FrameResult::Cursor::hand);
        ui.tip(b.tip);
    }
    return pressed;
}

namespace {
constexpr float kSegmentGap = 4, kSegmentPad = 11.5f;
}

float segmented_width(Ui& ui, std::span<const Segment> all) {
    float w = kSegmentGap * static_cast<float>(all.size() - 1);
    for (const Segment& s : all) w += ui.width(s.label, Face::strong, size::label) + 2 * kSegmentPad;
    return w;
}

std::optional<std::size_t> segmented(Ui& ui, Id group, Rect r, std::span<const Segment> all, std::size_t chosen) {
    std::optional<std::size_t> answer;
    // Where there is less room than wished for, the padding gives way evenly.
    const float lack = std::min(0.0f, r.w - segmented_width(ui, all)) / static_cast<float>(all.size());
    float x = r.x;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool on = i == chosen;
        const float text = ui.width(all[i].label, Face::strong, size::label);
        const Rect box{x, r.y, text + 2 * kSegmentPad + lack, r.h};
        x = box.right() + kSegmentGap;
        const bool lit = ui.hovers(box);
        if (ui.clicked(group + static_cast<Id>(i) + 1, box)) answer = i;
        ui.paint.fill(box, on ? ui.theme.tint : lit ? ui.theme.wash : ui.theme.paper, kRadius);
        ui.paint.outline(box, lit && !on ? ui.theme.mute : on ? mix(ui.theme.tint, ui.theme.action, 0.45f) : ui.theme.control, 1, kRadius);
        ui.text({box.x + box.w / 2, centred(box.y + box.h / 2, size::label)}, all[i].label, on ? Face::strong : Face::text,
                size::label, on ? ui.theme.changed_text : ui.theme.ink, Align::center);
        if (ui.over(box)) {
            ui.cursor(FrameResult::Cursor::hand);
            ui.tip(all[i].tip);
        }
    }
    return answer;
}

std::optional<SliderMove> slider(Ui& ui, Id i, Rect r, float value, std::string_view tip) {
    constexpr float kKnob = 7.5f;
    const float left = r.x + kKnob, span = r.w - 2 * kKnob, middle = r.y + r.h / 2;
    const bool was_held = ui.holds(i);
    std::optional<SliderMove> move;
    const bool held = ui.dragged(i, r);
    if (held && (ui.input.pressed || ui.input.down || (was_held && ui.input.released))) {
        value = std::clamp((ui.input.pointer.x - left) / span, 0.0f, 1.0f);
        move = SliderMove{value, ui.input.released};
    }
    const float x = left + value * span;
    ui.paint.fill({r.x, middle - 1.5f, r.w, 3}, ui.theme.control, 1.5f);
    ui.paint.fill({r.x, middle - 1.5f, x - r.x, 3}, ui.theme.action, 1.5f);
    ui.paint.disc({x, middle}, kKnob, held || ui.hovers(r) ? ui.theme.tint : ui.theme.paper);
    ui.paint.ring({x, middle}, kKnob - 1, ui.theme.action, 2);
    if (held) ui.cursor(FrameResult::Cursor::grab);
    else if (ui.over(r)) {
        ui.cursor(FrameResult::Cursor::hand);
        ui.tip(tip);
    }
    return move;
}

void dropdown(Ui& ui, Id i, Rect r, std::string_view shown, Face face, std::span<const std::string> entries,
              std::span<const std::string> notes, int chosen, std::string_view tip) {
    const bool open = ui.state.open == i;
    const bool lit = ui.hovers(r) || open;
    ui.paint.fill(r, ui.theme.wash, kRadius);
    ui.paint.outline(r, lit ? ui.theme.mute : ui.theme.control, 1, kRadius);
    ui.text({r.x + 12, centred(r.y + r.h / 2, size::label)}, fit(ui.paint, shown, face, size::label, r.w - 40), face,
            size::label, ui.theme.ink);
    draw_icon(ui.paint, Icon::chevron, {r.right() - 14, r.y + r.h / 2}, ui.theme.mute);
    if (ui.clicked(i, r)) {
        ui.state.open = i;
        ui.state.marked = chosen;
        ui.state.list_top = 0;
        ui.result.again = true;
    }
    if (ui.over(r)) {
        ui.cursor(FrameResult::Cursor::hand);
        ui.tip(tip);
    }
    if (ui.state.open == i)
        ui.list = OpenList{i, r, {entries.begin(), entries.end()}, {notes.begin(), notes.end()}, chosen};
}

float chip_width(Ui& ui, std::string_view label) { return ui.width(label, Face::text, size::label) + 18; }

bool chip(Ui& ui, Id i, Rect r, std::string_view label, std::string_view tip) {
    const bool lit = ui.hovers(r);
    const bool pressed = ui.clicked(i, r);
    ui.paint.fill(r, ui.holds(i) ? ui.theme.tint : ui.theme.wash, r.h / 2);
    ui.paint.outline(r, lit ? ui.theme.mute : ui.theme.control, 1, r.h / 2);
    ui.text({r.x + r.w / 2, centred(r.y + r.h / 2, size::label)}, label, Face::text, size::label, ui.theme.ink, Align::center);
    if (ui.over(r)) {
        ui.cursor(FrameResult::Cursor::hand);
        ui.tip(tip);
    }
    return pressed;
}

}  // namespace driftmark::figure
