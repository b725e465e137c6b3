#include "host/null_host.hpp"

#include "figure/text_metrics.hpp"

namespace driftmark::host {

float NullPainter::text_width(std::string_view s, figure::Face face, float size) { return figure::table_width(s, face, size); }

NullHost::NullHost(session::Session& session, std::string_view figure, float width) : seat_(session, figure), width_(width) {}

std::optional<double> NullHost::draw() {
    ++frames_;
    time_ += 1000.0 / 60;
    return seat_.draw(painter_, width_, seat_.height(width_), time_);
}

bool NullHost::rest(std::size_t most) {
    for (std::size_t i = 0; i < most; ++i)
        if (const auto next = draw(); !next || *next > 0) return true;
    return false;
}

std::optional<double> NullHost::wait(double ms) {
    time_ += ms;
    return draw();
}

bool NullHost::press(std::string_view name, float across) {
    const auto r = area(name);
    if (!r) return false;
    seat_.pointer({r->x + r->w * across, r->y + r->h / 2}, false);
    seat_.button(true);
    seat_.button(false);
    return rest();
}

std::optional<figure::Rect> NullHost::area(std::string_view name) const {
    for (const auto& [n, r] : seat_.frame().areas)
        if (n == name) return r;
    return std::nullopt;
}

}  // namespace driftmark::host
