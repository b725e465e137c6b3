#include "figure/refresh/timeline_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "figure/number.hpp"

namespace driftmark::figure::refresh {
namespace {

using ledger::EventRecord;
using ledger::Variant;

std::optional<Mark> mark_of(const EventRecord& r) {
    if (r.refused != kernel::Refusal::none) return Mark::refused;
    if (!r.event) return std::nullopt;
    if (std::holds_alternative<kernel::SysctlWrite>(*r.event)) return Mark::sysctl;
    if (std::holds_alternative<kernel::KswapdWake>(*r.event) || std::holds_alternative<kernel::KswapdSleep>(*r.event)) return Mark::kswapd;
    if (std::holds_alternative<kernel::CpuOffline>(*r.event) || std::holds_alternative<kernel::CpuOnline>(*r.event)) return std::nullopt;
    return Mark::memory;
}

/// Runs of CPUs going one way in order, put in words; empty when the script is not so simple.
std::string describe(const std::vector<EventRecord>& records) {
    struct Run { bool off; std::uint32_t first, last; };
    std::vector<Run> runs;
    for (std::size_t k = 1; k < records.size(); ++k) {
        if (!records[k].event || records[k].refused != kernel::Refusal::none) return {};
        const auto* off = std::get_if<kernel::CpuOffline>(&*records[k].event);
        const auto* on = std::get_if<kernel::CpuOnline>(&*records[k].event);
        if (!off && !on) return {};
        const std::uint32_t cpu = index_of(off ? off->cpu : on->cpu);
        const bool follows = !runs.empty() && runs.back().off == (off != nullptr) &&
                             (cpu == runs.back().last + 1 || cpu + 1 == runs.back().last);
        if (follows) runs.back().last = cpu;
        else runs.push_back({off != nullptr, cpu, cpu});
        if (runs.size() > 3) return {};
    }
    std::string out;
    for (const Run& r : runs) {
        out += (out.empty() ? "" : ", then ") + std::string(r.off ? "offline " : "online ") + std::to_string(r.first);
        if (r.last != r.first) out += " → " + std::to_string(r.last);
    }
    return out;
}

/// Online counts worth a label: both ends, the lowest, and where the count's highest bit changes.
void find_axis(TimelineModel& m, const std::vector<EventRecord>& records) {
    std::size_t lowest = 1;
    for (std::size_t k = 1; k < records.size(); ++k)
        if (records[k].online < records[lowest].online) lowest = k;
    const auto add = [&](std::size_t k, int weight) { m.axis.push_back({m.x(k), records[k].online.value, weight}); };
    add(1, 1000);
    add(records.size() - 1, 999);
    if (lowest != 1 && lowest + 1 != records.size()) add(lowest, 998);
    for (std::size_t k = 2; k + 1 < records.size(); ++k) {
        const auto n = static_cast<std::uint64_t>(records[k].online.value);
        if (records[k].online != records[k - 1].online && std::has_single_bit(n)) add(k, static_cast<int>(std::bit_width(n)));
    }
    std::ranges::sort(m.axis, [](const auto& a, const auto& b) { return a.weight != b.weight ? a.weight > b.weight : a.x < b.x; });
    if (m.axis.size() > 200) m.axis.resize(200);
}

}  // namespace

float TimelineModel::x(std::size_t event) const {
    if (event == 0) return boot_x;
    if (events <= 1) return (left + right) / 2;
    return left + (right - left) * static_cast<float>(static_cast<double>(event - 1) / static_cast<double>(events - 1));
}

std::size_t TimelineModel::event_at(float at) const {
    if (events == 0 || at < (boot_x + left) / 2) return 0;
    if (events == 1) return at < (boot_x + x(1)) / 2 ? 0 : 1;
    const double share = std::clamp(static_cast<double>(at - left) / static_cast<double>(right - left), 0.0, 1.0);
    return 1 + static_cast<std::size_t>(std::llround(share * static_cast<double>(events - 1)));
}

TimelineModel model_timeline(const ledger::Timeline& timeline, float left, float right) {
    TimelineModel m;
    m.left = left;
    m.right = right;
    m.boot_x = left - 20;
    m.events = timeline.size() - 1;
    const auto& records = timeline.records();
    if (m.events == 0) {
        m.title = "No events: the booted machine";
        return m;
    }
    for (std::size_t k = 1; k < records.size(); ++k) {
        const EventRecord& r = records[k];
        const float x = std::round(m.x(k));
        if (const auto mark = mark_of(r)) {
            if (m.notes.empty() || m.notes.back().mark != *mark || x - m.notes.back().x >= 9) m.notes.push_back({x, *mark, k, 1});
            else ++m.notes.back().count;
        }
        if (r.refreshes() == 0) continue;
        const std::int64_t old = r.ledgers[Variant::rewrite].stores, patched = r.ledgers[Variant::skip_unchanged].stores;
        m.most = std::max({m.most, static_cast<double>(old), static_cast<double>(patched)});
        if (m.rewrite.empty() || m.rewrite.back().x != x) m.rewrite.push_back({x, old, old});
        m.rewrite.back().least = std::min(m.rewrite.back().least, old);
        m.rewrite.back().most = std::max(m.rewrite.back().most, old);
        if (patched == 0) continue;
        if (m.skip.empty() || m.skip.back().x != x) m.skip.push_back({x, patched});
        m.skip.back().stores = std::max(m.skip.back().stores, patched);
    }
    find_axis(m, records);
    const std::string words = describe(records);
    m.title = words.empty() ? "Script of " + counted(static_cast<std::int64_t>(m.events), "event", "events")
                            : (m.events > 2 ? "Hotplug sweep: " : "Hotplug: ") + words;
    return m;
}

const TimelineModel& TimelineCache::get(const session::Snapshot& s, float left, float right) {
    // The totals guard against a timeline made anew at the old one's address.
    if (timeline_ != s.timeline || revision_ != s.machine_revision || size_ != s.timeline->size() ||
        !(totals_ == s.timeline->totals()) || left_ != left || right_ != right) {
        model_ = model_timeline(*s.timeline, left, right);
        timeline_ = s.timeline;
        revision_ = s.machine_revision;
        size_ = s.timeline->size();
        totals_ = s.timeline->totals();
        left_ = left;
        right_ = right;
    }
    return model_;
}

}  // namespace driftmark::figure::refresh
