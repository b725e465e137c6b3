// A snapshot as the page reads it.
#include "report/happening.hpp"
#include "session/session.hpp"

namespace driftmark::session {
namespace {

report::Value ledgers(const ledger::Ledgers& l) {
    report::Value v;
    v.set("variants", report::variants_value(l)).set("needed", l.needed).set("avoided", l.avoided());
    return v;
}

report::Value table(const report::Table& t) {
    report::Value columns{report::Value::Array{}}, rows{report::Value::Array{}};
    for (const auto& c : t.columns) {
        report::Value column;
        column.set("key", c.key).set("label", c.label).set("unit", c.unit).set("plain", c.plain);
        columns.push(std::move(column));
    }
    for (const auto& row : t.rows) rows.push(report::Value(row));
    report::Value v;
    v.set("title", t.title).set("columns", std::move(columns)).set("rows", std::move(rows));
    return v;
}

}  // namespace

std::string to_json(const Session& session, bool with_report) {
    const Snapshot& s = session.snapshot();
    const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
    report::Value v;
    v.set("revision", number(s.revision)).set("machine_revision", number(s.machine_revision));
    v.set("figure", s.state.figure).set("state", scenario::encode(s.state));
    report::Value values;
    for (const auto& p : scenario::parameters()) values.set(std::string(p.key), s.state.scenario.get(p.key));
    v.set("values", std::move(values));
    v.set("sentence", s.sentence).set("detail", s.detail).set("moment", s.moment).set("message", s.message);
    v.set("playing", s.playing).set("can_undo", s.can_undo).set("can_redo", s.can_redo);
    v.set("can_step", s.can_step).set("can_back", s.can_back);

    const ledger::Moment m = s.playhead->moment();
    v.set("event", number(m.event)).set("events", number(s.timeline->size() - 1));
    v.set("event_text", m.event == 0 ? std::string("boot") : s.script_text[m.event - 1]);
    v.set("step", m.step).set("steps", s.playhead->steps());
    v.set("online", s.timeline->record(m.event).online.value);
    v.set("ledgers", ledgers(s.timeline->record(m.event).ledgers)).set("so_far", ledgers(s.playhead->so_far()));
    v.set("totals", ledgers(s.timeline->totals()));
    if (with_report) {
        const report::Report r = session.report();
        report::Value tables{report::Value::Array{}}, notes{report::Value::Array{}};
        for (const auto& t : r.tables) tables.push(table(t));
        for (const auto& n : r.notes) notes.push(n);
        report::Value told;
        told.set("sentence", r.sentence).set("tables", std::move(tables)).set("notes", std::move(notes));
        v.set("report", std::move(told));
    }
    return v.json();
}

}  // namespace driftmark::session
