#include "figure/number.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace driftmark::figure {
namespace {

/// One decimal below 10 unless it is a zero, whole above.
std::string short_decimal(double v) {
    char text[32];
    std::snprintf(text, sizeof text, v < 9.95 && std::fabs(v - std::round(v)) >= 0.05 ? "%.1f" : "%.0f", v);
    return text;
}

}  // namespace

std::string thousands(std::int64_t n) {
    std::string digits = std::to_string(n < 0 ? -n : n);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return n < 0 ? "-" + digits : digits;
}

std::string compact(std::int64_t n) {
    const std::int64_t size = n < 0 ? -n : n;
    if (size < 100'000) return thousands(n);
    static constexpr std::array<char, 4> kUnits{'k', 'M', 'G', 'T'};
    double v = static_cast<double>(size) / 1000;
    std::size_t unit = 0;
    while (v >= 999.5 && unit + 1 < kUnits.size()) {
        v /= 1000;
        ++unit;
    }
    char text[32];
    std::snprintf(text, sizeof text, v < 99.95 ? "%s%.1f%c" : "%s%.0f%c", n < 0 ? "-" : "", v, kUnits[unit]);
    return text;
}

std::string size_text(Bytes b) {
    static constexpr std::array<const char*, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
    double v = static_cast<double>(b.value);
    std::size_t unit = 0;
    while (v >= 1023.5 && unit + 1 < kUnits.size()) {
        v /= 1024;
        ++unit;
    }
    return short_decimal(v) + " " + kUnits[unit];
}

std::string counted(std::int64_t n, const char* one, const char* many) {
    return thousands(n) + " " + (n == 1 ? one : many);
}

}  // namespace driftmark::figure
