// Flat tables for CSV.
#pragma once

#include "ledger/ledger.hpp"
#include "report/report.hpp"

namespace driftmark::report {

/// Both ledgers in one row: rewrite_stores, skip_unchanged_stores ... needed, avoided.
void add_ledger_columns(std::vector<Column>&);
void add_ledger_cells(std::vector<Value>&, const ledger::Ledgers&);

/// A list of objects of one shape as a table: its members are the columns.
Table flat_of(const Value& list);

}  // namespace driftmark::report
