#include "observed/zoneinfo_line.hpp"

namespace driftmark::observed {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 53;  // exact in JSON as well
constexpr std::size_t kLongestName = 40;

constexpr bool blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool digit(char c) { return c >= '0' && c <= '9'; }

/// A place in a line that words and numbers are taken from.
struct Cursor {
    const char* at;
    const char* end;

    bool done() const { return at == end; }
    void skip_blanks() {
        while (at != end && blank(*at)) ++at;
    }
    bool take(std::string_view word) {
        if (static_cast<std::size_t>(end - at) < word.size() || std::string_view(at, word.size()) != word) return false;
        at += word.size();
        return true;
    }
    /// A number that ends where the word ends.
    bool number(std::int64_t& out) {
        skip_blanks();
        const char* p = at;
        const bool negative = p != end && *p == '-';
        if (negative) ++p;
        if (p == end || !digit(*p)) return false;
        std::int64_t n = 0;
        for (; p != end && digit(*p); ++p) n = n > kLargest / 10 ? kLargest : n * 10 + (*p - '0');
        if (n > kLargest) n = kLargest;
        if (p != end && !blank(*p) && *p != ',') return false;
        out = negative ? -n : n;
        at = p;
        return true;
    }
    bool ends() {
        skip_blanks();
        return done();
    }
};

ZoneinfoLine node_line(Cursor c, ZoneinfoLine line) {
    c.skip_blanks();
    if (!c.number(line.number) || line.number < 0) return line;
    if (!c.take(",")) return line;
    line.kind = LineKind::node_line;
    c.skip_blanks();
    if (!c.take("zone") || c.done() || !blank(*c.at)) return line;
    c.skip_blanks();
    const char* const start = c.at;
    while (!c.done() && *c.at > ' ' && *c.at <= '~' && *c.at != ',') ++c.at;
    line.name = {start, static_cast<std::size_t>(c.at - start)};
    // More words on the line make it a line of /proc/buddyinfo or /proc/pagetypeinfo.
    if (line.name.empty() || line.name.size() > kLongestName || !c.ends()) return line;
    line.kind = LineKind::zone_head;
    return line;
}

/// `word` and a number of pages. A word with a colon belongs to a pageset and is something else.
ZoneinfoLine pages(Cursor c, std::string_view word, LineKind kind, ZoneinfoLine line) {
    if (!c.take(word) || c.done() || !blank(*c.at)) return line;
    if (c.number(line.number) && line.number >= 0 && c.ends()) line.kind = kind;
    return line;
}

ZoneinfoLine cpu_line(Cursor c, ZoneinfoLine line) {
    if (!c.take("cpu:") || !c.number(line.number) || line.number < 0) return line;
    c.skip_blanks();
    line.pcp = c.take("pcp:");
    line.kind = LineKind::cpu;
    return line;
}

ZoneinfoLine threshold_line(Cursor c, ZoneinfoLine line) {
    if (c.take("vm stats threshold:") && c.number(line.number) && c.ends()) line.kind = LineKind::threshold;
    return line;
}

bool cut_mark(Cursor c) {
    const std::string_view text(c.at, static_cast<std::size_t>(c.end - c.at));
    for (const std::string_view mark : {"...", "[...", "(...", "<...", "\xe2\x80\xa6", "[\xe2\x80\xa6", "[snip", "<snip", "(snip", "[cut", "<cut"})
        if (text.starts_with(mark)) return true;
    return false;
}

}  // namespace

ZoneinfoLine read_line(std::string_view text) {
    ZoneinfoLine line;
    Cursor c{text.data(), text.data() + text.size()};
    if (!c.done() && c.end[-1] == '\r') --c.end;
    for (; !c.done() && (blank(*c.at) || *c.at == '>' || *c.at == '|'); ++c.at) line.quoted |= *c.at == '>';
    if (c.done()) return line;
    switch (*c.at) {
        case 'N':
            return c.take("Node") ? node_line(c, line) : line;
        case 'v':
            return threshold_line(c, line);
        case 'c':
            if (c.end - c.at > 1 && c.at[1] == 'p') return cpu_line(c, line);
            return pages(c, "cma", LineKind::cma, line);
        case 'h':
            return pages(c, "high", LineKind::high, line);
        case 'b':
            return pages(c, "boost", LineKind::boost, line);
        case 'm':
            return c.end - c.at > 1 && c.at[1] == 'i' ? pages(c, "min", LineKind::min, line)
                                                       : pages(c, "managed", LineKind::managed, line);
        case 'l':
            return pages(c, "low", LineKind::low, line);
        case 'p':
            if (c.take("pages")) {
                if (c.take("ets")) {
                    if (c.ends()) line.kind = LineKind::pagesets;
                    return line;
                }
                if (c.done() || !blank(*c.at)) return line;
                c.skip_blanks();
                return pages(c, "free", LineKind::free, line);
            }
            if (c.end - c.at > 2 && c.at[2] == 'e') return pages(c, "present", LineKind::present, line);
            return pages(c, "promo", LineKind::promo, line);
        case 's':
            if (c.take("start_pfn:")) {
                if (c.number(line.number) && line.number >= 0 && c.ends()) line.kind = LineKind::start_pfn;
                return line;
            }
            return pages(c, "spanned", LineKind::spanned, line);
        case '.':
        case '[':
        case '(':
        case '<':
        case '\xe2':
            if (cut_mark(c)) line.kind = LineKind::cut;
            return line;
        default:
            return line;
    }
}

}  // namespace driftmark::observed
