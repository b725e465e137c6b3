// Sizes as text: bytes, or K, M, G, T of them (binary).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "kernel/units.hpp"

namespace driftmark::scenario {

/// "64G", "65536M", "64GiB" or "68719476736". Nothing when it is no size or does not fit 63 bits.
std::optional<Bytes> parse_size(std::string_view);
/// Canonical: the largest unit that is exact.
std::string print_size(Bytes);
/// For people: "381 GiB", "2.9 GiB", "15 MiB".
std::string size_words(Bytes);

}  // namespace driftmark::scenario
