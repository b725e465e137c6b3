// `sweep`: one row per event of the script, both ledgers, then totals without the boot's.
#include <algorithm>

#include "report/flat.hpp"
#include "report/happening.hpp"
#include "report/quantity.hpp"
#include "report/reported.hpp"
#include "report/words.hpp"

namespace driftmark::report {
namespace {

Value totals_value(const ledger::Ledgers& l) {
    Value out;
    out.set("variants", variants_value(l));
    for (const EventQuantity& q : event_quantities()) out.set(std::string(q.key), q.read(l));
    return out;
}

std::string told(const Happening& h, std::int64_t refused) {
    const ledger::Ledgers& totals = h.timeline->totals();
    const auto events = static_cast<std::int64_t>(h.timeline->size()) - 1;
    if (events == 0) return "The script is empty: nothing happens after the boot.";
    const auto before = totals[ledger::Variant::rewrite], after = totals[ledger::Variant::skip_unchanged];
    std::string out = "Over " + count_of(events, "event", "events") + " the kernel to date stores " +
                      count_of(before.stores, "threshold", "thresholds") + ", the patched one " + grouped(after.stores) +
                      ": " + count_of(totals.avoided(), "write", "writes") + " avoided, for " + grouped(after.loads) +
                      " loads instead of " + grouped(before.loads) + ".";
    if (refused > 0) out += " " + count_of(refused, "event was", "events were") + " refused and changed nothing.";
    return out;
}

}  // namespace

Report sweep_report(const scenario::Scenario& s) {
    using ledger::Variant;
    const Happening h(s);
    Report r;
    r.command = "sweep";

    Value events{Value::Array{}};
    Table shown{"Each event", {{"number", "", "", true}, {"online", "CPUs online", ""},
                 {"rewrite_stores", "rewrite stores", ""}, {"rewrite_silent_stores", "of these silent", ""},
                 {"rewrite_exposed_zero", "exposed at 0", ""}, {"rewrite_loads", "rewrite loads", ""},
                 {"skip_unchanged_stores", "skip unchanged stores", ""},
                 {"skip_unchanged_loads", "skip unchanged loads", ""}, {"avoided", "writes avoided", ""},
                 {"action", "event", ""}}, {}};
    r.flat.columns = {{"event", "event", "", true}, {"action", "action", ""}, {"cpu", "CPU", "", true},
                      {"text", "event as text", ""}, {"refused", "refused", ""}, {"online", "online after", "CPUs"}};
    add_ledger_columns(r.flat.columns);

    std::int64_t refused = 0;
    std::vector<std::string> why_refused;  // each reason once
    const auto add_shown = [&](Value event, Value online, Value action, const ledger::Ledgers& l) {
        const auto &before = l[Variant::rewrite], &after = l[Variant::skip_unchanged];
        shown.rows.push_back({std::move(event), std::move(online), before.stores, before.silent_stores,
                              before.exposed_zero, before.loads, after.stores, after.loads, l.avoided(), std::move(action)});
    };
    for (std::size_t k = 1; k < h.timeline->size(); ++k) {
        const ledger::EventRecord& record = h.timeline->record(k);
        const auto number = static_cast<std::int64_t>(k);
        Value event;
        event.set("event", number).set("action", action_of(record)).set("cpu", cpu_of(record)).set("text", h.text_of(k));
        event.set("refused", refusal_of(record)).set("online", record.online.value);
        event.set("variants", variants_value(record.ledgers));
        for (const EventQuantity& q : event_quantities()) event.set(std::string(q.key), q.read(record.ledgers));
        events.push(std::move(event));

        std::vector<Value> flat{number, action_of(record), cpu_of(record), h.text_of(k), refusal_of(record), record.online.value};
        add_ledger_cells(flat, record.ledgers);
        r.flat.rows.push_back(std::move(flat));

        const bool happened = record.refused == kernel::Refusal::none;
        refused += !happened;
        if (const std::string why = kernel::refusal_text(record.refused); !happened && std::ranges::find(why_refused, why) == why_refused.end())
            why_refused.push_back(why);
        add_shown(number, record.online.value, h.text_of(k) + (happened ? "" : " (refused)"), record.ledgers);
    }
    add_shown("total", {}, "", h.timeline->totals());
    r.tables.push_back(std::move(shown));

    const auto reported = reported_by("R1", "_total");
    r.tables.push_back(reported_table(reported));
    r.data.set("totals", totals_value(h.timeline->totals()));
    r.data.set("refused", refused);
    r.data.set("events", std::move(events));
    r.data.set("reported", reported_value(reported));
    r.sentence = told(h, refused);
    r.data.set("sentence", r.sentence);
    for (const std::string& why : why_refused) r.notes.push_back("Refused: " + why + ".");
    r.notes.push_back("Counts are exact: every load and store of refresh_zone_stat_thresholds() on this machine. The boot's "
                      "refreshes are not in the totals.");
    r.notes.push_back(source_note(*reported.front()->source) +
                      " Its machines' memory and zones are not given; what a preset takes for them is an assumption "
                      "(driftmark presets).");
    return r;
}

}  // namespace driftmark::report
