#include <doctest/doctest.h>

#include <set>

#include "scenario/scenario.hpp"
#include "scenario/text.hpp"

using namespace driftmark;
using namespace driftmark::scenario;

namespace {

std::string error_of(const Assignments& a, const Scenario& base = {}) {
    const auto s = base.with(a);
    return s ? "taken" : s.error().line();
}
std::string get(const Assignments& a, std::string_view key, const Scenario& base = {}) {
    const auto s = base.with(a);
    return s ? s->get(key) : "! " + s.error().line();
}

}  // namespace

TEST_CASE("every parameter is declared whole, and its example is taken") {
    std::set<std::string_view> keys;
    for (const auto& p : parameters()) {
        INFO(p.key);
        CHECK(keys.insert(p.key).second);
        CHECK(!p.label.empty());
        CHECK(p.help.ends_with('.'));
        CHECK(find_parameter(p.key) == &p);
        CHECK(Scenario{}.get(p.key) == p.fallback);
        CHECK(error_of({{std::string(p.key), std::string(p.fallback)}}) == "taken");
        Assignments a{{std::string(p.key), std::string(p.example)}};
        // Examples of lists speak of the machine they belong to.
        if (p.key == "cpu_nodes") a.insert(a.end(), {{"cpus", "480"}, {"nodes", "2"}});
        if (p.key == "zones") a.emplace_back("nodes", "2");
        if (p.key == "online") a.emplace_back("cpus", "32");
        if (p.key == "event") a.emplace_back("cpus", "480");
        CHECK(error_of(a) == "taken");
    }
    CHECK(find_parameter("min-free-kbytes") == find_parameter("min_free_kbytes"));
    CHECK(find_parameter("nonsense") == nullptr);
}

TEST_CASE("wrong values get one clear line") {
    CHECK(error_of({{"cpus", "0"}}) == "cpus: \"0\" is out of range; accepted: a whole number from 1 to 8192");
    CHECK(error_of({{"cpus", "9000"}}) == "cpus: \"9000\" is out of range; accepted: a whole number from 1 to 8192");
    CHECK(error_of({{"cpus", "-4"}}) == "cpus: \"-4\" is out of range; accepted: a whole number from 1 to 8192");
    CHECK(error_of({{"cpus", "many"}}) == "cpus: \"many\" is not a whole number; accepted: a whole number from 1 to 8192");
    CHECK(error_of({{"cpus", "99999999999999999999999"}}).find("out of range") != std::string::npos);
    CHECK(error_of({{"cpus", ""}}).starts_with("cpus: no value"));
    CHECK(error_of({{"nodes", "1025"}}).starts_with("nodes: \"1025\" is out of range"));
    CHECK(error_of({{"cpsu", "4"}}) == "\"cpsu\": no such parameter; accepted: cpus");
    CHECK(error_of({{"watermark-scale-facto", "4"}}).ends_with("accepted: watermark_scale_factor"));
    CHECK(error_of({{"cpus", "4"}, {"cpus", "5"}}).starts_with("cpus: it is given twice"));
    CHECK(error_of({{"memory", "lots"}}).starts_with("memory: \"lots\" is no size"));
    CHECK(error_of({{"memory", "1M"}}).starts_with("memory: \"1M\" is out of range"));
    CHECK(error_of({{"page_size", "8K"}}) == "page_size: \"8K\" is none of its values; accepted: 4K, 16K, 64K");
    CHECK(error_of({{"thp", "on"}}).ends_with("accepted: never, madvise, always"));
    CHECK(error_of({{"min_free_kbytes", "x"}}).find("accepted: auto, or a whole number") != std::string::npos);
    CHECK(error_of({{"kswapd", "tired"}}).starts_with("kswapd: "));
    CHECK(error_of({{"online", "17"}}).starts_with("online: \"17\" is out of range"));
    CHECK(error_of({{"online", "0-99"}}).starts_with("online: CPU 99 does not exist"));
    CHECK(error_of({{"event", "31"}}).starts_with("event: \"31\" is past the script's end"));
    CHECK(error_of({{"autoplay", "maybe"}}).ends_with("accepted: on or off"));
    CHECK(error_of({{"cpu_list", "0,9999"}}).starts_with("cpu_list: CPU 9999 does not exist"));
    CHECK(error_of({{"cpu_nodes", "0-3:0"}}).find("CPU 4 is on no node") != std::string::npos);
    CHECK(error_of({{"cpu_nodes", "0-15:0;3:0"}}).find("listed twice") != std::string::npos);
    CHECK(error_of({{"cpu_nodes", "0-15:1"}}).find("out of range") != std::string::npos);
    CHECK(error_of({{"cpus", std::string(5000, 'x') + "\n\x01"}}).size() < 200);
    CHECK(error_of({{"cpus", "1\n2"}}).find('\n') == std::string::npos);
}

TEST_CASE("values come out in canonical form") {
    CHECK(get({{"memory", "65536M"}}, "memory") == "64G");
    CHECK(get({{"memory", "68719476736"}}, "memory") == "64G");
    CHECK(get({{"page-size", "65536"}}, "page_size") == "64K");
    CHECK(get({{"page_size", "16k"}}, "page_size") == "16K");
    CHECK(get({{"variant", "skip-unchanged"}}, "variant") == "skip_unchanged");
    CHECK(get({{"cpus", " 007 "}}, "cpus") == "7");
    CHECK(get({{"autoplay", ""}}, "autoplay") == "on");
    CHECK(get({{"online", "0-15"}}, "online") == "auto");
    CHECK(get({{"online", "0-3"}}, "online") == "4");
    CHECK(get({{"online", "5-5"}}, "online") == "5-5");
    CHECK(get({{"online", "1,2,3,7"}}, "online") == "1-3,7");
    CHECK(get({{"kswapd", "awake:0"}}, "kswapd") == "awake");
    CHECK(get({{"nodes", "2"}, {"cpu_nodes", "0-7:0;8-15:1"}}, "cpu_nodes") == "auto");
    CHECK(get({{"nodes", "2"}, {"cpu_nodes", "0,2,4,6,8,10,12,14:0;1,3,5,7,9,11,13,15:1"}}, "cpu_nodes") == "interleave");
    CHECK(get({{"cpus", "4"}, {"cpu_list", "3,0,1,2"}}, "cpu_list") == "auto");
}

TEST_CASE("what depends on cpus, nodes or memory goes back to auto, unless it is set as well") {
    const Scenario listed = *Scenario{}.with({{"cpus", "8"}, {"nodes", "2"}, {"zones", "0:Normal=1G;1:Normal=2G"}, {"cpu_nodes", "interleave"},
                                              {"online", "4"}, {"script", "offline:3"}, {"kswapd", "awake:1"}});
    CHECK(listed.get("memory") == "3G");
    CHECK(get({{"cpus", "4"}}, "online", listed) == "auto");
    CHECK(get({{"cpus", "4"}}, "script", listed) == "auto");
    CHECK(get({{"cpus", "4"}}, "zones", listed) == "0:Normal=1G;1:Normal=2G");
    CHECK(get({{"cpus", "4"}, {"script", "online:3"}}, "script", listed) == "online:3");
    CHECK(get({{"script", "online:3"}, {"cpus", "4"}}, "script", listed) == "online:3");
    CHECK(get({{"nodes", "1"}}, "zones", listed) == "auto");
    CHECK(get({{"nodes", "1"}}, "kswapd", listed) == "asleep");
    CHECK(get({{"memory", "64G"}}, "zones", listed) == "auto");
    CHECK(get({{"memory", "64G"}}, "cpu_nodes", listed) == "interleave");
    CHECK(get({{"cpus", "8"}}, "script", listed) == "offline:3");  // set to what it is: nothing to put back
}

TEST_CASE("explicit values that do not fit are bad input") {
    const Scenario two = *Scenario{}.with({{"nodes", "2"}, {"zones", "0:Normal=1G;1:Normal=2G"}});
    CHECK(error_of({{"nodes", "1"}, {"zones", "0:Normal=1G;1:Normal=2G"}}).find("node 1 does not exist") != std::string::npos);
    CHECK(error_of({{"page_size", "64K"}, {"zones", "0:Normal=4K"}}).find("whole number of pages") != std::string::npos);
    CHECK(error_of({{"memory", "4G"}, {"zones", "0:Normal=3G"}}).starts_with("memory: 4G, but the zones have 3G"));
    CHECK(error_of({{"memory", "3072M"}, {"zones", "0:Normal=3G"}}) == "taken");
    CHECK(error_of({{"cpus", "5"}, {"cpu_list", "0,8,16,24"}}).starts_with("cpus: 5 CPUs, but cpu_list names 4"));
    CHECK(get({{"cpu_list", "0,8,16,24"}}, "cpus") == "4");
    CHECK(error_of({{"script", "offline:node1"}}).find("node 1 does not exist") != std::string::npos);
    CHECK(error_of({{"memory", "65T"}}).starts_with("memory: "));
}

TEST_CASE("a new script opens at its first event, another machine stays at the event it has") {
    const Scenario at = *Scenario{}.with({{"event", "20"}, {"step", "3"}});
    CHECK(get({{"memory", "8G"}}, "event", at) == "20");
    CHECK(get({{"memory", "8G"}}, "step", at) == "auto");
    CHECK(get({{"cpus", "32"}}, "event", at) == "1");
    CHECK(get({{"script", "offline:3"}}, "event", at) == "1");
    CHECK(get({{"theme", "dark"}}, "step", at) == "3");
    CHECK(at.same_course(at.at(3, std::nullopt)));
    CHECK(!at.same_course(*at.with("cpus", "4")));
}

TEST_CASE("CPUs sit in blocks, one after the other, or as listed") {
    const auto nodes = [](const Assignments& a) {
        std::string out;
        const Worked w = work_out(*Scenario{}.with(a));
        for (const auto n : w.topology->cpu_node) out += std::to_string(index_of(n));
        return out;
    };
    CHECK(nodes({{"cpus", "6"}, {"nodes", "2"}}) == "000111");
    CHECK(nodes({{"cpus", "5"}, {"nodes", "2"}}) == "00011");
    CHECK(nodes({{"cpus", "2"}, {"nodes", "4"}}) == "01");
    CHECK(nodes({{"cpus", "5"}, {"nodes", "2"}, {"cpu_nodes", "interleave"}}) == "01010");
    CHECK(nodes({{"cpus", "4"}, {"nodes", "3"}, {"cpu_nodes", "0,3:2;1-2:0"}}) == "2002");
    CHECK(nodes({{"nodes", "2"}, {"cpu_list", "2,5"}}) == "000001");  // gaps make no node look populated
}

TEST_CASE("distances and suggestions") {
    CHECK(edit_distance("cpus", "cpsu") == 1);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(grouped(-1234567) == "-1,234,567");
    CHECK(grouped(999) == "999");
    CHECK(quoted(std::string(39, 'a') + "\xc3\xa9") == '"' + std::string(39, 'a') + "...\"");
}
