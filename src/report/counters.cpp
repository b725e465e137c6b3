// `counters`: a workload over live counters. What counting cost, how far each counter was off, and which of
// the kernel's promises held.
#include <algorithm>
#include <cstdlib>

#include "ledger/workload.hpp"
#include "report/happening.hpp"
#include "report/report.hpp"
#include "report/words.hpp"

namespace driftmark::report {
namespace {

using kernel::CountingCost;
using ledger::Breach;
using ledger::Promise;

struct CostQuantity {
    std::string_view key, label;
    std::int64_t (*read)(const CountingCost&);
};
constexpr CostQuantity kCosts[] = {
    {"updates", "counter updates (mod, inc, dec)", [](const CountingCost& c) { return c.updates; }},
    {"spills", "of these told to the shared counters", [](const CountingCost& c) { return c.spills; }},
    {"at_zero", "updates at threshold 0", [](const CountingCost& c) { return c.at_zero; }},
    {"folds", "once-a-second folds that found something", [](const CountingCost& c) { return c.folds; }},
    {"dead_folds", "folds of a CPU that died", [](const CountingCost& c) { return c.dead_folds; }},
    {"spill_atomics", "atomics of spills (two each)", [](const CountingCost& c) { return c.spills * kernel::kAtomicsOfSpill; }},
    {"fold_atomics", "atomics of folds", [](const CountingCost& c) { return c.fold_atomics; }},
    {"atomics", "atomics in all", [](const CountingCost& c) { return c.atomics(); }},
    {"from_lists", "blocks that a per-CPU list took or gave", [](const CountingCost& c) { return c.from_lists; }},
    {"refills", "lists refilled", [](const CountingCost& c) { return c.refills; }},
    {"drains", "lists drained", [](const CountingCost& c) { return c.drains; }},
    {"needless", "needless shared updates", [](const CountingCost& c) { return c.needless; }},
};

std::string area_title(const kernel::Topology& t, const kernel::Area& a) {
    return a.zone ? zone_title(t.zones[index_of(*a.zone)]) : "node " + std::to_string(index_of(a.node));
}

/// "node 0 DMA32, NR_FREE_PAGES, CPU 3"
std::string place_of(const kernel::Topology& t, const Breach& b) {
    if (!b.node) return "";
    const kernel::Area area{*b.node, b.zone};
    std::string out = area_title(t, area);
    if (b.item) out += ", " + std::string(kernel::item_name(area, *b.item));
    if (b.cpu) out += ", CPU " + std::to_string(index_of(*b.cpu));
    return out;
}

Value promise_value(const kernel::Topology& t, const ledger::Promises& p, Promise which) {
    Value one;
    one.set("promise", ledger::promise_key(which)).set("text", ledger::promise_text(which));
    const auto& b = p.first(which);
    one.set("holds", !b.has_value()).set("breaches", p.breaches(which));
    one.set("step", b ? Value(b->step) : Value()).set("where", b ? Value(place_of(t, *b)) : Value());
    one.set("promised", b ? Value(b->promised) : Value()).set("found", b ? Value(b->found) : Value());
    return one;
}

}  // namespace

Report counters_report(const scenario::Scenario& s) {
    scenario::Worked worked = scenario::work_out(s);
    const kernel::Topology& t = *worked.topology;
    worked.boot.faults = worked.faults;
    const ledger::Workload w(worked.topology, worked.boot, worked.script, worked.workload);
    const CountingCost& cost = w.cost();

    Report r;
    r.command = "counters";
    Table cost_table{"What counting cost", {{"quantity", "", ""}, {"count", "count", ""}}, {}};
    Value costs;
    for (const CostQuantity& q : kCosts) {
        costs.set(std::string(q.key), q.read(cost));
        cost_table.rows.push_back({std::string(q.label), q.read(cost)});
    }

    Table worst_table{"The largest error of each counter, in pages",
                      {{"node", "node", "", true}, {"zone", "zone", ""}, {"counter", "counter", ""}, {"error", "error", ""},
                       {"bound", "exact bound then", ""}, {"cpus_x_threshold", "CPUs x threshold", ""}, {"settled", "all folded", ""},
                       {"step", "at step", ""}},
                      {}};
    Value counters{Value::Array{}};
    const ledger::Worst* worst = nullptr;
    for (const ledger::Worst& one : w.worst()) {
        const kernel::Area& area = w.areas()[one.counter.area];
        const std::int64_t node = index_of(area.node);
        const Value zone = area.zone ? Value(t.zones[index_of(*area.zone)].name) : Value();
        const auto name = kernel::item_name(area, one.counter.item);
        Value v;
        v.set("node", node).set("zone", zone).set("counter", name).set("error", one.error.value);
        v.set("bound", one.bound.value).set("cpus_x_threshold", one.simple_bound.value).set("settled", one.settled).set("step", one.step);
        counters.push(std::move(v));
        worst_table.rows.push_back({node, zone, name, one.error.value, one.bound.value, one.simple_bound.value, one.settled ? "yes" : "no", one.step});
        if (!worst || std::abs(one.error.value) > std::abs(worst->error.value)) worst = &one;
    }

    Table promise_table{"Promises", {{"promise", "promise", ""}, {"holds", "holds", ""}, {"breaches", "steps it fails at", ""},
                                     {"step", "first at step", ""}, {"where", "where", ""}, {"promised", "promised", ""}, {"found", "found", ""}}, {}};
    Value promises{Value::Array{}};
    std::int64_t broken = 0;
    for (const Promise p : ledger::kPromises) {
        const auto& b = w.promises().first(p);
        broken += b.has_value();
        promises.push(promise_value(t, w.promises(), p));
        promise_table.rows.push_back({ledger::promise_text(p), b ? "no" : "yes", w.promises().breaches(p), b ? Value(b->step) : Value(),
                                      b ? Value(place_of(t, *b)) : Value(), b ? Value(b->promised) : Value(), b ? Value(b->found) : Value()});
    }

    const ledger::NamedFault* fault = ledger::find_fault(s.get("fault"));
    r.data.set("workload", ledger::workload_key(worked.workload.kind)).set("seed", static_cast<std::int64_t>(worked.workload.seed));
    r.data.set("steps", w.steps()).set("events", static_cast<std::int64_t>(worked.script.size()));
    r.data.set("cost", std::move(costs)).set("counters", std::move(counters)).set("promises", std::move(promises));
    if (fault) {
        Value f, breaks{Value::Array{}};
        for (const Promise p : ledger::kPromises)
            if (fault->broken[p]) breaks.push(ledger::promise_key(p));
        f.set("fault", fault->key).set("text", fault->text).set("breaks", ledger::promise_key(fault->breaks)).set("can_break", std::move(breaks));
        r.data.set("fault", std::move(f));
    } else {
        r.data.set("fault", Value());
    }

    r.sentence = fault ? "FAULT ON: " + std::string(fault->label) + ". " + std::string(fault->text) + " " : "";
    r.sentence += count_of(cost.updates, "counter update", "counter updates") + " took " + count_of(cost.atomics(), "atomic", "atomics") +
                  " on shared counters: " + count_of(cost.spills, "spill", "spills") + " and " +
                  count_of(cost.folds + cost.dead_folds, "fold", "folds") + ".";
    if (worst && worst->error != Pages{}) {
        const kernel::Area& area = w.areas()[worst->counter.area];
        r.sentence += " The largest error was " + count_of(std::abs(worst->error.value), "page", "pages") + ", of " +
                      std::string(kernel::item_name(area, worst->counter.item)) + " in " + area_title(t, area) + ", where " +
                      grouped(worst->bound.value) + (std::abs(worst->error.value) > worst->bound.value ? " were promised." : " were possible.");
    }
    r.sentence += broken == 0 ? " All promises hold." : " " + grouped(broken) + " of " + grouped(std::ssize(ledger::kPromises)) + " promises " + (broken == 1 ? "fails." : "fail.");
    r.data.set("sentence", r.sentence);

    r.flat = worst_table;
    r.flat.title.clear();
    r.tables = {std::move(cost_table), std::move(worst_table), std::move(promise_table)};
    r.notes = {"Counts are exact for this seeded workload; the workload itself is made up, not measured.",
               "The error is the shared counter, not clamped, minus the truth. The exact bound sums, over the CPUs that are not folded, "
               "the largest threshold each has had since its last fold.",
               "Counted are the " + grouped(static_cast<std::int64_t>(worked.workload.zones)) +
                   " largest zones at most and their nodes, with two counters of each; a kernel has about ten for a zone and some seventy for a node.",
               "Pages on per-CPU lists are not free; inc and dec overstep, mod does not.",
               "Rules: __mod_zone_page_state(), __inc_zone_state(), refresh_cpu_vm_stats() and cpu_vm_stats_fold(), mm/vmstat.c, and the "
               "lists of mm/page_alloc.c, Linux 6.1."};
    return r;
}

}  // namespace driftmark::report
