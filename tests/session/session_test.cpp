#include <doctest/doctest.h>

#include "session/session.hpp"
#include "support/property.hpp"
#include "support/random_scenario.hpp"

using namespace driftmark;
using namespace driftmark::session;

namespace {

std::string state(const Session& s) { return scenario::encode(s.snapshot().state); }
/// All a reader sees, but for counters of change.
std::string seen(const Session& s) {
    const Snapshot& n = s.snapshot();
    return state(s) + '\n' + n.sentence + '\n' + n.detail + '\n' + n.moment + '\n' + (n.playing ? "playing" : "at rest");
}
Session at(std::initializer_list<const char*> actions) {
    Session s;
    for (const char* a : actions) s.act(a);
    return s;
}
ledger::Moment moment(const Session& s) { return s.snapshot().playhead->moment(); }

}  // namespace

TEST_CASE("a sitting opens on the default machine's first event") {
    const Session s;
    CHECK(state(s) == "v1/refresh");
    CHECK(moment(s).event == 1);
    CHECK(s.snapshot().script_text.size() == 30);
    CHECK(s.snapshot().message.empty());
    CHECK(s.snapshot().can_step);
    CHECK(!s.snapshot().can_undo);
    CHECK(s.snapshot().machine->online_count() == CpuCount{15});
}

TEST_CASE("a machine where nothing happens has a short text as well") {
    const Session s = at({"set cpus=1"});
    CHECK(state(s) == "v1/refresh?cpus=1");
    CHECK(moment(s).event == 0);
    CHECK(!s.snapshot().can_step);
}

TEST_CASE("parameters are set, and the state text holds them") {
    Session s = at({"set cpus=480&nodes=2", "seek 224 100"});
    CHECK(state(s) == "v1/refresh?cpus=480&nodes=2&event=224&step=100");
    s.act("step event");
    CHECK(state(s) == "v1/refresh?cpus=480&nodes=2&event=224");  // the end is where an event opens
    s.act("set granularity=event&theme=dark");
    CHECK(state(s) == "v1/refresh?cpus=480&nodes=2&event=224&granularity=event&theme=dark");
    Session t;
    t.act("state " + state(s));
    CHECK(seen(t) == seen(s));
}

TEST_CASE("wrong actions say why and change nothing else") {
    Session s = at({"preset xeon480", "seek 224 700"});
    const std::string before = seen(s);
    for (const char* wrong : {"", "jump", "set", "set cpus=0", "set cpus=9000", "set zones=0:Normal=-1", "set cpsu=4", "set cpus", "set cpus=%1",
                              "preset xeon", "state v2/refresh?cpus=4", "state intro", "state v1/refresh?cpus=x", "step far", "back far", "seek",
                              "seek 959", "seek 1 99999999", "seek x", "toggle", "toggle cpu", "toggle cpu 480", "toggle node 2", "toggle disk 1",
                              "first 3", "redo", "set script=offline:999"}) {
        INFO(wrong);
        const auto revision = s.snapshot().revision;
        s.act(wrong);
        CHECK(!s.snapshot().message.empty());
        CHECK(s.snapshot().message.find('\n') == std::string::npos);
        CHECK(seen(s) == before);
        CHECK(s.snapshot().revision > revision);
    }
    s.act("step");
    CHECK(s.snapshot().message.empty());
}

TEST_CASE("stepping does not build anything anew") {
    Session s = at({"preset xeon480"});
    const auto* timeline = s.snapshot().timeline;
    const auto machine = s.snapshot().machine_revision;
    for (const char* a : {"step", "back", "step event", "seek 400", "last", "first", "set granularity=cpu", "set theme=dark", "set event=3"}) s.act(a);
    CHECK(s.snapshot().timeline == timeline);
    CHECK(s.snapshot().machine_revision == machine);
    s.act("set thp=never");
    CHECK(s.snapshot().machine_revision > machine);
}

TEST_CASE("n steps forward and n back is where one was, at every granularity") {
    Session s = at({"set cpus=6&nodes=2&script=offline:5,sysctl:thp=never,offline:0,offline:4-3,kswapd:wake:0,online:5"});
    for (const char* g : {"store", "cpu", "zone", "refresh", "event"}) {
        s.act("first");
        std::vector<std::string> trail{seen(s)};
        while (s.snapshot().can_step && trail.size() < 2000) {
            s.act(std::string("step ") + g);
            trail.push_back(seen(s));
        }
        INFO(g);
        CHECK(trail.size() > 6);
        CHECK(!s.snapshot().can_step);
        for (std::size_t i = trail.size() - 1; i-- > 0;) {
            s.act(std::string("back ") + g);
            REQUIRE(seen(s) == trail[i]);
        }
    }
}

TEST_CASE("a CPU is taken off and on here, and the rest of the script stays") {
    Session s = at({"set cpus=8", "seek 3"});
    s.act("toggle cpu 2");
    CHECK(s.snapshot().state.scenario.get("script") == "offline:7-5,offline:2,offline:4-1,online:1-7");
    CHECK(moment(s).event == 4);
    CHECK(s.snapshot().sentence.starts_with("CPU 2 goes offline: 4 of 8 CPUs remain."));
    s.act("toggle cpu 2");
    CHECK(s.snapshot().state.scenario.get("script") == "offline:7-5,offline:2,online:2,offline:4-1,online:1-7");
    CHECK(s.snapshot().machine->online().contains(CpuId{2}));
    s.act("undo");
    s.act("undo");
    CHECK(state(s) == "v1/refresh?cpus=8&event=3");
    CHECK(!s.snapshot().machine->online().contains(CpuId{7}));
    s.act("redo");
    s.act("redo");
    CHECK(moment(s).event == 5);
    CHECK(!s.snapshot().can_redo);
}

TEST_CASE("a node is taken off and on, event by event") {
    Session s = at({"set cpus=8&nodes=2", "first", "toggle node 1"});
    CHECK(s.snapshot().state.scenario.get("script") == "offline:node1,offline:7-1,online:1-7");
    CHECK(s.snapshot().machine->online_count() == CpuCount{4});
    CHECK(moment(s).event == 4);
    s.act("toggle node 1");
    CHECK(s.snapshot().machine->online_count() == CpuCount{8});
    s.act("toggle cpu 5");
    s.act("toggle node 1");  // the three that are still up
    CHECK(s.snapshot().machine->online_count() == CpuCount{4});
    CHECK(moment(s).event == 12);
    s.act("toggle node 0");
    CHECK(s.snapshot().machine->online_count() == CpuCount{1});  // CPU 0 is refused
    s.act("set nodes=16&script=none");
    s.act("toggle node 15");
    CHECK(s.snapshot().message.find("has no CPUs") != std::string::npos);
}

TEST_CASE("undo leads through changes, not through steps or looks") {
    Session s = at({"set cpus=8", "step", "set theme=dark", "set granularity=zone", "set memory=8G", "seek 5"});
    s.act("undo");
    CHECK(s.snapshot().state.scenario.get("memory") == "64G");
    CHECK(s.snapshot().state.scenario.get("theme") == "dark");
    CHECK(s.snapshot().state.scenario.get("granularity") == "zone");
    s.act("undo");
    CHECK(s.snapshot().state.scenario.get("cpus") == "16");
    CHECK(!s.snapshot().can_undo);
    s.act("redo");
    CHECK(s.snapshot().state.scenario.get("cpus") == "8");
    s.act("set cpus=9");
    CHECK(!s.snapshot().can_redo);
}

TEST_CASE("a drag is one change") {
    Session s = at({"hold", "set cpus=17", "set cpus=18", "set cpus=19", "release", "set cpus=20"});
    s.act("undo");
    CHECK(s.snapshot().state.scenario.get("cpus") == "19");
    s.act("undo");
    CHECK(s.snapshot().state.scenario.get("cpus") == "16");
}

TEST_CASE("playing advances as time passes, and ends at the end") {
    Session s = at({"set cpus=4&script=offline:3-2&granularity=event", "first", "play"});
    CHECK(s.snapshot().playing);
    auto now = Milliseconds{1000};
    CHECK(s.tick(now) > Milliseconds{0});
    CHECK(moment(s).event == 0);
    int steps = 0;
    while (s.snapshot().playing && steps < 100) {
        const auto wait = s.tick(now);
        if (!wait) break;
        now += *wait;
        ++steps;
    }
    CHECK(moment(s).event == 2);
    CHECK(!s.snapshot().playing);
    CHECK(!s.tick(now).has_value());
    s.act("play");  // again, from the start
    CHECK(moment(s).event == 0);
    s.act("pause");
    CHECK(!s.tick(now).has_value());
    s.act("play");
    s.tick(now);
    s.tick(now + Milliseconds{100000});
    CHECK(moment(s).event == 1);  // a late tick makes one step
    s.act("step");
    CHECK(!s.snapshot().playing);
    s = at({"play", "set theme=dark"});
    CHECK(s.snapshot().playing);
    s.act("set cpus=3");
    CHECK(!s.snapshot().playing);
}

TEST_CASE("a sitting that is recorded and replayed shows the same") {
    support::check("replay", 60, [] {
        std::vector<std::string> actions;
        const int n = *rc::gen::inRange(1, 25);
        for (int i = 0; i < n; ++i)
            actions.push_back(*rc::gen::element<std::string>(
                "step", "back", "step event", "back event", "step zone", "toggle cpu " + support::number(0, 17), "toggle node 0", "undo", "redo",
                "set cpus=" + support::number(0, 20), "set nodes=" + support::number(1, 3), "preset vm2", "preset phone", "first", "last", "play", "pause",
                "seek " + support::number(0, 40), "seek " + support::number(0, 30) + " " + support::number(0, 200), "set memory=" + support::number(1, 90) + "G",
                "hold", "release", "set granularity=cpu", "set script=" + support::random_script(4, 1)));
        Session a, b;
        std::vector<std::string> trail;
        for (const auto& act : actions) {
            a.act(act);
            trail.push_back(seen(a));
        }
        for (std::size_t i = 0; i < actions.size(); ++i) {
            b.act(actions[i]);
            RC_ASSERT(seen(b) == trail[i]);
        }
        Session c;
        c.act("state " + state(a));  // the state text holds the whole state
        if (a.snapshot().playing) c.act("play");
        RC_ASSERT(c.snapshot().sentence == a.snapshot().sentence);
        RC_ASSERT(state(c) == state(a));
        RC_ASSERT(moment(c) == moment(a));
    });
}

TEST_CASE("no line breaks a sitting") {
    Session s;
    support::check("act answers everything", 1500, [&] {
        const auto verb = *rc::gen::element<std::string>("set ", "set script=", "set zones=", "set online=", "toggle ", "seek ", "state v1/refresh?", "step ", "");
        const auto rest = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("0123456789 cpu=&node:-,/%offlineNormalGM\n\0\x7f\xff")));
        s.act(verb + rest);
        RC_ASSERT(s.snapshot().message.find('\n') == std::string::npos);
        RC_ASSERT(s.snapshot().playhead->moment().event < s.snapshot().timeline->size());
    });
}

TEST_CASE("a zoneinfo is taken as the machine, and a wrong file changes nothing") {
    const std::string zone = "Node 0, zone   Normal\n  pages free     50000\n        min      1000\n        low      1250\n        high     1500\n"
                             "        spanned  262144\n        present  262144\n        managed  250000\n  pagesets\n"
                             "    cpu: 0\n              count: 1\n              high:  2\n              batch: 1\n  vm stats threshold: 12\n"
                             "    cpu: 1\n              count: 1\n              high:  2\n              batch: 1\n  vm stats threshold: 12\n";
    Session s = at({"preset xeon480"});
    const std::string before = seen(s);
    s.feed("this is no zoneinfo\nat all\n");
    s.feed_done("notes.txt");
    CHECK(s.snapshot().message.find("notes.txt") != std::string::npos);
    CHECK(seen(s) == before);
    s.feed_done("empty");
    CHECK(!s.snapshot().message.empty());
    CHECK(seen(s) == before);

    for (std::size_t i = 0; i < zone.size(); i += 7) CHECK(s.feed(std::string_view(zone).substr(i, 7)));
    s.feed_done("zoneinfo");
    CHECK(s.snapshot().message == "");
    CHECK(state(s) == "v1/refresh?cpus=2&zones=0:Normal=1000000K/1G@1000:1250:1500");
    s.act("undo");
    CHECK(seen(s) == before);

    s.feed(zone);
    s.feed_cancel();
    s.feed_done("nothing");
    CHECK(!s.snapshot().message.empty());
}

TEST_CASE("the page's JSON says where one is") {
    Session s = at({"preset xeon480", "seek 224 700"});
    const std::string json = to_json(s, false);
    for (const char* part : {"\"figure\":\"refresh\"", "\"event\":224", "\"events\":958", "\"event_text\":\"offline:256\"", "\"step\":700", "\"steps\":4096",
                             "\"online\":256", "\"cpus\":\"480\"", "\"can_step\":true", "\"needed\":0", "\"stores\":2560"}) {
        INFO(part);
        CHECK(json.find(part) != std::string::npos);
    }
    CHECK(json.find("\"report\"") == std::string::npos);
    CHECK(to_json(s, true).find("\"report\":{\"sentence\"") != std::string::npos);
}
