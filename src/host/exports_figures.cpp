// The part of the module that has figures: one WebGL surface for the page, a seat for each figure.
#include <cmath>
#include <map>

#include "figure/theme.hpp"
#include "host/exports.hpp"
#include "host/seat.hpp"
#include "host/sittings.hpp"
#include "host/surface.hpp"

using namespace driftmark;
using host::lend;

namespace {

host::Surface& surface() {
    static host::Surface only;
    return only;
}

std::map<int, host::Seat>& seats() {
    static std::map<int, host::Seat> all;
    return all;
}

host::Seat* seat(int handle) {
    const auto it = seats().find(handle);
    return it == seats().end() ? nullptr : &it->second;
}

struct Looked {
    figure::ThemeName theme = figure::ThemeName::light;
};
std::map<int, Looked>& looks() {
    static std::map<int, Looked> all;
    return all;
}

}  // namespace

/// Takes the WebGL2 context that the page put into Module.driftmarkContext. 0 when that does not work.
DRIFTMARK_EXPORT int dm_surface() { return surface().start() ? 1 : 0; }
/// A font file for a face (0 text, 1 strong, 2 mono); the bytes are copied. 0 when it cannot be read.
DRIFTMARK_EXPORT int dm_font(int face, const unsigned char* bytes, int size) {
    if (face < 0 || face > 2 || size <= 0) return 0;
    return surface().add_font(static_cast<figure::Face>(face), {bytes, static_cast<std::size_t>(size)}) ? 1 : 0;
}
/// After the context came back: everything on the device is made anew.
DRIFTMARK_EXPORT void dm_restored() { surface().restore(); }

/// Gives a session a figure. 0 when there is none of that name.
DRIFTMARK_EXPORT int dm_show(int handle, const char* figure) {
    auto* s = host::sitting(handle);
    if (!s) return 0;
    seats().erase(handle);
    const auto [it, made] = seats().try_emplace(handle, *s, figure);
    if (it->second.valid()) return 1;
    seats().erase(it);
    return 0;
}

/// The end of a session and its figure.
DRIFTMARK_EXPORT void dm_destroy(int handle) {
    seats().erase(handle);
    looks().erase(handle);
    host::close_sitting(handle);
}

DRIFTMARK_EXPORT void dm_look(int handle, int dark, int reduced_motion, int embed) {
    const auto theme = dark ? figure::ThemeName::dark : figure::ThemeName::light;
    looks()[handle].theme = theme;
    if (auto* s = seat(handle)) s->look(theme, reduced_motion != 0, embed != 0);
}

/// The figure's height in CSS pixels at a width; `room` is the height there is in an embed, else 0.
DRIFTMARK_EXPORT double dm_height(int handle, double width, double room) {
    const auto* s = seat(handle);
    return s ? std::ceil(static_cast<double>(s->height(static_cast<float>(width), static_cast<float>(room)))) : 0;
}

/// Draws a frame into the lower left corner of the WebGL canvas. Returns after how many milliseconds another
/// frame is wanted; below 0: none.
DRIFTMARK_EXPORT double dm_draw(int handle, double width, double height, double ratio, double time_ms) {
    auto* s = seat(handle);
    if (!s || !surface().ready()) return -1;
    figure::Painter& painter = surface().begin(static_cast<float>(width), static_cast<float>(height), static_cast<float>(ratio));
    const auto next = s->draw(painter, static_cast<float>(width), static_cast<float>(height), time_ms);
    surface().end(figure::theme(looks()[handle].theme).paper);
    return next.value_or(-1);
}

DRIFTMARK_EXPORT const char* dm_frame(int handle) {
    const auto* s = seat(handle);
    return lend(s ? s->frame_json() : std::string("{}"));
}
DRIFTMARK_EXPORT const char* dm_areas(int handle) {
    const auto* s = seat(handle);
    return lend(s ? s->areas_json() : std::string("{}"));
}

DRIFTMARK_EXPORT void dm_pointer(int handle, double x, double y, int touch) {
    if (auto* s = seat(handle)) s->pointer({static_cast<float>(x), static_cast<float>(y)}, touch != 0);
}
DRIFTMARK_EXPORT void dm_leave(int handle) {
    if (auto* s = seat(handle)) s->leave();
}
DRIFTMARK_EXPORT void dm_button(int handle, int down) {
    if (auto* s = seat(handle)) s->button(down != 0);
}
DRIFTMARK_EXPORT void dm_wheel(int handle, double steps) {
    if (auto* s = seat(handle)) s->wheel(static_cast<float>(steps));
}
/// `key` in the order of figure::Key; `letter` for Key::letter.
DRIFTMARK_EXPORT void dm_key(int handle, int key, int letter, int shift) {
    if (key < 0 || key > static_cast<int>(figure::Key::letter)) return;
    if (auto* s = seat(handle)) s->key({static_cast<figure::Key>(key), static_cast<char>(letter), shift != 0});
}
DRIFTMARK_EXPORT void dm_focus(int handle, int on) {
    if (auto* s = seat(handle)) s->focus(on != 0);
}

/// The theme's tokens as a style sheet.
DRIFTMARK_EXPORT const char* dm_theme_css() { return lend(figure::theme_css()); }
