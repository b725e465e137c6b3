#include "report/command.hpp"

#include "scenario/error.hpp"
#include "scenario/text.hpp"

namespace driftmark::report {
namespace {

constexpr Example kThresholdExamples[] = {
    {"driftmark threshold --preset xeon480", "the formula for each zone of a 480-CPU machine"},
    {"driftmark threshold --cpus 64 --memory 64G", "64 CPUs and 64 GiB: which zones reach the clamp at 125"},
    {"driftmark threshold --cpus 64 --online 32", "only 32 of the 64 CPUs up"},
    {"driftmark threshold --zoneinfo /proc/zoneinfo", "this machine"},
};
constexpr Example kDriftExamples[] = {
    {"driftmark drift --preset xeon480", "which zones carry a drift mark, and how far they may be off"},
    {"driftmark drift --cpus 135 --zones '0:Normal=64G'", "the fewest CPUs that give a 64 GiB zone a mark"},
    {"driftmark drift --preset laptop --boot-refresh per_cpu", "marks left over from booting 6.12 or older"},
    {"driftmark drift --preset xeon480 --event 479", "the same machine with one CPU left: marks that linger"},
};
constexpr Example kCountersExamples[] = {
    {"driftmark counters --preset xeon480", "what counting costs, and how far counters are off"},
    {"driftmark counters --cpus 16 --workload march", "the worst case: the error against its bound"},
    {"driftmark counters --cpus 8 --workload boot", "counting before the first refresh: threshold 0"},
    {"driftmark counters --cpus 8 --fault dead_cpu_not_folded", "a fault, and the promises it breaks"},
};
constexpr Example kRefreshExamples[] = {
    {"driftmark refresh --preset xeon480", "CPU 479 goes offline: both ledgers, thresholds, marks"},
    {"driftmark refresh --preset xeon480 --event 225", "the 225th event: 255 CPUs are left, and thresholds change"},
    {"driftmark refresh --preset xeon480 --event 0", "the boot's own refreshes"},
    {"driftmark refresh --preset vm2 --script offline:1,online:1 --event 2", "a script of one's own, its second event"},
    {"driftmark refresh --preset xeon480 --step 1000 --json", "how far both have got after 1000 steps, as data"},
};
constexpr Example kSweepExamples[] = {
    {"driftmark sweep --preset xeon480", "all CPUs but one off and on again, event by event, then totals"},
    {"driftmark sweep --preset epyc512 --json", "the same as data: report.totals, report.events"},
    {"driftmark sweep --cpus 8 --nodes 2 --csv", "one flat table for a spreadsheet"},
    {"driftmark sweep --cpus 16 --script offline:node0,online:node0 --nodes 2", "one node's CPUs off and on"},
};
constexpr Example kCheckExamples[] = {
    {"driftmark check /proc/zoneinfo", "does this machine print what the rule gives? Why not?"},
    {"driftmark check - < zoneinfo.txt", "a text from elsewhere, on standard input"},
    {"driftmark check zoneinfo.txt --json", "zone by zone as data"},
};
constexpr Example kVerifyExamples[] = {
    {"driftmark verify tests/data/truth/*", "replay every recorded kernel and compare all values"},
    {"driftmark verify trace.json --json", "one trace; the first differences as data"},
};
constexpr Example kParametersExamples[] = {
    {"driftmark parameters", "every key with its range, its default and an example"},
    {"driftmark parameters --csv", "the same as a table"},
};
constexpr Example kPresetsExamples[] = {
    {"driftmark presets", "the machines of the reports, and what is assumed of them"},
    {"driftmark presets --json", "with the values each preset sets"},
};

constexpr Command kCommands[] = {
    {"threshold", "how far one CPU may drift: the formula, zone by zone",
     "Takes the formula of stat_threshold apart for each populated zone: online CPUs and 128 MiB units with their "
     "highest set bit (fls), the product, the clamp at 125, and the threshold kswapd sets while awake. It tells of the "
     "booted machine unless --event is given.",
     "", true, threshold_report, kThresholdExamples},
    {"drift", "when the kernel must not trust NR_FREE_PAGES",
     "Sets the largest drift of each zone's free-page counter beside what is tolerated (low - min), and tells which "
     "zones carry a percpu_drift_mark, needed or left over. It tells of the booted machine unless --event is given.",
     "", true, drift_report, kDriftExamples},
    {"counters", "a workload over per-CPU counters: folds, atomics, errors",
     "Runs a seeded workload over the machine and its script, and counts what counting costs: updates, spills, folds, "
     "atomics. Tells how far each counter was off against its exact bound, and which promises held; a --fault shows "
     "which one it breaks, and where.",
     "", false, counters_report, kCountersExamples},
    {"refresh", "what one CPU coming or going costs",
     "One event of the script: the loads and stores of refresh_zone_stat_thresholds() as the kernel to date does them "
     "(rewrite) and with the 2026 patch (skip_unchanged), and the thresholds and marks before and after. Event 0 is the "
     "boot; --step tells how far both have got within the event.",
     "", false, refresh_report, kRefreshExamples},
    {"sweep", "a whole script of CPU hotplug, event by event, with totals",
     "One row for each event of the script, both ledgers, then totals without the boot's. Unless --script is given, all "
     "CPUs but CPU 0 go offline from the top and come online again.",
     "", false, sweep_report, kSweepExamples},
    {"check", "a /proc/zoneinfo: printed thresholds against computed ones",
     "Reads a /proc/zoneinfo of any kernel and compares the threshold each zone prints with the one the normal rule "
     "gives for its CPUs and memory, with a reason where they differ. Exits 1 when some zone differs, explained or not.",
     "FILE", false, nullptr, kCheckExamples},
    {"verify", "recorded kernel traces replayed and compared, value by value",
     "Replays what recorded kernels were told to do and compares every threshold, mark, watermark and count they kept. "
     "Exits 1 when a value differs; lists what a trace cannot tell.",
     "TRACE...", false, nullptr, kVerifyExamples},
    {"parameters", "every parameter: key, range, default, example",
     "The reference of parameters. Every command takes them as --KEY VALUE, with - or _.",
     "", false, [](const scenario::Scenario&) { return parameters_report(); }, kParametersExamples},
    {"presets", "the machines that come with it, and what is assumed of them",
     "The presets: machines of published reports and everyday ones. What no source gives is listed as assumed.",
     "", false, [](const scenario::Scenario&) { return presets_report(); }, kPresetsExamples},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

const Command* find_command(std::string_view name) {
    for (const Command& c : kCommands)
        if (c.name == name) return &c;
    return nullptr;
}

scenario::Scenario at_its_moment(const Command& c, const scenario::Scenario& s, bool event_was_chosen) {
    return c.starts_booted && !event_was_chosen ? s.at(0, std::nullopt) : s;
}

scenario::Result<Report> report_of(std::string_view name, const scenario::Scenario& s) {
    const Command* command = find_command(name);
    if (command && command->make) return command->make(s);
    std::string known;
    for (const Command& c : kCommands)
        if (c.make) known.append(known.empty() ? "" : ", ").append(c.name);
    return scenario::wrong("command", command ? std::string(name) + " reads files and has no report of a scenario" : "unknown command " + scenario::quoted(name), known);
}

}  // namespace driftmark::report
