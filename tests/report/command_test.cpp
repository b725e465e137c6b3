// The list of commands, and that each keeps what it says of itself.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "report/command.hpp"
#include "report/quantity.hpp"
#include "report/reported.hpp"

using namespace driftmark;
using namespace driftmark::report;

TEST_CASE("every command is told of in one line and shown by example") {
    std::set<std::string_view> names;
    for (const Command& c : commands()) {
        CAPTURE(c.name);
        CHECK(names.insert(c.name).second);
        CHECK(find_command(c.name) == &c);
        CHECK(c.summary.size() < 80);
        CHECK(!c.examples.empty());
        CHECK((c.make != nullptr) == c.files.empty());
        for (const Example& e : c.examples) {
            CAPTURE(e.line);
            CHECK(e.line.starts_with("driftmark " + std::string(c.name)));
            CHECK(e.line.size() < 80);
        }
    }
}

TEST_CASE("report_of knows every command that needs no file, and names them when asked for another") {
    const scenario::Scenario s;
    for (const Command& c : commands()) {
        CAPTURE(c.name);
        const auto r = report_of(c.name, s);
        CHECK(r.has_value() == c.files.empty());
        if (r) CHECK(r->command == c.name);
        if (r) CHECK(!r->sentence.empty());
    }
    const auto unknown = report_of("sweeep", s);
    REQUIRE(!unknown);
    CHECK(unknown.error().accepted.find("sweep") != std::string::npos);
}

TEST_CASE("quantities and reported numbers have keys of their own") {
    std::set<std::string_view> keys;
    for (const auto& q : ledger_quantities()) CHECK(keys.insert(q.key).second);
    for (const auto& q : event_quantities()) CHECK(keys.insert(q.key).second);
    keys.clear();
    for (const auto& r : reported_numbers()) CHECK(keys.insert(r.key).second);
    CHECK(reported_by("R1").size() == 10);
    CHECK(reported_by("R1", "_event").size() == 4);
}
