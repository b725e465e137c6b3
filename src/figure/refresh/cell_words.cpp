#include "figure/refresh/cell_words.hpp"

#include <algorithm>

#include "figure/number.hpp"

namespace driftmark::figure::refresh {
namespace {

using ledger::Effect;

std::string row_story(const Frame& f, const RowGroup& g) {
    const ledger::Row& row = f.rows[g.row0];
    const std::string node = "node " + std::to_string(index_of(row.node));
    if (!g.single()) return group_name(g, f.rows, f.topology()) + " (" + thousands(static_cast<std::int64_t>(g.row1 - g.row0)) + " rows)";
    return row.zone ? "zone " + row_name(row, f.topology()) + " of " + node : node;
}

std::string done(ledger::Variant v, Effect e) {
    switch (e) {
        case Effect::untouched: return "not touched in this refresh so far";
        case Effect::read: return "only loaded; it already holds what it should";
        case Effect::changed: return "stored, and changed";
        case Effect::silent:
            return v == ledger::Variant::rewrite ? "stored although it held this value already" : "stored with the same value";
        case Effect::exposed: return "zeroed while the CPU runs: it reads 0 until its zones are done";
    }
    return {};
}

std::string histogram(const ledger::EffectCounts& c) {
    static constexpr std::pair<Effect, const char*> kWords[]{{Effect::changed, "changed"}, {Effect::silent, "stored the same value"},
                                                             {Effect::exposed, "at 0"}, {Effect::read, "only read"},
                                                             {Effect::untouched, "untouched"}};
    std::string out;
    for (const auto& [effect, word] : kWords)
        if (c[effect] > 0) out += (out.empty() ? "" : ", ") + thousands(c[effect]) + " " + word;
    return out;
}

std::string offline_story(const Frame& f, const RowGroup& g, std::uint32_t cpu) {
    std::string s = "CPU " + std::to_string(cpu) + " is offline";
    if (g.single()) {
        const kernel::ThresholdSet& held = f.machine().thresholds_of(CpuId{cpu});
        const ledger::Row& row = f.rows[g.row0];
        const int value = row.zone ? held.zone[index_of(*row.zone)] : held.node[index_of(row.node)];
        s += ": " + row_story(f, g) + " keeps threshold " + std::to_string(value) + ", which no refresh touches";
    }
    return s + ".\nClick to bring it online here.";
}

}  // namespace

std::string cell_word(Effect e, int value, bool single) {
    const std::string held = single ? std::to_string(value) : std::string{};
    const std::string space = single ? " " : "";
    switch (e) {
        case Effect::untouched: return held;
        case Effect::read: return held + space + "read";
        case Effect::changed: return held + space + "changed";
        case Effect::silent: return held + space + "same";
        case Effect::exposed: return "reads 0";
    }
    return held;
}

std::string stored_node_word(int value, int entry) {
    return std::to_string(value) + (value == entry ? " restored" : " changed");
}

std::string cell_story(const Frame& f, ledger::Variant v, const RowGroup& g, const Span& span, std::uint32_t cpu, bool exact) {
    if (span.online() == 0) return offline_story(f, g, cpu);
    const ledger::RefreshPlan* plan = f.source.plan;
    const std::string click = "\nClick to take CPU " + std::to_string(cpu) + " off or on here.";
    if (g.single() && (exact || span.cpu1 - span.cpu0 == 1) && f.machine().online().contains(CpuId{cpu})) {
        const std::string head = "CPU " + std::to_string(cpu) + ", " + row_story(f, g) + ": threshold ";
        if (!plan) {
            const kernel::ThresholdSet& held = f.machine().thresholds_of(CpuId{cpu});
            const ledger::Row& row = f.rows[g.row0];
            return head + std::to_string(row.zone ? held.zone[index_of(*row.zone)] : held.node[index_of(row.node)]) +
                   ". No refresh runs in this event." + click;
        }
        const auto at = std::ranges::lower_bound(plan->cpus(), CpuId{cpu});
        if (at != plan->cpus().end() && *at == CpuId{cpu}) {
            const auto lane = static_cast<std::size_t>(at - plan->cpus().begin());
            const auto cell = plan->cell(v, g.row0, lane, f.source.step);
            std::string s = head + std::to_string(cell.value);
            if (cell.value != plan->entry(g.row0, lane)) s += " (was " + std::to_string(plan->entry(g.row0, lane)) + ")";
            const bool rebuilt = v == ledger::Variant::rewrite && !f.rows[g.row0].zone && cell.effect != Effect::untouched &&
                                 cell.effect != Effect::exposed;
            return s + ", " + (rebuilt ? "zeroed, then stored again zone by zone" : done(v, cell.effect)) + "." + click;
        }
    }
    std::string s = span.cpu1 - span.cpu0 == 1 ? "CPU " + std::to_string(span.cpu0)
                                               : "CPUs " + std::to_string(span.cpu0) + "–" + std::to_string(span.cpu1 - 1);
    s += ", " + row_story(f, g) + ": ";
    if (plan) s += histogram(plan->effects(v, g.row0, g.row1, span.lane0, span.lane1, f.source.step));
    else s += "no refresh runs in this event";
    if (span.offline() > 0) s += "; " + counted(static_cast<std::int64_t>(span.offline()), "CPU", "CPUs") + " offline";
    return s + "." + click;
}

}  // namespace driftmark::figure::refresh
