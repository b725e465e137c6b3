// Small things every reader of text here needs: whole numbers, pieces, quotes, the nearest known word.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/error.hpp"

namespace driftmark::scenario {

/// Without blanks at either end.
std::string_view trimmed(std::string_view);
/// The pieces between separators; one empty piece for an empty text.
std::vector<std::string_view> split(std::string_view text, char separator);
/// Before and after the first separator; nothing when there is none.
std::optional<std::pair<std::string_view, std::string_view>> cut(std::string_view text, char separator);

/// The text in quotes for an error line: at most 40 characters, control characters shown as '?'.
std::string quoted(std::string_view);

/// Digits only. Nothing when it is something else; INT64_MAX when it is larger than that.
std::optional<std::int64_t> whole_number(std::string_view);
/// A whole number within [least, most].
Result<std::int64_t> number_within(std::string_view text, std::int64_t least, std::int64_t most, std::string where);

/// The known word nearest to a mistyped one; nothing when none is near.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known);
/// Letters changed, added, left out or swapped to get from one word to the other; at most 32 characters count.
int edit_distance(std::string_view a, std::string_view b);

/// Letters in lower case; ASCII only.
std::string lower(std::string_view);

/// A number with thousands separators: 1,024.
std::string grouped(std::int64_t);

}  // namespace driftmark::scenario
