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

}  // namespace driftmark::report
