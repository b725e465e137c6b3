#include "observed/tally.hpp"

#include <array>
#include <utility>

namespace driftmark::observed {
namespace {

std::string_view caller_of(kernel::RefreshCause cause) {
    switch (cause) {
        case kernel::RefreshCause::bring_up:
        case kernel::RefreshCause::cpu_online: return "vmstat_cpu_online";
        case kernel::RefreshCause::cpu_dead: return "vmstat_cpu_dead";
        case kernel::RefreshCause::late_init: return "vmstat_late_init";
        case kernel::RefreshCause::postcore:
        case kernel::RefreshCause::memory: break;
    }
    return "init_per_zone_wmark_min";
}

}  // namespace

void Tally::on_refresh(const kernel::Refresh& r) {
    const kernel::Machine& m = r.entry;
    loops += ledger::census(r).loops[static_cast<std::size_t>(variant)];
    ++calls;
    const std::int64_t nodes = m.nodes_online();
    (variant == ledger::Variant::rewrite ? pgdat_zero : pgdat_node) += nodes;
    if (variant == ledger::Variant::skip_unchanged) zone_seen += nodes * zones_per_node;
    zone_pop += m.zones_populated();
    zones.resize(m.zones().size());
    for (std::size_t z = 0; z < zones.size(); ++z) {
        const kernel::ZonePressure& zone = m.zones()[z];
        if (!zone.populated()) {
            zones[z] = {};
            continue;
        }
        mark_set += r.marks_set[z];
        mark_chg += r.marks_set[z] && r.exit_marks[z] != m.drift_mark(ZoneIndex{static_cast<std::uint32_t>(z)});
        zones[z] = {true, zone.managed, zone.with_boost(), r.exit_marks[z], r.exit.zone[z]};
    }
    const ledger::LoopCounts& l = loops;
    log.push_back({caller_of(r.cause), m.online_count().value, l.it_zero + l.it_zone + l.it_node, l.st_zero + l.st_zone + l.st_node,
                   l.rs_zero + l.rs_zone + l.rs_node, l.rd_zone + l.rd_node});
}

std::optional<std::int64_t> Tally::counter(std::string_view name) const {
    const std::array<std::pair<std::string_view, std::int64_t>, 18> all{{
        {"calls", calls}, {"pgdat_zero", pgdat_zero}, {"pgdat_node", pgdat_node}, {"zone_seen", zone_seen}, {"zone_pop", zone_pop},
        {"it_zero", loops.it_zero}, {"it_zone", loops.it_zone}, {"it_node", loops.it_node},
        {"st_zero", loops.st_zero}, {"st_zone", loops.st_zone}, {"st_node", loops.st_node},
        {"rs_zero", loops.rs_zero}, {"rs_zone", loops.rs_zone}, {"rs_node", loops.rs_node},
        {"rd_zone", loops.rd_zone}, {"rd_node", loops.rd_node}, {"mark_set", mark_set}, {"mark_chg", mark_chg},
    }};
    for (const auto& [key, value] : all)
        if (key == name) return value;
    return std::nullopt;
}

}  // namespace driftmark::observed
