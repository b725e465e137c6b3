// The reports' data against numbers worked out by hand and against the traces' known totals.
#include <doctest/doctest.h>

#include "report/command.hpp"
#include "report/report.hpp"

using namespace driftmark;
using namespace driftmark::report;
using scenario::Scenario;

namespace {

Scenario made(const scenario::Assignments& a) {
    const auto s = Scenario().with(a);
    REQUIRE_MESSAGE(s.has_value(), (s ? "" : s.error().line()));
    return *s;
}

/// The JSON of a member reached by keys: at(v, "variants", "rewrite", "stores").
template <class... Keys>
std::string at(const Value& v, Keys... keys) {
    const Value* found = &v;
    for (const std::string_view key : {std::string_view(keys)...}) {
        found = found ? found->find(key) : nullptr;
    }
    return found ? found->json() : "absent";
}

const Value& element(const Value& list, std::size_t i) {
    const auto* array = std::get_if<Value::Array>(&list.held());
    REQUIRE(array != nullptr);
    REQUIRE(i < array->size());
    return (*array)[i];
}

}  // namespace

TEST_CASE("sweep: the 254-CPU machine of the traces") {
    // c254-64G-n8: 1,161,270 iterations; 1,806,420 stores and 645,150 loads before,
    // 13,446 stores and 1,161,270 loads after. It comes up with CPU 0 alone.
    const Scenario s = made({{"cpus", "254"}, {"nodes", "8"}, {"zones", "0:DMA=15M,DMA32=1960M,Normal=6000M;1-7:Normal=8050M"},
                             {"online", "1"}, {"script", "online:1-253,offline:253-1"}});
    const Report r = sweep_report(s);
    CHECK(at(r.data, "totals", "variants", "rewrite", "iterations") == "1161270");
    CHECK(at(r.data, "totals", "variants", "rewrite", "stores") == "1806420");
    CHECK(at(r.data, "totals", "variants", "rewrite", "silent_stores") == "639704");
    CHECK(at(r.data, "totals", "variants", "rewrite", "loads") == "645150");
    CHECK(at(r.data, "totals", "variants", "skip_unchanged", "stores") == "13446");
    CHECK(at(r.data, "totals", "variants", "skip_unchanged", "loads") == "1161270");
    CHECK(at(r.data, "totals", "needed") == "13446");
    CHECK(at(r.data, "totals", "avoided") == std::to_string(1806420 - 13446));
    CHECK(r.flat.rows.size() == 506);
}

TEST_CASE("sweep: the events sum up to the totals, refused ones count nothing and say why") {
    const Scenario s = made({{"cpus", "4"}, {"script", "offline:3,offline:0,offline:3,online:3"}});
    const Report r = sweep_report(s);
    std::int64_t stores = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const Value& event = element(*r.data.find("events"), i);
        stores += std::stoll(at(event, "variants", "rewrite", "stores"));
        CHECK(at(event, "event") == std::to_string(i + 1));
    }
    CHECK(at(r.data, "totals", "variants", "rewrite", "stores") == std::to_string(stores));
    const Value& second = element(*r.data.find("events"), 1);
    CHECK(at(second, "action") == "\"offline\"");
    CHECK(at(second, "cpu") == "0");
    CHECK(at(second, "online") == "3");
    CHECK(at(second, "variants", "rewrite", "stores") == "0");
    CHECK(at(second, "refused") != "null");
    CHECK(at(element(*r.data.find("events"), 0), "refused") == "null");
    CHECK(at(r.data, "refused") == "2");
}

TEST_CASE("refresh: one event by hand") {
    // 4 CPUs, one node, one zone of 64 GiB: 3 CPUs remain, fls 3 -> 2. Rewrite stores 3 zeroes, 3 zone and
    // 3 node thresholds; the patch loads 3 + 3 and stores 3 + 3.
    const Scenario s = made({{"cpus", "4"}, {"zones", "0:Normal=64G"}});
    const Report r = refresh_report(s);
    CHECK(at(r.data, "event") == "1");
    CHECK(at(r.data, "action") == "\"offline\"");
    CHECK(at(r.data, "cpu") == "3");
    CHECK(at(r.data, "online") == "3");
    CHECK(at(r.data, "variants", "rewrite", "iterations") == "6");
    CHECK(at(r.data, "variants", "rewrite", "stores") == "9");
    CHECK(at(r.data, "variants", "rewrite", "loads") == "3");
    CHECK(at(r.data, "variants", "rewrite", "exposed_zero") == "3");
    CHECK(at(r.data, "variants", "skip_unchanged", "loads") == "6");
    CHECK(at(r.data, "variants", "skip_unchanged", "stores") == "6");
    CHECK(at(r.data, "needed") == "6");
    CHECK(at(r.data, "avoided") == "3");
    // 2 x 3 x (1 + fls(512)) = 66 before, 2 x 2 x 11 = 44 after.
    const Value& zone = element(*r.data.find("rows"), 1);
    CHECK(at(zone, "before") == "66");
    CHECK(at(zone, "after") == "44");
    CHECK(at(zone, "cpu_before") == "66");
}

TEST_CASE("refresh: midway it tells both ledgers so far, at the end they are the whole") {
    const Scenario s = made({{"cpus", "4"}, {"zones", "0:Normal=64G"}});
    const Report end = refresh_report(s);
    CHECK(at(end.data, "step", "variants") == at(end.data, "variants"));
    CHECK(at(end.data, "step", "at") == at(end.data, "step", "of"));
    const Report start = refresh_report(made({{"cpus", "4"}, {"zones", "0:Normal=64G"}, {"step", "0"}}));
    CHECK(at(start.data, "step", "variants", "rewrite", "iterations") == "0");
    CHECK(at(start.data, "variants") == at(end.data, "variants"));
    const Report three = refresh_report(made({{"cpus", "4"}, {"zones", "0:Normal=64G"}, {"step", "3"}}));
    CHECK(at(three.data, "step", "variants", "rewrite", "stores") == "3");
    CHECK(at(three.data, "step", "variants", "skip_unchanged", "loads") == "0");
}

TEST_CASE("refresh: event 0 is the boot with its two refreshes") {
    const Report r = refresh_report(made({{"cpus", "4"}, {"zones", "0:Normal=64G"}, {"event", "0"}}));
    CHECK(at(r.data, "action") == "\"boot\"");
    CHECK(at(r.data, "cpu") == "null");
    CHECK(at(r.data, "refreshes") == "2");
    CHECK(at(r.data, "variants", "rewrite", "iterations") == "16");
}

TEST_CASE("threshold: the formula taken apart") {
    const Report r = threshold_report(made({{"cpus", "64"}, {"zones", "0:DMA=15M,Normal=16G"}, {"event", "0"}}));
    const Value& dma = element(*r.data.find("zones"), 0);
    CHECK(at(dma, "units") == "0");
    CHECK(at(dma, "normal") == "14");
    CHECK(at(dma, "clamped") == "false");
    const Value& normal = element(*r.data.find("zones"), 1);
    CHECK(at(normal, "fls_online") == "7");
    CHECK(at(normal, "online_binary") == "\"1000000\"");
    CHECK(at(normal, "units") == "128");
    CHECK(at(normal, "fls_units") == "8");
    CHECK(at(normal, "product") == "126");
    CHECK(at(normal, "normal") == "125");
    CHECK(at(normal, "clamped") == "true");
    CHECK(at(normal, "reaches_125_at") == "64");
    CHECK(at(element(*r.data.find("nodes"), 0), "held") == "125");
}

TEST_CASE("drift: a 64 GiB zone needs a mark from 135 CPUs on, and keeps it") {
    const auto marked = [](const char* cpus, const char* event) {
        return drift_report(made({{"cpus", cpus}, {"zones", "0:Normal=64G"}, {"event", event}, {"thp", "never"}}));
    };
    const auto needs = [](const Report& r, std::string_view key) { return at(element(*r.data.find("zones"), 0), key); };
    CHECK(needs(marked("134", "0"), "needs_mark") == "false");
    CHECK(needs(marked("134", "0"), "drift_mark") == "null");
    CHECK(needs(marked("135", "0"), "needs_mark") == "true");
    CHECK(needs(marked("135", "134"), "needs_mark") == "false");  // one CPU is left
    CHECK(needs(marked("135", "134"), "mark_lingers") == "true");
}

TEST_CASE("the JSON's scenario holds every parameter that is no view, sizes in bytes") {
    const Scenario s = made({{"cpus", "8"}, {"memory", "4G"}, {"page_size", "16K"}});
    const std::string json = to_json(s, parameters_report());
    CHECK(json.starts_with(R"({"scenario":{"cpus":8,"nodes":1,"memory":4294967296,"zones":"auto",)"));
    CHECK(json.find(R"("page_size":16384)") != std::string::npos);
    CHECK(json.find(R"("event":1)") != std::string::npos);
    CHECK(json.find(R"("theme")") > json.find(R"("report")"));
    CHECK(json.ends_with("}}\n"));
}
