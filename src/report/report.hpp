// A report: data under names, a flat table, and a sentence, from which text, CSV and JSON are written.
#pragma once

#include <string>
#include <vector>

#include "report/value.hpp"
#include "scenario/scenario.hpp"

namespace driftmark::report {

struct Column {
    std::string key;    ///< CSV head
    std::string label;  ///< words for people
    std::string unit;   ///< shown beside the label; "bytes" are shown as KiB, MiB ...
    bool plain = false; ///< a number that names something (CPU 1024): digits as they are
};

struct Table {
    std::string title;
    std::vector<Column> columns;
    std::vector<std::vector<Value>> rows;
};

struct Report {
    std::string command;
    std::string sentence;        ///< one plain sentence: what is so
    Value data;                  ///< the JSON's "report"
    std::vector<Table> tables;   ///< shown as text and in the page
    Table flat;                  ///< the CSV, where that is not the first of the tables
    std::vector<std::string> notes;  ///< assumptions, estimates marked as such, sources
    bool difference = false;     ///< a check found one (exit status 1)
};

/// {"scenario": {...}, "report": {...}} and a newline. View parameters are left out; sizes are integers of bytes.
std::string to_json(const scenario::Scenario&, const Report&);
std::string to_csv(const Report&);
std::string to_text(const Report&);

/// The reports of single commands. Each is a pure function of its scenario; command.hpp names them.
Report refresh_report(const scenario::Scenario&);
/// The same with the scenario's own timeline, which a sitting has at hand and need not build again.
Report refresh_report(const scenario::Scenario&, std::shared_ptr<const ledger::Timeline>);
Report sweep_report(const scenario::Scenario&);
Report threshold_report(const scenario::Scenario&);
Report drift_report(const scenario::Scenario&);
Report counters_report(const scenario::Scenario&);
Report parameters_report();
Report presets_report();

}  // namespace driftmark::report
