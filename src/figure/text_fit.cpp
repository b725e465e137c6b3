#include "figure/text_fit.hpp"

#include <algorithm>
#include <cmath>

#include "figure/text_metrics.hpp"

namespace driftmark::figure {

std::string fit(Painter& p, std::string_view text, Face face, float size, float width) {
    if (p.text_width(text, face, size) <= width) return std::string(text);
    std::string best;
    std::string_view rest = text;
    while (!rest.empty()) {
        next_code(rest);
        std::string_view head = text.substr(0, text.size() - rest.size());
        while (head.ends_with(' ') || head.ends_with(',')) head.remove_suffix(1);
        std::string candidate = std::string(head) + "…";
        if (p.text_width(candidate, face, size) > width) break;
        best = std::move(candidate);
    }
    return best;
}

std::vector<std::string> wrap(Painter& p, std::string_view text, Face face, float size, float width,
                              std::size_t most) {
    std::vector<std::string> lines;
    while (!text.empty() && most > 0) {
        if (lines.size() + 1 == most || p.text_width(text, face, size) <= width) {
            lines.push_back(fit(p, text, face, size, width));
            break;
        }
        std::size_t cut = 0;  // the last space before which the line still fits
        for (std::size_t at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1)) {
            if (p.text_width(text.substr(0, at), face, size) > width) break;
            cut = at;
        }
        if (cut == 0) {  // one word wider than the line
            lines.push_back(fit(p, text, face, size, width));
            break;
        }
        lines.emplace_back(text.substr(0, cut));
        text.remove_prefix(cut + 1);
    }
    return lines;
}

bool LabelRow::take(float& x, float width, float slack) {
    const float inside = std::max(left_, std::min(x, right_ - width));
    if (std::fabs(inside - x) > slack || width > right_ - left_) return false;
    for (const Span& s : taken_)
        if (inside < s.to + gap_ && inside + width + gap_ > s.from) return false;
    x = inside;
    taken_.push_back({x, x + width});
    return true;
}

}  // namespace driftmark::figure
