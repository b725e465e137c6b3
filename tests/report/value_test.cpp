// JSON as JSON.stringify prints it. The pairs on numbers were printed by JavaScript.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "report/value.hpp"

using driftmark::report::Value;

TEST_CASE("numbers are printed as JavaScript prints them") {
    const std::pair<double, const char*> pairs[] = {
        {0.0, "0"},
        {-0.0, "0"},
        {1.0, "1"},
        {-1.5, "-1.5"},
        {0.1, "0.1"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1158.9, "1158.9"},
        {1e-6, "0.000001"},
        {1.5e-6, "0.0000015"},
        {1e-7, "1e-7"},
        {1.234e-7, "1.234e-7"},
        {123456789012345680000.0, "123456789012345680000"},
        {1e21, "1e+21"},
        {1.5e21, "1.5e+21"},
        {1e20, "100000000000000000000"},
        {5e-324, "5e-324"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
        {9007199254740993.0, "9007199254740992"},
        {1.0 / 3, "0.3333333333333333"},
        {100.0, "100"},
        {0.5, "0.5"},
        {2251799813685249.5, "2251799813685249.5"},
    };
    for (const auto& [number, text] : pairs) {
        CAPTURE(text);
        CHECK(Value(number).json() == text);
        if (number != 0) CHECK(Value(-number).json() == (*text == '-' ? std::string(text + 1) : "-" + std::string(text)));
    }
    CHECK(Value(std::numeric_limits<double>::infinity()).json() == "null");
    CHECK(Value(std::nan("")).json() == "null");
}

TEST_CASE("whole numbers are exact up to 2^53 and rounded as JavaScript rounds beyond") {
    CHECK(Value(0).json() == "0");
    CHECK(Value(-7).json() == "-7");
    CHECK(Value(std::int64_t{1} << 53).json() == "9007199254740992");
    CHECK(Value((std::int64_t{1} << 53) + 1).json() == "9007199254740992");
    CHECK(Value(INT64_MAX).json() == "9223372036854776000");
    CHECK(Value(INT64_MIN).json() == "-9223372036854776000");
}

TEST_CASE("strings escape what JSON.stringify escapes, and nothing else") {
    CHECK(Value("plain").json() == R"("plain")");
    CHECK(Value("a\"b\\c/d").json() == R"("a\"b\\c/d")");
    CHECK(Value("\b\f\n\r\t").json() == R"("\b\f\n\r\t")");
    CHECK(Value(std::string("\0\x1f\x7f", 3)).json() == "\"\\u0000\\u001f\x7f\"");
    CHECK(Value("\u00e9 \u2028 \U0001F600").json() == "\"\u00e9 \u2028 \U0001F600\"");
}

TEST_CASE("bytes that are no UTF-8 become U+FFFD, so that the output always is") {
    const std::string bad = "\"\uFFFD\"";
    CHECK(Value("\xff").json() == bad);
    CHECK(Value("\xc0\xaf").json() == "\"\uFFFD\uFFFD\"");          // overlong
    CHECK(Value("\xed\xa0\x80").json() == "\"\uFFFD\uFFFD\uFFFD\"");  // a surrogate
    CHECK(Value("\xe2\x82").json() == "\"\uFFFD\uFFFD\"");           // cut short
    CHECK(Value("\xf4\x90\x80\x80").json() == "\"\uFFFD\uFFFD\uFFFD\uFFFD\"");
    CHECK(Value("\xf4\x8f\xbf\xbf").json() == "\"\xf4\x8f\xbf\xbf\"");
}

TEST_CASE("lists and objects keep their order") {
    Value v;
    v.set("b", 1).set("a", Value(Value::Array{})).set("c", Value(Value::Object{}));
    Value list;
    list.push(true).push(Value()).push("x");
    v.set("list", list);
    CHECK(v.json() == R"({"b":1,"a":[],"c":{},"list":[true,null,"x"]})");
    REQUIRE(v.find("b") != nullptr);
    CHECK(v.find("b")->json() == "1");
    CHECK(v.find("z") == nullptr);
    CHECK(Value(1).find("b") == nullptr);
}
