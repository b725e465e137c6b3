#include "kernel/live_counters.hpp"

#include <algorithm>

namespace driftmark::kernel {

std::string_view item_name(const Area& a, std::size_t item) {
    if (a.zone) return item == kModItem ? "NR_FREE_PAGES" : "NR_ZSPAGES";
    return item == kModItem ? "NR_FILE_PAGES" : "NR_WRITEBACK_TEMP";
}

CountingCost& CountingCost::operator+=(const CountingCost& o) {
    updates += o.updates;
    spills += o.spills;
    at_zero += o.at_zero;
    needless += o.needless;
    folds += o.folds;
    dead_folds += o.dead_folds;
    fold_atomics += o.fold_atomics;
    from_lists += o.from_lists;
    refills += o.refills;
    drains += o.drains;
    return *this;
}

CountingCost operator-(CountingCost a, const CountingCost& b) {
    a.updates -= b.updates;
    a.spills -= b.spills;
    a.at_zero -= b.at_zero;
    a.needless -= b.needless;
    a.folds -= b.folds;
    a.dead_folds -= b.dead_folds;
    a.fold_atomics -= b.fold_atomics;
    a.from_lists -= b.from_lists;
    a.refills -= b.refills;
    a.drains -= b.drains;
    return a;
}

LiveCounters::LiveCounters(const Topology& t, const CpuSet& online, std::vector<Area> areas, WatermarkRule rule)
    : watched_(std::move(areas)),
      areas_(watched_.size()),
      cells_(static_cast<std::size_t>(t.cpus.value) * watched_.size()),
      lists_(cells_.size()),
      states_(static_cast<std::size_t>(t.cpus.value), CpuState::gone),
      tags_(states_.size()),
      online_(online.count()),
      // Up to 6.9 a refill tells the counter once, for all of its blocks; later kernels block by block.
      refill_in_one_step_(rule == WatermarkRule::k6_1) {
    online.for_each([&](CpuId c) { states_[index_of(c)] = CpuState::online; });
}

std::vector<Area> LiveCounters::watch(const Machine& m, std::size_t most) {
    const Topology& t = m.topology();
    std::vector<std::size_t> zones;
    for (std::size_t z = 0; z < t.zones.size(); ++z)
        if (m.zones()[z].populated()) zones.push_back(z);
    if (zones.size() > most) {
        std::ranges::stable_sort(zones, [&](std::size_t a, std::size_t b) { return m.zones()[a].managed > m.zones()[b].managed; });
        zones.resize(most);
        std::ranges::sort(zones);
    }
    std::vector<Area> areas;
    for (const std::size_t z : zones) {
        const NodeId node = t.zones[z].node;
        if (areas.empty() || areas.back().node != node) areas.push_back({node, std::nullopt});
        areas.push_back({node, ZoneIndex{static_cast<std::uint32_t>(z)}});
    }
    return areas;
}

/// A CPU's threshold is written: what is outstanding on it keeps counting by the largest it has had.
void LiveCounters::hold(Cell& c, CpuState state, Sums& sums, Threshold held, Threshold due) {
    if (state == CpuState::online) sums.held += held - c.held;
    c.held = held;
    c.due = due;
    if (held <= c.largest && state != CpuState::gone) return;
    if (state == CpuState::online || state == CpuState::dying) sums.largest += held - c.largest;
    c.largest = held;
}

void LiveCounters::take_thresholds(const Machine& held, const Machine& due) {
    for (std::uint32_t cpu = 0; cpu < states_.size(); ++cpu) {
        const std::array<std::optional<TagId>, 2> tags{held.tag_of(CpuId{cpu}), due.tag_of(CpuId{cpu})};
        const bool same = tags_[cpu] == tags;
        if (same && !nodes_zeroed_) continue;
        tags_[cpu] = tags;
        const ThresholdSet &now = held.tags()[*tags[0]], &should = due.tags()[*tags[1]];
        for (std::uint32_t a = 0; a < watched_.size(); ++a) {
            const Area& area = watched_[a];
            if (same && area.zone) continue;
            const auto of = [&](const ThresholdSet& s) { return area.zone ? s.zone[index_of(*area.zone)] : s.node[index_of(area.node)]; };
            hold(cell(CpuId{cpu}, a), states_[cpu], areas_[a], of(now), of(should));
        }
    }
    nodes_zeroed_ = false;
}

void LiveCounters::zero_node_thresholds() {
    nodes_zeroed_ = true;
    for (std::uint32_t cpu = 0; cpu < states_.size(); ++cpu) {
        if (states_[cpu] != CpuState::online) continue;
        for (std::uint32_t a = 0; a < watched_.size(); ++a)
            if (!watched_[a].zone) hold(cell(CpuId{cpu}, a), CpuState::online, areas_[a], 0, 0);
    }
}

void LiveCounters::enter(CpuId cpu) {
    CpuState& state = states_[index_of(cpu)];
    for (std::uint32_t a = 0; a < watched_.size(); ++a) {
        const Cell& c = cell(cpu, a);
        areas_[a].held += c.held;
        areas_[a].largest += c.largest;
        for (std::size_t i = 0; i < kItems; ++i) {
            areas_[a].counter[i].online += c.diff[i];
            areas_[a].counter[i].live += c.diff[i];
        }
    }
    state = CpuState::online;
    online_ += CpuCount{1};
}

void LiveCounters::leave(CpuId cpu) {
    for (std::uint32_t a = 0; a < watched_.size(); ++a) {
        const Cell& c = cell(cpu, a);
        areas_[a].held -= c.held;
        for (std::size_t i = 0; i < kItems; ++i) areas_[a].counter[i].online -= c.diff[i];
    }
    states_[index_of(cpu)] = CpuState::dying;
    online_ -= CpuCount{1};
    ++dying_;
}

void LiveCounters::fold_dead(CpuId cpu, CpuId by, const Faults& faults) {
    for (std::uint32_t a = 0; a < watched_.size(); ++a)
        if (watched_[a].zone) drain_all(cpu, by, a);
    if (faults.dead_cpu_not_folded) {
        for (std::uint32_t a = 0; a < watched_.size(); ++a) {
            const Cell& c = cell(cpu, a);
            for (std::size_t i = 0; i < kItems; ++i) areas_[a].counter[i].live -= c.diff[i];
            areas_[a].largest -= c.largest;  // the kernel takes it for folded
        }
        states_[index_of(cpu)] = CpuState::lost;
        --dying_;
        return;
    }
    cost_.dead_folds += 1;
    fold_cells(cpu);
    for (std::uint32_t a = 0; a < watched_.size(); ++a) areas_[a].largest -= cell(cpu, a).largest;
    states_[index_of(cpu)] = CpuState::gone;
    --dying_;
}

bool LiveCounters::fold(CpuId cpu) {
    const bool found = fold_cells(cpu);
    cost_.folds += found;
    return found;
}

/// Each diff to its own zone or node, then one addition to each global that changes.
bool LiveCounters::fold_cells(CpuId cpu) {
    std::array<std::array<std::int64_t, kItems>, 2> sums{};
    bool found = false;
    for (std::uint32_t a = 0; a < watched_.size(); ++a) {
        Cell& c = cell(cpu, a);
        Sums& area = areas_[a];
        for (std::size_t i = 0; i < kItems; ++i) {
            const std::int64_t d = c.diff[i];
            if (d == 0) continue;
            found = true;
            c.diff[i] = 0;
            area.counter[i].shared += d;
            area.counter[i].live -= d;
            if (states_[index_of(cpu)] == CpuState::online) area.counter[i].online -= d;
            sums[watched_[a].zone.has_value()][i] += d;
            ++cost_.fold_atomics;
        }
        area.largest -= c.largest - c.held;
        c.largest = c.held;
    }
    for (std::size_t kind = 0; kind < 2; ++kind)
        for (std::size_t i = 0; i < kItems; ++i) {
            global_[kind][i] += sums[kind][i];
            cost_.fold_atomics += sums[kind][i] != 0;
        }
    return found;
}

void LiveCounters::fold_area(std::uint32_t a, CpuId by) {
    for (std::uint32_t cpu = 0; cpu < states_.size(); ++cpu)
        if (watched_[a].zone) drain_all(CpuId{cpu}, by, a);
    for (std::uint32_t cpu = 0; cpu < states_.size(); ++cpu) {
        Cell& c = cell(CpuId{cpu}, a);
        for (std::size_t i = 0; i < kItems; ++i) {
            const std::int64_t d = c.diff[i];
            if (d == 0) continue;
            c.diff[i] = 0;
            add_shared({a, static_cast<std::uint8_t>(i)}, d);
            cost_.fold_atomics += kAtomicsOfSpill;
            Counter& counter = areas_[a].counter[i];
            if (states_[cpu] == CpuState::online) counter.online -= d;
            if (states_[cpu] == CpuState::online || states_[cpu] == CpuState::dying) counter.live -= d;
        }
        if (states_[cpu] == CpuState::online || states_[cpu] == CpuState::dying) areas_[a].largest -= c.largest - c.held;
        c.largest = c.held;
    }
}

void LiveCounters::start_at(CounterId c, Pages value) {
    of(c).truth += value.value;
    add_shared(c, value.value);
}

void LiveCounters::set_list_sizes(std::uint32_t area, const ListSizes& s) { areas_[area].sizes = s; }

void LiveCounters::add_shared(CounterId c, std::int64_t amount) {
    of(c).shared += amount;
    global_[watched_[c.area].zone.has_value()][c.item] += amount;
}

/// The books after an update that moved a diff from `before` and perhaps spilled.
std::int64_t LiveCounters::settle(CpuId cpu, CounterId c, Diff before, std::int64_t delta, std::int64_t spilled) {
    const Cell& own = cell(cpu, c.area);
    Counter& counter = of(c);
    const std::int64_t moved = own.diff[c.item] - before;
    counter.truth += delta;
    counter.online += moved;
    counter.live += moved;
    ++cost_.updates;
    cost_.at_zero += own.held == 0;
    if (spilled == 0) return 0;
    ++cost_.spills;
    const std::int64_t reached = before + delta;
    if (reached <= own.due && reached >= -std::int64_t{own.due}) {
        ++cost_.needless;
        last_needless_ = c;
    }
    add_shared(c, spilled);
    return spilled;
}

std::int64_t LiveCounters::mod(CpuId cpu, CounterId c, std::int64_t delta) {
    Cell& own = cell(cpu, c.area);
    const Diff before = own.diff[c.item];
    const std::int64_t spilled = kernel::mod(own.diff[c.item], own.held, delta);
    return settle(cpu, c, before, delta, spilled);
}

std::int64_t LiveCounters::inc(CpuId cpu, CounterId c) {
    Cell& own = cell(cpu, c.area);
    const Diff before = own.diff[c.item];
    const std::int64_t spilled = kernel::inc(own.diff[c.item], own.held);
    return settle(cpu, c, before, 1, spilled);
}

std::int64_t LiveCounters::dec(CpuId cpu, CounterId c) {
    Cell& own = cell(cpu, c.area);
    const Diff before = own.diff[c.item];
    const std::int64_t spilled = kernel::dec(own.diff[c.item], own.held);
    return settle(cpu, c, before, -1, spilled);
}

bool LiveCounters::allocate(CpuId cpu, std::uint32_t area, int order) {
    const CounterId free_pages{area, kModItem};
    const std::int64_t size = std::int64_t{1} << order;
    if (order > kListOrderMax) {
        if (of(free_pages).truth < size) return false;
        mod(cpu, free_pages, -size);
        return true;
    }
    std::uint16_t& blocks = lists_[place(cpu, area)].blocks[static_cast<std::size_t>(order)];
    if (blocks > 0) {
        --blocks;
        ++cost_.from_lists;
        return true;
    }
    const std::int64_t there = of(free_pages).truth / size;
    const auto taken = static_cast<int>(std::min<std::int64_t>(there, refill_blocks(areas_[area].sizes, order)));
    if (taken == 0) return false;
    ++cost_.refills;
    if (refill_in_one_step_) mod(cpu, free_pages, -size * taken);
    else
        for (int i = 0; i < taken; ++i) mod(cpu, free_pages, -size);
    blocks = static_cast<std::uint16_t>(taken - 1);  // one of them is what was asked for
    return true;
}

void LiveCounters::free(CpuId cpu, std::uint32_t area, int order) {
    if (order > kListOrderMax) {
        mod(cpu, {area, kModItem}, std::int64_t{1} << order);
        return;
    }
    PageLists& own = lists_[place(cpu, area)];
    ++own.blocks[static_cast<std::size_t>(order)];
    const ListSizes& sizes = areas_[area].sizes;
    if (own.pages() < sizes.high) {
        ++cost_.from_lists;
        return;
    }
    // A batch goes back, first from the list that was freed to, then from the others in turn.
    ++cost_.drains;
    int pages = std::min(sizes.batch, own.pages());
    for (int list = order; pages > 0; list = list == kListOrderMax ? 0 : list + 1)
        while (pages > 0 && own.blocks[static_cast<std::size_t>(list)] > 0) {
            drain_block(cpu, cpu, area, list);
            pages -= 1 << list;
        }
}

void LiveCounters::drain_block(CpuId owner, CpuId by, std::uint32_t area, int order) {
    --lists_[place(owner, area)].blocks[static_cast<std::size_t>(order)];
    mod(by, {area, kModItem}, std::int64_t{1} << order);
}

void LiveCounters::drain_all(CpuId owner, CpuId by, std::uint32_t area) {
    for (int order = 0; order <= kListOrderMax; ++order)
        while (lists(owner, area).blocks[static_cast<std::size_t>(order)] > 0) drain_block(owner, by, area, order);
}

bool LiveCounters::globals_add_up() const {
    std::array<std::array<std::int64_t, kItems>, 2> sums{};
    for (std::size_t a = 0; a < watched_.size(); ++a)
        for (std::size_t i = 0; i < kItems; ++i) sums[watched_[a].zone.has_value()][i] += areas_[a].counter[i].shared;
    return sums == global_;
}

std::optional<std::uint32_t> LiveCounters::area_of(ZoneIndex z) const {
    for (std::uint32_t a = 0; a < watched_.size(); ++a)
        if (watched_[a].zone == z) return a;
    return std::nullopt;
}

std::optional<std::uint32_t> LiveCounters::area_of(NodeId n) const {
    for (std::uint32_t a = 0; a < watched_.size(); ++a)
        if (!watched_[a].zone && watched_[a].node == n) return a;
    return std::nullopt;
}

bool LiveCounters::has_diffs(CpuId cpu) const {
    for (std::uint32_t a = 0; a < watched_.size(); ++a)
        for (const Diff d : cell(cpu, a).diff)
            if (d != 0) return true;
    return false;
}

}  // namespace driftmark::kernel
