// The text of a gzip file (RFC 1951, 1952). Recorded traces are kept that way.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

#include "observed/refusal.hpp"

namespace driftmark::observed {

bool is_gzip(std::string_view);

/// All members' text; refused when it is damaged or would exceed `most` bytes.
std::expected<std::string, Refusal> gunzip(std::string_view packed, std::size_t most);

}  // namespace driftmark::observed
