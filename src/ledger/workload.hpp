// A seeded workload over a running machine: allocations, frees and counts on its CPUs, interleaved with the
// machine's script and the once-a-second folds, one step at a time. The same options give the same steps on
// every platform. Built in one pass; states are kept sparsely and replayed, so that any step is found again
// well below a frame.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "kernel/live_counters.hpp"
#include "ledger/ledger.hpp"
#include "ledger/promises.hpp"
#include "ledger/random.hpp"

namespace driftmark::ledger {

enum class WorkloadKind : std::uint8_t {
    mixed,     ///< all of the others in turn
    bursts,    ///< one CPU allocates or frees many blocks, then another
    handover,  ///< one CPU allocates what another frees
    march,     ///< every CPU counts in the same direction: the worst case
    isolated,  ///< a quarter of the CPUs is isolated and does most of the work; others go idle
    boot,      ///< mixed, and a quarter of it before the first refresh, when thresholds are 0
};
inline constexpr std::array kWorkloadKinds{WorkloadKind::mixed,    WorkloadKind::bursts,   WorkloadKind::handover,
                                           WorkloadKind::march,    WorkloadKind::isolated, WorkloadKind::boot};
std::string_view workload_key(WorkloadKind);  ///< "mixed"

struct WorkloadOptions {
    WorkloadKind kind = WorkloadKind::mixed;
    std::uint64_t seed = 1;
    std::int64_t updates = 10'000;       ///< allocations, frees and counts
    Variant variant = Variant::rewrite;  ///< whether a refresh passes through node thresholds of 0
    std::size_t zones = 6;               ///< how many zones are watched at most
};

/// What one step did.
enum class StepKind : std::uint8_t {
    allocate, free,   ///< a block of 2^order pages of a zone
    count,            ///< inc or dec of a counter with overstep
    add,              ///< mod of a node's file pages
    fold,             ///< the once-a-second fold of a CPU
    idle, wake,       ///< a CPU goes idle (quiet_vmstat() may fold) or comes back
    first_refresh,    ///< thresholds, 0 until now, are written
    cpu_leaves,       ///< out of the online mask, not yet folded
    dead_fold,        ///< CPUHP_PAGE_ALLOC: lists drained, diffs folded
    cpu_enters,       ///< into the online mask, with stale thresholds
    nodes_zeroed,     ///< the refresh's first pass is over: node thresholds read 0
    event,            ///< an event of the script, or the refresh that ends it, has taken effect
    refused,          ///< the kernel refused the event
};

struct Step {
    StepKind kind{};
    CpuId cpu{};                        ///< who did it, or whom it befell
    std::optional<kernel::CounterId> counter;  ///< of the updates
    int order = 0;                      ///< of a block
    std::int64_t delta = 0;             ///< how far the counter's truth moved (0 where a list took it)
    std::int64_t told = 0;              ///< how far the shared counter moved
    std::int64_t spills = 0;            ///< of that operation
    std::int64_t atomics = 0;           ///< additions to shared counters, by spills and folds
    std::size_t event = 0;              ///< of the script, from 1; 0 for none
};

/// One moment of a workload.
struct LiveState {
    LiveState(std::shared_ptr<const kernel::Topology>, const kernel::BootSettings&, const WorkloadOptions&);

    std::int64_t step = 0;       ///< steps made
    Step last;                   ///< the one just made; meaningless at step 0
    kernel::Machine machine;     ///< its faults, if it has any, and all
    kernel::LiveCounters counters;
    kernel::CpuSet idle, isolated;

private:
    friend class Workload;
    enum class Pattern : std::uint8_t { allocate, free, handover, march, count, file };
    struct Burst {
        Pattern pattern{};
        CpuId a{}, b{};
        std::uint32_t area = 0;
        int order = 0;
        std::int64_t left = 0;
        bool up = true;
    };
    struct Hotplug {
        std::size_t event = 0;
        int stage = 0;
        std::int64_t resume_at = 0;  // operations made by then
    };
    struct Taken { std::array<std::int64_t, 10> blocks{}; };  // blocks in use, by order

    std::vector<kernel::Machine> reference;  // without fault, and with the faults of marks: when there are faults
    Random random;
    kernel::CpuSet active;                   // online and not idle
    kernel::CpuSet armed;                    // vmstat_update is pending
    std::int64_t made = 0;                   // operations
    std::size_t next_event = 0;
    std::optional<Hotplug> hotplug;
    bool refreshed = false;                  // the first refresh has been
    std::int64_t fold_credit = 0;
    std::uint32_t fold_cursor = 0;
    bool idle_settled = false;               // a CPU went idle or woke since the last burst
    Burst burst;
    std::vector<Taken> taken;                // by area
};

/// The largest error of one counter, and what bounded it then.
struct Worst {
    kernel::CounterId counter;
    Pages error;             ///< unclamped - truth, with its sign
    Pages bound;             ///< exact, at that step
    Pages simple_bound;      ///< CPUs x threshold, at that step
    bool settled = false;    ///< whether the simple bound held good then
    std::int64_t step = 0;
};

class Workload {
public:
    Workload(std::shared_ptr<const kernel::Topology>, kernel::BootSettings, std::vector<kernel::Event> script,
             WorkloadOptions);

    std::int64_t steps() const { return steps_; }
    const WorkloadOptions& options() const { return options_; }
    const std::vector<kernel::Event>& script() const { return script_; }
    const std::vector<kernel::Area>& areas() const { return kept_.front().counters.areas(); }

    /// The state after that many steps; out of range is clamped.
    LiveState at(std::int64_t step) const;
    /// Makes the next step. False, and nothing changes, at the end.
    bool advance(LiveState&) const;
    /// Goes to a step from where the state is: on from there when that is shorter.
    void seek(LiveState&, std::int64_t step) const;
    /// Calls see(const LiveState&) after each of the steps first+1 .. last.
    template <class See>
    void walk(std::int64_t first, std::int64_t last, See&& see) const {
        LiveState s = at(first);
        while (s.step < last && advance(s)) see(s);
    }

    /// Over the whole workload.
    const kernel::CountingCost& cost() const { return cost_; }
    /// By area, then item.
    const std::vector<Worst>& worst() const { return worst_; }
    const Promises& promises() const { return promises_; }
    /// Steps at which a hotplug stage or event happened.
    const std::vector<std::int64_t>& event_steps() const { return event_steps_; }

private:
    bool choose(LiveState&) const;
    bool first_refresh(LiveState&) const;
    bool due_event(LiveState&) const;
    bool next_stage(LiveState&) const;
    bool due_fold(LiveState&) const;
    bool idle_or_wake(LiveState&) const;
    void begin_burst(LiveState&) const;
    void operate(LiveState&) const;
    void apply(LiveState&, const kernel::Event&) const;
    void take_thresholds(LiveState&) const;
    bool take_block(LiveState&, CpuId, std::uint32_t area, int order) const;
    bool give_block(LiveState&, CpuId, std::uint32_t area, int order) const;
    void count_one(LiveState&, CpuId, std::uint32_t area, bool up) const;
    void told(LiveState&, StepKind, CpuId, std::size_t event = 0) const;
    std::int64_t due_at(std::size_t event) const;
    std::int64_t early() const { return options_.kind == WorkloadKind::boot ? options_.updates / 4 : 0; }

    WorkloadOptions options_;
    std::vector<kernel::Event> script_;
    kernel::Faults faults_;
    std::int64_t second_ = 1000;  // operations in a second
    std::int64_t steps_ = 0;
    std::int64_t spacing_ = 256;
    std::vector<LiveState> kept_;  // at steps 0, spacing, 2 spacing ...
    kernel::CountingCost cost_;
    std::vector<Worst> worst_;
    Promises promises_;
    std::vector<std::int64_t> event_steps_;
};

/// Where a reader is in a workload, and stepping from there, both ways.
class WorkloadHead {
public:
    /// How far one step goes: to the next step, to the next that touched shared counters, to the next fold,
    /// to the next stage of an event.
    enum class Stride : std::uint8_t { step, shared, fold, event };

    explicit WorkloadHead(std::shared_ptr<const Workload>);
    const Workload& workload() const { return *workload_; }
    const LiveState& state() const { return state_; }
    void seek(std::int64_t step) { workload_->seek(state_, step); }
    /// To the next (or previous) stop of that stride; both ends are stops. False at the end (or the start).
    bool forward(Stride = Stride::step);
    bool back(Stride = Stride::step);

private:
    std::shared_ptr<const Workload> workload_;
    LiveState state_;
};

}  // namespace driftmark::ledger
