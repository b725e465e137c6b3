#include "ledger/promises.hpp"

#include <algorithm>
#include <cstdlib>

#include "kernel/threshold.hpp"

namespace driftmark::ledger {
namespace {

using kernel::Faults;

constexpr NamedFault kFaults[] = {
    {"node_threshold_forgotten", "node threshold forgotten",
     "The refresh zeroes the node thresholds and never writes the new ones: every update of a node counter goes to the shared atomics.",
     &Faults::node_threshold_forgotten, Promise::thresholds_formula,
     promise_set({Promise::thresholds_formula, Promise::no_needless_update})},
    {"dead_cpu_not_folded", "dead CPU not folded",
     "A CPU that goes offline takes what it has counted and not told with it, so every reader misses it.",
     &Faults::dead_cpu_not_folded, Promise::sum_conserved, promise_set({Promise::sum_conserved, Promise::bound_holds})},
    {"mark_cleared", "mark cleared",
     "A refresh takes the drift mark away from a zone that needs none now, where the kernel leaves it.",
     &Faults::mark_cleared, Promise::marks_kernels, promise_set({Promise::marks_kernels})},
    {"mark_at_equality", "mark at equality",
     "A zone gets a drift mark already when the maximum drift equals what is tolerated: >= for >.",
     &Faults::mark_at_equality, Promise::marks_kernels, promise_set({Promise::marks_kernels})},
    {"later_zones_skipped", "later zones skipped",
     "The patched refresh writes the threshold of each node's first populated zone and leaves the zones after it as they were.",
     &Faults::later_zones_skipped, Promise::thresholds_formula,
     promise_set({Promise::thresholds_formula, Promise::no_needless_update})},
};

}  // namespace

std::string_view promise_key(Promise p) {
    switch (p) {
        case Promise::sum_conserved: return "sum_conserved";
        case Promise::bound_holds: return "bound_holds";
        case Promise::marks_kernels: return "marks_kernels";
        case Promise::thresholds_formula: return "thresholds_formula";
        case Promise::no_needless_update: return "no_needless_update";
    }
    return "";
}

std::string_view promise_text(Promise p) {
    switch (p) {
        case Promise::sum_conserved: return "The sum is conserved: what is shared and what CPUs have not told yet make up the truth.";
        case Promise::bound_holds: return "The bound holds: no counter is off by more than its CPUs may hold back.";
        case Promise::marks_kernels: return "Marks are the kernel's: set when the drift exceeds what is tolerated, and never taken away.";
        case Promise::thresholds_formula: return "Thresholds are the formula's, on every CPU.";
        case Promise::no_needless_update: return "No needless shared update: what the due threshold holds back stays with the CPU.";
    }
    return "";
}

std::span<const NamedFault> named_faults() { return kFaults; }

const NamedFault* find_fault(std::string_view key) {
    for (const NamedFault& f : kFaults)
        if (f.key == key) return &f;
    return nullptr;
}

PromiseSet broken_by(const kernel::Faults& faults) {
    PromiseSet all;
    for (const NamedFault& f : kFaults)
        if (faults.*f.flag)
            for (std::size_t i = 0; i < all.of.size(); ++i) all.of[i] |= f.broken.of[i];
    return all;
}

void Promises::note(const Breach& b) {
    const auto i = static_cast<std::size_t>(b.promise);
    ++count_[i];
    if (!first_[i]) first_[i] = b;
}

PromiseSet Promises::broken() const {
    PromiseSet s;
    for (const Promise p : kPromises) s.of[static_cast<std::size_t>(p)] = breaches(p) > 0;
    return s;
}

void Promises::counters(std::int64_t step, const kernel::LiveCounters& c, std::optional<CpuId> cpu) {
    std::optional<Breach> lost, beyond;
    for (std::uint32_t a = 0; a < c.areas().size(); ++a) {
        const kernel::Area& area = c.areas()[a];
        for (std::uint8_t item = 0; item < kernel::kItems; ++item) {
            const kernel::CounterId id{a, item};
            const auto breach = [&](Promise p, std::int64_t promised, std::int64_t found) {
                return Breach{p, step, area.node, area.zone, item, cpu, promised, found};
            };
            if (!lost && !c.conserved(id))
                lost = breach(Promise::sum_conserved, c.truth(id).value, c.outstanding_sum(id).value);
            const std::int64_t error = std::abs(c.error(id).value);
            if (!beyond && error > c.exact_bound(a).value)
                beyond = breach(Promise::bound_holds, c.exact_bound(a).value, error);
        }
    }
    if (lost) note(*lost);
    if (beyond) note(*beyond);
    if (c.cost().needless > needless_seen_) {
        Breach b{Promise::no_needless_update, step, std::nullopt, std::nullopt, std::nullopt, cpu, 0, c.cost().needless - needless_seen_};
        if (const auto where = c.last_needless()) {
            b.node = c.areas()[where->area].node;
            b.zone = c.areas()[where->area].zone;
            b.item = where->item;
        }
        note(b);
        needless_seen_ = c.cost().needless;
    }
}

/// The first online CPU whose threshold of a populated zone, or of a node, is not calculate_normal_threshold()'s.
std::optional<Breach> Promises::off_the_formula(const kernel::Machine& m) const {
    const auto& zones = m.topology().zones;
    std::vector<Threshold> node_due(static_cast<std::size_t>(m.topology().nodes.value));
    std::vector<Threshold> zone_due(zones.size());
    for (std::size_t z = 0; z < zones.size(); ++z) {
        if (!m.zones()[z].populated()) continue;
        zone_due[z] = kernel::normal_threshold(m.online_count(), m.zones()[z].managed, m.topology().page_size);
        Threshold& node = node_due[index_of(zones[z].node)];
        node = std::max(node, zone_due[z]);
    }
    for (const auto& use : m.online_tags()) {
        const kernel::ThresholdSet& held = m.tags()[use.tag];
        for (std::uint32_t z = 0; z < zones.size(); ++z)
            if (held.zone[z] != zone_due[z])
                return Breach{Promise::thresholds_formula, 0, zones[z].node, ZoneIndex{z}, std::nullopt, std::nullopt, zone_due[z], held.zone[z]};
        for (std::uint32_t n = 0; n < held.node.size(); ++n)
            if (m.node_online(NodeId{n}) && held.node[n] != node_due[n])
                return Breach{Promise::thresholds_formula, 0, NodeId{n}, std::nullopt, std::nullopt, std::nullopt, node_due[n], held.node[n]};
    }
    return std::nullopt;
}

void Promises::machine(std::int64_t step, const kernel::Machine& m, const kernel::Machine& sound, const kernel::Machine& marked,
                       bool just_refreshed) {
    const auto& zones = m.topology().zones;
    for (std::uint32_t z = 0; z < zones.size(); ++z) {
        const Pages due = sound.drift_mark(ZoneIndex{z}), found = m.drift_mark(ZoneIndex{z});
        if (due == found) continue;
        note({Promise::marks_kernels, step, zones[z].node, ZoneIndex{z}, std::nullopt, std::nullopt, due.value, found.value});
        break;
    }
    if (just_refreshed)
        if (auto off = off_the_formula(m)) {
            off->step = step;
            return note(*off);
        }
    if (&m == &marked) return;
    // CPUs with the same two tags differ in nothing, and there are few tags.
    std::unordered_set<std::uint64_t> alike;
    for (std::uint32_t c = 0; c < static_cast<std::uint32_t>(m.topology().cpus.value); ++c) {
        const CpuId cpu{c};
        const auto pair = static_cast<std::uint64_t>(m.tag_of(cpu)) << 32 | static_cast<std::uint64_t>(marked.tag_of(cpu));
        if (!alike.insert(pair).second) continue;
        const kernel::ThresholdSet &held = m.thresholds_of(cpu), &due = marked.thresholds_of(cpu);
        for (std::uint32_t z = 0; z < zones.size(); ++z)
            if (held.zone[z] != due.zone[z])
                return note({Promise::thresholds_formula, step, zones[z].node, ZoneIndex{z}, std::nullopt, cpu, due.zone[z], held.zone[z]});
        for (std::uint32_t n = 0; n < held.node.size(); ++n)
            if (held.node[n] != due.node[n])
                return note({Promise::thresholds_formula, step, NodeId{n}, std::nullopt, std::nullopt, cpu, due.node[n], held.node[n]});
    }
}

}  // namespace driftmark::ledger
