// The report of a workload: sums that add up, and a fault that names what it breaks.
#include <doctest/doctest.h>

#include "ledger/promises.hpp"
#include "report/report.hpp"

using namespace driftmark;
using namespace driftmark::report;

namespace {

Report report_with(const scenario::Assignments& a) { return counters_report(*scenario::Scenario{}.with(a)); }
std::int64_t cost(const Report& r, std::string_view key) { return std::get<std::int64_t>(r.data.find("cost")->find(key)->held()); }

}  // namespace

TEST_CASE("counters: atomics are those of spills and folds, and all promises hold") {
    const Report r = report_with({{"cpus", "8"}, {"updates", "5000"}});
    CHECK(cost(r, "atomics") == 2 * cost(r, "spills") + cost(r, "fold_atomics"));
    CHECK(cost(r, "needless") == 0);
    CHECK(cost(r, "dead_folds") == 7);
    CHECK(r.sentence.find("All promises hold.") != std::string::npos);
    CHECK(r.sentence.find("FAULT") == std::string::npos);
    CHECK_FALSE(r.tables.empty());
    CHECK(report_with({{"cpus", "8"}, {"updates", "5000"}}).data.json() == r.data.json());
}

TEST_CASE("counters: a fault is told of first, with the promise it breaks") {
    const Report r = report_with({{"cpus", "8"}, {"fault", "dead_cpu_not_folded"}, {"workload", "march"}});
    CHECK(r.sentence.starts_with("FAULT ON: dead CPU not folded."));
    const Value* first = &std::get<Value::Array>(r.data.find("promises")->held()).front();
    CHECK(std::get<std::string>(first->find("promise")->held()) == "sum_conserved");
    CHECK_FALSE(std::get<bool>(first->find("holds")->held()));
    CHECK(std::get<std::string>(first->find("where")->held()).starts_with("node 0"));
}
