// Making text fit the room it has: measured, wrapped, and shortened only where nothing else helps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "figure/painter.hpp"

namespace driftmark::figure {

/// The text, or its longest beginning with "…" that is no wider.
std::string fit(Painter&, std::string_view, Face, float size, float width);
/// Lines broken at spaces; at most `most` of them, the last one shortened.
std::vector<std::string> wrap(Painter&, std::string_view, Face, float size, float width, std::size_t most);
/// Baseline that centres a line of text on `middle`.
constexpr float centred(float middle, float size) { return middle + size * 0.355f; }

/// Labels along one line that never touch: the first to ask for a place gets it.
class LabelRow {
public:
    explicit LabelRow(float left, float right, float gap = 8) : left_(left), right_(right), gap_(gap) {}
    /// Reserves [x, x + width), moved inside the ends by at most `slack`; false when it is taken.
    bool take(float& x, float width, float slack = 1e9f);

private:
    struct Span { float from, to; };
    float left_, right_, gap_;
    std::vector<Span> taken_;
};

}  // namespace driftmark::figure
