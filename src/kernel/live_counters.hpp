// Counters as they run: every CPU's diffs for zone and node counters, what has spilled to the shared ones,
// the pages on per-CPU lists, and beside them the truth, which no kernel knows. Models the update, fold and
// read paths of mm/vmstat.c and the free-page accounting of mm/page_alloc.c, Linux 6.1 to 7.3.
//
// It keeps a chosen few areas (zones and the nodes they lie on), because a CPU takes a cell for each.
// Updates cost O(1), a CPU's fold O(areas), taking thresholds over O(CPUs x areas).
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "kernel/machine.hpp"
#include "kernel/page_lists.hpp"
#include "kernel/percpu_counter.hpp"

namespace driftmark::kernel {

/// A zone, or a node (no zone), whose counters are kept.
struct Area {
    NodeId node{};
    std::optional<ZoneIndex> zone;
    friend bool operator==(const Area&, const Area&) = default;
};

/// Two counters of each kind of area: one moved by mod, one by inc and dec with overstep.
/// NR_FREE_PAGES and NR_ZSPAGES of a zone; NR_FILE_PAGES and NR_WRITEBACK_TEMP of a node.
inline constexpr std::size_t kItems = 2;
inline constexpr std::size_t kModItem = 0;   ///< NR_FREE_PAGES, NR_FILE_PAGES
inline constexpr std::size_t kStepItem = 1;  ///< NR_ZSPAGES, NR_WRITEBACK_TEMP

struct CounterId {
    std::uint32_t area = 0;  ///< place in areas()
    std::uint8_t item = 0;   ///< kModItem or kStepItem
    friend bool operator==(const CounterId&, const CounterId&) = default;
};
/// The kernel's name of a counter: "NR_FREE_PAGES".
std::string_view item_name(const Area&, std::size_t item);

/// What counting has cost since the start. Atomics are additions to counters that all CPUs share.
struct CountingCost {
    std::int64_t updates = 0;        ///< mod, inc and dec calls
    std::int64_t spills = 0;         ///< of these, that went to the shared counters: two atomics each
    std::int64_t at_zero = 0;        ///< updates made while the CPU's threshold was 0
    std::int64_t needless = 0;       ///< spills that the threshold due at that moment would have held back
    std::int64_t folds = 0;          ///< once-a-second folds that found something
    std::int64_t dead_folds = 0;     ///< folds of a CPU that died
    std::int64_t fold_atomics = 0;   ///< of both kinds of fold
    std::int64_t from_lists = 0;     ///< allocations and frees that a per-CPU list took, the counter unmoved
    std::int64_t refills = 0;        ///< lists refilled
    std::int64_t drains = 0;         ///< batches drained

    std::int64_t atomics() const { return spills * kAtomicsOfSpill + fold_atomics; }
    CountingCost& operator+=(const CountingCost&);
    friend CountingCost operator-(CountingCost, const CountingCost&);
    friend bool operator==(const CountingCost&, const CountingCost&) = default;
};

/// Where a CPU is, as far as its diffs matter.
enum class CpuState : std::uint8_t {
    gone,    ///< offline and folded: nothing of it is outstanding
    online,
    dying,   ///< out of the online mask, not yet folded: the snapshot read misses it
    lost,    ///< offline, and its diffs were never folded: only a fault leaves a CPU so
};

class LiveCounters {
public:
    /// Counters before the first refresh: every threshold 0, the given CPUs online, all counters 0.
    LiveCounters(const Topology&, const CpuSet& online, std::vector<Area> areas, WatermarkRule);

    /// The largest zones of a machine with their nodes, `most` zones at most, node by node.
    static std::vector<Area> watch(const Machine&, std::size_t most);

    // What happens to thresholds and CPUs. `due` is a machine without threshold faults: it tells which
    // threshold each CPU should hold, and is the same machine where there is no fault.
    void take_thresholds(const Machine& held, const Machine& due);
    /// The first pass of the kernel's refresh: node thresholds of online CPUs read 0 until the second.
    void zero_node_thresholds();
    void enter(CpuId);               ///< into the online mask, with the thresholds it had
    void leave(CpuId);               ///< out of the online mask; its diffs stay
    /// CPUHP_PAGE_ALLOC of a CPU that has left: its lists are drained by `by`, then its diffs folded.
    void fold_dead(CpuId, CpuId by, const Faults&);
    /// A zone's or node's per-CPU counters are about to go or to come anew: all CPUs' diffs are folded and
    /// lists drained by `by`.
    void fold_area(std::uint32_t area, CpuId by);
    /// What a counter starts from, all of it shared.
    void start_at(CounterId, Pages);
    void set_list_sizes(std::uint32_t area, const ListSizes&);

    // Updates. Each returns what went to the shared counters, 0 when the diff held it.
    std::int64_t mod(CpuId, CounterId, std::int64_t delta);
    std::int64_t inc(CpuId, CounterId);
    std::int64_t dec(CpuId, CounterId);
    /// Takes a block from a zone, or gives one back. False, and nothing changes, when the zone has none.
    bool allocate(CpuId, std::uint32_t area, int order);
    void free(CpuId, std::uint32_t area, int order);

    /// The once-a-second fold of one CPU, refresh_cpu_vm_stats(). True when it found something.
    bool fold(CpuId);

    // Reads, as the kernel has them.
    Pages plain(CounterId c) const { return clamped(shared(c)); }
    Pages snapshot(CounterId c) const { return clamped(shared(c) + of(c).online); }
    // What no kernel can read.
    Pages truth(CounterId c) const { return Pages{of(c).truth}; }
    Pages unclamped(CounterId c) const { return Pages{shared(c)}; }
    /// unclamped - truth.
    Pages error(CounterId c) const { return Pages{shared(c) - of(c).truth}; }
    /// The machine's own counter of an item, over the areas kept here.
    Pages global(bool of_zones, std::size_t item) const { return Pages{global_[of_zones][item]}; }

    /// No error exceeds this: the largest threshold each CPU has had since its last fold, summed over the
    /// CPUs that are not folded.
    Pages exact_bound(std::uint32_t area) const { return Pages{areas_[area].largest}; }
    /// CPUs x threshold (each CPU's own, where they differ). A bound only while settled().
    Pages simple_bound(std::uint32_t area) const { return Pages{areas_[area].held}; }
    /// Whether every CPU has folded since the threshold was last lowered, and none is dying.
    bool settled(std::uint32_t area) const { return dying_ == 0 && areas_[area].largest == areas_[area].held; }
    /// Whether shared counter and outstanding diffs make up the truth, and the zones' (or nodes') the global.
    bool conserved(CounterId c) const { return shared(c) + of(c).live == of(c).truth; }
    /// Shared counter and the diffs that readers and folds can still reach.
    Pages outstanding_sum(CounterId c) const { return Pages{shared(c) + of(c).live}; }
    bool globals_add_up() const;
    /// The counter whose update was last needless.
    std::optional<CounterId> last_needless() const { return last_needless_; }

    const std::vector<Area>& areas() const { return watched_; }
    std::optional<std::uint32_t> area_of(ZoneIndex) const;
    std::optional<std::uint32_t> area_of(NodeId) const;
    const CountingCost& cost() const { return cost_; }
    CpuState state(CpuId c) const { return states_[index_of(c)]; }
    CpuCount online_count() const { return online_; }
    Diff diff(CpuId cpu, CounterId c) const { return cell(cpu, c.area).diff[c.item]; }
    Threshold held(CpuId cpu, std::uint32_t area) const { return cell(cpu, area).held; }
    Threshold largest(CpuId cpu, std::uint32_t area) const { return cell(cpu, area).largest; }
    const PageLists& lists(CpuId cpu, std::uint32_t area) const { return lists_[place(cpu, area)]; }
    const ListSizes& sizes(std::uint32_t area) const { return areas_[area].sizes; }
    bool has_diffs(CpuId) const;
    /// What a copy of this takes, about.
    std::size_t bytes() const { return cells_.size() * (sizeof(Cell) + sizeof(PageLists)) + states_.size(); }

private:
    struct Cell {
        std::array<Diff, kItems> diff{};
        Threshold held = 0;     // the stat_threshold in force
        Threshold due = 0;      // what it should be
        Threshold largest = 0;  // since the last fold
    };
    struct Counter {
        std::int64_t shared = 0, truth = 0;
        std::int64_t online = 0;  // diffs of online CPUs
        std::int64_t live = 0;    // and of dying ones
    };
    struct Sums {
        std::array<Counter, kItems> counter{};
        std::int64_t largest = 0;  // over CPUs not folded
        std::int64_t held = 0;     // over online CPUs
        ListSizes sizes;
    };

    static Pages clamped(std::int64_t v) { return Pages{v < 0 ? 0 : v}; }
    std::size_t place(CpuId cpu, std::uint32_t area) const { return index_of(cpu) * watched_.size() + area; }
    Cell& cell(CpuId cpu, std::uint32_t area) { return cells_[place(cpu, area)]; }
    const Cell& cell(CpuId cpu, std::uint32_t area) const { return cells_[place(cpu, area)]; }
    Counter& of(CounterId c) { return areas_[c.area].counter[c.item]; }
    const Counter& of(CounterId c) const { return areas_[c.area].counter[c.item]; }
    std::int64_t shared(CounterId c) const { return of(c).shared; }
    std::int64_t settle(CpuId, CounterId, Diff before, std::int64_t delta, std::int64_t spilled);
    void add_shared(CounterId, std::int64_t amount);
    bool fold_cells(CpuId);
    void drain_block(CpuId owner, CpuId by, std::uint32_t area, int order);
    void drain_all(CpuId owner, CpuId by, std::uint32_t area);
    void hold(Cell&, CpuState, Sums&, Threshold held, Threshold due);

    std::vector<Area> watched_;
    std::vector<Sums> areas_;
    std::vector<Cell> cells_;        // by CPU, then area
    std::vector<PageLists> lists_;   // likewise; unused for nodes
    std::vector<CpuState> states_;
    std::vector<std::array<std::optional<TagId>, 2>> tags_;  // which sets a CPU's held and due come from
    bool nodes_zeroed_ = false;
    std::array<std::array<std::int64_t, kItems>, 2> global_{};  // of nodes, of zones
    CpuCount online_;
    std::int64_t dying_ = 0;
    bool refill_in_one_step_ = false;
    std::optional<CounterId> last_needless_;
    CountingCost cost_;
};

}  // namespace driftmark::kernel
