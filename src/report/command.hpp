// Every command, once: what it is called, what it gives, how it is used. The command line, the session and
// the JavaScript module take their reports from here.
#pragma once

#include <span>
#include <string_view>

#include "report/report.hpp"
#include "scenario/scenario.hpp"

namespace driftmark::report {

struct Example {
    std::string_view line;   ///< "driftmark sweep --preset xeon480"
    std::string_view shows;  ///< one line: what one sees
};

struct Command {
    std::string_view name;
    std::string_view summary;          ///< one line
    std::string_view teaches;          ///< a few sentences for --help
    std::string_view files;            ///< "FILE", "TRACE..." or empty: what it reads instead of a scenario
    bool starts_booted = false;        ///< unless `event` is set it tells of the booted machine, event 0
    Report (*make)(const scenario::Scenario&) = nullptr;  ///< none for commands that read files
    std::span<const Example> examples;
};

std::span<const Command> commands();
/// By name; null when there is none.
const Command* find_command(std::string_view name);

/// The moment a command tells of when nobody chose one.
scenario::Scenario at_its_moment(const Command&, const scenario::Scenario&, bool event_was_chosen);

/// The report of a command that needs no files; an Error names the commands there are.
scenario::Result<Report> report_of(std::string_view command, const scenario::Scenario&);

}  // namespace driftmark::report
