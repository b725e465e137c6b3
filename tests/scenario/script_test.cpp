#include <doctest/doctest.h>

#include "scenario/scenario.hpp"
#include "scenario/script_text.hpp"
#include "support/property.hpp"
#include "support/random_scenario.hpp"

using namespace driftmark;
using namespace driftmark::scenario;

namespace {

std::string joined(const std::vector<std::string>& texts) {
    std::string out;
    for (const auto& t : texts) out += (out.empty() ? "" : ",") + t;
    return out;
}
/// The single events of a script on 4 CPUs in 2 nodes.
std::string events(std::string_view script, Assignments more = {}) {
    more.insert(more.end(), {{"cpus", "4"}, {"nodes", "2"}, {"memory", "64G"}, {"script", std::string(script)}});
    const auto s = Scenario{}.with(more);
    return s ? joined(work_out(*s).script_text) : "! " + s.error().line();
}
bool refused(std::string_view script, std::string_view saying) {
    const std::string line = events(script);
    INFO(line);
    CHECK(line.find('\n') == std::string::npos);
    return line.starts_with("! script") && line.find(saying) != std::string::npos;
}

}  // namespace

TEST_CASE("ranges, nodes and auto become single events") {
    CHECK(events("offline:3") == "offline:3");
    CHECK(events("offline:3-1, online:1-3") == "offline:3,offline:2,offline:1,online:1,online:2,online:3");
    CHECK(events("offline:node1,online:node1") == "offline:3,offline:2,online:2,online:3");
    CHECK(events("auto") == "offline:3,offline:2,offline:1,online:1,online:2,online:3");
    CHECK(events("none") == "");
    CHECK(events("auto", {{"online", "2-3"}}) == "offline:3,online:3");
    CHECK(events("auto", {{"cpu_list", "0,8,16,24"}}) == "offline:24,offline:16,offline:8,online:8,online:16,online:24");
    CHECK(events("offline:24-8", {{"cpu_list", "0,8,16,24"}}) == "offline:24,offline:16,offline:8");
    CHECK(events("sysctl:vm.min_free_kbytes=090112,sysctl:thp=madvise,kswapd:wake:1,kswapd:sleep:0,"
                 "memory:offline:1/Normal=1024M,memory:online:0/DMA32=128M,managed:0/Normal=3072M") ==
          "sysctl:min_free_kbytes=90112,sysctl:thp=madvise,kswapd:wake:1,kswapd:sleep:0,"
          "memory:offline:1/Normal=1G,memory:online:0/DMA32=128M,managed:0/Normal=3G");
}

TEST_CASE("one CPU alone has nothing to take off") {
    const auto s = Scenario{}.with("cpus", "1");
    REQUIRE(s);
    CHECK(work_out(*s).script.empty());
    CHECK(work_out(*s).event == 0);
}

TEST_CASE("what a kernel would refuse is an event, what does not exist is bad input") {
    CHECK(events("offline:0,sysctl:watermark_scale_factor=5000,memory:offline:1/Normal=4K") ==
          "offline:0,sysctl:watermark_scale_factor=5000,memory:offline:1/Normal=4K");
    CHECK(refused("offline:4", "CPU 4 does not exist"));
    CHECK(refused("offline:9999", "does not exist"));
    CHECK(refused("offline:3,offline:1-9", "item 2: CPU 9 does not exist"));
    CHECK(refused("offline:node2", "node 2 does not exist"));
    CHECK(refused("kswapd:wake:2", "node 2 does not exist"));
    CHECK(refused("kswapd:nap:0", "wake"));
    CHECK(refused("memory:online:1/Movable=1G", "no zone \"Movable\""));
    CHECK(refused("memory:online:1/Normal=1001", "whole number of pages"));
    CHECK(refused("memory:online:1/Normal=65T", "more than a zone can hold"));
    CHECK(refused("memory:offline:1", "is not NODE/ZONE=SIZE"));
    CHECK(refused("managed:1/Normal=lots", "is no size"));
    CHECK(refused("sysctl:min_free_kbyte=3", "accepted: min_free_kbytes"));
    CHECK(refused("sysctl:thp=on", "never, madvise or always"));
    CHECK(refused("sysctl:min_free_kbytes=-1", "not a whole number"));
    CHECK(refused("ofline:3", "accepted: offline:"));
    CHECK(refused("offline:-3", "is no CPU"));
    CHECK(refused("offline:3,,online:3", "an event is empty"));
}

TEST_CASE("memory may come to a zone that is listed without any") {
    CHECK(events("memory:online:1/Movable=1G", {{"zones", "0:Normal=1G;1:Normal=1G,Movable=0"}}) .starts_with("! memory"));  // memory was set as well
    const auto s = Scenario{}.with({{"nodes", "2"}, {"zones", "0:Normal=1G;1:Normal=1G,Movable=0"}, {"script", "memory:online:1/Movable=1G"}});
    REQUIRE(s);
    CHECK(work_out(*s).script.size() == 1);
}

TEST_CASE("scripts end somewhere") {
    std::string text = "offline:8191-1";
    for (int i = 0; i < 30; ++i) text += ",online:1-8191";
    const auto s = Scenario{}.with({{"cpus", "8192"}, {"script", text}});
    REQUIRE(!s);
    CHECK(s.error().line().find("more than 200,000 events") != std::string::npos);
}

TEST_CASE("the script's text keeps ranges as written") {
    const auto s = Scenario{}.with({{"cpus", "8"}, {"script", " offline:7-5 ,offline:4-4"}});
    REQUIRE(s);
    CHECK(s->get("script") == "offline:7-5,offline:4");
}

TEST_CASE("an event goes in where one is, and the rest stays") {
    const auto with = [](std::size_t after, std::string_view event) {
        const auto text = script_with(*Scenario{}.with("cpus", "8"), after, event);
        return text ? *text : "! " + text.error().line();
    };
    CHECK(with(0, "offline:2") == "offline:2,offline:7-1,online:1-7");
    CHECK(with(3, "offline:2") == "offline:7-5,offline:2,offline:4-1,online:1-7");
    CHECK(with(6, "online:2") == "offline:7-2,online:2,offline:1,online:1-7");
    CHECK(with(7, "online:2") == "offline:7-1,online:2,online:1-7");
    CHECK(with(14, "offline:1") == "offline:7-1,online:1-7,offline:1");
    CHECK(with(3, "offline:9").starts_with("! script"));
    support::check("insertion is insertion into the list of events", 200, [] {
        const auto s = Scenario{}.with(support::random_assignments());
        RC_PRE(s.has_value());
        auto expected = work_out(*s).script_text;
        const auto after = *rc::gen::inRange<std::size_t>(0, expected.size() + 1);
        expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(after), "online:0");
        const auto text = script_with(*s, after, "online:0");
        RC_ASSERT(text.has_value());
        const auto then = s->with("script", *text);
        RC_ASSERT(then.has_value());
        RC_ASSERT(work_out(*then).script_text == expected);
    });
}
