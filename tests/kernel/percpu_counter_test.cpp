#include <doctest/doctest.h>

#include <initializer_list>

#include "kernel/percpu_counter.hpp"

using namespace driftmark;
using namespace driftmark::kernel;

TEST_CASE("inc and dec spill first after t + 1 updates, then every t + t/2 + 1, for every threshold") {
    for (int t = 0; t <= 125; ++t) {
        Diff up = 0, down = 0;
        std::int64_t shared_up = 0, shared_down = 0;
        int last = 0, spills = 0;
        for (int i = 1; i <= 20 * (t + t / 2 + 1); ++i) {
            const std::int64_t u = inc(up, static_cast<Threshold>(t)), d = dec(down, static_cast<Threshold>(t));
            REQUIRE(u == -d);  // mirrored
            shared_up += u;
            shared_down += d;
            REQUIRE(shared_up + up == i);  // nothing is lost
            REQUIRE(shared_down + down == -i);
            if (u == 0) continue;
            REQUIRE(i - last == (spills == 0 ? t + 1 : t + t / 2 + 1));
            REQUIRE(u == t + 1 + t / 2);
            REQUIRE(up == -(t / 2));
            last = i;
            ++spills;
        }
        CHECK(spills >= 19);
    }
}

TEST_CASE("mod spills all there is once it exceeds the threshold, and has no overstep") {
    for (int t = 0; t <= 125; ++t) {
        Diff d = 0;
        int last = 0;
        for (int i = 1; i <= 6 * (t + 1); ++i) {
            const std::int64_t spilled = mod(d, static_cast<Threshold>(t), -1);
            if (spilled == 0) continue;
            REQUIRE(i - last == t + 1);  // every t + 1 updates
            REQUIRE(spilled == -(t + 1));
            REQUIRE(d == 0);
            last = i;
        }
        REQUIRE(last == 6 * (t + 1));
    }
    Diff d = 100;
    CHECK(mod(d, 125, 512) == 612);  // a step larger than the threshold always spills
    CHECK(d == 0);
    CHECK(mod(d, 125, 125) == 0);    // equal to it never does
    CHECK(mod(d, 125, 0) == 0);
}

TEST_CASE("overstep gains nothing for thresholds up to 1") {
    for (const Threshold t : {Threshold{0}, Threshold{1}}) {
        Diff with = 0, without = 0;
        int a = 0, b = 0;
        for (int i = 0; i < 100; ++i) {
            a += inc(with, t) != 0;
            b += mod(without, t, 1) != 0;
        }
        CHECK(a == b);
    }
}

TEST_CASE("a lowered threshold folds nothing by itself: only updates in that direction notice") {
    Diff d = -100;  // counted under a threshold of 125
    CHECK(inc(d, 10) == 0);
    CHECK(d == -99);
    CHECK(dec(d, 10) == -105);  // -100, and 5 more
    CHECK(d == 5);
    Diff m = -100;
    CHECK(mod(m, 10, 1) == -99);  // mod looks at both sides
}

TEST_CASE("a threshold of 0 sends every update to the shared counters") {
    Diff d = 0;
    for (int i = 0; i < 10; ++i) {
        CHECK(inc(d, 0) == 1);
        CHECK(dec(d, 0) == -1);
        CHECK(mod(d, 0, 3) == 3);
        CHECK(d == 0);
    }
}
