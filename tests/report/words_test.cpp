#include <doctest/doctest.h>

#include "report/words.hpp"

using namespace driftmark::report;

TEST_CASE("numbers as people read them") {
    CHECK(decimal(1158.9, 1) == "1,158.9");
    CHECK(decimal(-1234567.25, 2) == "-1,234,567.25");
    CHECK(decimal(-88.3, 1) == "-88.3");
    CHECK(decimal(300, 0) == "300");
    CHECK(count_of(1, "CPU", "CPUs") == "1 CPU");
    CHECK(count_of(8192, "CPU", "CPUs") == "8,192 CPUs");
    CHECK(in_binary(0) == "0");
    CHECK(in_binary(480) == "111100000");
}

TEST_CASE("text wraps at blanks and never in a word") {
    CHECK(wrapped("one two three", 7) == std::vector<std::string>{"one two", "three"});
    CHECK(wrapped("incomprehensible word", 4) == std::vector<std::string>{"incomprehensible", "word"});
    CHECK(wrapped("", 10) == std::vector<std::string>{""});
    CHECK(width_of("\u00b5s") == 2);
}
