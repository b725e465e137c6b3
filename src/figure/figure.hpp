// What every figure is: it reads a snapshot, draws it, and turns what the reader does on the picture into
// session actions. It keeps nothing but hover and drag.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "figure/painter.hpp"
#include "session/session.hpp"

namespace driftmark::figure {

enum class Key : std::uint8_t { left, right, up, down, home, end, page_up, page_down, space, enter, escape, tab, letter };

struct KeyPress {
    Key key{};
    char letter = 0;  ///< lower case, for Key::letter, by what the key types
    bool shift = false;
};

/// The pointer and keys since the last frame. Coordinates as the painter's.
struct Input {
    bool inside = false;      ///< the pointer is over the figure (or captured by a drag)
    Point pointer;
    bool down = false, pressed = false, released = false;
    bool touch = false;       ///< coarse pointer: no hover, larger targets
    float wheel = 0;          ///< steps, only when the host lets the figure have them
    std::vector<KeyPress> keys;
    bool focused = false;
};

enum class ThemeName : std::uint8_t { light, dark };

struct View {
    float width = 1280, height = 0;
    ThemeName theme = ThemeName::light;
    bool reduced_motion = false;
    bool embed = false;       ///< 640x420 embeds: code and timeline by a switch
    double time_ms = 0;
};

struct FrameResult {
    std::vector<std::string> actions;  ///< for Session::act, in order
    /// What only the page around the figure can do, at most one a frame: "edit:zones" (show the native form
    /// at that parameter), "open:zoneinfo" (the file picker). Empty: nothing.
    std::string request;
    bool again = false;                ///< something moves: draw the next frame too
    enum class Cursor : std::uint8_t { arrow, hand, grab, resize_x } cursor = Cursor::arrow;
    std::string tooltip;               ///< shown by the figure itself; here for tests and mirrors
    /// The pointer is over something that the wheel would move; elsewhere the wheel stays the page's.
    bool wheel = false;
    /// A list is open over the picture: up, down and Escape are its own, not the page's.
    bool list_open = false;
    /// Where the reader can act in this frame, by name ("step", "back", "cpus", "timeline", "cpu:12"), for
    /// browser tests and mirrors: they ask where a thing is instead of knowing pixels.
    std::vector<std::pair<std::string, Rect>> areas;
};

class Figure {
public:
    virtual ~Figure() = default;
    virtual std::string_view name() const = 0;
    /// Natural height for a width: a figure never scrolls inside.
    virtual float height(const View&, const session::Snapshot&) const = 0;
    virtual FrameResult draw(Painter&, const Input&, const View&, const session::Snapshot&) = 0;
};

/// By name ("refresh"); null when there is none.
std::unique_ptr<Figure> make_figure(std::string_view name);

}  // namespace driftmark::figure
