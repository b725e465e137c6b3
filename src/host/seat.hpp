// One figure in use: the figure, the session it shows, and what the reader did since the last frame.
// It knows no display: a painter is handed in, so a browser canvas, a raster and a test drive it alike.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "figure/figure.hpp"
#include "session/session.hpp"

namespace driftmark::host {

class Seat {
public:
    /// `session` must outlive the seat. An unknown figure name leaves the seat empty: valid() is false.
    Seat(session::Session& session, std::string_view figure);

    bool valid() const { return figure_ != nullptr; }

    // Input, in the order in which it happened. Coordinates are CSS pixels from the figure's top left corner.
    void pointer(figure::Point, bool touch);
    void leave();
    void button(bool down);
    void wheel(float steps);
    void key(figure::KeyPress);
    void focus(bool);

    void look(figure::ThemeName, bool reduced_motion, bool embed);

    /// The figure's natural height at a width; an embed takes the room there is, where it can.
    float height(float width, float room = 0) const;

    /// Paints one frame, then acts on the session as the reader asked. Returns after how many milliseconds
    /// another frame is wanted (0: the next one); nothing at rest. `time` may jump (a page in the background
    /// draws nothing): play then goes on from where it was.
    std::optional<double> draw(figure::Painter&, float width, float height, double time_ms);

    /// Of the last frame.
    const figure::FrameResult& frame() const { return frame_; }
    /// Cursor, tooltip, request to the page and whether the wheel is of use, as JSON.
    std::string frame_json() const;
    /// The named areas as JSON: {"step": [x, y, width, height], ...}.
    std::string areas_json() const;

private:
    struct Event {
        enum class Kind : std::uint8_t { pointer, leave, down, up, wheel, key, focus, blur } kind{};
        figure::Point at{};
        bool touch = false;
        float steps = 0;
        figure::KeyPress key{};
    };
    void take_events();

    session::Session& session_;
    std::unique_ptr<figure::Figure> figure_;
    std::deque<Event> events_;
    figure::Input input_;
    figure::View view_;
    figure::FrameResult frame_;
    double last_time_ = -1;
    double clock_ = 0;      ///< the session's time: stands still while nothing is drawn
    int settle_ = 0;        ///< frames still to draw after an event, so that hover catches up
};

}  // namespace driftmark::host
