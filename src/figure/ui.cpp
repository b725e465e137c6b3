#include "figure/ui.hpp"

#include <algorithm>

#include "figure/text_fit.hpp"

namespace driftmark::figure {

Rect grown(Rect r, float by) { return {r.x - by, r.y - by, r.w + 2 * by, r.h + 2 * by}; }

bool Ui::over(Rect r) const {
    if (!input.inside || list_at_start_) return false;
    if (state.held != 0 && input.down) return false;  // something else is being dragged across
    const float least = input.touch ? kTouchTarget : kTarget;
    const float dx = std::clamp((least - r.w) / 2, 0.0f, 10.0f), dy = std::clamp((least - r.h) / 2, 0.0f, 10.0f);
    return Rect{r.x - dx, r.y - dy, r.w + 2 * dx, r.h + 2 * dy}.contains(input.pointer);
}

bool Ui::clicked(Id i, Rect r) {
    if (list_at_start_) return false;
    if (input.pressed && state.held == 0 && r.w > 0 && input.inside) {
        const float least = input.touch ? kTouchTarget : kTarget;
        const float dx = std::clamp((least - r.w) / 2, 0.0f, 10.0f), dy = std::clamp((least - r.h) / 2, 0.0f, 10.0f);
        if (Rect{r.x - dx, r.y - dy, r.w + 2 * dx, r.h + 2 * dy}.contains(input.pointer)) {
            state.held = i;
            state.held_at = input.pointer;
        }
    }
    if (state.held != i || !input.released) return false;
    // A press that has left the figure (a scroll that began here) is none.
    return input.inside && grown(r, input.touch ? 12.0f : 4.0f).contains(input.pointer);
}

bool Ui::dragged(Id i, Rect grip) {
    if (list_at_start_) return false;
    if (input.pressed && state.held == 0 && grip.contains(input.pointer) && input.inside) {
        state.held = i;
        state.held_at = input.pointer;
    }
    return state.held == i;
}

ListChoice Ui::finish() {
    const ListChoice choice = list ? finish_list() : ListChoice{};
    if (!list) state.open = 0;  // its owner was not drawn this time
    if (input.released || !input.down) state.held = 0;
    draw_tooltip();
    result.list_open = state.open != 0;
    return choice;
}

ListChoice Ui::finish_list() {
    const float line = input.touch ? 40.0f : 32.0f;
    const auto count = static_cast<float>(list->entries.size());
    float w = list->anchor.w;
    for (std::size_t i = 0; i < list->entries.size(); ++i) {
        const float note = i < list->notes.size() ? width(list->notes[i], Face::text, size::small) + 16 : 0;
        w = std::max(w, width(list->entries[i], Face::text, size::label) + note + 40);
    }
    w = std::min(w, bounds_.w - 16);
    const float below = bounds_.bottom() - list->anchor.bottom() - 12;
    const float h = std::min(count * line + 8, std::max(below, 3 * line + 8));
    const float y = std::max(4.0f, std::min(list->anchor.bottom() + 4, bounds_.bottom() - h - 4));
    const Rect box{std::clamp(list->anchor.x, 8.0f, std::max(8.0f, bounds_.right() - w - 8)), y, w, h};
    const float most_top = std::max(0.0f, count * line + 8 - h);

    int& marked = state.marked;
    const int last = static_cast<int>(list->entries.size()) - 1;
    int taken = -1;
    bool close = false;
    for (const KeyPress& k : input.keys) {
        if (k.key == Key::down) marked = std::min(last, marked + 1);
        if (k.key == Key::up) marked = std::max(0, marked - 1);
        if (k.key == Key::home) marked = 0;
        if (k.key == Key::end) marked = last;
        if (k.key == Key::enter || k.key == Key::space) taken = marked;
        if (k.key == Key::escape || k.key == Key::tab) close = true;
        state.list_top = std::clamp(state.list_top, static_cast<float>(marked + 1) * line + 8 - h, static_cast<float>(marked) * line);
    }
    state.list_top = std::clamp(state.list_top - input.wheel * line, 0.0f, most_top);

    paint.fill({box.x - 1, box.y + 3, box.w + 2, box.h}, with_alpha({0, 0, 0, 255}, 0.10f), kRadius + 2);
    paint.fill(box, theme.paper, kRadius);
    paint.outline(box, theme.control, 1, kRadius);
    paint.push_clip({box.x, box.y + 4, box.w, box.h - 8});
    for (int i = 0; i <= last; ++i) {
        const Rect row{box.x + 4, box.y + 4 + static_cast<float>(i) * line - state.list_top, box.w - 8, line};
        if (row.bottom() < box.y || row.y > box.bottom()) continue;
        area("list:" + std::to_string(i), row);
        const bool under = input.inside && row.contains(input.pointer) && box.contains(input.pointer);
        if (under && !input.touch) marked = i;
        if (i == marked) paint.fill(row, theme.wash, 5);
        if (i == list->chosen) paint.fill(row, theme.tint, 5);
        const float base = centred(row.y + row.h / 2, size::label);
        const bool chosen = i == list->chosen;
        float room = row.w - 24;
        const auto at = static_cast<std::size_t>(i);
        if (at < list->notes.size() && !list->notes[at].empty()) {
            text({row.right() - 12, base}, list->notes[at], Face::text, size::small, theme.mute, Align::right);
            room -= width(list->notes[at], Face::text, size::small) + 12;
        }
        const Face face = chosen ? Face::strong : Face::text;
        text({row.x + 12, base}, fit(paint, list->entries[at], face, size::label, room), face, size::label, theme.ink);
        if (under && input.released && list_at_start_) taken = i;
    }
    paint.pop_clip();
    if (input.inside && box.contains(input.pointer)) {
        result.cursor = FrameResult::Cursor::hand;
        result.wheel = most_top > 0;
    }
    if (list_at_start_ && input.pressed && !(input.inside && box.contains(input.pointer))) close = true;
    const ListChoice choice{list->owner, taken};
    if (taken >= 0 || close) {
        state.open = 0;
        result.again = true;
    }
    return choice;
}

void Ui::draw_tooltip() {
    if (result.tooltip.empty() || !input.inside || input.down || state.open != 0) return;
    std::vector<std::string> lines;
    for (std::string_view rest = result.tooltip; !rest.empty();) {  // each paragraph wraps for itself
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        for (std::string& l : wrap(paint, rest.substr(0, end), Face::text, size::small, std::min(300.0f, bounds_.w - 48), 6))
            lines.push_back(std::move(l));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    float w = 0;
    for (const std::string& l : lines) w = std::max(w, width(l, Face::text, size::small));
    const float line = 17, h = static_cast<float>(lines.size()) * line + 12;
    Rect box{input.pointer.x + 14, input.pointer.y + 18, w + 20, h};
    if (box.right() > bounds_.right() - 8) box.x = std::max(8.0f, bounds_.right() - 8 - box.w);
    if (box.bottom() > bounds_.bottom() - 4) box.y = std::max(4.0f, input.pointer.y - 12 - h);
    paint.fill({box.x - 1, box.y + 2, box.w + 2, box.h}, with_alpha({0, 0, 0, 255}, 0.10f), 7);
    paint.fill(box, theme.paper, 6);
    paint.outline(box, theme.control, 1, 6);
    for (std::size_t i = 0; i < lines.size(); ++i)
        text({box.x + 10, box.y + 18 + static_cast<float>(i) * line}, lines[i], Face::text, size::small, theme.ink);
}

}  // namespace driftmark::figure
