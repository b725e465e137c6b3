// Numbers and sentences as people read them, beside grouped() and size_words() of the scenario room.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/size_text.hpp"
#include "scenario/text.hpp"

namespace driftmark::report {

using scenario::grouped;     ///< 1806420 -> "1,806,420"
using scenario::size_words;  ///< "381 GiB", "2.9 GiB"

std::string decimal(double, int digits);         ///< 1158.9, 1 -> "1,158.9"
std::string count_of(std::int64_t, std::string_view one, std::string_view many);  ///< "1 CPU", "480 CPUs"
std::string in_binary(std::uint64_t);            ///< 480 -> "111100000"

/// Code points, the width of text in a terminal (nothing here is wide or combining).
std::size_t width_of(std::string_view utf8);
/// Broken at spaces into lines of at most `width` code points; a longer word stands alone.
std::vector<std::string> wrapped(std::string_view, std::size_t width);

}  // namespace driftmark::report
