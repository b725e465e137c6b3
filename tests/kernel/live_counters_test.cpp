// Counters of single CPUs, against sums walked here.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "kernel/live_counters.hpp"
#include "support/property.hpp"
#include "support/random_machine.hpp"

using namespace driftmark;
using namespace driftmark::kernel;

namespace {

Topology two_zones(int cpus) {
    Topology t;
    t.cpus = CpuCount{cpus};
    t.cpu_node.assign(static_cast<std::size_t>(cpus), NodeId{0});
    for (const auto& [type, managed] : {std::pair{ZoneType::DMA32, 700'000}, std::pair{ZoneType::Normal, 3'000'000}}) {
        ZoneSpec z;
        z.type = type;
        z.managed = z.present = Pages{managed};
        t.zones.push_back(z);
    }
    return t;
}

struct Running {
    std::shared_ptr<const Topology> topology;
    Machine machine;
    LiveCounters counters;

    explicit Running(int cpus, WatermarkRule rule = WatermarkRule::k7_3)
        : topology(std::make_shared<Topology>(two_zones(cpus))),
          machine(topology, boot(cpus, rule)),
          counters(*topology, machine.online(), LiveCounters::watch(machine, 8), rule) {
        counters.take_thresholds(machine, machine);
    }
    static BootSettings boot(int cpus, WatermarkRule rule) {
        BootSettings b;
        b.rule = rule;
        b.online = CpuSet(CpuCount{cpus});
        for (int c = 0; c < cpus; ++c) b.online.insert(CpuId{static_cast<std::uint32_t>(c)});
        return b;
    }
    void apply(const Event& e) {
        machine.apply(e);
        counters.take_thresholds(machine, machine);
    }
};

constexpr std::uint32_t kNode = 0, kDma32 = 1;
constexpr CounterId kFree{kDma32, kModItem}, kZs{kDma32, kStepItem}, kFile{kNode, kModItem};

}  // namespace

TEST_CASE("a node comes before its zones, and an item has the kernel's name") {
    const Running r(4);
    REQUIRE(r.counters.areas().size() == 3);
    CHECK(!r.counters.areas()[kNode].zone);
    CHECK(item_name(r.counters.areas()[kDma32], kModItem) == "NR_FREE_PAGES");
    CHECK(item_name(r.counters.areas()[kNode], kStepItem) == "NR_WRITEBACK_TEMP");
    CHECK(r.counters.area_of(ZoneIndex{1}) == 2u);
    CHECK(r.counters.area_of(NodeId{0}) == kNode);
}

TEST_CASE("a spill takes two atomics; before the first refresh every update does") {
    Running r(4);
    LiveCounters early(*r.topology, r.machine.online(), LiveCounters::watch(r.machine, 8), WatermarkRule::k7_3);
    for (int i = 0; i < 10; ++i) early.inc(CpuId{1}, kZs);
    CHECK(early.cost().spills == 10);
    CHECK(early.cost().atomics() == 20);
    CHECK(early.cost().at_zero == 10);
    CHECK(early.error(kZs) == Pages{0});
    CHECK(early.cost().needless == 0);  // a threshold of 0 is what is due then

    const int t = r.counters.held(CpuId{1}, kDma32);
    REQUIRE(t > 1);
    for (int i = 0; i < t; ++i) CHECK(r.counters.inc(CpuId{1}, kZs) == 0);
    CHECK(r.counters.cost().atomics() == 0);
    CHECK(r.counters.plain(kZs) == Pages{0});
    CHECK(r.counters.snapshot(kZs) == Pages{t});
    CHECK(r.counters.truth(kZs) == Pages{t});
    CHECK(r.counters.inc(CpuId{1}, kZs) == t + 1 + t / 2);
    CHECK(r.counters.cost().atomics() == 2);
    CHECK(r.counters.plain(kZs) > r.counters.truth(kZs));  // overstepped
    CHECK(r.counters.global(true, kStepItem) == r.counters.unclamped(kZs));
}

TEST_CASE("reads are clamped at 0") {
    Running r(2);
    r.counters.inc(CpuId{0}, kZs);
    const int t = r.counters.held(CpuId{1}, kDma32);
    for (int i = 0; i <= t; ++i) r.counters.dec(CpuId{1}, kZs);
    CHECK(r.counters.unclamped(kZs) < Pages{0});
    CHECK(r.counters.plain(kZs) == Pages{0});
    CHECK(r.counters.snapshot(kZs) == Pages{0});
}

TEST_CASE("a fold: one atomic for each diff, and one for each global that changes") {
    Running r(4);
    r.counters.inc(CpuId{2}, kZs);
    r.counters.mod(CpuId{2}, kFree, 3);
    r.counters.mod(CpuId{2}, {2, kModItem}, -3);  // cancels in the global
    r.counters.mod(CpuId{2}, kFile, 5);
    CHECK(r.counters.fold(CpuId{2}));
    CHECK(r.counters.cost().fold_atomics == 4 + 2);
    CHECK(r.counters.error(kZs) == Pages{0});
    CHECK(r.counters.unclamped(kFile) == Pages{5});
    CHECK_FALSE(r.counters.fold(CpuId{2}));
    CHECK(r.counters.cost().folds == 1);
    CHECK(r.counters.globals_add_up());
}

TEST_CASE("after a threshold was lowered CPUs x threshold is no bound, the exact one is, until every CPU folds") {
    Running r(16);
    const int before = r.counters.held(CpuId{3}, kDma32);
    for (std::uint32_t c = 0; c < 16; ++c)
        for (int i = 0; i < before; ++i) r.counters.dec(CpuId{c}, kZs);
    CHECK(r.counters.error(kZs) == Pages{16 * before});
    CHECK(r.counters.settled(kDma32));
    for (std::uint32_t c = 15; c >= 4; --c) {
        r.counters.leave(CpuId{c});
        r.counters.fold_dead(CpuId{c}, CpuId{0}, {});
        r.apply(CpuOffline{CpuId{c}});
    }
    const int now = r.counters.held(CpuId{3}, kDma32);
    REQUIRE(now < before);
    CHECK_FALSE(r.counters.settled(kDma32));
    CHECK(r.counters.error(kZs) == Pages{4 * before});
    CHECK(r.counters.error(kZs) > r.counters.simple_bound(kDma32));
    CHECK(r.counters.exact_bound(kDma32) == Pages{4 * before});
    for (std::uint32_t c = 0; c < 4; ++c) r.counters.fold(CpuId{c});
    CHECK(r.counters.settled(kDma32));
    CHECK(r.counters.exact_bound(kDma32) == Pages{4 * now});
}

TEST_CASE("a dying CPU: the snapshot misses it until CPUHP_PAGE_ALLOC, and its death loses nothing") {
    Running r(4);
    for (int i = 0; i < 5; ++i) r.counters.inc(CpuId{3}, kZs);
    CHECK(r.counters.snapshot(kZs) == Pages{5});
    r.counters.leave(CpuId{3});
    CHECK(r.counters.state(CpuId{3}) == CpuState::dying);
    CHECK(r.counters.snapshot(kZs) == Pages{0});  // the window
    CHECK(r.counters.truth(kZs) == Pages{5});
    CHECK(r.counters.conserved(kZs));
    CHECK(r.counters.exact_bound(kDma32) == Pages{4 * r.counters.held(CpuId{0}, kDma32)});
    r.counters.fold_dead(CpuId{3}, CpuId{0}, {});
    CHECK(r.counters.plain(kZs) == Pages{5});
    CHECK(r.counters.exact_bound(kDma32) == Pages{3 * r.counters.held(CpuId{0}, kDma32)});
}

TEST_CASE("a CPU comes up on the threshold it left with") {
    Running r(4);
    const int before = r.counters.held(CpuId{3}, kDma32);
    r.counters.leave(CpuId{3});
    r.counters.fold_dead(CpuId{3}, CpuId{0}, {});
    r.apply(CpuOffline{CpuId{3}});
    CHECK(r.counters.held(CpuId{0}, kDma32) < before);
    for (std::uint32_t c = 0; c < 3; ++c) r.counters.fold(CpuId{c});
    r.counters.enter(CpuId{3});
    CHECK(r.counters.held(CpuId{3}, kDma32) == before);
    CHECK(r.counters.exact_bound(kDma32) == Pages{3 * r.counters.held(CpuId{0}, kDma32) + before});
    r.apply(CpuOnline{CpuId{3}});
    CHECK(r.counters.settled(kDma32));
}

TEST_CASE("inside the kernel's refresh node thresholds read 0: node updates spill, zone updates do not") {
    Running r(4);
    r.counters.zero_node_thresholds();
    CHECK(r.counters.mod(CpuId{1}, kFile, 1) == 1);
    CHECK(r.counters.mod(CpuId{1}, kFree, 1) == 0);
    r.counters.take_thresholds(r.machine, r.machine);
    CHECK(r.counters.held(CpuId{1}, kNode) > 0);
    CHECK(r.counters.mod(CpuId{1}, kFile, 1) == 0);
    CHECK(r.counters.cost().needless == 0);
}

TEST_CASE("pages on per-CPU lists are not free, and the counter moves by refills and drains") {
    Running r(4);
    r.counters.start_at(kFree, Pages{10'000});
    r.counters.set_list_sizes(kDma32, {63, 252});
    CHECK(r.counters.allocate(CpuId{1}, kDma32, 0));
    CHECK(r.counters.cost().refills == 1);
    CHECK(r.counters.truth(kFree) == Pages{10'000 - 63});  // one is used, 62 are on the list, none of them is free
    CHECK(r.counters.lists(CpuId{1}, kDma32).pages() == 62);
    CHECK(r.counters.cost().updates == 63);  // block by block
    for (int i = 0; i < 62; ++i) CHECK(r.counters.allocate(CpuId{1}, kDma32, 0));
    CHECK(r.counters.cost().refills == 1);
    CHECK(r.counters.cost().from_lists == 62);
    for (int i = 0; i < 251; ++i) r.counters.free(CpuId{2}, kDma32, 0);
    CHECK(r.counters.truth(kFree) == Pages{10'000 - 63});  // freed elsewhere, and still not free
    r.counters.free(CpuId{2}, kDma32, 0);
    CHECK(r.counters.cost().drains == 1);
    CHECK(r.counters.truth(kFree) == Pages{10'000});
    const auto spills = r.counters.cost().spills;
    CHECK(r.counters.allocate(CpuId{0}, kDma32, 9));  // a step larger than any threshold
    CHECK(r.counters.cost().spills == spills + 1);
    CHECK_FALSE(r.counters.allocate(CpuId{0}, 2, 9));  // a zone with nothing free

    Running old(4, WatermarkRule::k6_1);
    old.counters.start_at(kFree, Pages{10'000});
    old.counters.set_list_sizes(kDma32, {63, 252});
    old.counters.allocate(CpuId{1}, kDma32, 0);
    CHECK(old.counters.cost().updates == 1);  // 6.1 tells the counter once for a refill
    CHECK(old.counters.truth(kFree) == Pages{10'000 - 63});
}

TEST_CASE("list sizes are the kernel's") {
    CHECK(list_sizes(Pages{3'000'000}, Pages{10'000}, CpuCount{4}, PageSize::k4K) == ListSizes{63, 2500});
    CHECK(list_sizes(Pages{3840}, Pages{80}, CpuCount{4}, PageSize::k4K) == ListSizes{1, 20});
    CHECK(list_sizes(Pages{3'000'000}, Pages{100}, CpuCount{64}, PageSize::k4K) == ListSizes{63, 252});
    CHECK(list_sizes(Pages{3'000'000}, Pages{100}, CpuCount{64}, PageSize::k64K).batch == 3);
}

TEST_CASE("whatever is counted anywhere: nothing is lost, the exact bound holds, and the sums are what a walk gives") {
    support::check("walk", 400, [] {
        const auto [topology, boot] = support::random_machine(7, 3);
        Machine machine(topology, boot);
        LiveCounters c(*topology, machine.online(), LiveCounters::watch(machine, 6), boot.rule);
        const auto& areas = c.areas();
        if (areas.empty()) return;
        const auto script = support::random_script(*topology, 30);
        std::vector<std::array<std::int64_t, kItems>> truth(areas.size());
        const auto cpus = static_cast<std::uint32_t>(topology->cpus.value);
        const auto walk = [&] {
            RC_ASSERT(c.globals_add_up());
            for (std::uint32_t a = 0; a < areas.size(); ++a) {
                std::int64_t bound = 0, simple = 0;
                for (std::uint32_t cpu = 0; cpu < cpus; ++cpu) {
                    const auto state = c.state(CpuId{cpu});
                    if (state == CpuState::online || state == CpuState::dying) bound += c.largest(CpuId{cpu}, a);
                    if (state == CpuState::online) simple += c.held(CpuId{cpu}, a);
                    RC_ASSERT(c.held(CpuId{cpu}, a) <= c.largest(CpuId{cpu}, a));
                }
                RC_ASSERT(c.exact_bound(a).value == bound);
                RC_ASSERT(c.simple_bound(a).value == simple);
                for (std::uint8_t i = 0; i < kItems; ++i) {
                    const CounterId id{a, i};
                    std::int64_t online = 0, all = 0;
                    for (std::uint32_t cpu = 0; cpu < cpus; ++cpu) {
                        const std::int64_t d = c.diff(CpuId{cpu}, id);
                        all += d;
                        if (c.state(CpuId{cpu}) == CpuState::online) online += d;
                        if (c.state(CpuId{cpu}) == CpuState::gone) RC_ASSERT(d == 0);
                        RC_ASSERT(std::abs(d) <= c.largest(CpuId{cpu}, a));
                    }
                    RC_ASSERT(c.truth(id).value == truth[a][i]);
                    RC_ASSERT(c.unclamped(id).value + all == truth[a][i]);
                    RC_ASSERT(c.conserved(id));
                    RC_ASSERT(c.snapshot(id).value == std::max<std::int64_t>(0, c.unclamped(id).value + online));
                    RC_ASSERT(std::abs(c.error(id).value) <= bound);
                    if (c.settled(a)) RC_ASSERT(std::abs(c.error(id).value) <= simple);
                }
            }
            RC_ASSERT(c.cost().needless == 0);
        };
        const auto work = [&](int most) {
            const int n = *rc::gen::inRange(0, most);
            for (int k = 0; k < n; ++k) {
                const CpuId cpu{*rc::gen::inRange<std::uint32_t>(0, cpus)};
                if (c.state(cpu) != CpuState::online) continue;
                const std::uint32_t a = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(areas.size()));
                const int kind = *rc::gen::inRange(0, 4);
                const int times = *rc::gen::inRange(1, 200);
                for (int j = 0; j < times; ++j) {
                    if (kind == 0) {
                        const std::int64_t delta = *rc::gen::inRange<std::int64_t>(-600, 600);
                        c.mod(cpu, {a, kModItem}, delta);
                        truth[a][kModItem] += delta;
                        break;
                    }
                    if (kind == 3) { c.fold(cpu); break; }
                    if (kind == 1) c.inc(cpu, {a, kStepItem});
                    else c.dec(cpu, {a, kStepItem});
                    truth[a][kStepItem] += kind == 1 ? 1 : -1;
                }
            }
            walk();
        };
        work(10);  // before the first refresh
        c.take_thresholds(machine, machine);
        work(20);
        for (const Event& e : script) {
            if (Machine(machine).apply(e).refused != Refusal::none) continue;
            if (std::holds_alternative<MemoryOffline>(e) || std::holds_alternative<MemoryOnline>(e)) continue;  // the workload's business
            const CpuId by = *machine.online().next(CpuId{0});
            if (const auto* off = std::get_if<CpuOffline>(&e)) {
                c.leave(off->cpu);
                work(4);
                c.fold_dead(off->cpu, by == off->cpu ? *machine.online().next(CpuId{index_of(by) + 1}) : by, {});
                work(4);
            }
            if (const auto* on = std::get_if<CpuOnline>(&e)) {
                c.enter(on->cpu);
                work(4);
            }
            if (*rc::gen::inRange(0, 2)) c.zero_node_thresholds();
            work(4);
            machine.apply(e);
            c.take_thresholds(machine, machine);
            work(10);
        }
        for (std::uint32_t cpu = 0; cpu < cpus; ++cpu)
            if (c.state(CpuId{cpu}) == CpuState::online) c.fold(CpuId{cpu});
        walk();
        for (std::uint32_t a = 0; a < areas.size(); ++a) {
            RC_ASSERT(c.settled(a));
            for (std::uint8_t i = 0; i < kItems; ++i) RC_ASSERT(c.error({a, i}) == Pages{0});
        }
    });
}
