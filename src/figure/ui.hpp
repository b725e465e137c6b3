// One frame's interaction: what is under the pointer, what is held, what was clicked. All that lasts from
// frame to frame is Interaction, and that is hover, drag and open lists only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "figure/figure.hpp"
#include "figure/theme.hpp"

namespace driftmark::figure {

using Id = std::uint32_t;
constexpr Id id(std::string_view name) {  // FNV-1a
    Id h = 2166136261u;
    for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 16777619u;
    return h;
}

struct Interaction {
    Id held = 0;        ///< pressed and not let go
    Point held_at;      ///< where it was pressed
    float held_value = 0;
    Id open = 0;        ///< whose list is open
    int marked = -1;    ///< the entry the keys are on, in an open list
    float list_top = 0; ///< how far an open list is scrolled, px
};

/// A list that lies over the picture: drawn last, first to get the pointer.
struct OpenList {
    Id owner = 0;
    Rect anchor;
    std::vector<std::string> entries, notes;
    int chosen = -1;
};
struct ListChoice { Id owner = 0; int entry = -1; };

class Ui {
public:
    Ui(Painter& p, const Input& in, const Theme& t, Interaction& s, FrameResult& r, Rect bounds)
        : paint(p), input(in), theme(t), state(s), result(r), bounds_(bounds), list_at_start_(s.open != 0) {}

    Painter& paint;
    const Input& input;
    const Theme& theme;
    Interaction& state;
    FrameResult& result;

    /// The pointer may act on r. A finger needs no exact aim.
    bool over(Rect r) const;
    /// Over r, and no finger: something may light up.
    bool hovers(Rect r) const { return over(r) && !input.touch; }
    /// Pressed and let go inside r.
    bool clicked(Id, Rect r);
    /// Being dragged: pressed inside `grip`, not yet let go.
    bool dragged(Id, Rect grip);
    bool holds(Id i) const { return state.held == i; }
    void act(std::string action) { result.actions.push_back(std::move(action)); }
    void cursor(FrameResult::Cursor c) { result.cursor = c; }
    /// Names a place where the reader can act.
    void area(std::string name, Rect r) { result.areas.emplace_back(std::move(name), r); }
    void tip(std::string_view text) { if (!input.touch) result.tooltip = text; }

    void text(Point baseline, std::string_view s, Face face, float size, Color c, Align a = Align::left) {
        paint.text(baseline, s, {face, size, c, a});
    }
    float width(std::string_view s, Face face, float size) { return paint.text_width(s, face, size); }

    std::optional<OpenList> list;
    bool list_at_start() const { return list_at_start_; }
    Rect bounds() const { return bounds_; }
    /// Draws what lies over the picture and ends the frame. What was chosen from a list, if something was.
    ListChoice finish();

private:
    ListChoice finish_list();
    void draw_tooltip();

    Rect bounds_;
    bool list_at_start_;
};

Rect grown(Rect, float by);

}  // namespace driftmark::figure
