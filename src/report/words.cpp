#include "report/words.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace driftmark::report {

std::string decimal(double d, int digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", digits, d);
    std::string out = text;
    const std::size_t first = out[0] == '-' ? 1 : 0;
    for (std::size_t at = std::min(out.find('.'), out.size()); at > first + 3; at -= 3) out.insert(at - 3, ",");
    return out;
}

std::string count_of(std::int64_t n, std::string_view one, std::string_view many) {
    return grouped(n) + " " + std::string(n == 1 ? one : many);
}

std::string in_binary(std::uint64_t x) {
    std::string out;
    for (int bit = std::max(1, static_cast<int>(std::bit_width(x))) - 1; bit >= 0; --bit)
        out += (x >> bit & 1) != 0 ? '1' : '0';
    return out;
}

std::size_t width_of(std::string_view s) {
    return static_cast<std::size_t>(std::ranges::count_if(s, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::vector<std::string> wrapped(std::string_view s, std::size_t width) {
    std::vector<std::string> lines(1);
    while (!s.empty()) {
        const auto end = std::min(s.find(' '), s.size());
        const std::string_view word = s.substr(0, end);
        s.remove_prefix(std::min(end + 1, s.size()));
        if (word.empty()) continue;
        if (!lines.back().empty() && width_of(lines.back()) + 1 + width_of(word) > width) lines.emplace_back();
        if (!lines.back().empty()) lines.back() += ' ';
        lines.back() += word;
    }
    return lines;
}

}  // namespace driftmark::report
