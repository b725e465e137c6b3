// `threshold`: how far one CPU may drift. The formula taken apart, zone by zone.
#include "report/flat.hpp"
#include "report/happening.hpp"
#include "report/report.hpp"
#include "report/words.hpp"
#include "report/zone_rows.hpp"

namespace driftmark::report {
namespace {

/// The fewest CPUs with which a zone of that size reaches 125; null beyond what the model holds.
Value reaches_most_at(int fls_units) {
    const int needed = (kThresholdMax + 1) / 2;               // of fls(CPUs) x (1 + fls(units))
    const int fls_cpus = (needed + fls_units) / (1 + fls_units);  // rounded up
    if (fls_cpus > 14) return {};
    const std::int64_t cpus = std::int64_t{1} << (fls_cpus - 1);
    return cpus <= kMaxCpus.value ? Value(cpus) : Value();
}

std::string moment_of(const Happening& h) {
    return h.event == 0 ? "after the boot" : "after event " + grouped(static_cast<std::int64_t>(h.event)) + " (" + h.text_of(h.event) + ")";
}

}  // namespace

Report threshold_report(const scenario::Scenario& s) {
    const Happening h(s);
    const kernel::Topology& t = h.topology();
    const kernel::Machine m = h.timeline->after(h.event);

    Report r;
    r.command = "threshold";
    Table table{"threshold = min(125, 2 x fls(online CPUs) x (1 + fls(128 MiB units)))",
                {{"node", "node", "", true}, {"zone", "zone", ""}, {"managed", "managed", "bytes"}, {"online", "CPUs", ""},
                 {"fls_online", "fls of CPUs", ""}, {"units", "128 MiB units", ""}, {"fls_units", "fls of units", ""},
                 {"product", "product", ""}, {"normal", "normal", ""}, {"pressure", "pressure", ""}, {"held", "in force", ""},
                 {"reaches_125_at", "125 from (CPUs)", ""}},
                {}};
    Value zones{Value::Array{}};
    const kernel::ZoneSpec* largest = nullptr;
    Formula of_largest;
    for (std::size_t i = 0; i < t.zones.size(); ++i) {
        const ZoneIndex z{static_cast<std::uint32_t>(i)};
        if (!m.zone(z).populated()) continue;
        const Formula f = formula_of(m, z);
        const std::int64_t pressure = drift_of(m, z).pressure;
        const auto in_force = held(m, z);
        const Value now = in_force ? Value(std::int64_t{*in_force}) : Value();
        const std::int64_t node = index_of(t.zones[i].node);
        const std::int64_t managed = to_bytes(m.zone(z).managed, t.page_size).value;
        const Value at = reaches_most_at(f.fls_units);
        Value zone;
        zone.set("node", node).set("zone", t.zones[i].name).set("managed", managed).set("online", f.online.value);
        zone.set("online_binary", in_binary(static_cast<std::uint64_t>(f.online.value))).set("fls_online", f.fls_online);
        zone.set("units", f.units).set("units_binary", in_binary(static_cast<std::uint64_t>(f.units)));
        zone.set("fls_units", f.fls_units).set("product", f.product).set("clamped", f.clamped);
        zone.set("normal", int{f.normal}).set("pressure", pressure).set("held", now).set("reaches_125_at", at);
        zones.push(std::move(zone));
        table.rows.push_back({node, t.zones[i].name, managed, f.online.value, f.fls_online, f.units, f.fls_units, f.product,
                              int{f.normal}, pressure, now, at});
        if (!largest || f.normal > of_largest.normal || (f.normal == of_largest.normal && f.units > of_largest.units)) {
            largest = &t.zones[i];
            of_largest = f;
        }
    }
    Value nodes{Value::Array{}};
    Table node_table{"Node counters: the largest of the node's zones at the last refresh",
                     {{"node", "node", "", true}, {"threshold", "threshold", ""}}, {}};
    for (std::int64_t n = 0; n < t.nodes.value; ++n) {
        const NodeId node{static_cast<std::uint32_t>(n)};
        if (!m.node_online(node)) continue;
        const auto value = held(m, node);
        const Value now = value ? Value(std::int64_t{*value}) : Value();
        Value one;
        one.set("node", n).set("held", now);
        nodes.push(std::move(one));
        node_table.rows.push_back({n, now});
    }
    r.data.set("event", static_cast<std::int64_t>(h.event)).set("text", h.text_of(h.event));
    r.data.set("online", m.online_count().value).set("zones", std::move(zones)).set("nodes", std::move(nodes));
    r.flat = flat_of(*r.data.find("zones"));
    r.tables = {std::move(table), std::move(node_table)};

    const std::string online = count_of(m.online_count().value, "CPU", "CPUs") + " online " + moment_of(h);
    r.sentence = !largest ? "With " + online + " no zone is populated, so no zone has a threshold."
        : "With " + online + " one CPU may hold back up to " + std::to_string(of_largest.normal) + " pages of " +
              zone_title(*largest) + ": 2 x fls(" + std::to_string(of_largest.online.value) + ") x (1 + fls(" +
              std::to_string(of_largest.units) + ")) = 2 x " + std::to_string(of_largest.fls_online) + " x " +
              std::to_string(1 + of_largest.fls_units) + " = " + std::to_string(of_largest.product) +
              (of_largest.clamped ? ", clamped to 125." : ".");
    r.data.set("sentence", r.sentence);
    r.notes = {"fls(x) is the place of the highest set bit, counted from 1.",
               "\"In force\" is what the online CPUs hold; it differs from normal while kswapd is awake, or when managed "
               "changed after the last refresh.",
               "Formula: calculate_normal_threshold() and calculate_pressure_threshold(), mm/vmstat.c, Linux 7.3."};
    return r;
}

}  // namespace driftmark::report
