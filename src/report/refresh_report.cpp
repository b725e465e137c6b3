// `refresh`: one event of the script, what both variants load and store for it, and what it leaves.
#include "report/flat.hpp"
#include "report/happening.hpp"
#include "report/quantity.hpp"
#include "report/reported.hpp"
#include "report/sentence.hpp"
#include "report/words.hpp"
#include "report/zone_rows.hpp"

#include "ledger/playhead.hpp"

namespace driftmark::report {
namespace {

using ledger::Variant;

Value number_or_null(std::optional<Threshold> t) { return t ? Value(std::int64_t{*t}) : Value(); }
Value mark_or_null(Pages p) { return p > Pages{} ? Value(p.value) : Value(); }

/// The machine around an event. Before the boot there is none: everything is 0.
struct Around {
    explicit Around(const Happening& h) : after(h.timeline->after(h.event)) {
        if (h.event > 0) before.emplace(h.timeline->after(h.event - 1));
    }
    std::optional<kernel::Machine> before;
    kernel::Machine after;
};

/// Thresholds row by row: what the online CPUs held and hold, and what the event's CPU had.
struct Rows {
    Value data{Value::Array{}};
    Table table{"Thresholds and marks",
                {{"node", "node", "", true}, {"row", "row", ""}, {"managed", "managed", "bytes"},
                 {"before", "before", ""}, {"after", "after", ""}, {"cpu_before", "its CPU held", ""},
                 {"mark_before", "drift mark before", "pages"}, {"mark_after", "mark after", "pages"}},
                {}};
};

Rows rows_of(const Happening& h, const Around& around) {
    Rows rows;
    const kernel::Topology& t = h.topology();
    const Value event_cpu = cpu_of(h.record());
    const kernel::ThresholdSet* own = nullptr;  // of the CPU that comes or goes, before
    if (const auto* cpu = std::get_if<std::int64_t>(&event_cpu.held()); cpu && around.before)
        own = &around.before->thresholds_of(CpuId{static_cast<std::uint32_t>(*cpu)});

    const auto add = [&](NodeId node, std::optional<ZoneIndex> zone) {
        const auto before = !around.before ? std::optional<Threshold>(0)
                            : zone ? held(*around.before, *zone) : held(*around.before, node);
        const auto after = zone ? held(around.after, *zone) : held(around.after, node);
        const Value own_before = !own ? Value() : Value(std::int64_t{zone ? own->zone[index_of(*zone)] : own->node[index_of(node)]});
        const std::int64_t number = index_of(node);
        const Value name = zone ? Value(t.zones[index_of(*zone)].name) : Value();
        const Value managed = zone ? Value(to_bytes(around.after.zone(*zone).managed, t.page_size).value) : Value();
        const Value mark_before = zone && around.before ? mark_or_null(around.before->drift_mark(*zone)) : Value();
        const Value mark_after = zone ? mark_or_null(around.after.drift_mark(*zone)) : Value();
        Value row;
        row.set("node", number).set("zone", name).set("managed", managed).set("before", number_or_null(before));
        row.set("after", number_or_null(after)).set("cpu_before", own_before);
        row.set("mark_before", mark_before).set("mark_after", mark_after);
        rows.data.push(std::move(row));
        rows.table.rows.push_back({number, zone ? name : Value("pgdat"), managed, number_or_null(before),
                                   number_or_null(after), own_before, mark_before, mark_after});
    };
    std::size_t zone = 0;
    for (std::int64_t n = 0; n < t.nodes.value; ++n) {
        const NodeId node{static_cast<std::uint32_t>(n)};
        if (around.after.node_online(node)) add(node, std::nullopt);
        for (; zone < t.zones.size() && t.zones[zone].node == node; ++zone)
            if (around.after.zones()[zone].populated()) add(node, ZoneIndex{static_cast<std::uint32_t>(zone)});
    }
    return rows;
}

Table ledger_table(const ledger::Ledgers& whole, const ledger::Ledgers* so_far) {
    Table t{"Both variants", {{"quantity", "quantity", ""}}, {}};
    for (const Variant v : ledger::kVariants) {
        const std::string key(variant_key(v)), label(variant_label(v));
        if (so_far) t.columns.push_back({key + "_so_far", label + ", so far", ""});
        t.columns.push_back({key, label, ""});
    }
    for (const LedgerQuantity& q : ledger_quantities()) {
        std::vector<Value> row{q.label};
        for (const Variant v : ledger::kVariants) {
            if (so_far) row.push_back((*so_far)[v].*q.member);
            row.push_back(whole[v].*q.member);
        }
        t.rows.push_back(std::move(row));
    }
    return t;
}

}  // namespace

Report refresh_report(const scenario::Scenario& s) { return refresh_report(s, nullptr); }

Report refresh_report(const scenario::Scenario& s, std::shared_ptr<const ledger::Timeline> known) {
    const Happening h(s, std::move(known));
    const ledger::EventRecord& record = h.record();
    const Around around(h);
    const auto number = static_cast<std::int64_t>(h.event);

    Report r;
    r.command = "refresh";
    r.data.set("event", number).set("events", static_cast<std::int64_t>(h.timeline->size()) - 1);
    r.data.set("action", action_of(record)).set("cpu", cpu_of(record)).set("text", h.text_of(h.event));
    r.data.set("refused", refusal_of(record)).set("online", record.online.value);
    r.data.set("refreshes", static_cast<std::int64_t>(record.refreshes()));
    r.data.set("variants", variants_value(record.ledgers));
    for (const EventQuantity& q : event_quantities()) r.data.set(std::string(q.key), q.read(record.ledgers));

    ledger::Playhead playhead(h.timeline);
    playhead.seek(h.event, h.worked.step.value_or(-1));
    const bool midway = playhead.moment().step < playhead.steps();
    const ledger::Ledgers so_far = playhead.so_far();
    Value step;
    step.set("at", playhead.moment().step).set("of", playhead.steps());
    step.set("refresh", playhead.plan() ? Value(static_cast<std::int64_t>(playhead.refresh_number())) : Value());
    step.set("in_refresh", playhead.step_in_refresh());
    step.set("variants", variants_value(so_far)).set("needed", so_far.needed).set("avoided", so_far.avoided());
    r.data.set("step", std::move(step));
    const Words words = words_of(playhead, around.before ? &*around.before : nullptr, around.after, h.worked.existing.count());
    r.sentence = words.sentence + (words.detail.empty() ? "" : " " + words.detail) + (midway ? " " + words.moment : "");
    r.data.set("sentence", r.sentence);

    Value kswapd;
    kswapd.set("stores", record.kswapd.stores).set("silent_stores", record.kswapd.silent_stores);
    r.data.set("kswapd", std::move(kswapd));
    Rows rows = rows_of(h, around);
    r.data.set("rows", std::move(rows.data));
    Value marks;
    marks.set("set", record.marks_set).set("changed", record.marks_changed);
    r.data.set("marks", std::move(marks));
    const auto reported = reported_by("R1", "_event");
    r.data.set("reported", reported_value(reported));

    r.tables.push_back(ledger_table(record.ledgers, midway ? &so_far : nullptr));
    r.tables.push_back(std::move(rows.table));
    r.tables.push_back(reported_table(reported));

    r.flat.columns = {{"event", "event", "", true}, {"action", "action", ""}, {"cpu", "CPU", "", true},
                      {"text", "event as text", ""}, {"refused", "refused", ""}, {"online", "online after", "CPUs"}};
    add_ledger_columns(r.flat.columns);
    r.flat.rows.push_back({number, action_of(record), cpu_of(record), h.text_of(h.event), refusal_of(record), record.online.value});
    add_ledger_cells(r.flat.rows.back(), record.ledgers);

    if (record.refreshes() > 1)
        r.notes.push_back("The event made " + std::to_string(record.refreshes()) + " refreshes; the counts are their sum" +
                          (midway ? ", those so far are of the refresh that the step lies in." : "."));
    r.notes.push_back("Counts are exact: every load and store of refresh_zone_stat_thresholds() on this machine.");
    if (h.event > 0 && std::get_if<std::int64_t>(&cpu_of(record).held()))
        r.notes.push_back("\"Its CPU held\" is what the CPU that comes or goes had before; offline CPUs keep stale values.");
    r.notes.push_back(source_note(*reported.front()->source) + " What its machines' memory was is not given.");
    return r;
}

}  // namespace driftmark::report
