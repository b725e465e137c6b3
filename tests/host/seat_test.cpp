// A figure driven without a display: what a press, a key and the clock do to the session.
#include <doctest/doctest.h>

#include "host/null_host.hpp"

using namespace driftmark;

namespace {

struct Sitting {
    session::Session session;
    host::NullHost host;
    Sitting() : host(session, "refresh") {
        session.act("set cpus=8&granularity=store");
        session.act("seek 3 4");
        host.rest();
    }
    std::int64_t step() const { return session.snapshot().playhead->moment().step; }
};

}  // namespace

TEST_CASE("a seat: an unknown figure is told, and draws nothing") {
    session::Session s;
    host::NullHost h(s, "no such figure");
    CHECK_FALSE(h.seat().valid());
    CHECK_FALSE(h.draw().has_value());
    CHECK(h.painter().shapes == 0);
}

TEST_CASE("a seat: it comes to rest, with every clip taken off again") {
    Sitting s;
    CHECK_FALSE(s.host.draw().has_value());
    CHECK(s.host.painter().texts > 10);
    CHECK(s.host.painter().clips == 0);
}

TEST_CASE("a seat: press and release between two frames are one press, and two are two") {
    Sitting s;
    REQUIRE(s.host.press("step"));
    CHECK(s.step() == 5);
    REQUIRE(s.host.press("back"));
    CHECK(s.step() == 4);
    const auto r = s.host.area("step").value();
    s.host.seat().pointer({r.x + 4, r.y + 4}, false);
    for (const bool down : {true, false, true, false}) s.host.seat().button(down);
    CHECK(s.host.rest());
    CHECK(s.step() == 6);
}

TEST_CASE("a seat: a press that leaves before it is let go does nothing") {
    Sitting s;
    const auto r = s.host.area("step").value();
    s.host.seat().pointer({r.x + 4, r.y + 4}, true);
    s.host.seat().button(true);
    s.host.seat().leave();
    s.host.seat().button(false);
    CHECK(s.host.rest());
    CHECK(s.step() == 4);
}

TEST_CASE("a seat: keys step both ways") {
    Sitting s;
    s.host.seat().focus(true);
    s.host.seat().key({figure::Key::right});
    s.host.seat().key({figure::Key::right});
    s.host.seat().key({figure::Key::left});
    CHECK(s.host.rest());
    CHECK(s.step() == 5);
}

TEST_CASE("a seat: play wants further frames, and a page in the background does not rush it on") {
    Sitting s;
    s.session.act("set granularity=event");
    s.session.act("play");
    CHECK(s.session.snapshot().playing);
    CHECK(s.host.draw().has_value());
    const auto before = s.session.snapshot().playhead->moment().event;
    for (int i = 0; i < 12; ++i) s.host.wait(250);
    const auto after = s.session.snapshot().playhead->moment().event;
    CHECK(after > before);
    s.host.wait(1e9);
    CHECK(s.session.snapshot().playhead->moment().event <= after + 2);
    s.session.act("pause");
    CHECK(s.host.rest());
    CHECK_FALSE(s.host.draw().has_value());
}

TEST_CASE("a seat: what it says of its last frame is JSON with the areas' names") {
    Sitting s;
    CHECK(s.host.seat().frame_json().starts_with("{\"cursor\":\"default\""));
    CHECK(s.host.seat().areas_json().find("\"step\":[") != std::string::npos);
    CHECK(s.host.area("timeline").has_value());
}
