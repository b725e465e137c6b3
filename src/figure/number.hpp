// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

#include "kernel/units.hpp"

namespace driftmark::figure {

/// 1806420 -> "1,806,420".
std::string thousands(std::int64_t);
/// The same in at most five or six characters where it is long: "50.3M". Whole below 100,000.
std::string compact(std::int64_t);
/// A size with at most three digits: "15 MiB", "2.9 GiB", "381 GiB".
std::string size_text(Bytes);
/// "1 CPU", "2 CPUs".
std::string counted(std::int64_t n, const char* one, const char* many);

}  // namespace driftmark::figure
