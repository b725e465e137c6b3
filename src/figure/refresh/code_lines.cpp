#include "figure/refresh/code_lines.hpp"

#include <algorithm>
#include <array>

#include "kernel/threshold.hpp"

namespace driftmark::figure::refresh {
namespace {

using ledger::Access;
using ledger::Effect;
using ledger::Loop;
using ledger::Variant;

constexpr std::array kRewrite{
    CodeLine{"for each node, each online CPU:", "for each node, online CPU:"},
    CodeLine{"  node.threshold[cpu] ← 0", "  node.t[cpu] ← 0"},
    CodeLine{"for each populated zone:", "for each populated zone:"},
    CodeLine{"  t ← threshold(zone)", "  t ← threshold(zone)"},
    CodeLine{"  for each online CPU:", "  for each online CPU:"},
    CodeLine{"    zone.threshold[cpu] ← t", "    zone.t[cpu] ← t"},
    CodeLine{"    node.threshold[cpu] ← max(t, …)", "    node.t[cpu] ← max(t, …)"}};
constexpr std::array kSkip{
    CodeLine{"for each node, each populated zone:", "for each node, its zones:"},
    CodeLine{"  t ← threshold(zone)", "  t ← threshold(zone)"},
    CodeLine{"  for each online CPU:", "  for each online CPU:"},
    CodeLine{"    if zone.threshold[cpu] ≠ t:", "    if zone.t[cpu] ≠ t:"},
    CodeLine{"      zone.threshold[cpu] ← t", "      zone.t[cpu] ← t"},
    CodeLine{"  for each online CPU, where", "  for online CPUs, where"},
    CodeLine{"    node.threshold[cpu] ≠ max: ← max", "    node.t[cpu] ≠ max: ← max"}};
constexpr int kFormula[2] = {3, 1};

int line_of(Variant v, const Access& a, Loop loop) {
    if (v == Variant::rewrite) return loop == Loop::zeroing ? 1 : a.row.zone ? 5 : 6;
    if (loop == Loop::nodes) return 6;
    return a.store ? 4 : 3;
}

std::string cpu_text(const Access& a) { return "CPU " + std::to_string(index_of(a.cpu)); }
std::string move(const Access& a) { return std::to_string(a.before) + " → " + std::to_string(a.after); }

std::string row_text(const Frame& f, const Access& a) {
    return a.row.zone ? row_name(a.row, f.topology()) : "node " + std::to_string(index_of(a.row.node));
}

/// "min(125, 2·9·1) = 18": the formula of the zone at work, with its numbers.
std::string formula(const Frame& f, const ledger::Row& row) {
    if (!row.zone) return {};
    const auto z = *row.zone;
    const int cpus = kernel::fls(static_cast<std::uint64_t>(f.source.plan->cpus().size()));
    const auto units = kernel::memory_units(f.machine().zone(z).managed, f.topology().page_size);
    const int memory = 1 + kernel::fls(static_cast<std::uint64_t>(units));
    const auto at = static_cast<std::size_t>(std::ranges::find(f.rows, row) - f.rows.begin());
    const int exact = std::min(125, 2 * cpus * memory), held = f.source.plan->exit(at);
    if (exact != held) return "= " + std::to_string(held);  // managed has changed since
    return "min(125, 2·" + std::to_string(cpus) + "·" + std::to_string(memory) + ") = " + std::to_string(held);
}

std::string value_text(const Access& a, Variant v, Threshold wanted) {
    const std::string before = std::to_string(a.before), after = std::to_string(a.after);
    if (a.store) return after + " ← " + before + (a.effect == Effect::silent ? "  same value" : a.effect == Effect::exposed ? "  exposed" : "");
    if (v == Variant::rewrite) return "holds " + before;
    return before == std::to_string(wanted) ? before + " = " + std::to_string(wanted) + "  skip"
                                            : before + " ≠ " + std::to_string(wanted) + "  store";
}

std::string story(const Frame& f, Variant v, const Access& a, Loop loop, Threshold wanted) {
    const std::string cpu = cpu_text(a), row = row_text(f, a);
    if (v == Variant::rewrite && loop == Loop::zeroing)
        return a.effect == Effect::exposed ? cpu + " runs, and now reads 0 instead of " + std::to_string(a.before) + " for " + row + "."
                                           : cpu + " held 0 for " + row + " already; its line is taken all the same.";
    if (a.store && a.effect == Effect::silent) return cpu + " loses its cache line to a store that changed nothing.";
    if (a.store && v == Variant::rewrite && !a.row.zone) return cpu + " counts for " + row + " again: " + move(a) + ".";
    if (a.store) return cpu + ", " + row + ": " + move(a) + ", a store that was needed.";
    if (v == Variant::rewrite) return cpu + " lets its value for " + row + " be loaded: " + std::to_string(a.before) + ".";
    if (a.before == wanted) return cpu + " is only read: its cache line stays shared, not taken.";
    return cpu + " holds " + std::to_string(a.before) + " where " + std::to_string(wanted) + " is due: it will be stored.";
}

/// Why a variant made no access in this step.
std::string waiting(const Frame& f, Variant v, std::int64_t step) {
    const Loop loop = f.source.plan->place(step).loop;
    if (v == Variant::rewrite) return loop == Loop::nodes ? "No such loop here: it waits for the patched code." : "It waits.";
    if (loop == Loop::zeroing) return "Nothing is zeroed here: it waits for the old code.";
    return "Nothing to store: it waits while the old code stores.";
}

}  // namespace

std::span<const CodeLine> code_lines(Variant v) {
    if (v == Variant::rewrite) return kRewrite;
    return kSkip;
}

CodeMoment code_moment(const Frame& f, Variant v) {
    CodeMoment m;
    m.values.resize(code_lines(v).size());
    if (!f.source.plan) {
        m.sentence = "No refresh runs in this event.";
        return m;
    }
    const std::int64_t step = f.source.step;
    const ledger::RefreshPlan& plan = *f.source.plan;
    if (step == 0) {
        m.sentence = "The refresh begins; nothing has been touched yet.";
        return m;
    }
    const ledger::Place place = plan.place(step - 1);
    if (place.loop == Loop::zones) m.values[static_cast<std::size_t>(kFormula[static_cast<std::size_t>(v)])] = formula(f, place.row);
    const auto access = plan.access(v, step - 1);
    if (step == plan.steps()) {
        const ledger::Ledger& l = f.whole[v];
        m.sentence = l.stores == 0 ? "Done without one store." : "Done, and the thresholds are the same on both sides.";
    }
    if (!access) {
        if (m.sentence.empty()) m.sentence = waiting(f, v, step - 1);
        return m;
    }
    const auto row = static_cast<std::size_t>(std::ranges::find(f.rows, access->row) - f.rows.begin());
    const Threshold wanted = row < f.rows.size() ? plan.exit(row) : access->after;
    m.active = line_of(v, *access, place.loop);
    m.values[static_cast<std::size_t>(m.active)] = value_text(*access, v, wanted);
    if (m.sentence.empty()) m.sentence = story(f, v, *access, place.loop, wanted);
    return m;
}

}  // namespace driftmark::figure::refresh
