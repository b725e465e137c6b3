#include <doctest/doctest.h>

#include "scenario/scenario.hpp"
#include "support/property.hpp"
#include "support/random_scenario.hpp"

using namespace driftmark;
using namespace driftmark::scenario;

namespace {

std::string canonical(std::string_view text) {
    const auto s = decode(text);
    if (!s) return "! " + s.error().line();
    return *s ? encode(**s) : "anchor";
}

}  // namespace

TEST_CASE("a state's text is short and canonical") {
    CHECK(encode({}) == "v1/refresh");
    CHECK(canonical("v1/refresh?nodes=2&cpus=480") == "v1/refresh?cpus=480&nodes=2");
    CHECK(canonical("#v1/refresh?cpus=16") == "v1/refresh");
    CHECK(canonical("v1/sweep").starts_with("! state text: there is no figure"));
    CHECK(canonical("v1/refresh?zones=0%3ANormal%3D1G%2CMovable=0") == "v1/refresh?zones=0:Normal=1G,Movable=0");
    CHECK(canonical("v1/refresh?watermark-scale-factor=20") == "v1/refresh?watermark_scale_factor=20");
    CHECK(canonical("v1/threshold?&cpus=4&") == "v1/threshold?cpus=4");
    CHECK(canonical("v1/refresh?preset=xeon480&theme=dark") ==
          "v1/refresh?cpus=480&nodes=2&zones=0:DMA=15M,DMA32=3G,Normal=381G;1:Normal=384G&theme=dark");
}

TEST_CASE("what is no state is an anchor, and a state that cannot be read says why") {
    for (const char* anchor : {"", "#", "intro", "#refresh", "v1", "version/1", "v/refresh", "v1x/refresh", "1/refresh"}) {
        INFO(anchor);
        CHECK(canonical(anchor) == "anchor");
    }
    CHECK(canonical("v2/refresh?cpus=4").find("version \"v2\" is not known here") != std::string::npos);
    CHECK(canonical("v01/refresh").find("not known") != std::string::npos);
    CHECK(canonical("v99999999999999999999/x").find("not known") != std::string::npos);
    CHECK(canonical("v1/refesh").ends_with("accepted: refresh"));
    CHECK(canonical("v1/").starts_with("! state text"));
    CHECK(canonical("v1/refresh?cpus=%4").find("hexadecimal") != std::string::npos);
    CHECK(canonical("v1/refresh?cpus").find("has no =") != std::string::npos);
    CHECK(canonical("v1/refresh?=4").find("no key") != std::string::npos);
    CHECK(canonical("v1/refresh?cpus=9000").find("out of range") != std::string::npos);
    CHECK(canonical("v1/refresh?preset=xeon").ends_with("accepted: xeon480"));
    CHECK(canonical("v1/refresh?zones=%00%ff").starts_with("! zones"));
    std::string many = "v1/refresh?";
    for (int i = 0; i < 100000; ++i) many += "k" + std::to_string(i) + "=1&";
    CHECK(canonical(many).find("more values than parameters") != std::string::npos);
    CHECK(canonical("v1/refresh?script=" + std::string(9 << 20, 'x')).find("longer than 8 MiB") != std::string::npos);
}

TEST_CASE("values are encoded where a fragment needs it") {
    CHECK(percent_encoded("0:Normal=1G,DMA=2/3@1:2;4") == "0:Normal=1G,DMA=2/3@1:2;4");
    CHECK(percent_encoded("a b&c#d%\"\xc3\xa9") == "a%20b%26c%23d%25%22%C3%A9");
    const auto back = read_assignments("a=" + percent_encoded("x&y=z%") + "&b=");
    REQUIRE(back);
    CHECK(*back == Assignments{{"a", "x&y=z%"}, {"b", ""}});
}

TEST_CASE("states survive their text") {
    int taken = 0;
    support::check("decode(encode(x)) = x, encode(decode(t)) = t", 400, [&] {
        const auto s = Scenario{}.with(support::random_assignments());
        if (!s) RC_DISCARD("values that do not fit");
        ++taken;
        const State state{"refresh", *s};
        const std::string text = encode(state);
        const auto back = decode(text);
        RC_ASSERT(back.has_value());
        RC_ASSERT(back->has_value());
        RC_ASSERT(**back == state);
        RC_ASSERT(encode(**back) == text);
    });
    CHECK(taken >= 400);
}

TEST_CASE("a moment survives its text") {
    const State state{"refresh", Scenario{}.at(7, 42)};
    CHECK(encode(state) == "v1/refresh?event=7&step=42");
    CHECK(**decode(encode(state)) == state);
}

TEST_CASE("no text breaks the reader") {
    support::check("decode never fails to answer", 2000, [] {
        const auto tail = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("v1/refresh?cpus=0,:;@-&%#node zones=script=offlineKMGT")));
        const auto s = decode("v1/refresh?" + tail);
        if (!s) RC_ASSERT(s.error().line().find('\n') == std::string::npos);
        else if (*s) RC_ASSERT(encode(**decode(encode(**s))) == encode(**s));
    });
}

TEST_CASE("a fault is never written into a link, and one that is asked for there is taken") {
    const auto faulty = *Scenario{}.with({{"cpus", "8"}, {"seed", "7"}, {"fault", "mark_cleared"}});
    CHECK(encode({"threshold", faulty}) == "v1/threshold?cpus=8&seed=7");
    const auto asked = decode("v1/threshold?fault=mark-cleared");
    REQUIRE((asked && *asked));
    CHECK((*asked)->scenario.get("fault") == "mark_cleared");
    CHECK(work_out(faulty).faults.mark_cleared);
    CHECK(work_out(faulty).boot.faults == driftmark::kernel::Faults{});  // other reports show a sound machine
}

TEST_CASE("the choices of workload and fault are the model's own") {
    const Parameter &workload = *find_parameter("workload"), &fault = *find_parameter("fault");
    REQUIRE(workload.choices.size() == driftmark::ledger::kWorkloadKinds.size());
    for (std::size_t i = 0; i < workload.choices.size(); ++i) CHECK(workload.choices[i] == driftmark::ledger::workload_key(driftmark::ledger::kWorkloadKinds[i]));
    REQUIRE(fault.choices.size() == driftmark::ledger::named_faults().size() + 1);
    for (std::size_t i = 1; i < fault.choices.size(); ++i) CHECK(fault.choices[i] == driftmark::ledger::named_faults()[i - 1].key);
    CHECK(fault.fallback == "none");
}
