// A machine that runs: which CPUs are online, what each CPU's thresholds are, watermarks and marks, and
// how events change them. Models mm/vmstat.c, mm/page_alloc.c, mm/vmscan.c and mm/memory_hotplug.c of
// Linux 6.1, 6.12 and 7.3 as far as thresholds and marks go. Both refresh variants end in the same state,
// so the machine knows nothing of them; what each of them stores and loads is the ledger's business.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kernel/cpu_set.hpp"
#include "kernel/event.hpp"
#include "kernel/faults.hpp"
#include "kernel/threshold_set.hpp"
#include "kernel/topology.hpp"
#include "kernel/watermarks.hpp"

namespace driftmark::kernel {

/// When the kernel refreshes while it boots.
enum class BootRefresh : std::uint8_t {
    per_cpu,       ///< 6.12 and older: for each CPU but the first, then at postcore
    late,          ///< 6.13 and newer: at postcore, then at late initcall
    per_cpu_late,  ///< all three
};

struct BootSettings {
    CpuSet online;                          ///< CPUs up after boot; the lowest boots
    BootRefresh refresh = BootRefresh::late;
    WatermarkRule rule = WatermarkRule::k7_3;
    Thp thp = Thp::always;
    /// Written once the machine runs, as sysctl settings are: after the boot's last refresh.
    std::optional<KiB> min_free_kbytes;
    /// min_free_kbytes as the boot left it, where that is known and what it was computed from is not.
    std::optional<KiB> min_free_found;
    std::optional<int> watermark_scale_factor;
    Pages boost;                            ///< watermark_boost of every populated zone after boot
    std::vector<NodeId> kswapd_awake;       ///< nodes whose kswapd runs after boot
    Faults faults;                          ///< mistakes put into the model; none unless asked for
};

enum class RefreshCause : std::uint8_t { bring_up, postcore, late_init, cpu_online, cpu_dead, memory };

class Machine;

/// One run of refresh_zone_stat_thresholds(), as decided when it starts.
struct Refresh {
    RefreshCause cause{};
    CpuId runs_on{};               ///< the CPU that executes it
    const Machine& entry;          ///< the state it finds
    const ThresholdSet& exit;      ///< what every online CPU ends with (short of a fault)
    const std::vector<Pages>& exit_marks;  ///< by ZoneIndex
    const std::vector<bool>& marks_set;    ///< zones whose mark this refresh stores
};

/// kswapd switching thresholds of its node (set_pgdat_percpu_threshold()), counted apart.
struct KswapdWrites {
    std::int64_t stores = 0;
    std::int64_t silent_stores = 0;
};

/// Told of every refresh before it takes effect. References are valid during the call only.
class RefreshObserver {
public:
    virtual ~RefreshObserver() = default;
    virtual void on_refresh(const Refresh&) = 0;
};

struct Outcome {
    Refusal refused = Refusal::none;
    KswapdWrites kswapd;
};

class Machine {
public:
    /// Boots. `topology` is shared, never copied; it must satisfy the ranges of units.hpp.
    Machine(std::shared_ptr<const Topology> topology, const BootSettings&, RefreshObserver* = nullptr);

    /// Lets one event happen. A refused event changes nothing.
    Outcome apply(const Event&, RefreshObserver* = nullptr);

    const Topology& topology() const { return *topology_; }
    const CpuSet& online() const { return online_; }
    CpuCount online_count() const { return online_.count(); }
    const std::vector<ZonePressure>& zones() const { return zones_; }
    const ZonePressure& zone(ZoneIndex z) const { return zones_[index_of(z)]; }
    /// percpu_drift_mark; 0 means none.
    Pages drift_mark(ZoneIndex z) const { return marks_[index_of(z)]; }
    const WatermarkSettings& settings() const { return settings_; }
    bool kswapd_awake(NodeId n) const { return kswapd_awake_[index_of(n)]; }
    /// A node is online while it has a possible CPU or present memory.
    bool node_online(NodeId n) const { return node_online_[index_of(n)]; }
    std::int64_t nodes_online() const;
    std::int64_t zones_populated() const;

    TagId tag_of(CpuId) const;
    const ThresholdSet& thresholds_of(CpuId c) const { return (*tags_)[tag_of(c)]; }
    const TagTable& tags() const { return *tags_; }
    /// Threshold sets of the online CPUs with how many hold each: one, or two while a CPU comes up.
    struct TagUse { TagId tag; CpuCount cpus; };
    std::vector<TagUse> online_tags() const;

private:
    void boot(const BootSettings&, RefreshObserver*);
    void refresh(RefreshCause, CpuId runs_on, RefreshObserver*);
    void store_thresholds(const ThresholdSet& exit);
    TagId stored_by_fault(TagId entry, const ThresholdSet& exit);
    void setup_watermarks();
    Refusal refusal_of(const Event&) const;
    void offline_cpu(CpuId, RefreshObserver*);
    void online_cpu(CpuId, RefreshObserver*);
    void write_sysctl(const SysctlWrite&);
    KswapdWrites switch_kswapd(NodeId, bool awake);
    void change_memory(ZoneIndex, Pages present, Pages managed, RefreshObserver*);
    template <class F> void edit_all_tags(F&& edit);
    CpuId lowest_online() const;

    std::shared_ptr<const Topology> topology_;
    std::shared_ptr<TagTable> tags_;       // shared by copies of this machine: it only grows
    CpuSet online_;
    std::vector<TagId> own_tag_;           // of each CPU that is offline or a newcomer
    TagId online_tag_{};                   // of every other online CPU
    std::vector<CpuId> newcomers_;         // online, but not yet part of a refresh
    std::vector<ZonePressure> zones_;
    std::vector<Pages> marks_;
    std::vector<bool> node_online_;
    std::vector<bool> node_has_cpu_;
    std::vector<bool> kswapd_awake_;
    WatermarkSettings settings_;
    Faults faults_;
    bool given_watermarks_hold_ = true;    // until something after boot recomputes them
};

}  // namespace driftmark::kernel
