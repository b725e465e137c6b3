// A workload is what its options say, step by step, forwards and back; and the promises tell faults apart.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <chrono>

#include "kernel/threshold.hpp"
#include "ledger/workload.hpp"
#include "support/property.hpp"
#include "support/random_machine.hpp"

using namespace driftmark;
using namespace driftmark::kernel;
using namespace driftmark::ledger;

namespace {

struct Built {
    std::shared_ptr<Topology> topology = std::make_shared<Topology>();
    BootSettings boot;
    std::vector<Event> script;

    explicit Built(int cpus, int nodes = 1) {
        topology->cpus = CpuCount{cpus};
        topology->nodes = NodeCount{nodes};
        for (int c = 0; c < cpus; ++c) topology->cpu_node.push_back(NodeId{static_cast<std::uint32_t>(c * nodes / cpus)});
        boot.online = CpuSet(topology->cpus);
        for (int c = 0; c < cpus; ++c) boot.online.insert(CpuId{static_cast<std::uint32_t>(c)});
        boot.thp = Thp::never;
    }
    Built& zone(std::uint32_t node, ZoneType type, std::int64_t managed) {
        ZoneSpec z;
        z.node = NodeId{node};
        z.type = type;
        z.managed = z.present = Pages{managed};
        topology->zones.push_back(z);
        return *this;
    }
    Built& sweep() {
        const auto cpus = static_cast<std::uint32_t>(topology->cpus.value);
        for (std::uint32_t c = cpus; c-- > 1;) script.push_back(CpuOffline{CpuId{c}});
        for (std::uint32_t c = 1; c < cpus; ++c) script.push_back(CpuOnline{CpuId{c}});
        return *this;
    }
    Workload workload(WorkloadOptions o = {}) const { return Workload(topology, boot, script, o); }
};

/// What of a state can be seen.
bool alike(const LiveState& a, const LiveState& b) {
    if (a.step != b.step || a.last.kind != b.last.kind || a.last.cpu != b.last.cpu || a.last.delta != b.last.delta) return false;
    if (!(a.counters.cost() == b.counters.cost()) || !(a.machine.online() == b.machine.online())) return false;
    if (!(a.idle == b.idle)) return false;
    for (std::uint32_t area = 0; area < a.counters.areas().size(); ++area)
        for (std::uint8_t i = 0; i < kItems; ++i) {
            const CounterId c{area, i};
            if (a.counters.truth(c) != b.counters.truth(c) || a.counters.unclamped(c) != b.counters.unclamped(c)) return false;
            for (std::uint32_t cpu = 0; cpu < static_cast<std::uint32_t>(a.machine.topology().cpus.value); ++cpu)
                if (a.counters.diff(CpuId{cpu}, c) != b.counters.diff(CpuId{cpu}, c)) return false;
        }
    return true;
}

WorkloadOptions random_options(std::int64_t most) {
    WorkloadOptions o;
    o.kind = *rc::gen::elementOf(std::vector<WorkloadKind>(kWorkloadKinds.begin(), kWorkloadKinds.end()));
    o.seed = *rc::gen::arbitrary<std::uint64_t>();
    o.updates = *rc::gen::inRange<std::int64_t>(1, most);
    o.variant = *rc::gen::element(Variant::rewrite, Variant::skip_unchanged);
    o.zones = *rc::gen::inRange<std::size_t>(1, 8);
    return o;
}

Faults only(bool Faults::*flag) {
    Faults f;
    f.*flag = true;
    return f;
}

/// A machine and a script in which each fault shows: marks set while watermarks are 0, zones after the first,
/// thresholds that rise and fall, and one zone whose drift equals what is tolerated.
Built telling() {
    Built b(16, 2);
    b.boot.refresh = BootRefresh::per_cpu_late;
    b.zone(0, ZoneType::DMA32, 700'000).zone(0, ZoneType::Normal, 4'000'000).zone(1, ZoneType::Normal, 4'000'000);
    ZoneSpec& equal = b.topology->zones[0];
    const Pages drift = max_drift(CpuCount{16}, normal_threshold(CpuCount{16}, equal.managed, PageSize::k4K));
    equal.given_watermarks = Watermarks{Pages{5000}, Pages{5000} + drift, Pages{5000} + drift * 2};
    return b.sweep();
}

}  // namespace

TEST_CASE("the generator is SplitMix64, on every platform") {
    Random r(1234567);
    CHECK(r.next() == 6457827717110365317u);
    CHECK(r.next() == 3203168211198807973u);
    CHECK(r.next() == 9817491932198370423u);
    Random small(7);
    for (int i = 0; i < 1000; ++i) CHECK(small.below(3) < 3);
}

TEST_CASE("random workloads on random machines with hotplug and kswapd: all promises hold") {
    support::check("promises", 250, [] {
        const auto [topology, boot] = support::random_machine(10, 3);
        const Workload w(topology, boot, support::random_script(*topology, 25), random_options(3000));
        for (const Promise p : kPromises) {
            if (const auto& breach = w.promises().first(p)) {
                RC_FAIL(std::string(promise_key(p)) + " at step " + std::to_string(breach->step) + ": promised " +
                        std::to_string(breach->promised) + ", found " + std::to_string(breach->found));
            }
        }
        for (const Worst& worst : w.worst()) {
            RC_ASSERT(std::abs(worst.error.value) <= worst.bound.value);
            if (worst.settled) RC_ASSERT(std::abs(worst.error.value) <= worst.simple_bound.value);
        }
        const LiveState end = w.at(w.steps());
        RC_ASSERT(end.counters.globals_add_up());
        RC_ASSERT(end.counters.cost() == w.cost());
        for (const auto& area : end.counters.areas())
            if (area.zone) RC_ASSERT(end.counters.truth({*end.counters.area_of(*area.zone), kModItem}) >= Pages{});
    });
}

TEST_CASE("n steps forward and n back lead where one was, by every stride from its stops, and seeking finds the same") {
    support::check("there and back", 60, [] {
        const auto [topology, boot] = support::random_machine(6, 2);
        const auto w = std::make_shared<const Workload>(topology, boot, support::random_script(*topology, 8), random_options(2500));
        WorkloadHead head(w);
        const auto stride = *rc::gen::element(WorkloadHead::Stride::step, WorkloadHead::Stride::shared, WorkloadHead::Stride::fold,
                                              WorkloadHead::Stride::event);
        if (stride == WorkloadHead::Stride::step) head.seek(*rc::gen::inRange<std::int64_t>(0, w->steps() + 1));
        std::vector<LiveState> been{head.state()};
        const std::size_t n = *rc::gen::inRange<std::size_t>(0, 40);
        while (been.size() <= n && head.forward(stride)) been.push_back(head.state());
        while (been.size() > 1) {
            RC_ASSERT(alike(head.state(), been.back()));
            RC_ASSERT(alike(w->at(head.state().step), been.back()));
            been.pop_back();
            RC_ASSERT(head.back(stride));
        }
        RC_ASSERT(alike(head.state(), been.front()));
    });
}

TEST_CASE("the same options give the same workload, another seed another") {
    const Built b = Built(8).zone(0, ZoneType::DMA32, 700'000).zone(0, ZoneType::Normal, 2'000'000).sweep();
    const Workload one = b.workload({.updates = 5000}), again = b.workload({.updates = 5000});
    CHECK(one.steps() == again.steps());
    CHECK(alike(one.at(one.steps()), again.at(again.steps())));
    CHECK_FALSE(one.cost() == b.workload({.seed = 2, .updates = 5000}).cost());
}

TEST_CASE("every step of 100,000 is found well below a frame, on 480 CPUs as well") {
    for (const int cpus : {8, 480}) {
        Built b(cpus, 2);
        b.zone(0, ZoneType::DMA32, 700'000).zone(0, ZoneType::Normal, 90'000'000).zone(1, ZoneType::Normal, 90'000'000).sweep();
        const Workload w = b.workload({.updates = 100'000});
        CHECK(w.steps() >= 100'000);
        LiveState s = w.at(0);
        Random r(3);
        using Clock = std::chrono::steady_clock;
        Clock::duration best = std::chrono::hours(1), sum{};
        for (int i = 0; i < 40; ++i) {
            const auto start = Clock::now();
            w.seek(s, r.below(static_cast<std::uint32_t>(w.steps())));
            const auto took = Clock::now() - start;
            best = std::min(best, took);
            sum += took;
        }
        MESSAGE(cpus << " CPUs: a seek takes " << std::chrono::duration_cast<std::chrono::microseconds>(sum / 40).count() << " us on average");
        CHECK(sum / 40 < std::chrono::milliseconds(8));
    }
}

TEST_CASE("the march reaches the bound: every CPU holds back all it may") {
    Built b(4);
    b.zone(0, ZoneType::Normal, 2'000'000);
    bool reached = false;
    for (std::uint64_t seed = 1; seed < 20 && !reached; ++seed) {
        const Workload w = b.workload({.kind = WorkloadKind::march, .seed = seed, .updates = 3000});
        for (const Worst& worst : w.worst()) reached |= std::abs(worst.error.value) == worst.bound.value && worst.settled && worst.bound > Pages{};
    }
    CHECK(reached);
}

TEST_CASE("before the first refresh every update goes to the shared counters") {
    const Built b = Built(8).zone(0, ZoneType::Normal, 2'000'000);
    const Workload w = b.workload({.kind = WorkloadKind::boot, .updates = 4000});
    REQUIRE(!w.event_steps().empty());
    const LiveState before = w.at(w.event_steps().front() - 1);
    CHECK(before.counters.cost().updates > 0);
    CHECK(before.counters.cost().spills == before.counters.cost().updates);
    CHECK(before.counters.cost().at_zero == before.counters.cost().updates);
    CHECK(w.at(w.event_steps().front()).last.kind == StepKind::first_refresh);
    CHECK(w.cost().spills < w.cost().updates);
    CHECK(w.promises().broken() == PromiseSet{});
}

TEST_CASE("the windows of a CPU's going are steps of their own, and counting goes on in them") {
    Built b(4);
    b.zone(0, ZoneType::Normal, 2'000'000);
    b.script = {CpuOffline{CpuId{3}}, CpuOnline{CpuId{3}}};
    std::vector<StepKind> stages;
    const Workload w = b.workload({.updates = 3000});
    std::vector<std::int64_t> at = w.event_steps();
    for (const std::int64_t step : at) stages.push_back(w.at(step).last.kind);
    CHECK(stages == std::vector{StepKind::cpu_leaves, StepKind::dead_fold, StepKind::nodes_zeroed, StepKind::event, StepKind::cpu_enters,
                                StepKind::nodes_zeroed, StepKind::event});
    for (std::size_t i = 1; i < at.size(); ++i) CHECK(at[i] > at[i - 1] + 1);
    CHECK(w.at(at[0]).counters.state(CpuId{3}) == CpuState::dying);
    CHECK(w.at(at[1]).counters.state(CpuId{3}) == CpuState::gone);
    const Workload patched = b.workload({.updates = 3000, .variant = Variant::skip_unchanged});
    CHECK(patched.event_steps().size() == 5);  // no first pass
}

TEST_CASE("an isolated CPU keeps what it has counted; the others tell it within their second") {
    Built b(8);
    b.zone(0, ZoneType::Normal, 2'000'000);
    const Workload w = b.workload({.kind = WorkloadKind::isolated, .updates = 20'000});
    std::int64_t folds_of_isolated = 0, folds = 0;
    w.walk(0, w.steps(), [&](const LiveState& s) {
        if (s.last.kind != StepKind::fold) return;
        ++folds;
        folds_of_isolated += s.isolated.contains(s.last.cpu);
    });
    CHECK(folds > 20);
    CHECK(folds_of_isolated == 0);
    CHECK(w.at(0).isolated.count() == CpuCount{2});
}

TEST_CASE("each fault breaks exactly the promises it names") {
    const Built sound = telling();
    CHECK(sound.workload({.updates = 20'000}).promises().broken() == PromiseSet{});
    for (const NamedFault& fault : named_faults()) {
        INFO(std::string(fault.key));
        Built b = telling();
        b.boot.faults = only(fault.flag);
        const Workload w = b.workload({.updates = 20'000});
        CHECK(fault.broken[fault.breaks]);
        for (const Promise p : kPromises) {
            INFO(std::string(promise_key(p)));
            CHECK(w.promises().broken()[p] == fault.broken[p]);
            const auto& breach = w.promises().first(p);
            REQUIRE(breach.has_value() == fault.broken[p]);
            if (breach) CHECK(breach->node.has_value());  // and says where
        }
        CHECK(broken_by(b.boot.faults) == fault.broken);
    }
}

TEST_CASE("on random machines a fault never breaks a promise it does not name") {
    support::check("faults", 200, [] {
        auto [topology, boot] = support::random_machine(10, 3);
        const auto fault = named_faults()[*rc::gen::inRange<std::size_t>(0, named_faults().size())];
        boot.faults = only(fault.flag);
        const Workload w(topology, boot, support::random_script(*topology, 25), random_options(2000));
        for (const Promise p : kPromises)
            if (!fault.broken[p]) {
                if (const auto& breach = w.promises().first(p))
                    RC_FAIL(std::string(fault.key) + " broke " + std::string(promise_key(p)) + " at step " + std::to_string(breach->step));
            }
    });
}

TEST_CASE("no fault is on unless asked for") {
    CHECK(BootSettings{}.faults == Faults{});
    CHECK(broken_by({}) == PromiseSet{});
    CHECK(find_fault("mark_cleared") != nullptr);
    CHECK(find_fault("none") == nullptr);
}
