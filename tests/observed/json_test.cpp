// The JSON reader takes JSON and says where a text stops being it.
#include <doctest/doctest.h>

#include "observed/json.hpp"

using namespace driftmark::observed;

TEST_CASE("JSON: values of every kind") {
    const auto v = read_json(R"( {"a": [1, -20, 2.5e-3, true, false, null, "x\"\\\/\n\u0041\u20ac"], "b": {}, "c": []} )");
    REQUIRE(v.has_value());
    const Json* a = v->find("a");
    REQUIRE(a != nullptr);
    REQUIRE(a->items.size() == 7);
    CHECK(a->items[1].integer == -20);
    CHECK(a->items[2].is(Json::Kind::real));
    CHECK(a->items[3].boolean);
    CHECK(a->items[5].is(Json::Kind::null));
    CHECK(a->items[6].text == "x\"\\/\nA?");
    CHECK(v->find("b")->is(Json::Kind::object));
    CHECK(v->find("nothing") == nullptr);
}

TEST_CASE("JSON: damage is one line that says where") {
    for (const std::string_view text : {"", "{", "[1,", "[1 2]", "{\"a\" 1}", "{a: 1}", "[01x]", "[1e]", "[-]", "[\"a]", "[\"\\u12\"]", "nul", "[] []",
                                        "[99999999999999999999]", "[\"\\q\"]", "{\"a\":1,}", "[\"\n\"]", "tru", "[.5]"}) {
        INFO(std::string(text));
        const auto v = read_json(text);
        REQUIRE_FALSE(v.has_value());
        CHECK(v.error().line().find('\n') == std::string::npos);
        CHECK(v.error().line().starts_with("line "));
    }
    CHECK(read_json("[1,\n2,\nx]").error().line().starts_with("line 3, byte 8: not a JSON value: \"x]\""));
    CHECK_FALSE(read_json(std::string(100000, '[')).has_value());
}
