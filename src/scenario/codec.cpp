// The state text: percent-encoding, and what of a fragment is a state.
#include <algorithm>
#include <array>

#include "scenario/scenario.hpp"
#include "scenario/text.hpp"

namespace driftmark::scenario {
namespace {

constexpr std::array<std::string_view, 7> kFigures{"threshold", "drift", "refresh", "boot", "readers", "numa", "machine"};
constexpr std::string_view kForm = "v1/FIGURE?KEY=VALUE&KEY=VALUE, as in v1/refresh?cpus=480&nodes=2";
/// Room for a script of kMaxEvents single events.
constexpr std::size_t kLongest = std::size_t{8} << 20;

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

Result<std::string> percent_decoded(std::string_view s, const std::string& where) {
    std::string out;
    out.reserve(s.size());
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] != '%') {
            out += s[i];
            continue;
        }
        const int high = i + 1 < s.size() ? hex_digit(s[i + 1]) : -1, low = i + 2 < s.size() ? hex_digit(s[i + 2]) : -1;
        if (high < 0 || low < 0) return wrong(where, "a % without two hexadecimal digits in " + quoted(s.substr(i)), "%25 for a %");
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

/// What a fragment may hold as it is (RFC 3986), without & and what would end a value.
bool stands_for_itself(char c) {
    constexpr std::string_view marks = "-._~!$'()*+,;=:@/?";
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || marks.find(c) != marks.npos;
}

}  // namespace

std::string percent_encoded(std::string_view value) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : value) {
        if (stands_for_itself(c)) out += c;
        else {
            out += '%';
            out += digits[static_cast<unsigned char>(c) >> 4];
            out += digits[static_cast<unsigned char>(c) & 15];
        }
    }
    return out;
}

std::string encode(const State& state) {
    std::string out = "v1/" + state.figure;
    char before = '?';
    for (const auto& p : parameters()) {
        if (state.scenario.is_default(p.key) || p.unlinked) continue;
        if (p.key == "memory" && !state.scenario.is_default("zones")) continue;  // it is their sum
        out += before + std::string(p.key) + '=' + percent_encoded(state.scenario.get(p.key));
        before = '&';
    }
    return out;
}

Result<Assignments> read_assignments(std::string_view text) {
    Assignments out;
    if (text.empty()) return out;
    const auto pieces = split(text, '&');
    for (const auto piece : pieces) {
        if (piece.empty()) continue;
        const auto parts = cut(piece, '=');
        auto key = percent_decoded(parts ? parts->first : piece, quoted(piece));
        if (!key) return std::unexpected(key.error());
        if (!parts) return wrong(quoted(piece), "it has no =", "KEY=VALUE");
        if (key->empty()) return wrong(quoted(piece), "it has no key", "KEY=VALUE");
        auto value = percent_decoded(parts->second, quoted(*key));
        if (!value) return std::unexpected(value.error());
        if (out.size() > 2 * parameters().size()) return wrong(quoted(*key), "there are more values than parameters", "each parameter once");
        out.emplace_back(std::move(*key), std::move(*value));
    }
    return out;
}

Result<std::optional<StateText>> read_state(std::string_view text) {
    if (text.starts_with('#')) text.remove_prefix(1);
    const auto slash = text.find('/');
    // v, a number and a slash make a state; everything else is an anchor.
    if (slash == text.npos || slash < 2 || text[0] != 'v' || !whole_number(text.substr(1, slash - 1))) return std::nullopt;
    const std::string_view version = text.substr(0, slash);
    if (version != "v1")
        return wrong("state text", "version " + quoted(version) + " is not known here; it may come from a newer Driftmark", std::string(kForm));
    if (text.size() > kLongest) return wrong("state text", "it is longer than 8 MiB", std::string(kForm));
    text.remove_prefix(slash + 1);
    const auto query = text.find('?');
    const std::string_view figure = text.substr(0, query);
    if (std::ranges::find(kFigures, figure) == kFigures.end()) {
        const auto near = nearest(figure, kFigures);
        return wrong("state text", "there is no figure " + quoted(figure), near ? std::string(*near) : "threshold, drift, refresh, boot, readers, numa or machine");
    }
    auto assignments = read_assignments(query == text.npos ? std::string_view{} : text.substr(query + 1));
    if (!assignments) return std::unexpected(assignments.error());
    StateText out{std::string(figure), std::nullopt, {}};
    for (auto& [key, value] : *assignments) {
        if (key == "preset") out.preset = std::move(value);
        else out.assignments.emplace_back(std::move(key), std::move(value));
    }
    return out;
}

Result<std::optional<State>> decode(std::string_view text) {
    auto read = read_state(text);
    if (!read) return std::unexpected(read.error());
    if (!*read) return std::nullopt;
    StateText& s = **read;
    Scenario base;
    if (s.preset) {
        auto preset = from_preset(*s.preset);
        if (!preset) return std::unexpected(preset.error());
        base = std::move(*preset);
    }
    auto scenario = base.with(s.assignments);
    if (!scenario) return std::unexpected(scenario.error());
    return State{std::move(s.figure), std::move(*scenario)};
}

}  // namespace driftmark::scenario
