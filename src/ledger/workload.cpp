#include "ledger/workload.hpp"

#include <algorithm>
#include <cstdlib>

namespace driftmark::ledger {
namespace {

using kernel::CounterId;
using kernel::kModItem;
using kernel::kStepItem;

/// Operations between two stages of an event: enough to see counting go on in the window.
constexpr std::int64_t kStageGap = 3;
/// Memory that kept states may take, and how many of them at most.
constexpr std::size_t kKeptBytes = std::size_t{24} << 20;
constexpr std::size_t kMostKept = 256;
constexpr std::int64_t kLeastSpacing = 256;

kernel::BootSettings with_faults(kernel::BootSettings b, const kernel::Faults& f) {
    b.faults = f;
    return b;
}

bool is_event(StepKind k) { return k >= StepKind::first_refresh; }

bool refreshes(const kernel::Event& e) {
    return std::holds_alternative<kernel::CpuOffline>(e) || std::holds_alternative<kernel::CpuOnline>(e) ||
           std::holds_alternative<kernel::MemoryOffline>(e) || std::holds_alternative<kernel::MemoryOnline>(e);
}

/// The k-th of a set's members from `from` on, around the end.
CpuId around(const kernel::CpuSet& set, CpuId from) {
    if (const auto c = set.next(from)) return *c;
    return set.next(CpuId{0}).value_or(CpuId{0});
}

CpuId after(CpuId c) { return CpuId{index_of(c) + 1}; }

}  // namespace

std::string_view workload_key(WorkloadKind k) {
    switch (k) {
        case WorkloadKind::mixed: return "mixed";
        case WorkloadKind::bursts: return "bursts";
        case WorkloadKind::handover: return "handover";
        case WorkloadKind::march: return "march";
        case WorkloadKind::isolated: return "isolated";
        case WorkloadKind::boot: return "boot";
    }
    return "";
}

LiveState::LiveState(std::shared_ptr<const kernel::Topology> t, const kernel::BootSettings& boot, const WorkloadOptions& o)
    : machine(t, boot),
      counters(*t, boot.online, kernel::LiveCounters::watch(machine, o.zones), boot.rule),
      idle(t->cpus),
      isolated(t->cpus),
      random(o.seed),
      active(boot.online),
      armed(t->cpus),
      taken(counters.areas().size()) {
    if (boot.faults != kernel::Faults{}) {
        kernel::Faults of_marks;
        of_marks.mark_cleared = boot.faults.mark_cleared;
        of_marks.mark_at_equality = boot.faults.mark_at_equality;
        reference.emplace_back(t, with_faults(boot, {}));
        reference.emplace_back(t, with_faults(boot, of_marks));
    }
    // isolcpus= on the command line: the highest quarter, or one CPU where others work too.
    const std::int64_t cpus = active.count().value;
    const bool many = o.kind == WorkloadKind::isolated;
    std::int64_t away = many ? std::max<std::int64_t>(1, cpus / 4) : cpus >= 4 && o.kind == WorkloadKind::mixed ? 1 : 0;
    for (auto c = static_cast<std::uint32_t>(t->cpus.value); c-- > 1 && away > 0;)
        if (active.contains(CpuId{c})) {
            isolated.insert(CpuId{c});
            --away;
        }
    for (std::uint32_t a = 0; a < taken.size(); ++a) {
        const auto zone = counters.areas()[a].zone;
        if (!zone) {
            counters.start_at({a, kModItem}, Pages{100'000});
            continue;
        }
        // Free memory starts a little above high, where the marks matter; the rest is in use.
        const kernel::ZonePressure& z = machine.zone(*zone);
        const kernel::Watermarks w = z.with_boost();
        const Pages free = std::min(w.high + (w.high - w.low), z.managed / 2);
        counters.start_at({a, kModItem}, free);
        taken[a].blocks[0] = z.managed.value - free.value;
    }
}

Workload::Workload(std::shared_ptr<const kernel::Topology> topology, kernel::BootSettings boot,
                   std::vector<kernel::Event> script, WorkloadOptions options)
    : options_(options), script_(std::move(script)), faults_(boot.faults) {
    // One CPU's second comes up at most once per operation.
    second_ = std::max<std::int64_t>(second_, topology->cpus.value);
    LiveState s(topology, boot, options_);
    if (early() == 0) {
        take_thresholds(s);
        s.refreshed = true;
    }
    const std::size_t bytes = s.counters.bytes() + (1 + s.reference.size()) * (4 * static_cast<std::size_t>(topology->cpus.value) +
                                                                               100 * topology->zones.size());
    const auto most = std::clamp(kKeptBytes / std::max<std::size_t>(bytes, 1), std::size_t{4}, kMostKept);
    const auto expected = options_.updates * 5 / 4 + 4 * static_cast<std::int64_t>(script_.size());
    spacing_ = std::max(kLeastSpacing, expected / static_cast<std::int64_t>(most));

    for (std::uint32_t a = 0; a < s.counters.areas().size(); ++a)
        for (std::uint8_t i = 0; i < kernel::kItems; ++i) worst_.push_back({{a, i}, {}, {}, {}, true, 0});
    const auto judge_machine = [&](bool just_refreshed) {
        const bool faulty = !s.reference.empty();
        promises_.machine(s.step, s.machine, faulty ? s.reference[0] : s.machine, faulty ? s.reference[1] : s.machine, just_refreshed);
    };
    judge_machine(false);
    kept_.push_back(s);
    while (advance(s)) {
        std::optional<CpuId> cpu;
        if (!is_event(s.last.kind)) cpu = s.last.cpu;
        promises_.counters(s.step, s.counters, cpu);
        for (Worst& w : worst_) {
            const Pages error = s.counters.error(w.counter);
            if (std::abs(error.value) <= std::abs(w.error.value)) continue;
            const std::uint32_t a = w.counter.area;
            w = {w.counter, error, s.counters.exact_bound(a), s.counters.simple_bound(a), s.counters.settled(a), s.step};
        }
        if (is_event(s.last.kind)) {
            event_steps_.push_back(s.step);
            if (s.last.kind == StepKind::event) judge_machine(s.last.event > 0 && refreshes(script_[s.last.event - 1]));
        }
        if (s.step % spacing_ == 0) kept_.push_back(s);
    }
    steps_ = s.step;
    cost_ = s.counters.cost();
}

LiveState Workload::at(std::int64_t step) const {
    const std::int64_t wanted = std::clamp<std::int64_t>(step, 0, steps_);
    LiveState s = kept_[std::min(static_cast<std::size_t>(wanted / spacing_), kept_.size() - 1)];
    while (s.step < wanted && advance(s)) {}
    return s;
}

void Workload::seek(LiveState& s, std::int64_t step) const {
    const std::int64_t wanted = std::clamp<std::int64_t>(step, 0, steps_);
    if (wanted < s.step || wanted - s.step > spacing_) s = at(wanted);
    while (s.step < wanted && advance(s)) {}
}

bool Workload::advance(LiveState& s) const {
    const std::int64_t before = s.counters.cost().atomics();
    if (!choose(s)) return false;
    s.last.atomics = s.counters.cost().atomics() - before;
    return true;
}

bool Workload::choose(LiveState& s) const {
    if (first_refresh(s) || next_stage(s) || due_event(s) || due_fold(s)) return true;
    if (s.made >= options_.updates) return false;
    if (s.burst.left == 0 && idle_or_wake(s)) return true;
    if (s.burst.left == 0) begin_burst(s);
    operate(s);
    return true;
}

/// Closes a step that moved no single counter.
void Workload::told(LiveState& s, StepKind kind, CpuId cpu, std::size_t event) const {
    s.last = {};
    s.last.kind = kind;
    s.last.cpu = cpu;
    s.last.event = event;
    ++s.step;
}

void Workload::take_thresholds(LiveState& s) const {
    s.counters.take_thresholds(s.machine, s.reference.empty() ? s.machine : s.reference[1]);
    const kernel::Topology& t = s.machine.topology();
    std::vector<std::int64_t> local(static_cast<std::size_t>(t.nodes.value));
    s.machine.online().for_each([&](CpuId c) { ++local[index_of(t.node_of(c))]; });
    for (std::uint32_t a = 0; a < s.counters.areas().size(); ++a) {
        const kernel::Area& area = s.counters.areas()[a];
        if (!area.zone) continue;
        const kernel::ZonePressure& z = s.machine.zone(*area.zone);
        const std::int64_t here = local[index_of(area.node)];
        s.counters.set_list_sizes(a, kernel::list_sizes(z.managed, z.with_boost().low,
                                                        here > 0 ? CpuCount{here} : s.machine.online_count(), t.page_size));
    }
}

bool Workload::first_refresh(LiveState& s) const {
    if (s.refreshed || s.made < early()) return false;
    take_thresholds(s);
    s.refreshed = true;
    told(s, StepKind::first_refresh, around(s.active, CpuId{0}));
    return true;
}

std::int64_t Workload::due_at(std::size_t event) const {
    const std::int64_t first = early(), whole = options_.updates - first;
    const auto parts = static_cast<std::int64_t>(script_.size()) + 1;
    return first + whole / parts * static_cast<std::int64_t>(event + 1) + whole % parts * static_cast<std::int64_t>(event + 1) / parts;
}

bool Workload::due_event(LiveState& s) const {
    if (s.hotplug || s.next_event >= script_.size() || s.made < due_at(s.next_event)) return false;
    const kernel::Event& e = script_[s.next_event++];
    const std::size_t number = s.next_event;
    const CpuId lowest = around(s.active, CpuId{0});
    if (kernel::Machine(s.machine).apply(e).refused != kernel::Refusal::none) {
        told(s, StepKind::refused, lowest, number);
    } else if (const auto* off = std::get_if<kernel::CpuOffline>(&e)) {
        s.counters.leave(off->cpu);
        s.active.erase(off->cpu);
        s.idle.erase(off->cpu);
        s.armed.erase(off->cpu);
        if (s.active.count() == CpuCount{}) {  // someone has to do the unplugging
            s.idle.for_each([&](CpuId c) { s.active.insert(c); });
            s.idle = kernel::CpuSet(s.machine.topology().cpus);
        }
        s.burst.left = 0;
        s.hotplug = {number, 0, s.made + kStageGap};
        told(s, StepKind::cpu_leaves, off->cpu, number);
    } else if (const auto* on = std::get_if<kernel::CpuOnline>(&e)) {
        s.counters.enter(on->cpu);
        s.active.insert(on->cpu);
        s.burst.left = 0;
        s.hotplug = {number, 1, s.made + kStageGap};
        told(s, StepKind::cpu_enters, on->cpu, number);
    } else {
        apply(s, e);
        told(s, StepKind::event, lowest, number);
    }
    return true;
}

/// A CPU's coming or going, stage by stage: 0 the fold of a dead one, 1 the refresh's first pass where the
/// variant has one, 2 its end.
bool Workload::next_stage(LiveState& s) const {
    if (!s.hotplug || (s.made < s.hotplug->resume_at && s.made < options_.updates)) return false;
    kernel::Event const& e = script_[s.hotplug->event - 1];
    const auto* off = std::get_if<kernel::CpuOffline>(&e);
    const CpuId cpu = off ? off->cpu : std::get<kernel::CpuOnline>(e).cpu;
    const std::size_t number = s.hotplug->event;
    s.hotplug->resume_at = s.made + kStageGap;
    switch (s.hotplug->stage++) {
        case 0:
            s.counters.fold_dead(cpu, around(s.active, CpuId{0}), faults_);
            told(s, StepKind::dead_fold, cpu, number);
            return true;
        case 1:
            if (options_.variant == Variant::rewrite) {
                s.counters.zero_node_thresholds();
                told(s, StepKind::nodes_zeroed, off ? around(s.active, CpuId{0}) : cpu, number);
                return true;
            }
            s.hotplug->stage = 3;
            [[fallthrough]];
        default:
            s.hotplug.reset();
            apply(s, e);
            told(s, StepKind::event, off ? around(s.active, CpuId{0}) : cpu, number);
            return true;
    }
}

/// The event takes effect on the machine, and the counters follow it.
void Workload::apply(LiveState& s, const kernel::Event& e) const {
    const auto& areas = s.counters.areas();
    std::vector<bool> was(areas.size());
    const auto there = [&](const kernel::Area& a) { return a.zone ? s.machine.zone(*a.zone).populated() : s.machine.node_online(a.node); };
    for (std::size_t a = 0; a < areas.size(); ++a) was[a] = there(areas[a]);

    s.machine.apply(e);
    for (kernel::Machine& m : s.reference) m.apply(e);

    const CpuId by = around(s.active, CpuId{0});
    // Pages that come are freed to the zone by the CPU that brings them; pages that go are taken from it.
    const auto move = [&](ZoneIndex zone, std::int64_t pages) {
        const auto a = s.counters.area_of(zone);
        if (!a) return;
        if (pages < 0) {
            s.counters.fold_area(*a, by);
            const std::int64_t free = std::min(-pages, s.counters.truth({*a, kModItem}).value);
            s.taken[*a].blocks[0] = std::max<std::int64_t>(0, s.taken[*a].blocks[0] + pages + free);
            pages = -free;
        }
        s.counters.mod(by, {*a, kModItem}, pages);
    };
    if (const auto* off = std::get_if<kernel::MemoryOffline>(&e)) move(off->zone, -off->amount.value);
    if (const auto* on = std::get_if<kernel::MemoryOnline>(&e)) move(on->zone, on->amount.value);
    for (std::uint32_t a = 0; a < areas.size(); ++a) {
        if (was[a] == there(areas[a])) continue;
        s.counters.fold_area(a, by);
        if (was[a]) {  // nothing of it is left
            for (std::uint8_t i = 0; i < kernel::kItems; ++i) s.counters.mod(by, {a, i}, -s.counters.truth({a, i}).value);
            s.counters.fold_area(a, by);
            s.taken[a] = {};
            if (s.burst.area == a) s.burst.left = 0;
        }
    }
    take_thresholds(s);
}

/// The vmstat work of the next CPU whose second has come. vmstat_update() folds and goes on only while it finds
/// something; vmstat_shepherd() starts it again where there are diffs, and passes isolated CPUs by. The work
/// of an idle CPU waits until the CPU wakes.
bool Workload::due_fold(LiveState& s) const {
    const std::int64_t cpus = s.machine.topology().cpus.value;
    while (s.fold_credit >= second_) {
        s.fold_credit -= second_;
        const CpuId cpu{s.fold_cursor};
        s.fold_cursor = (s.fold_cursor + 1) % static_cast<std::uint32_t>(cpus);
        if (!s.refreshed || s.counters.state(cpu) != kernel::CpuState::online) continue;
        if (s.armed.contains(cpu) && s.active.contains(cpu)) {
            if (s.counters.fold(cpu)) {
                told(s, StepKind::fold, cpu);
                return true;
            }
            s.armed.erase(cpu);
        } else if (!s.isolated.contains(cpu) && s.counters.has_diffs(cpu)) {
            s.armed.insert(cpu);
        }
    }
    return false;
}

/// Between two bursts a CPU may go idle or wake. quiet_vmstat() folds one that goes idle only while its work
/// is pending: what an isolated CPU, or one the shepherd has not yet seen, has counted stays untold.
bool Workload::idle_or_wake(LiveState& s) const {
    if (s.idle_settled) {
        s.idle_settled = false;
        return false;
    }
    const std::uint32_t rate = options_.kind == WorkloadKind::isolated ? 3 : 10;
    const bool idles = options_.kind == WorkloadKind::mixed || options_.kind == WorkloadKind::isolated || options_.kind == WorkloadKind::boot;
    if (!idles || !s.random.one_in(rate)) return false;
    const auto any = CpuId{s.random.below(static_cast<std::uint32_t>(s.machine.topology().cpus.value))};
    const bool sleeps = s.random.one_in(2);
    if (sleeps && s.active.count() > CpuCount{1}) {
        const CpuId cpu = around(s.active, any);
        s.active.erase(cpu);
        s.idle.insert(cpu);
        if (s.armed.contains(cpu)) s.counters.fold(cpu);
        s.idle_settled = true;
        told(s, StepKind::idle, cpu);
        return true;
    }
    if (!sleeps && s.idle.count() > CpuCount{}) {
        const CpuId cpu = around(s.idle, any);
        s.idle.erase(cpu);
        s.active.insert(cpu);
        s.idle_settled = true;
        told(s, StepKind::wake, cpu);
        return true;
    }
    return false;
}

void Workload::begin_burst(LiveState& s) const {
    using Pattern = LiveState::Pattern;
    const auto& areas = s.counters.areas();
    const auto cpus = static_cast<std::uint32_t>(s.machine.topology().cpus.value);
    LiveState::Burst& b = s.burst;
    b = {};
    b.left = 8 + s.random.below(120);
    b.up = s.random.one_in(2);
    b.area = areas.empty() ? 0 : s.random.below(static_cast<std::uint32_t>(areas.size()));
    // While a CPU comes up, it is the one to watch.
    const auto pick = [&] { return around(s.active, CpuId{s.random.below(cpus)}); };
    b.a = pick();
    b.b = pick();
    if (options_.kind == WorkloadKind::isolated && !s.random.one_in(4)) b.a = around(s.isolated, b.a);
    if (!s.active.contains(b.a)) b.a = around(s.active, b.a);
    if (b.b == b.a) b.b = around(s.active, after(b.a));
    if (s.hotplug && s.hotplug->stage > 0) {
        b.left = kStageGap;
        if (const auto* on = std::get_if<kernel::CpuOnline>(&script_[s.hotplug->event - 1])) b.a = on->cpu;
    }

    const std::uint32_t dice = s.random.below(8);
    const auto mixed = dice < 3 ? WorkloadKind::bursts : dice < 5 ? WorkloadKind::handover : WorkloadKind::march;
    const bool any = options_.kind == WorkloadKind::mixed || options_.kind == WorkloadKind::isolated || options_.kind == WorkloadKind::boot;
    const WorkloadKind kind = any ? mixed : options_.kind;
    if (areas.empty()) return;
    const kernel::Area& area = areas[b.area];
    const bool there = area.zone ? s.machine.zone(*area.zone).populated() : s.machine.node_online(area.node);
    if (!there) b.left = std::min<std::int64_t>(b.left, 1);  // nothing can be counted there
    if (kind == WorkloadKind::march) {
        // Each online CPU in turn, often enough for all of them to reach their threshold.
        b.pattern = Pattern::march;
        b.left = std::max<std::int64_t>(b.left, std::min<std::int64_t>(4000, s.active.count().value * (16 + s.random.below(112))));
        if (s.hotplug && s.hotplug->stage > 0) b.left = kStageGap;
        return;
    }
    if (!area.zone) {
        b.pattern = s.random.one_in(2) ? Pattern::file : Pattern::count;
        return;
    }
    if (s.random.one_in(5)) {
        b.pattern = Pattern::count;
        return;
    }
    const std::uint32_t size = s.random.below(50);
    b.order = size < 34 ? 0 : size < 43 ? 1 + static_cast<int>(s.random.below(3)) : size < 49 ? 4 + static_cast<int>(s.random.below(5)) : 9;
    if (b.order > kernel::kListOrderMax) b.left = std::min<std::int64_t>(b.left, 16);
    if (kind == WorkloadKind::handover) {
        b.pattern = Pattern::handover;
        return;
    }
    // Reclaim as the kernel would see the need for it: by the counter it reads.
    const Pages seen = s.counters.plain({b.area, kModItem});
    const kernel::Watermarks w = s.machine.zone(*area.zone).with_boost();
    const std::uint32_t tilt = s.random.below(4);
    const bool takes = seen < w.low ? tilt == 0 : seen > w.high + w.high ? tilt > 0 : tilt > 1;
    b.pattern = takes ? Pattern::allocate : Pattern::free;
}

/// One block, if the counter the kernel reads is above min and there is one.
bool Workload::take_block(LiveState& s, CpuId cpu, std::uint32_t area, int order) const {
    const Pages min = s.machine.zone(*s.counters.areas()[area].zone).with_boost().min;
    if (s.counters.plain({area, kModItem}) <= min || !s.counters.allocate(cpu, area, order)) return false;
    ++s.taken[area].blocks[static_cast<std::size_t>(order)];
    return true;
}

bool Workload::give_block(LiveState& s, CpuId cpu, std::uint32_t area, int order) const {
    std::int64_t& there = s.taken[area].blocks[static_cast<std::size_t>(order)];
    if (there == 0) return false;
    --there;
    s.counters.free(cpu, area, order);
    return true;
}

/// inc or dec; a counter of things never goes below none.
void Workload::count_one(LiveState& s, CpuId cpu, std::uint32_t area, bool up) const {
    const CounterId c{area, kStepItem};
    if (up || s.counters.truth(c) == Pages{}) s.counters.inc(cpu, c);
    else s.counters.dec(cpu, c);
}

/// One operation of the current burst.
void Workload::operate(LiveState& s) const {
    using Pattern = LiveState::Pattern;
    LiveState::Burst& b = s.burst;
    --b.left;
    ++s.made;
    s.fold_credit += s.machine.topology().cpus.value;
    const auto& areas = s.counters.areas();
    if (areas.empty()) return told(s, StepKind::add, b.a);

    const kernel::Area& area = areas[b.area];
    const bool there = area.zone ? s.machine.zone(*area.zone).populated() : s.machine.node_online(area.node);
    if (!there) return told(s, StepKind::add, b.a);

    Step done;
    done.cpu = b.a;
    done.order = b.order;
    CounterId c{b.area, kModItem};
    if (b.pattern == Pattern::march || b.pattern == Pattern::count) c.item = kStepItem;
    const Pages truth = s.counters.truth(c), shared = s.counters.unclamped(c);
    const std::int64_t spills = s.counters.cost().spills;

    const auto block = [&](CpuId cpu, bool take) {
        // Where one way is barred, the other is taken: out of blocks to free, or at min.
        done.kind = take ? StepKind::allocate : StepKind::free;
        if (take ? take_block(s, cpu, b.area, b.order) : give_block(s, cpu, b.area, b.order)) return;
        done.kind = take ? StepKind::free : StepKind::allocate;
        if (take ? give_block(s, cpu, b.area, b.order) : take_block(s, cpu, b.area, b.order)) return;
        b.order = done.order = 0;
        b.pattern = Pattern::count;
    };
    switch (b.pattern) {
        case Pattern::allocate: block(b.a, true); break;
        case Pattern::free: block(b.a, false); break;
        case Pattern::handover: {
            const bool takes = b.left % 2 != 0;
            done.cpu = takes ? b.a : b.b;
            if (!s.active.contains(done.cpu)) done.cpu = b.a;
            block(done.cpu, takes);
            break;
        }
        case Pattern::march:
            done.kind = StepKind::count;
            count_one(s, b.a, b.area, b.up);
            b.a = around(s.active, after(b.a));
            break;
        case Pattern::count:
            done.kind = StepKind::count;
            count_one(s, b.a, b.area, b.up);
            break;
        case Pattern::file: {
            done.kind = StepKind::add;
            const std::int64_t pages = 1 + s.random.below(31);
            const bool down = !b.up && truth >= Pages{pages};
            s.counters.mod(b.a, c, down ? -pages : pages);
            break;
        }
    }
    done.counter = c;
    done.delta = (s.counters.truth(c) - truth).value;
    done.told = (s.counters.unclamped(c) - shared).value;
    done.spills = s.counters.cost().spills - spills;
    s.last = done;
    ++s.step;
}

namespace {

bool stops(const LiveState& s, WorkloadHead::Stride stride) {
    switch (stride) {
        case WorkloadHead::Stride::step: return true;
        case WorkloadHead::Stride::shared: return s.last.atomics > 0;
        case WorkloadHead::Stride::fold: return s.last.kind == StepKind::fold || s.last.kind == StepKind::dead_fold;
        case WorkloadHead::Stride::event: return is_event(s.last.kind);
    }
    return true;
}

}  // namespace

WorkloadHead::WorkloadHead(std::shared_ptr<const Workload> w) : workload_(std::move(w)), state_(workload_->at(0)) {}

bool WorkloadHead::forward(Stride stride) {
    if (state_.step >= workload_->steps()) return false;
    while (workload_->advance(state_) && !stops(state_, stride)) {}
    return true;
}

bool WorkloadHead::back(Stride stride) {
    if (state_.step == 0) return false;
    if (stride == Stride::step) {
        seek(state_.step - 1);
        return true;
    }
    // The last stop before here: looked for in ever earlier stretches.
    constexpr std::int64_t stretch = 1024;
    for (std::int64_t end = state_.step - 1; end > 0;) {
        const std::int64_t start = std::max<std::int64_t>(0, end - stretch);
        std::int64_t found = 0;
        workload_->walk(start, end, [&](const LiveState& s) {
            if (stops(s, stride)) found = s.step;
        });
        if (found > 0) {
            seek(found);
            return true;
        }
        end = start;
    }
    seek(0);
    return true;
}

}  // namespace driftmark::ledger
