#include <doctest/doctest.h>

#include "ledger/timeline.hpp"
#include "scenario/scenario.hpp"

using namespace driftmark;
using namespace driftmark::scenario;

namespace {

ledger::Timeline timeline(const Scenario& s) {
    const Worked w = work_out(s);
    return {w.topology, w.boot, w.script};
}
/// Iterations before the refresh at postcore: those made while CPUs come up.
std::int64_t bring_up(const Scenario& s) {
    const Worked w = work_out(s);
    const auto rows = w.topology->nodes.value + static_cast<std::int64_t>(w.topology->zones.size());
    return timeline(s).record(0).ledgers[ledger::Variant::rewrite].iterations - rows * w.topology->cpus.value;
}

}  // namespace

TEST_CASE("every preset is taken, says what it assumes, and survives its text") {
    CHECK(presets().size() == 9);
    for (const auto& p : presets()) {
        INFO(p.name);
        const auto s = from_preset(p.name);
        REQUIRE(s);
        CHECK(!p.assumed.empty());
        CHECK(p.summary.ends_with('.'));
        CHECK((*decode(encode({"refresh", *s})))->scenario == *s);
        CHECK(s->get("script") == "auto");
    }
    CHECK(from_preset("xeon48").error().line().ends_with("accepted: xeon480"));
    CHECK(from_preset("").error().line().find("laptop") != std::string::npos);
}

TEST_CASE("R2: iterations while booting, exactly") {
    CHECK(bring_up(*from_preset("smp1024")) == 2'099'196);
    CHECK(bring_up(*from_preset("numa1024")) == 17'843'166);
    // With one zone a node, as the report's own formula has it.
    CHECK(bring_up(*from_preset("smp1024")->with("zones", "0:Normal=1T")) == 1'049'598);
    CHECK(bring_up(*from_preset("numa1024")->with("zones", "0-15:Normal=256G")) == 16'793'568);
}

TEST_CASE("R1: the sweeps have as many events as the report") {
    CHECK(timeline(*from_preset("xeon480")).size() == 1 + 2 * 479);
    CHECK(timeline(*from_preset("epyc512")).size() == 1 + 2 * 511);
}

TEST_CASE("the picture's event: CPU 256 goes, nothing needs to be stored, and 2,560 stores are made") {
    const auto t = timeline(*from_preset("xeon480"));
    const auto& r = t.record(224);
    CHECK(r.online.value == 256);
    CHECK(r.ledgers[ledger::Variant::rewrite].iterations == 1536);
    CHECK(r.ledgers[ledger::Variant::rewrite].stores == 2560);
    CHECK(r.ledgers[ledger::Variant::rewrite].silent_stores == 1024);
    CHECK(r.ledgers[ledger::Variant::rewrite].exposed_zero == 512);
    CHECK(r.ledgers[ledger::Variant::skip_unchanged].stores == 0);
}
