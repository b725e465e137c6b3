// Text widths without a font library: for SVG and for tests. Painters over a real font measure themselves.
#pragma once

#include <string_view>

#include "figure/painter.hpp"

namespace driftmark::figure {

float table_width(std::string_view utf8, Face, float size);
/// The characters beside ASCII that figures write: what a font subset must hold.
std::string_view extra_characters();
/// Takes the first character off; never reads past the end.
char32_t next_code(std::string_view& utf8);

}  // namespace driftmark::figure
