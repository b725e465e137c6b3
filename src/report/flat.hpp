// Both ledgers in one row of a CSV: rewrite_stores, skip_unchanged_stores ... needed, avoided.
#pragma once

#include "ledger/ledger.hpp"
#include "report/report.hpp"

namespace driftmark::report {

void add_ledger_columns(std::vector<Column>&);
void add_ledger_cells(std::vector<Value>&, const ledger::Ledgers&);

}  // namespace driftmark::report
