#include "scenario/text.hpp"

#include <algorithm>
#include <array>

namespace driftmark::scenario {

std::string Error::line() const {
    std::string out = where + ": " + what;
    if (!accepted.empty()) out += "; accepted: " + accepted;
    // One line, whatever an input's name is made of.
    std::ranges::replace_if(out, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    return out;
}

std::string_view trimmed(std::string_view s) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto first = s.find_first_not_of(blanks);
    if (first == s.npos) return {};
    return s.substr(first, s.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> out;
    while (true) {
        const auto at = text.find(separator);
        out.push_back(text.substr(0, at));
        if (at == text.npos) return out;
        text.remove_prefix(at + 1);
    }
}

std::optional<std::pair<std::string_view, std::string_view>> cut(std::string_view text, char separator) {
    const auto at = text.find(separator);
    if (at == text.npos) return std::nullopt;
    return std::pair{text.substr(0, at), text.substr(at + 1)};
}

std::string quoted(std::string_view s) {
    constexpr std::size_t most = 40;
    std::size_t length = s.size();
    if (length > most) {
        length = most;
        while (length > 0 && (static_cast<unsigned char>(s[length]) & 0xC0) == 0x80) --length;  // no half a character
    }
    std::string out = "\"";
    for (const char c : s.substr(0, length)) out += static_cast<unsigned char>(c) < 32 || c == 127 ? '?' : c;
    if (length < s.size()) out += "...";
    return out + '"';
}

std::optional<std::int64_t> whole_number(std::string_view s) {
    if (s.empty()) return std::nullopt;
    std::int64_t n = 0;
    bool over = false;
    for (const char c : s) {
        if (c < '0' || c > '9') return std::nullopt;
        const std::int64_t digit = c - '0';
        if (over || n > (INT64_MAX - digit) / 10) over = true;
        else n = n * 10 + digit;
    }
    return over ? INT64_MAX : n;
}

Result<std::int64_t> number_within(std::string_view text, std::int64_t least, std::int64_t most, std::string where) {
    const std::string accepted = "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    const auto n = whole_number(text);
    if (!n) {
        const bool negative = text.size() > 1 && text[0] == '-' && whole_number(text.substr(1));
        return wrong(std::move(where), text.empty() ? "no value" : quoted(text) + (negative ? " is out of range" : " is not a whole number"),
                     accepted);
    }
    if (*n < least || *n > most) return wrong(std::move(where), quoted(text) + " is out of range", accepted);
    return *n;
}

int edit_distance(std::string_view a, std::string_view b) {
    constexpr std::size_t most = 32;
    a = a.substr(0, most);
    b = b.substr(0, most);
    std::array<std::array<int, most + 1>, most + 1> d{};
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = static_cast<int>(i);
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int change = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known) {
    for (const auto k : known)
        if (word.size() >= 3 && k.starts_with(word)) return k;  // only begun
    std::optional<std::string_view> best;
    int least = static_cast<int>(std::min<std::size_t>(word.size(), 9)) / 3 + 1;  // farther is no likeness
    for (const auto k : known)
        if (const int d = edit_distance(word, k); d < least || (!best && d == least && d < static_cast<int>(k.size()))) {
            best = k;
            least = d;
        }
    return best;
}

std::string lower(std::string_view s) {
    std::string out(s);
    for (char& c : out)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return out;
}

std::string grouped(std::int64_t n) {
    std::string digits = std::to_string(n);
    const std::size_t sign = n < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > sign + 3; digits.insert(at, ",")) at -= 3;
    return digits;
}

}  // namespace driftmark::scenario
