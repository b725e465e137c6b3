// Random machines and hotplug scripts, in the model's terms and in the restatement's, for property tests.
#pragma once

#include <rapidcheck.h>

#include <memory>
#include <vector>

#include "kernel/machine.hpp"
#include "support/restated.hpp"

namespace support {

struct RandomMachine {
    std::shared_ptr<const driftmark::kernel::Topology> topology;
    driftmark::kernel::BootSettings boot;
};

inline RandomMachine random_machine(int most_cpus, int most_nodes) {
    using namespace driftmark;
    using namespace driftmark::kernel;
    auto t = std::make_shared<Topology>();
    t->page_size = *rc::gen::element(PageSize::k4K, PageSize::k16K, PageSize::k64K);
    const int cpus = *rc::gen::inRange(1, most_cpus + 1);
    const int nodes = *rc::gen::inRange(1, most_nodes + 1);
    t->cpus = CpuCount{cpus};
    t->nodes = NodeCount{nodes};
    for (int c = 0; c < cpus; ++c) t->cpu_node.push_back(NodeId{*rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(nodes))});
    for (int n = 0; n < nodes; ++n)
        for (int type = 0; type < kZoneTypes; ++type) {
            if (*rc::gen::inRange(0, 3) == 0) continue;
            ZoneSpec z;
            z.node = NodeId{static_cast<std::uint32_t>(n)};
            z.type = static_cast<ZoneType>(type);
            z.name = std::string(zone_type_name(z.type));
            const bool populated = z.type != ZoneType::Device && *rc::gen::inRange(0, 5) != 0;
            if (populated) {
                z.present = Pages{*rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << *rc::gen::inRange(1, 30))};
                z.managed = Pages{*rc::gen::inRange<std::int64_t>(0, z.present.value + 1)};
                if (*rc::gen::inRange(0, 3) == 0) z.first_managed = Pages{*rc::gen::inRange<std::int64_t>(0, z.managed.value + 1)};
            }
            t->zones.push_back(z);
        }
    BootSettings b;
    b.online = CpuSet(t->cpus);
    b.online.insert(CpuId{0});
    for (int c = 1; c < cpus; ++c)
        if (*rc::gen::inRange(0, 5) != 0) b.online.insert(CpuId{static_cast<std::uint32_t>(c)});
    b.refresh = *rc::gen::element(BootRefresh::per_cpu, BootRefresh::late, BootRefresh::per_cpu_late);
    b.rule = *rc::gen::element(WatermarkRule::k6_1, WatermarkRule::k7_3);
    b.thp = *rc::gen::element(Thp::never, Thp::madvise, Thp::always);
    return {t, b};
}

inline std::vector<driftmark::kernel::Event> random_script(const driftmark::kernel::Topology& t, int most) {
    using namespace driftmark;
    using namespace driftmark::kernel;
    std::vector<Event> script;
    const int n = *rc::gen::inRange(0, most + 1);
    const auto cpu = [&] { return CpuId{*rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(t.cpus.value))}; };
    const auto node = [&] { return NodeId{*rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(t.nodes.value))}; };
    for (int i = 0; i < n; ++i) {
        const int kind = *rc::gen::inRange(0, 12);
        const auto zone = [&] { return ZoneIndex{*rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(t.zones.size()))}; };
        const auto blocks = [&] {
            return to_pages(Bytes{kMemoryBlock.value * *rc::gen::inRange<std::int64_t>(1, 40)}, t.page_size);
        };
        if (kind < 4) script.push_back(CpuOffline{cpu()});
        else if (kind < 8) script.push_back(CpuOnline{cpu()});
        else if (kind == 8) script.push_back(SysctlWrite{Sysctl::watermark_scale_factor, *rc::gen::inRange(0, 3200)});
        else if (kind == 9) script.push_back(*rc::gen::inRange(0, 2) ? Event{KswapdWake{node()}} : Event{KswapdSleep{node()}});
        else if (t.zones.empty()) continue;
        else if (kind == 10) script.push_back(MemoryOffline{zone(), blocks()});
        else script.push_back(MemoryOnline{zone(), blocks()});
    }
    return script;
}

/// The restatement in the state `m` is in.
inline restated::Machine restate(const driftmark::kernel::Machine& m) {
    using namespace driftmark;
    restated::Machine r;
    const auto& t = m.topology();
    r.cpus = static_cast<int>(t.cpus.value);
    r.nodes = static_cast<int>(t.nodes.value);
    r.page_shift = page_shift(t.page_size);
    r.zone_threshold.assign(t.zones.size(), std::vector<int>(static_cast<std::size_t>(r.cpus)));
    r.node_threshold.assign(static_cast<std::size_t>(r.nodes), std::vector<int>(static_cast<std::size_t>(r.cpus)));
    for (std::uint32_t c = 0; c < static_cast<std::uint32_t>(r.cpus); ++c) {
        r.online.push_back(m.online().contains(CpuId{c}));
        const auto& held = m.thresholds_of(CpuId{c});
        for (std::size_t z = 0; z < held.zone.size(); ++z) r.zone_threshold[z][c] = held.zone[z];
        for (std::size_t n = 0; n < held.node.size(); ++n) r.node_threshold[n][c] = held.node[n];
    }
    for (std::uint32_t n = 0; n < static_cast<std::uint32_t>(r.nodes); ++n) r.node_online.push_back(m.node_online(NodeId{n}));
    for (std::size_t z = 0; z < t.zones.size(); ++z) {
        const auto& s = m.zones()[z];
        const auto w = s.with_boost();
        r.zones.push_back({static_cast<int>(index_of(t.zones[z].node)), static_cast<int>(s.type), s.managed.value, s.present.value,
                           w.min.value, w.low.value, w.high.value,
                           m.drift_mark(ZoneIndex{static_cast<std::uint32_t>(z)}).value});
    }
    return r;
}

}  // namespace support
