#include "kernel/machine.hpp"

#include <algorithm>

#include "kernel/threshold.hpp"

namespace driftmark::kernel {

Machine::Machine(std::shared_ptr<const Topology> topology, const BootSettings& settings, RefreshObserver* observer)
    : topology_(std::move(topology)),
      tags_(std::make_shared<TagTable>()),
      online_(topology_->cpus),
      own_tag_(static_cast<std::size_t>(topology_->cpus.value)),
      zones_(topology_->zones.size()),
      marks_(topology_->zones.size()),
      node_online_(static_cast<std::size_t>(topology_->nodes.value)),
      node_has_cpu_(static_cast<std::size_t>(topology_->nodes.value)),
      kswapd_awake_(static_cast<std::size_t>(topology_->nodes.value)),
      faults_(settings.faults) {
    for (const NodeId n : topology_->cpu_node) node_has_cpu_[index_of(n)] = true;
    node_online_ = node_has_cpu_;
    for (std::size_t i = 0; i < zones_.size(); ++i) {
        const ZoneSpec& spec = topology_->zones[i];
        zones_[i].type = spec.type;
        zones_[i].present = spec.present;
        zones_[i].managed = spec.first_managed.value_or(spec.managed);
        if (spec.present > Pages{}) node_online_[index_of(spec.node)] = true;
    }
    online_tag_ = tags_->intern({std::vector<Threshold>(zones_.size()), std::vector<Threshold>(node_online_.size())});
    std::ranges::fill(own_tag_, online_tag_);
    boot(settings, observer);
}

void Machine::boot(const BootSettings& s, RefreshObserver* observer) {
    settings_.rule = s.rule;
    settings_.thp = s.thp;
    const bool refresh_per_cpu = s.refresh != BootRefresh::late;
    s.online.for_each([&](CpuId c) {
        const bool first = online_.count() == CpuCount{};
        online_.insert(c);
        if (own_tag_[index_of(c)] != online_tag_) newcomers_.push_back(c);  // it starts at 0, the others have been refreshed
        // The callback is registered before the other CPUs come up, and without calling it for the first.
        // Watermarks are all 0 then, so any drift at all sets a mark.
        if (refresh_per_cpu && !first) refresh(RefreshCause::bring_up, c, observer);
    });

    const CpuId boot_cpu = lowest_online();
    calculate_min_free_kbytes(settings_, zones_, topology_->page_size);
    setup_watermarks();
    refresh(RefreshCause::postcore, boot_cpu, observer);
    if (settings_.thp != Thp::never) {  // huge pages start after postcore, before the late initcalls
        set_recommended_min_free_kbytes(settings_, zones_, topology_->page_size);
        setup_watermarks();
    }
    if (s.min_free_found) settings_.min_free = *s.min_free_found;
    for (std::size_t i = 0; i < zones_.size(); ++i) zones_[i].managed = topology_->zones[i].managed;
    if (s.refresh != BootRefresh::per_cpu) refresh(RefreshCause::late_init, boot_cpu, observer);

    if (s.watermark_scale_factor) write_sysctl({Sysctl::watermark_scale_factor, *s.watermark_scale_factor});
    if (s.min_free_kbytes) write_sysctl({Sysctl::min_free_kbytes, s.min_free_kbytes->value});
    for (auto& z : zones_)
        if (z.populated() && s.boost > Pages{}) z.boost = s.boost;
    for (const NodeId n : s.kswapd_awake) switch_kswapd(n, true);
}

void Machine::setup_watermarks() {
    setup_per_zone_wmarks(settings_, zones_, topology_->page_size);
    if (!given_watermarks_hold_) return;
    for (std::size_t i = 0; i < zones_.size(); ++i)
        if (const auto& given = topology_->zones[i].given_watermarks) zones_[i].base = *given;
}

std::int64_t Machine::nodes_online() const { return std::ranges::count(node_online_, true); }

std::int64_t Machine::zones_populated() const {
    return std::ranges::count_if(zones_, [](const ZonePressure& z) { return z.populated(); });
}

CpuId Machine::lowest_online() const {
    CpuId lowest{};
    for (std::uint32_t c = 0; c < own_tag_.size(); ++c)
        if (online_.contains(CpuId{c})) return CpuId{c};
    return lowest;
}

TagId Machine::tag_of(CpuId c) const {
    if (online_.contains(c) && std::ranges::find(newcomers_, c) == newcomers_.end()) return online_tag_;
    return own_tag_[index_of(c)];
}

std::vector<Machine::TagUse> Machine::online_tags() const {
    std::vector<TagUse> uses;
    const auto settled = online_.count() - CpuCount{static_cast<std::int64_t>(newcomers_.size())};
    if (settled > CpuCount{}) uses.push_back({online_tag_, settled});
    for (const CpuId c : newcomers_) {
        const TagId tag = own_tag_[index_of(c)];
        const auto same = std::ranges::find(uses, tag, &TagUse::tag);
        if (same != uses.end()) same->cpus += CpuCount{1};
        else uses.push_back({tag, CpuCount{1}});
    }
    return uses;
}

void Machine::refresh(RefreshCause cause, CpuId runs_on, RefreshObserver* observer) {
    ThresholdSet exit{std::vector<Threshold>(zones_.size()), std::vector<Threshold>(node_online_.size())};
    std::vector<Pages> marks = marks_;
    std::vector<bool> marks_set(zones_.size());
    for (std::size_t i = 0; i < zones_.size(); ++i) {
        const ZonePressure& z = zones_[i];
        if (!z.populated()) continue;
        const Threshold t = normal_threshold(online_.count(), z.managed, topology_->page_size);
        exit.zone[i] = t;
        Threshold& node = exit.node[index_of(topology_->zones[i].node)];
        node = std::max(node, t);
        const Watermarks w = z.with_boost();
        const Pages drift = max_drift(online_.count(), t);
        if (needs_mark(online_.count(), t, w) || (faults_.mark_at_equality && drift == w.low - w.min)) {
            marks[i] = w.high + drift;
            marks_set[i] = true;
        } else if (faults_.mark_cleared) {
            marks[i] = Pages{};
        }
    }
    if (observer) observer->on_refresh({cause, runs_on, *this, exit, marks, marks_set});
    store_thresholds(exit);
    marks_ = std::move(marks);
}

void Machine::store_thresholds(const ThresholdSet& exit) {
    if (!faults_.touch_thresholds()) {
        online_tag_ = tags_->intern(exit);
        newcomers_.clear();
        return;
    }
    // A faulty refresh leaves each CPU with some of what it had, so newcomers may go on to differ.
    for (const CpuId c : newcomers_) own_tag_[index_of(c)] = stored_by_fault(own_tag_[index_of(c)], exit);
    online_tag_ = stored_by_fault(online_tag_, exit);
    std::erase_if(newcomers_, [&](CpuId c) { return own_tag_[index_of(c)] == online_tag_; });
}

TagId Machine::stored_by_fault(TagId entry, const ThresholdSet& exit) {
    ThresholdSet set = exit;
    if (faults_.node_threshold_forgotten) std::ranges::fill(set.node, Threshold{0});
    if (faults_.later_zones_skipped) {
        const ThresholdSet& had = (*tags_)[entry];
        std::optional<NodeId> begun;  // the node whose first populated zone has been stored
        for (std::size_t i = 0; i < zones_.size(); ++i) {
            if (!zones_[i].populated()) continue;
            const NodeId node = topology_->zones[i].node;
            if (begun == node) set.zone[i] = had.zone[i];
            begun = node;
        }
    }
    return tags_->intern(set);
}

Outcome Machine::apply(const Event& event, RefreshObserver* observer) {
    Outcome out{refusal_of(event), {}};
    if (out.refused != Refusal::none) return out;
    struct Apply {
        Machine& m;
        RefreshObserver* observer;
        KswapdWrites operator()(const CpuOffline& e) const { m.offline_cpu(e.cpu, observer); return {}; }
        KswapdWrites operator()(const CpuOnline& e) const { m.online_cpu(e.cpu, observer); return {}; }
        KswapdWrites operator()(const SysctlWrite& e) const { m.write_sysctl(e); return {}; }
        KswapdWrites operator()(const KswapdWake& e) const { return m.switch_kswapd(e.node, true); }
        KswapdWrites operator()(const KswapdSleep& e) const { return m.switch_kswapd(e.node, false); }
        KswapdWrites operator()(const MemoryOffline& e) const {
            m.change_memory(e.zone, Pages{} - e.amount, Pages{} - e.managed.value_or(e.amount), observer);
            return {};
        }
        KswapdWrites operator()(const MemoryOnline& e) const {
            m.change_memory(e.zone, e.amount, e.managed.value_or(e.amount), observer);
            return {};
        }
        KswapdWrites operator()(const ManagedChange& e) const { m.zones_[index_of(e.zone)].managed = e.managed; return {}; }
    };
    out.kswapd = std::visit(Apply{*this, observer}, event);
    return out;
}

Refusal Machine::refusal_of(const Event& event) const {
    struct Judge {
        const Machine& m;
        Refusal operator()(const CpuOffline& e) const {
            if (!m.online_.contains(e.cpu)) return Refusal::already_so;
            if (m.online_.count() == CpuCount{1}) return Refusal::last_cpu;
            // Only x86 has 4K pages alone among the machines modelled here; arm64 lets CPU 0 go.
            if (e.cpu == CpuId{0} && m.topology_->page_size == PageSize::k4K) return Refusal::boot_cpu;
            return Refusal::none;
        }
        Refusal operator()(const CpuOnline& e) const {
            return m.online_.contains(e.cpu) ? Refusal::already_so : Refusal::none;
        }
        Refusal operator()(const SysctlWrite& e) const {
            const bool fits = e.name == Sysctl::min_free_kbytes        ? e.value >= 0 && e.value <= INT32_MAX
                              : e.name == Sysctl::watermark_scale_factor ? e.value >= 1 && e.value <= 3000
                                                                         : e.value >= 0 && e.value <= 2;
            return fits ? Refusal::none : Refusal::bad_value;
        }
        Refusal operator()(const KswapdWake& e) const { return m.kswapd_awake(e.node) ? Refusal::already_so : Refusal::none; }
        Refusal operator()(const KswapdSleep& e) const { return m.kswapd_awake(e.node) ? Refusal::none : Refusal::already_so; }
        Refusal operator()(const MemoryOffline& e) const {
            if (const Refusal r = memory(e.zone, e.amount); r != Refusal::none) return r;
            const ZonePressure& z = m.zone(e.zone);
            const Pages managed = e.managed.value_or(e.amount);
            const bool has = e.amount <= z.present && managed <= z.managed && z.managed - managed <= z.present - e.amount;
            return has ? fits(e.amount, managed) : Refusal::too_little;
        }
        Refusal operator()(const MemoryOnline& e) const {
            if (const Refusal r = memory(e.zone, e.amount); r != Refusal::none) return r;
            const Pages most = to_pages(kMaxZoneBytes, m.topology_->page_size);
            return m.zone(e.zone).present + e.amount > most ? Refusal::too_much : fits(e.amount, e.managed.value_or(e.amount));
        }
        Refusal operator()(const ManagedChange& e) const {
            return e.managed < Pages{} || e.managed > m.zone(e.zone).present ? Refusal::too_much : Refusal::none;
        }
        static Refusal fits(Pages amount, Pages managed) {
            return managed < Pages{} || managed > amount ? Refusal::too_much : Refusal::none;
        }
        Refusal memory(ZoneIndex zone, Pages amount) const {
            if (m.zone(zone).type == ZoneType::Device) return Refusal::device_memory;
            const bool whole = to_bytes(amount, m.topology_->page_size).value % kMemoryBlock.value == 0;
            return whole && amount > Pages{} ? Refusal::none : Refusal::not_a_block;
        }
    };
    return std::visit(Judge{*this}, event);
}

void Machine::offline_cpu(CpuId cpu, RefreshObserver* observer) {
    own_tag_[index_of(cpu)] = tag_of(cpu);
    std::erase(newcomers_, cpu);
    online_.erase(cpu);
    refresh(RefreshCause::cpu_dead, lowest_online(), observer);
}

void Machine::online_cpu(CpuId cpu, RefreshObserver* observer) {
    online_.insert(cpu);
    if (own_tag_[index_of(cpu)] != online_tag_) newcomers_.push_back(cpu);
    refresh(RefreshCause::cpu_online, cpu, observer);
}

void Machine::write_sysctl(const SysctlWrite& e) {
    given_watermarks_hold_ = false;
    switch (e.name) {
        case Sysctl::min_free_kbytes:
            settings_.min_free = KiB{e.value};
            settings_.user_min_free = KiB{e.value};
            break;
        case Sysctl::watermark_scale_factor:
            settings_.scale_factor = static_cast<int>(e.value);
            break;
        case Sysctl::thp:
            settings_.thp = static_cast<Thp>(e.value);
            set_recommended_min_free_kbytes(settings_, zones_, topology_->page_size);
            return;
    }
    setup_per_zone_wmarks(settings_, zones_, topology_->page_size);
}

KswapdWrites Machine::switch_kswapd(NodeId node, bool awake) {
    kswapd_awake_[index_of(node)] = awake;
    KswapdWrites writes;
    const auto switched = [&](TagId tag, CpuCount cpus) {
        ThresholdSet set = (*tags_)[tag];
        for (std::size_t i = 0; i < zones_.size(); ++i) {
            if (topology_->zones[i].node != node || marks_[i] == Pages{} || !zones_[i].populated()) continue;
            const Threshold t = awake ? pressure_threshold(online_.count(), zones_[i].with_boost())
                                      : normal_threshold(online_.count(), zones_[i].managed, topology_->page_size);
            writes.stores += cpus.value;
            if (set.zone[i] == t) writes.silent_stores += cpus.value;
            set.zone[i] = t;
        }
        return tags_->intern(set);
    };
    for (const CpuId c : newcomers_) own_tag_[index_of(c)] = switched(own_tag_[index_of(c)], CpuCount{1});
    online_tag_ = switched(online_tag_, online_.count() - CpuCount{static_cast<std::int64_t>(newcomers_.size())});
    return writes;
}

template <class F>
void Machine::edit_all_tags(F&& edit) {
    std::unordered_map<std::uint32_t, TagId> edited;
    const auto renewed = [&](TagId tag) {
        const auto [it, fresh] = edited.try_emplace(static_cast<std::uint32_t>(tag));
        if (fresh) {
            ThresholdSet set = (*tags_)[tag];
            edit(set);
            it->second = tags_->intern(set);
        }
        return it->second;
    };
    online_tag_ = renewed(online_tag_);
    for (TagId& tag : own_tag_) tag = renewed(tag);
}

void Machine::change_memory(ZoneIndex zone, Pages present, Pages managed, RefreshObserver* observer) {
    ZonePressure& z = zones_[index_of(zone)];
    const bool was_populated = z.populated();
    z.present += present;
    z.managed += managed;
    const NodeId node = topology_->zones[index_of(zone)].node;
    const bool has_memory = std::ranges::any_of(topology_->zones, [&](const ZoneSpec& s) {
        return s.node == node && zones_[static_cast<std::size_t>(&s - topology_->zones.data())].populated();
    });
    const bool was_online = node_online_[index_of(node)];
    const bool is_online = has_memory || node_has_cpu_[index_of(node)];
    // Per-CPU thresholds of a zone that becomes populated, or a node that comes online, are allocated
    // anew: 0 on every possible CPU. One that ceases to be has none, which the sets write as 0 as well.
    if (was_populated != z.populated())
        edit_all_tags([&](ThresholdSet& s) { s.zone[index_of(zone)] = 0; });
    node_online_[index_of(node)] = is_online;
    if (was_online != is_online) edit_all_tags([&](ThresholdSet& s) { s.node[index_of(node)] = 0; });

    given_watermarks_hold_ = false;
    calculate_min_free_kbytes(settings_, zones_, topology_->page_size);
    setup_per_zone_wmarks(settings_, zones_, topology_->page_size);
    refresh(RefreshCause::memory, lowest_online(), observer);
    if (settings_.thp != Thp::never) set_recommended_min_free_kbytes(settings_, zones_, topology_->page_size);
}

}  // namespace driftmark::kernel
