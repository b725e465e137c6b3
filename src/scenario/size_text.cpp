#include "scenario/size_text.hpp"

#include <array>

#include "scenario/text.hpp"

namespace driftmark::scenario {
namespace {
struct Unit { char letter; int shift; };
constexpr std::array kUnits{Unit{'T', 40}, Unit{'G', 30}, Unit{'M', 20}, Unit{'K', 10}};
}  // namespace

std::optional<Bytes> parse_size(std::string_view s) {
    const auto digits = s.find_first_not_of("0123456789");
    const auto n = whole_number(s.substr(0, digits));
    if (!n) return std::nullopt;
    int shift = 0;
    if (digits != s.npos) {
        const std::string suffix = lower(s.substr(digits));
        for (const Unit u : kUnits)
            if (suffix[0] == u.letter - 'A' + 'a') shift = u.shift;
        const std::string_view rest = std::string_view(suffix).substr(shift ? 1 : 0);
        if (!(rest.empty() || rest == "b" || (shift && rest == "ib"))) return std::nullopt;
    }
    if (*n == INT64_MAX || *n > (INT64_MAX >> shift)) return std::nullopt;
    return Bytes{*n << shift};
}

std::string print_size(Bytes b) {
    for (const Unit u : kUnits)
        if (b.value != 0 && b.value % (std::int64_t{1} << u.shift) == 0) return std::to_string(b.value >> u.shift) + u.letter;
    return std::to_string(b.value);
}

std::string size_words(Bytes b) {
    for (const Unit u : kUnits) {
        const std::int64_t one = std::int64_t{1} << u.shift;
        if (b.value < one) continue;
        std::int64_t whole = b.value >> u.shift;
        std::int64_t tenth = ((b.value & (one - 1)) * 10 + one / 2) >> u.shift;  // rounded
        if (tenth == 10 || (whole >= 100 && tenth >= 5)) ++whole, tenth = 0;
        std::string out = grouped(whole);
        if (whole < 100 && tenth != 0) out += '.' + std::to_string(tenth);
        return out + ' ' + u.letter + "iB";
    }
    return grouped(b.value) + " bytes";
}

}  // namespace driftmark::scenario
