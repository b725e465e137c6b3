#include "report/flat.hpp"

#include "report/quantity.hpp"

namespace driftmark::report {

void add_ledger_columns(std::vector<Column>& columns) {
    for (const ledger::Variant v : ledger::kVariants)
        for (const LedgerQuantity& q : ledger_quantities())
            columns.push_back({std::string(variant_key(v)) + "_" + std::string(q.key),
                               std::string(variant_label(v)) + ": " + std::string(q.label), ""});
    for (const EventQuantity& q : event_quantities()) columns.push_back({std::string(q.key), std::string(q.label), ""});
}

void add_ledger_cells(std::vector<Value>& row, const ledger::Ledgers& l) {
    for (const ledger::Variant v : ledger::kVariants)
        for (const LedgerQuantity& q : ledger_quantities()) row.push_back(l[v].*q.member);
    for (const EventQuantity& q : event_quantities()) row.push_back(q.read(l));
}

Table flat_of(const Value& list) {
    Table t;
    const auto* objects = std::get_if<Value::Array>(&list.held());
    if (!objects) return t;
    for (const Value& one : *objects) {
        const auto* members = std::get_if<Value::Object>(&one.held());
        if (!members) continue;
        auto& row = t.rows.emplace_back();
        for (const auto& [key, value] : *members) {
            if (t.rows.size() == 1) t.columns.push_back({key, key, ""});
            row.push_back(value);
        }
    }
    return t;
}

}  // namespace driftmark::report
