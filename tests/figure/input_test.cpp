// What the reader does on the picture becomes actions.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

#include "figure/figure.hpp"
#include "figure/fixture.hpp"
#include "figure/recorder.hpp"

using namespace driftmark;

namespace {

struct Hand {
    test::Scene s;
    figure::View view;
    std::unique_ptr<figure::Figure> fig = figure::make_figure("refresh");
    figure::FrameResult last;

    explicit Hand(const char* text) : s(test::scene(text)) { frame({}); }
    const figure::FrameResult& frame(const figure::Input& in) {
        test::Recorder r(view.width, fig->height(view, s.snapshot));
        last = fig->draw(r, in, view, s.snapshot);
        return last;
    }
    figure::Rect area(std::string_view name) {
        frame({});
        const auto at = std::ranges::find(last.areas, name, [](const auto& a) { return std::string_view(a.first); });
        REQUIRE(at != last.areas.end());
        return at->second;
    }
    std::vector<std::string> click(figure::Point p) {
        figure::Input in;
        in.inside = true;
        in.pointer = p;
        frame(in);
        in.pressed = in.down = true;
        frame(in);
        std::vector<std::string> actions = last.actions;
        in.pressed = in.down = false;
        in.released = true;
        frame(in);
        actions.insert(actions.end(), last.actions.begin(), last.actions.end());
        return actions;
    }
    std::vector<std::string> click(std::string_view name) {
        const figure::Rect r = area(name);
        return click({r.x + r.w / 2, r.y + r.h / 2});
    }
    std::vector<std::string> key(figure::Key k, bool shift = false, char letter = 0) {
        figure::Input in;
        in.focused = true;
        in.keys.push_back({k, letter, shift});
        return frame(in).actions;
    }
};
using Actions = std::vector<std::string>;

}  // namespace

TEST_CASE("buttons, cells and labels act") {
    Hand h("preset=xeon480");
    CHECK(h.click("step") == Actions{"step"});
    CHECK(h.click("back") == Actions{"back"});
    CHECK(h.click("first") == Actions{"first"});
    CHECK(h.click("play") == Actions{"play"});
    CHECK(h.click("cpu:100") == Actions{"toggle cpu 100"});
    CHECK(h.click("cpu:479:patched") == Actions{"toggle cpu 479"});
    CHECK(h.click("node:1") == Actions{"toggle node 1"});
    const figure::Rect t = h.area("timeline");
    CHECK(h.click({t.right(), t.y + 40}) == Actions{"seek 958"});
    CHECK(h.click("zone:0").empty());
    CHECK(h.last.request == "edit:zones");
}

TEST_CASE("keys act") {
    Hand h("preset=vm2");
    CHECK(h.key(figure::Key::right) == Actions{"step"});
    CHECK(h.key(figure::Key::left, true) == Actions{"back event"});
    CHECK(h.key(figure::Key::space) == Actions{"play"});
    CHECK(h.key(figure::Key::end) == Actions{"last"});
    CHECK(h.key(figure::Key::letter, false, '3') == Actions{"set granularity=zone"});
}

TEST_CASE("a list opens, is chosen from, and keeps the pointer to itself") {
    Hand h("preset=xeon480");
    const figure::Rect box = h.area("preset");
    CHECK(h.click("preset").empty());
    CHECK(h.click({box.x + 40, box.bottom() + 4 + 4 + 32 + 16}) == Actions{"preset epyc512"});
    CHECK(h.click("preset").empty());
    h.key(figure::Key::down);
    CHECK(h.key(figure::Key::enter) == Actions{"preset epyc512"});
    CHECK(h.click("preset").empty());
    CHECK(h.key(figure::Key::escape).empty());
    CHECK(h.key(figure::Key::right) == Actions{"step"});
}

TEST_CASE("the slider names a count") {
    Hand h("preset=vm2");
    const figure::Rect r = h.area("cpus");
    const auto actions = h.click({r.right() - 1, r.y + r.h / 2});
    REQUIRE(!actions.empty());
    CHECK(actions.back() == "set cpus=8192");
}

TEST_CASE("every target is large enough to hit") {
    Hand h("preset=phone");
    for (const float width : {360.0f, 768.0f, 1280.0f}) {
        h.view.width = width;
        h.frame({});
        for (const auto& [name, r] : h.last.areas) {
            if (name.starts_with("cpu:") || name.starts_with("node:")) continue;  // as fine as the machine; keys reach them
            CAPTURE(name);
            CHECK(r.w >= 24);
            CHECK(r.h >= 24);
        }
    }
}

TEST_CASE("the largest machine is drawn well within a frame") {
    Hand h("cpus=8192&nodes=1024");
    h.s.seek_share(5, 0.35);
    h.frame({});
    double best = 1e9;
    for (int i = 0; i < 5; ++i) {
        const auto start = std::chrono::steady_clock::now();
        h.frame({});
        best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    MESSAGE("a frame of 8192 CPUs x 1024 nodes: " << best << " ms");
    CHECK(best < 16);
}
