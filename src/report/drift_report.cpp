// `drift`: when the kernel must not trust a zone's counter of free pages.
#include "kernel/threshold.hpp"
#include "report/flat.hpp"
#include "report/happening.hpp"
#include "report/report.hpp"
#include "report/words.hpp"
#include "report/zone_rows.hpp"

namespace driftmark::report {

Report drift_report(const scenario::Scenario& s) {
    const Happening h(s);
    const kernel::Topology& t = h.topology();
    const kernel::Machine m = h.timeline->after(h.event);

    Report r;
    r.command = "drift";
    Table table{"Zone by zone, in pages",
                {{"node", "node", "", true}, {"zone", "zone", ""}, {"min", "min", ""}, {"low", "low", ""}, {"high", "high", ""},
                 {"tolerated", "tolerated (low - min)", ""}, {"threshold", "threshold", ""}, {"max_drift", "max drift", ""},
                 {"drift_mark", "drift mark", ""}, {"pressure", "pressure", ""},
                 {"state", "mark is", ""}},
                {}};
    Value zones{Value::Array{}};
    std::int64_t marked = 0, lingering = 0, populated = 0;
    const kernel::ZoneSpec* widest = nullptr;
    Drift of_widest;
    for (std::size_t i = 0; i < t.zones.size(); ++i) {
        const ZoneIndex z{static_cast<std::uint32_t>(i)};
        if (!m.zone(z).populated()) continue;
        const Drift d = drift_of(m, z);
        const bool has_mark = d.drift_mark > Pages{};
        ++populated;
        marked += has_mark;
        lingering += d.lingers;
        if (!widest || d.most > of_widest.most) {
            widest = &t.zones[i];
            of_widest = d;
        }
        const std::int64_t node = index_of(t.zones[i].node);
        const std::int64_t bytes = to_bytes(d.most, t.page_size).value;
        const Value mark = has_mark ? Value(d.drift_mark.value) : Value();
        Value zone;
        zone.set("node", node).set("zone", t.zones[i].name).set("min", d.marks.min.value).set("low", d.marks.low.value);
        zone.set("high", d.marks.high.value).set("boost", d.boost.value).set("tolerated", d.gap.value);
        zone.set("threshold", int{d.normal}).set("max_drift", d.most.value).set("max_drift_bytes", bytes);
        zone.set("drift_mark", mark).set("needs_mark", d.needed).set("mark_lingers", d.lingers);
        zone.set("pressure", int{d.pressure}).set("pressure_drift", kernel::max_drift(m.online_count(), d.pressure).value);
        zone.set("kswapd_awake", m.kswapd_awake(t.zones[i].node));
        zones.push(std::move(zone));
        table.rows.push_back({node, t.zones[i].name, d.marks.min.value, d.marks.low.value, d.marks.high.value, d.gap.value,
                              int{d.normal}, d.most.value, mark, int{d.pressure},
                              d.lingers ? "left over" : has_mark ? "needed" : d.needed ? "not set yet" : "not needed"});
    }
    r.data.set("event", static_cast<std::int64_t>(h.event)).set("text", h.text_of(h.event));
    r.data.set("online", m.online_count().value).set("zones", std::move(zones));
    r.flat = flat_of(*r.data.find("zones"));
    r.tables.push_back(std::move(table));

    const std::string online = count_of(m.online_count().value, "CPU", "CPUs") + " online";
    if (!widest) {
        r.sentence = "With " + online + " no zone is populated, so no counter can drift.";
    } else {
        r.sentence = "With " + online + " the free pages of " + zone_title(*widest) + " may be off by up to " +
                     count_of(of_widest.most.value, "page", "pages") + " (" + size_words(to_bytes(of_widest.most, t.page_size)) +
                     "), and " + grouped(of_widest.gap.value) + " are tolerated: " + grouped(marked) + " of " +
                     count_of(populated, "zone carries", "zones carry") + " a drift mark";
        r.sentence += lingering > 0 ? ", " + grouped(lingering) + " of them only because a mark, once set, stays." : ".";
    }
    r.data.set("sentence", r.sentence);
    r.notes = {"A zone needs a mark when online CPUs x threshold > low - min; the mark is high + online CPUs x threshold, and "
               "below it kswapd sums up every CPU's part instead of trusting the counter.",
               "The bound holds once every CPU has folded since the threshold was last lowered.",
               "\"Pressure\" is the threshold kswapd sets while awake on its node's zones that carry a mark; it can lie above "
               "the normal one.",
               "Rules: refresh_zone_stat_thresholds() and calculate_pressure_threshold(), mm/vmstat.c, Linux 7.3."};
    return r;
}

}  // namespace driftmark::report
