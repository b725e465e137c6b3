// The handles that a page holds, and what it makes its form from.
#include <doctest/doctest.h>

#include "host/sittings.hpp"

using namespace driftmark;

TEST_CASE("sittings: each handle has its own session, and is not used again") {
    const int a = host::open_sitting(), b = host::open_sitting();
    CHECK(a != b);
    CHECK(a != 0);
    host::sitting(a)->act("set cpus=3");
    CHECK(host::sitting(a)->snapshot().state.scenario.get("cpus") == "3");
    CHECK(host::sitting(b)->snapshot().state.scenario.get("cpus") != "3");
    host::close_sitting(a);
    CHECK(host::sitting(a) == nullptr);
    CHECK(host::open_sitting() != a);
    CHECK(host::sitting(0) == nullptr);
}

TEST_CASE("sittings: every parameter and every preset is told") {
    const std::string about = host::about_json();
    for (const auto& p : scenario::parameters()) CHECK(about.find("\"key\":\"" + std::string(p.key) + "\"") != std::string::npos);
    for (const auto& p : scenario::presets()) CHECK(about.find("\"name\":\"" + std::string(p.name) + "\"") != std::string::npos);
}

TEST_CASE("sittings: a report, or one line of what is wrong") {
    CHECK(host::report_json("sweep", "v1/refresh?cpus=4").starts_with("{\"scenario\":{"));
    CHECK(host::report_json("sweep", "v7/refresh").starts_with("{\"error\":\""));
    CHECK(host::report_json("sweep", "chapter-2").starts_with("{\"error\":\""));
    CHECK(host::report_json("dance", "v1/refresh").starts_with("{\"error\":\""));
}
