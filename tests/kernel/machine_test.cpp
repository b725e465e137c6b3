#include <doctest/doctest.h>

#include "kernel/machine.hpp"
#include "kernel/threshold.hpp"

using namespace driftmark;
using namespace driftmark::kernel;

namespace {

struct Built {
    std::shared_ptr<Topology> topology = std::make_shared<Topology>();
    BootSettings boot;

    Built(int cpus, int nodes) {
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
    Machine machine(RefreshObserver* o = nullptr) const { return Machine(topology, boot, o); }
};

struct Log final : RefreshObserver {
    std::vector<RefreshCause> causes;
    std::vector<CpuId> ran_on;
    void on_refresh(const Refresh& r) override {
        causes.push_back(r.cause);
        ran_on.push_back(r.runs_on);
    }
};

constexpr ZoneIndex kFirst{0};

}  // namespace

TEST_CASE("who refreshes at boot") {
    Built b(4, 1);
    b.zone(0, ZoneType::Normal, 500000);
    Log late, each, both;
    b.machine(&late);
    CHECK(late.causes == std::vector{RefreshCause::postcore, RefreshCause::late_init});
    b.boot.refresh = BootRefresh::per_cpu;
    b.machine(&each);
    CHECK(each.causes == std::vector{RefreshCause::bring_up, RefreshCause::bring_up, RefreshCause::bring_up, RefreshCause::postcore});
    CHECK(each.ran_on[0] == CpuId{1});  // the boot CPU makes none
    b.boot.refresh = BootRefresh::per_cpu_late;
    b.machine(&both);
    CHECK(both.causes.size() == 5);
}

TEST_CASE("refreshing per CPU at boot leaves a mark in every zone; the deferral does not") {
    Built b(4, 1);
    b.zone(0, ZoneType::Normal, 4000000);  // large: no mark needed once watermarks exist
    CHECK(b.machine().drift_mark(kFirst) == Pages{0});
    b.boot.refresh = BootRefresh::per_cpu;
    const Machine m = b.machine();
    // Watermarks were 0 then: the mark is online CPUs x threshold alone, and nothing clears it.
    CHECK(m.drift_mark(kFirst) == max_drift(CpuCount{4}, normal_threshold(CpuCount{4}, Pages{4000000}, PageSize::k4K)));
}

TEST_CASE("a CPU that leaves keeps its thresholds; the others follow the count") {
    Built b(4, 1);
    b.zone(0, ZoneType::Normal, 500000);
    Machine m = b.machine();
    CHECK(m.thresholds_of(CpuId{3}).zone[0] == 30);
    CHECK(m.apply(CpuOffline{CpuId{3}}).refused == Refusal::none);
    CHECK(m.thresholds_of(CpuId{3}).zone[0] == 30);  // stale
    CHECK(m.thresholds_of(CpuId{0}).zone[0] == 20);
    CHECK(m.apply(CpuOnline{CpuId{3}}).refused == Refusal::none);
    CHECK(m.thresholds_of(CpuId{0}).zone[0] == 30);
    CHECK(m.online_tags().size() == 1);
}

TEST_CASE("a mark outlives the CPUs that made it necessary") {
    Built b(64, 1);
    b.zone(0, ZoneType::DMA, 3840).zone(0, ZoneType::Normal, 500000);
    Machine m = b.machine();
    const Pages mark = m.drift_mark(ZoneIndex{1});
    CHECK(mark > Pages{0});
    for (std::uint32_t c = 63; c > 0; --c) m.apply(CpuOffline{CpuId{c}});
    CHECK_FALSE(needs_mark(m.online_count(), m.thresholds_of(CpuId{0}).zone[1], m.zone(ZoneIndex{1}).with_boost()));
    CHECK(m.drift_mark(ZoneIndex{1}) > Pages{0});
}

TEST_CASE("what the kernel refuses changes nothing") {
    Built b(2, 1);
    b.zone(0, ZoneType::Normal, 500000).zone(0, ZoneType::Device, 0);
    Machine m = b.machine();
    Log log;
    CHECK(m.apply(CpuOffline{CpuId{0}}, &log).refused == Refusal::boot_cpu);
    CHECK(m.apply(CpuOnline{CpuId{1}}, &log).refused == Refusal::already_so);
    CHECK(m.apply(SysctlWrite{Sysctl::watermark_scale_factor, 3001}, &log).refused == Refusal::bad_value);
    CHECK(m.apply(MemoryOffline{kFirst, to_pages(kMemoryBlock, PageSize::k4K) * 100}, &log).refused == Refusal::too_little);
    CHECK(m.apply(MemoryOnline{kFirst, Pages{1}}, &log).refused == Refusal::not_a_block);
    CHECK(m.apply(MemoryOnline{ZoneIndex{1}, Pages{32768}}, &log).refused == Refusal::device_memory);
    CHECK(m.apply(KswapdSleep{NodeId{0}}, &log).refused == Refusal::already_so);
    CHECK(log.causes.empty());
    m.apply(CpuOffline{CpuId{1}});
    CHECK(m.apply(CpuOffline{CpuId{1}}).refused == Refusal::already_so);

    Built arm(2, 1);
    arm.topology->page_size = PageSize::k16K;
    arm.zone(0, ZoneType::Normal, 100000);
    Machine a = arm.machine();
    CHECK(a.apply(CpuOffline{CpuId{0}}).refused == Refusal::none);  // only x86 keeps CPU 0
    CHECK(a.apply(CpuOffline{CpuId{1}}).refused == Refusal::last_cpu);
}

TEST_CASE("sysctl writes recompute watermarks and refresh nothing: marks go stale") {
    Built b(16, 1);
    b.zone(0, ZoneType::Normal, 500000);
    Machine m = b.machine();
    const Pages mark = m.drift_mark(kFirst);
    const Watermarks before = m.zone(kFirst).with_boost();
    Log log;
    m.apply(SysctlWrite{Sysctl::watermark_scale_factor, 500}, &log);
    CHECK(log.causes.empty());
    CHECK(m.zone(kFirst).with_boost().high > before.high);
    CHECK(m.drift_mark(kFirst) == mark);
}

TEST_CASE("kswapd switches the marked zones of its own node, and a refresh puts them back") {
    Built b(16, 2);
    b.zone(0, ZoneType::DMA, 3840).zone(0, ZoneType::Normal, 8000000).zone(1, ZoneType::Normal, 500000);
    Machine m = b.machine();
    REQUIRE(m.drift_mark(ZoneIndex{0}) > Pages{0});
    const Threshold normal = m.thresholds_of(CpuId{5}).zone[0];
    const auto out = m.apply(KswapdWake{NodeId{0}});
    const Threshold pressure = pressure_threshold(CpuCount{16}, m.zone(ZoneIndex{0}).with_boost());
    CHECK(m.thresholds_of(CpuId{5}).zone[0] == pressure);
    CHECK(pressure != normal);
    CHECK(out.kswapd.stores == 16);  // the unmarked Normal zone is left alone
    CHECK(m.thresholds_of(CpuId{5}).node[0] >= normal);  // node thresholds never switch
    m.apply(CpuOffline{CpuId{15}});
    CHECK(m.thresholds_of(CpuId{5}).zone[0] == normal_threshold(CpuCount{15}, Pages{3840}, PageSize::k4K));
    CHECK(m.kswapd_awake(NodeId{0}));
    CHECK(m.apply(KswapdSleep{NodeId{0}}).kswapd.silent_stores == 15);
}

TEST_CASE("a zone that becomes populated starts at 0 on every possible CPU") {
    Built b(4, 2);
    b.zone(0, ZoneType::Normal, 500000).zone(1, ZoneType::Movable, 0);
    Machine m = b.machine();
    m.apply(CpuOffline{CpuId{3}});
    const Pages block = to_pages(kMemoryBlock, PageSize::k4K);
    Log log;
    m.apply(MemoryOnline{ZoneIndex{1}, block * 8}, &log);
    CHECK(log.causes == std::vector{RefreshCause::memory});
    CHECK(m.thresholds_of(CpuId{0}).zone[1] > 0);
    CHECK(m.thresholds_of(CpuId{3}).zone[1] == 0);   // offline: allocated, never refreshed
    CHECK(m.thresholds_of(CpuId{3}).zone[0] == 30);  // and stale elsewhere
    m.apply(MemoryOffline{ZoneIndex{1}, block * 8});
    CHECK(m.zones_populated() == 1);
}

TEST_CASE("a node with neither CPUs nor memory is offline until memory comes") {
    Built b(4, 1);
    b.topology->nodes = NodeCount{2};
    b.zone(0, ZoneType::Normal, 500000).zone(1, ZoneType::Normal, 0);
    Machine m = b.machine();
    CHECK(m.nodes_online() == 1);
    m.apply(MemoryOnline{ZoneIndex{1}, to_pages(kMemoryBlock, PageSize::k4K)});
    CHECK(m.nodes_online() == 2);
    CHECK(m.thresholds_of(CpuId{2}).node[1] > 0);
}

TEST_CASE("the boost is part of the mark") {
    Built b(64, 1);
    b.zone(0, ZoneType::Normal, 500000);
    b.boot.boost = Pages{512};
    Machine m = b.machine();
    m.apply(CpuOffline{CpuId{63}});
    const ZonePressure& z = m.zone(kFirst);
    CHECK(m.drift_mark(kFirst) == z.base.high + Pages{512} + max_drift(CpuCount{63}, m.thresholds_of(CpuId{0}).zone[0]));
}

TEST_CASE("copies of a machine live their own lives") {
    Built b(4, 1);
    b.zone(0, ZoneType::Normal, 500000);
    Machine m = b.machine();
    Machine other = m;
    other.apply(CpuOffline{CpuId{3}});
    CHECK(m.online_count() == CpuCount{4});
    CHECK(m.thresholds_of(CpuId{0}).zone[0] == 30);
    CHECK(other.thresholds_of(CpuId{0}).zone[0] == 20);
}
