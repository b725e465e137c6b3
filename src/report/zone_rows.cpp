#include "report/zone_rows.hpp"

#include "kernel/threshold.hpp"

namespace driftmark::report {
namespace {

template <class Read>
std::optional<Threshold> agreed(const kernel::Machine& m, Read read) {
    std::optional<Threshold> value;
    for (const auto& use : m.online_tags()) {
        const Threshold t = read(m.tags()[use.tag]);
        if (value && *value != t) return std::nullopt;
        value = t;
    }
    return value;
}

}  // namespace

Formula formula_of(const kernel::Machine& m, ZoneIndex z) {
    Formula f;
    f.online = m.online_count();
    f.fls_online = kernel::fls(static_cast<std::uint64_t>(f.online.value));
    f.units = kernel::memory_units(m.zone(z).managed, m.topology().page_size);
    f.fls_units = kernel::fls(static_cast<std::uint64_t>(f.units));
    f.product = 2 * f.fls_online * (1 + f.fls_units);
    f.normal = kernel::normal_threshold(f.online, m.zone(z).managed, m.topology().page_size);
    f.clamped = f.product > f.normal;
    return f;
}

Drift drift_of(const kernel::Machine& m, ZoneIndex z) {
    Drift d;
    d.marks = m.zone(z).with_boost();
    d.boost = m.zone(z).boost;
    d.gap = d.marks.low - d.marks.min;
    d.normal = kernel::normal_threshold(m.online_count(), m.zone(z).managed, m.topology().page_size);
    d.most = kernel::max_drift(m.online_count(), d.normal);
    d.pressure = kernel::pressure_threshold(m.online_count(), d.marks);
    d.drift_mark = m.drift_mark(z);
    d.needed = m.zone(z).populated() && kernel::needs_mark(m.online_count(), d.normal, d.marks);
    d.lingers = d.drift_mark > Pages{} && !d.needed;
    return d;
}

std::optional<Threshold> held(const kernel::Machine& m, ZoneIndex z) {
    return agreed(m, [z](const kernel::ThresholdSet& s) { return s.zone[index_of(z)]; });
}

std::optional<Threshold> held(const kernel::Machine& m, NodeId n) {
    return agreed(m, [n](const kernel::ThresholdSet& s) { return s.node[index_of(n)]; });
}

}  // namespace driftmark::report
