// Every parameter, declared once. The command line, the URL, the page's form, element attributes and the
// reference all derive from this list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace driftmark::scenario {

enum class Kind : std::uint8_t {
    count,    ///< a whole number within [least, most]
    size,     ///< bytes: digits with an optional K, M, G, T (binary)
    choice,   ///< one of `choices`
    list,     ///< a CPU or node list such as 0-3,8
    text,     ///< a small language of its own, told in `help` (zones, script)
    toggle,   ///< on or off
};

struct Parameter {
    std::string_view key{};      ///< as in the URL and JSON: lower case with _
    std::string_view label{};    ///< a few words for a form
    std::string_view unit{};     ///< "CPUs", "pages", "KiB", "bytes" or empty
    Kind kind{};
    std::int64_t least = 0, most = 0;            ///< for count and size (bytes)
    std::vector<std::string_view> choices{};     ///< for choice
    std::string_view fallback{}; ///< the value when nothing sets it; "auto" where the kernel decides
    std::string_view help{};     ///< one or two plain sentences
    std::string_view example{};  ///< a value that is accepted
    bool may_be_auto = false;
    bool view = false;         ///< how things are shown (theme, scale ...): not in the JSON's scenario
    bool unlinked = false;     ///< never written into a state text, so that no link carries it by accident
};

/// In the order in which they are shown and written.
std::span<const Parameter> parameters();
/// By key, written with - or _; null when there is none.
const Parameter* find_parameter(std::string_view key);
/// Its place in parameters().
std::optional<std::size_t> parameter_index(std::string_view key);

}  // namespace driftmark::scenario
