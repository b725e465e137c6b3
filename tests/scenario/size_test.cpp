#include <doctest/doctest.h>

#include "scenario/size_text.hpp"
#include "support/property.hpp"

using namespace driftmark;
using namespace driftmark::scenario;

TEST_CASE("sizes are read in bytes or in K, M, G, T, and written in the largest exact unit") {
    CHECK(parse_size("64G") == Bytes{std::int64_t{64} << 30});
    CHECK(parse_size("68719476736") == Bytes{std::int64_t{64} << 30});
    CHECK(parse_size("64GiB") == parse_size("64g"));
    CHECK(parse_size("0") == Bytes{0});
    CHECK(print_size(Bytes{std::int64_t{64} << 30}) == "64G");
    CHECK(print_size(Bytes{1536 << 10}) == "1536K");
    CHECK(print_size(Bytes{0}) == "0");
    for (const char* bad : {"", "G", "-1", "1.5G", "1 G", "1Q", "1iB", "9223372036854775808", "8388608T", "1GG"}) {
        INFO(bad);
        CHECK(!parse_size(bad));
    }
}

TEST_CASE("sizes for people") {
    CHECK(size_words(Bytes{std::int64_t{381} << 30}) == "381 GiB");
    CHECK(size_words(Bytes{(std::int64_t{29} << 30) / 10}) == "2.9 GiB");
    CHECK(size_words(Bytes{15 << 20}) == "15 MiB");
    CHECK(size_words(Bytes{512}) == "512 bytes");
}

TEST_CASE("a size survives its text") {
    support::check("parse(print(x)) = x", 500, [] {
        const Bytes b{*rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << *rc::gen::inRange(1, 62))};
        RC_ASSERT(parse_size(print_size(b)) == b);
    });
}
