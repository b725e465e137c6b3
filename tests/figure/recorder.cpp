#include "figure/recorder.hpp"

#include <algorithm>

#include "figure/text_metrics.hpp"

namespace driftmark::test {

void Recorder::text(figure::Point p, std::string_view s, const figure::TextStyle& style) {
    if (s.empty()) return;
    const float w = text_width(s, style.face, style.size);
    const float x = style.align == figure::Align::left ? p.x : style.align == figure::Align::center ? p.x - w / 2 : p.x - w;
    // From the top of the capitals to a little below the baseline.
    texts.push_back({std::string(s), {x, p.y - style.size * 0.74f, w, style.size * 0.9f}, clips_.back(), style});
}

float Recorder::text_width(std::string_view s, figure::Face face, float size) { return figure::table_width(s, face, size); }

void Recorder::push_clip(figure::Rect r) {
    const figure::Rect& outer = clips_.back();
    const float x = std::max(r.x, outer.x), y = std::max(r.y, outer.y);
    clips_.push_back({x, y, std::max(0.0f, std::min(r.right(), outer.right()) - x), std::max(0.0f, std::min(r.bottom(), outer.bottom()) - y)});
}

}  // namespace driftmark::test
