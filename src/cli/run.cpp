#include "cli/run.hpp"

#include <cstdio>

#include "cli/asked.hpp"
#include "cli/evidence.hpp"
#include "cli/help.hpp"
#include "cli/layers.hpp"
#include "cli/stream.hpp"
#include "report/evidence_report.hpp"
#include "scenario/from_observed.hpp"

namespace driftmark::cli {
namespace {

using scenario::Result;

constexpr int kFine = 0, kDifference = 1, kBadInput = 2;

struct Answer {
    std::string text;
    bool difference = false;
};

Answer written(const scenario::Scenario& s, const report::Report& r, Format format) {
    switch (format) {
        case Format::json: return {report::to_json(s, r), r.difference};
        case Format::csv: return {report::to_csv(r), r.difference};
        case Format::text: break;
    }
    return {report::to_text(r), r.difference};
}

Result<Answer> check(const Asked& asked) {
    const auto text = read_zoneinfo_file(asked.files.front());
    if (!text) return std::unexpected(text.error());
    const observed::CheckResult result = observed::check(*text);
    report::Report r = report::check_report(result);
    auto scenario = scenario::from_machine(result.machine);
    // A text may tell too little for a machine, and still be checked.
    if (!scenario) r.notes.push_back("The text makes no whole machine (" + scenario.error().line() + ").");
    return written(scenario ? *scenario : scenario::Scenario(), r, asked.format);
}

Result<Answer> verify(const Asked& asked) {
    std::vector<observed::VerifyResult> results;
    for (const std::string& path : asked.files) {
        auto result = verify_file(path);
        if (!result) return std::unexpected(result.error());
        results.push_back(*std::move(result));
    }
    return written(scenario::Scenario(), report::verify_report(results), asked.format);
}

Result<Answer> answer(const Asked& asked) {
    if (asked.version) return Answer{"driftmark " DRIFTMARK_VERSION "\n"};
    if (asked.help) return Answer{asked.command ? command_help(*asked.command) : program_help()};
    if (asked.command->name == "check") return check(asked);
    if (asked.command->name == "verify") return verify(asked);
    const auto scenario = scenario_of(asked);
    if (!scenario) return std::unexpected(scenario.error());
    const auto report = report::report_of(asked.command->name, *scenario);
    if (!report) return std::unexpected(report.error());
    return written(*scenario, *report, asked.format);
}

int refuse(const scenario::Error& error) {
    std::fprintf(stderr, "driftmark: %s\n", error.line().c_str());
    return kBadInput;
}

}  // namespace

int run(int argc, const char* const* argv) {
    outlive_closed_pipes();
    const auto asked = ask(argc, argv);
    if (!asked) return refuse(asked.error());
    const auto answered = answer(*asked);
    if (!answered) return refuse(answered.error());
    if (const auto done = write_out(answered->text); !done) return reader_has_gone() ? kBadInput : refuse(done.error());
    return answered->difference ? kDifference : kFine;
}

}  // namespace driftmark::cli
