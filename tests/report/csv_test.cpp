// CSV after RFC 4180.
#include <doctest/doctest.h>

#include "report/report.hpp"

using namespace driftmark::report;

TEST_CASE("fields are quoted where they must be, and only there") {
    Report r;
    r.tables.push_back({"", {{"a", "A", ""}, {"b,c", "B", ""}, {"d", "D", ""}},
                        {{1, "plain", 1.5}, {"say \"x\"", "one,two", "line\nbreak"}, {Value(), true, -3}}});
    CHECK(to_csv(r) ==
          "a,\"b,c\",d\r\n"
          "1,plain,1.5\r\n"
          "\"say \"\"x\"\"\",\"one,two\",\"line\nbreak\"\r\n"
          ",true,-3\r\n");
}

TEST_CASE("lists stand in one field") {
    Report r;
    Value list;
    list.push("pressure").push("page_size");
    r.tables.push_back({"", {{"reasons", "", ""}}, {{list}}});
    CHECK(to_csv(r) == "reasons\r\npressure;page_size\r\n");
}

TEST_CASE("a flat table, where there is one, is the CSV") {
    Report r;
    r.tables.push_back({"", {{"shown", "", ""}}, {{1}}});
    r.flat = {"", {{"flat", "", ""}}, {{2}}};
    CHECK(to_csv(r) == "flat\r\n2\r\n");
    CHECK(to_csv(Report{}) == "\r\n");
}
