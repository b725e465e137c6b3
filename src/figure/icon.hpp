// Icons, drawn: no font carries them the same everywhere.
#pragma once

#include "figure/painter.hpp"

namespace driftmark::figure {

enum class Icon : std::uint8_t { none, first, back, step, last, play, pause, chevron, undo };

float icon_width(Icon);
void draw_icon(Painter&, Icon, Point center, Color);

}  // namespace driftmark::figure
