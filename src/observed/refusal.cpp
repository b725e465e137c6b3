#include "observed/refusal.hpp"

namespace driftmark::observed {

std::string Refusal::line() const { return where + ": " + what + "; accepted: " + accepted; }

std::string quoted(std::string_view text) {
    constexpr std::size_t kMost = 40;
    std::string out = "\"";
    for (const char c : text.substr(0, kMost)) out += c >= ' ' && c <= '~' ? c : '?';
    out += text.size() > kMost ? "...\"" : "\"";
    return out;
}

}  // namespace driftmark::observed
