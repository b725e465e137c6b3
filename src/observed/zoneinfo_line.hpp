// One line of a /proc/zoneinfo text: what kind it is and the number it carries. Keyed on words, not on
// indentation, order or kernel version: mails quote and strip, and distributions backport single lines.
#pragma once

#include <cstdint>
#include <string_view>

namespace driftmark::observed {

enum class LineKind : std::uint8_t {
    other,       ///< counters, pageset details, prose: nothing to keep
    zone_head,   ///< Node 0, zone   Normal
    node_line,   ///< another line that starts with a node's number: a zone's lines end here
    free, boost, min, low, high, promo, spanned, present, managed, cma,
    pagesets,
    cpu,         ///< cpu: 3, or cpu: 3 pcp: 1
    threshold,   ///< vm stats threshold: 125
    start_pfn,
    cut,         ///< ... or [snip]: someone left lines out
};

struct ZoneinfoLine {
    LineKind kind = LineKind::other;
    std::int64_t number = 0;     ///< node, CPU, pages or threshold
    std::string_view name;       ///< of the zone
    bool pcp = false;            ///< cpu line of the time of hot and cold lists
    bool quoted = false;         ///< mail quoting stands in front
};

/// Whether a line is surely of no interest: counters and pageset details, which are most of a large text.
inline bool is_detail(std::string_view line) {
    const auto first = line.find_first_not_of(' ');
    if (first == std::string_view::npos || line.size() - first < 6) return false;
    const char* const word = line.data() + first;
    switch (word[0]) {
        case 'n': return true;
        case 'c': return word[1] == 'o';
        case 'b': return word[1] == 'a';
        case 'h': return word[4] == ':' || word[4] == '_';
        default: return false;
    }
}

/// Never fails: what it does not know is `other`. Numbers too large to be meant are held at 2^53.
ZoneinfoLine read_line(std::string_view line);

}  // namespace driftmark::observed
