#include "host/seat.hpp"

#include <algorithm>
#include <chrono>

#include "report/value.hpp"

namespace driftmark::host {
namespace {

constexpr double kLongestTick = 250;  // ms; a longer pause was spent in the background
constexpr int kSettle = 2;            // frames after an event

std::string_view cursor_name(figure::FrameResult::Cursor c) {
    using enum figure::FrameResult::Cursor;
    switch (c) {
        case arrow: return "default";
        case hand: return "pointer";
        case grab: return "grab";
        case resize_x: return "ew-resize";
    }
    return "default";
}

}  // namespace

Seat::Seat(session::Session& session, std::string_view figure)
    : session_(session), figure_(figure::make_figure(figure)) {}

void Seat::pointer(figure::Point at, bool touch) {
    // Only the last of several moves matters to a frame.
    if (!events_.empty() && events_.back().kind == Event::Kind::pointer) events_.pop_back();
    events_.push_back({.kind = Event::Kind::pointer, .at = at, .touch = touch});
}
void Seat::leave() { events_.push_back({.kind = Event::Kind::leave}); }
void Seat::button(bool down) { events_.push_back({.kind = down ? Event::Kind::down : Event::Kind::up}); }
void Seat::wheel(float steps) { events_.push_back({.kind = Event::Kind::wheel, .steps = steps}); }
void Seat::key(figure::KeyPress k) { events_.push_back({.kind = Event::Kind::key, .key = k}); }
void Seat::focus(bool on) { events_.push_back({.kind = on ? Event::Kind::focus : Event::Kind::blur}); }

void Seat::look(figure::ThemeName theme, bool reduced_motion, bool embed) {
    view_.theme = theme;
    view_.reduced_motion = reduced_motion;
    view_.embed = embed;
}

float Seat::height(float width, float room) const {
    if (!figure_) return 0;
    figure::View v = view_;
    v.width = width;
    v.height = room;
    return figure_->height(v, session_.snapshot());
}

// Takes events up to the second change of the button: a press and its release must meet the figure in two
// frames, or a quick click would not be seen.
void Seat::take_events() {
    input_.pressed = input_.released = false;
    input_.wheel = 0;
    input_.keys.clear();
    bool button_changed = false;
    while (!events_.empty()) {
        const Event& e = events_.front();
        const bool is_button = e.kind == Event::Kind::down || e.kind == Event::Kind::up;
        if (button_changed && (is_button || e.kind == Event::Kind::pointer || e.kind == Event::Kind::leave)) break;
        switch (e.kind) {
            case Event::Kind::pointer:
                input_.inside = true;
                input_.pointer = e.at;
                input_.touch = e.touch;
                break;
            case Event::Kind::leave: input_.inside = false; break;
            case Event::Kind::down:
                input_.pressed = !input_.down;
                input_.down = true;
                button_changed = true;
                break;
            case Event::Kind::up:
                input_.released = input_.down;
                input_.down = false;
                button_changed = true;
                break;
            case Event::Kind::wheel: input_.wheel += e.steps; break;
            case Event::Kind::key: input_.keys.push_back(e.key); break;
            case Event::Kind::focus: input_.focused = true; break;
            case Event::Kind::blur: input_.focused = false; break;
        }
        events_.pop_front();
        settle_ = kSettle;
    }
}

std::optional<double> Seat::draw(figure::Painter& painter, float width, float height, double time_ms) {
    if (!figure_) return std::nullopt;
    if (last_time_ >= 0) clock_ += std::clamp(time_ms - last_time_, 0.0, kLongestTick);
    last_time_ = time_ms;

    const auto next_tick = session_.tick(session::Milliseconds{static_cast<std::int64_t>(clock_)});

    take_events();
    view_.width = width;
    view_.height = height;
    view_.time_ms = clock_;
    frame_ = figure_->draw(painter, input_, view_, session_.snapshot());
    for (const std::string& action : frame_.actions) session_.act(action);

    if (!frame_.actions.empty()) settle_ = kSettle;
    if (settle_ > 0) --settle_;
    if (frame_.again || settle_ > 0 || !events_.empty()) return 0;
    if (next_tick) return static_cast<double>(next_tick->count());
    return std::nullopt;
}

std::string Seat::frame_json() const {
    report::Value v;
    v.set("cursor", cursor_name(frame_.cursor));
    v.set("tooltip", frame_.tooltip);
    v.set("request", frame_.request);
    v.set("wheel", frame_.wheel);
    v.set("list_open", frame_.list_open);
    v.set("acted", static_cast<std::int64_t>(frame_.actions.size()));
    return v.json();
}

std::string Seat::areas_json() const {
    report::Value v{report::Value::Object{}};
    for (const auto& [name, r] : frame_.areas) {
        report::Value box;
        for (float side : {r.x, r.y, r.w, r.h}) box.push(static_cast<double>(side));
        v.set(name, std::move(box));
    }
    return v.json();
}

}  // namespace driftmark::host
