#include "observed/zoneinfo.hpp"

#include <algorithm>
#include <set>

#include "observed/line_feed.hpp"
#include "observed/zoneinfo_line.hpp"

namespace driftmark::observed {
namespace {

/// A text shows within this much that it is a zoneinfo, or it is refused.
constexpr std::int64_t kDecided = 64 * 1024;
constexpr std::size_t kMostZones = 65536;
constexpr std::size_t kMostSnapshots = 64;

const std::string kAccepted = "the text of /proc/zoneinfo, with lines such as \"Node 0, zone   Normal\"";

/// Where `cpu` is, or belongs, among ranges that ascend.
template <class Range>
auto place_of(std::vector<Range>& ranges, std::uint32_t cpu) {
    return std::ranges::partition_point(ranges, [&](const Range& r) { return r.last < cpu; });
}

void add_cpu(std::vector<CpuRange>& ranges, std::uint32_t cpu) {
    if (!ranges.empty() && ranges.back().last == cpu) return;
    if (!ranges.empty() && ranges.back().last + 1 == cpu) {
        ranges.back().last = cpu;
        return;
    }
    const auto at = place_of(ranges, cpu);
    if (at != ranges.end() && at->first <= cpu) return;
    const bool joins_next = at != ranges.end() && at->first == cpu + 1;
    const bool joins_previous = at != ranges.begin() && std::prev(at)->last + 1 == cpu;
    if (joins_next && joins_previous) {
        std::prev(at)->last = at->last;
        ranges.erase(at);
    } else if (joins_next) {
        at->first = cpu;
    } else if (joins_previous) {
        std::prev(at)->last = cpu;
    } else {
        ranges.insert(at, {cpu, cpu});
    }
}

void add_threshold(std::vector<ThresholdRun>& runs, std::uint32_t cpu, std::int64_t value) {
    if (!runs.empty() && runs.back().value == value && runs.back().last + 1 == cpu) {
        runs.back().last = cpu;
        return;
    }
    const auto at = place_of(runs, cpu);
    if (at != runs.end() && at->first <= cpu) return;  // printed twice: the first counts
    const bool joins_next = at != runs.end() && at->first == cpu + 1 && at->value == value;
    const bool joins_previous = at != runs.begin() && std::prev(at)->last + 1 == cpu && std::prev(at)->value == value;
    if (joins_next && joins_previous) {
        std::prev(at)->last = at->last;
        runs.erase(at);
    } else if (joins_next) {
        at->first = cpu;
    } else if (joins_previous) {
        std::prev(at)->last = cpu;
    } else {
        runs.insert(at, {cpu, cpu, value});
    }
}

}  // namespace

class ZoneinfoReader::Scan {
public:
    std::expected<void, Refusal> feed(std::string_view chunk) {
        if (refusal_) return std::unexpected(*refusal_);
        if (!recognized_) chunk = undecided(chunk);
        if (!refusal_) {
            info_.bytes += static_cast<std::int64_t>(chunk.size());
            lines_.feed(chunk, [&](std::string_view line) { return take(line, true); });
        }
        if (refusal_) return std::unexpected(*refusal_);
        return {};
    }

    std::expected<Zoneinfo, Refusal> finish() {
        if (!refusal_ && lines_.started()) take(lines_.rest(), false);
        if (!refusal_ && info_.bytes == 0) refuse(1, "the text is empty");
        if (!refusal_ && !recognized_) refuse_unknown();
        if (refusal_) return std::unexpected(*refusal_);
        end_zone();
        for (PrintedZone& zone : info_.zones)
            zone.cut |= open_block_[static_cast<std::size_t>(&zone - info_.zones.data())] && any_threshold_;
        return std::move(info_);
    }

private:
    void refuse(std::int64_t line, std::string what, std::string accepted = kAccepted) {
        refusal_ = Refusal{"line " + std::to_string(line), std::move(what), std::move(accepted)};
    }
    void refuse_unknown() {
        refuse(first_text_line_, like_buddyinfo_ ? "this looks like /proc/buddyinfo or /proc/pagetypeinfo"
                                                 : "not a /proc/zoneinfo text: " + first_text_);
    }

    /// Reads until a zone's head is met or the bytes to find one in are used up; what is left of the chunk.
    std::string_view undecided(std::string_view chunk) {
        const auto budget = static_cast<std::size_t>(kDecided - info_.bytes);
        const std::string_view part = chunk.substr(0, budget);
        std::size_t at = 0;
        while (at < part.size() && !recognized_ && !refusal_) {
            const auto newline = part.find('\n', at);
            const std::size_t end = newline == std::string_view::npos ? part.size() : newline + 1;
            const std::string_view piece = part.substr(at, end - at);
            if (piece.find('\0') != std::string_view::npos) {
                refuse(info_.lines + 1, "binary data, not text");
                break;
            }
            info_.bytes += static_cast<std::int64_t>(piece.size());
            lines_.feed(piece, [&](std::string_view line) { return take(line, true); });
            at = end;
        }
        if (!recognized_ && !refusal_ && info_.bytes >= kDecided) refuse_unknown();
        return chunk.substr(at);
    }

    bool take(std::string_view text, bool whole) {
        ++info_.lines;
        if (recognized_ && is_detail(text)) return true;
        if (info_.lines == 1 && text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // byte order mark
        const ZoneinfoLine line = read_line(text);
        if (line.kind == LineKind::other) {
            if (!recognized_ && first_text_.empty()) note_text(text);
            return true;
        }
        switch (line.kind) {
            case LineKind::zone_head:
                return begin_zone(line);
            case LineKind::node_line:
                if (!recognized_ && !line.name.empty()) like_buddyinfo_ = true;
                if (!recognized_ && first_text_.empty()) note_text(text);
                end_zone();
                return true;
            case LineKind::cut:
                info_.cut_marks = true;
                if (in_zone_) zone_.cut = true;
                cpu_ = kNoCpu;
                return true;
            default:
                if (in_zone_) take_value(line, whole);
                else if (!recognized_ && first_text_.empty()) note_text(text);
                return true;
        }
    }

    void note_text(std::string_view text) {
        while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) text.remove_suffix(1);
        if (text.empty()) return;
        first_text_ = quoted(text);
        first_text_line_ = info_.lines;
    }

    bool begin_zone(const ZoneinfoLine& line) {
        end_zone();
        if (line.number >= kMaxNodes.value) {
            refuse(info_.lines, "node " + std::to_string(line.number), "nodes 0 to " + std::to_string(kMaxNodes.value - 1));
            return false;
        }
        recognized_ = true;
        info_.quoted |= line.quoted;
        const NodeId node{static_cast<std::uint32_t>(line.number)};
        if (info_.snapshots == 0 || !seen_.emplace(node, line.name).second) {
            // The same zone again: the text holds another snapshot.
            seen_.clear();
            seen_.emplace(node, line.name);
            leaving_out_ = info_.snapshots == kMostSnapshots;
            ++(leaving_out_ ? info_.snapshots_left_out : info_.snapshots);
        }
        if (seen_.size() > kMostZones || info_.zones.size() >= kMostZones) {
            refuse(info_.lines, "more than " + std::to_string(kMostZones) + " zones");
            return false;
        }
        zone_ = {};
        zone_.snapshot = info_.snapshots - 1;
        zone_.node = node;
        zone_.name = std::string(line.name);
        zone_.line = info_.lines;
        in_zone_ = true;
        cpu_ = kNoCpu;
        block_open_ = false;
        return true;
    }

    void end_zone() {
        if (in_zone_ && !leaving_out_) {
            zone_.cpus.shrink_to_fit();
            zone_.thresholds.shrink_to_fit();
            info_.zones.push_back(std::move(zone_));
            open_block_.push_back(block_open_);
        }
        in_zone_ = false;
    }

    void take_value(const ZoneinfoLine& line, bool whole) {
        switch (line.kind) {
            case LineKind::pagesets: zone_.pagesets = true; return;
            case LineKind::cpu: begin_cpu(line, whole); return;
            case LineKind::threshold: take_threshold(line.number, whole); return;
            case LineKind::start_pfn:
                if (!zone_.start_pfn) zone_.start_pfn = line.number;
                return;
            case LineKind::free: set(zone_.free, line, whole); return;
            case LineKind::boost: set(zone_.boost, line, whole); return;
            case LineKind::min: set(zone_.min, line, whole); return;
            case LineKind::low: set(zone_.low, line, whole); return;
            case LineKind::high: set(zone_.high, line, whole); return;
            case LineKind::promo: set(zone_.promo, line, whole); return;
            case LineKind::spanned: set(zone_.spanned, line, whole); return;
            case LineKind::present: set(zone_.present, line, whole); return;
            case LineKind::managed: set(zone_.managed, line, whole); return;
            case LineKind::cma: set(zone_.cma, line, whole); return;
            default: return;
        }
    }

    /// The first of its kind in a zone counts. A number that the text's end may have cut short does not.
    void set(std::optional<Pages>& field, const ZoneinfoLine& line, bool whole) {
        if (!whole) zone_.cut = true;
        else if (!field) field = Pages{line.number};
    }

    void begin_cpu(const ZoneinfoLine& line, bool whole) {
        cpu_ = kNoCpu;
        if (!whole || line.number >= kMaxCpus.value) {
            zone_.cut |= !whole;
            return;
        }
        cpu_ = static_cast<std::uint32_t>(line.number);
        block_open_ = true;
        info_.hot_and_cold |= line.pcp;
        zone_.pagesets = true;
        add_cpu(zone_.cpus, cpu_);
    }

    void take_threshold(std::int64_t value, bool whole) {
        any_threshold_ = true;
        if (cpu_ == kNoCpu) {  // whose it is was cut away
            zone_.cut = true;
            return;
        }
        if (!whole && !zone_.thresholds.empty() && zone_.thresholds.back().value != value) {
            zone_.cut = true;  // perhaps the first digits of the value the others have
            return;
        }
        add_threshold(zone_.thresholds, cpu_, value);
        cpu_ = kNoCpu;
        block_open_ = false;
    }

    static constexpr std::uint32_t kNoCpu = UINT32_MAX;

    Zoneinfo info_;
    LineFeed lines_;
    std::optional<Refusal> refusal_;
    bool recognized_ = false;
    bool like_buddyinfo_ = false;
    std::string first_text_;             // the first line that is not empty, for a refusal
    std::int64_t first_text_line_ = 1;

    bool in_zone_ = false;
    bool leaving_out_ = false;
    bool any_threshold_ = false;
    bool block_open_ = false;            // the last CPU of the zone has printed no threshold yet
    std::uint32_t cpu_ = kNoCpu;
    PrintedZone zone_;
    std::vector<bool> open_block_;       // by zone
    std::set<std::pair<NodeId, std::string>> seen_;  // zones of this snapshot
};

ZoneinfoReader::ZoneinfoReader() : scan_(std::make_unique<Scan>()) {}
ZoneinfoReader::~ZoneinfoReader() = default;
ZoneinfoReader::ZoneinfoReader(ZoneinfoReader&&) noexcept = default;
ZoneinfoReader& ZoneinfoReader::operator=(ZoneinfoReader&&) noexcept = default;
std::expected<void, Refusal> ZoneinfoReader::feed(std::string_view chunk) { return scan_->feed(chunk); }
std::expected<Zoneinfo, Refusal> ZoneinfoReader::finish() { return scan_->finish(); }

std::expected<Zoneinfo, Refusal> read_zoneinfo(std::string_view text) {
    ZoneinfoReader reader;
    if (auto fed = reader.feed(text); !fed) return std::unexpected(std::move(fed.error()));
    return reader.finish();
}

}  // namespace driftmark::observed
