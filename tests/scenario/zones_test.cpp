#include <doctest/doctest.h>

#include "scenario/zones_text.hpp"

using namespace driftmark;
using namespace driftmark::scenario;

namespace {

std::string canonical(std::string_view text, int nodes = 2, PageSize p = PageSize::k4K) {
    const auto z = parse_zones(text, NodeCount{nodes}, p);
    return z ? print_zones(*z, p) : "! " + z.error().line();
}
std::string automatic(std::int64_t gib, int nodes, PageSize p = PageSize::k4K) {
    const auto z = auto_zones(Bytes{gib << 30}, NodeCount{nodes}, p);
    return z ? print_zones(*z, p) : "! " + z.error().line();
}
bool refused(std::string_view text, std::string_view saying) {
    const std::string line = canonical(text);
    INFO(line);
    CHECK(line.find('\n') == std::string::npos);
    return line.starts_with("! ") && line.find(saying) != std::string::npos;
}

}  // namespace

TEST_CASE("zones come back in canonical form") {
    CHECK(canonical("0:DMA=15M,DMA32=3G,Normal=381G;1:Normal=384G") == "0:DMA=15M,DMA32=3G,Normal=381G;1:Normal=384G");
    CHECK(canonical(" 1:Normal=1024M ; 0:normal=1G ") == "0-1:Normal=1G");
    CHECK(canonical("0:Movable=0,Normal=1G/2G@10:20:30,DMA=16384K") == "0:DMA=16M,Normal=1G/2G@10:20:30,Movable=0");
    CHECK(canonical("0:Normal=1G/1G") == "0:Normal=1G");
    CHECK(canonical("0:Normal=1G,Device=0,Non-volatile=2G") == "0:Normal=1G,Non-volatile=2G,Device=0");
    CHECK(canonical("0:DMA=1M;0:Normal=1G") == "0:DMA=1M,Normal=1G");
    CHECK(canonical("0:Normal=64T", 1) == "0:Normal=64T");
}

TEST_CASE("zones that cannot be are refused in one line") {
    CHECK(refused("", "no zones given"));
    CHECK(refused("0:", "has no ="));
    CHECK(refused("Normal=1G", "does not begin with NODES:"));
    CHECK(refused("Normal=1G@1:2:3", "does not begin with NODES:"));
    CHECK(refused("0:Normal=-1", "\"-1\" is no size"));
    CHECK(refused("0:Normal=65T", "more than a zone can hold"));
    CHECK(refused("0:Normal=99999999999999999999G", "is no size"));
    CHECK(refused("0:Normal=5K", "whole number of pages"));
    CHECK(refused("0:Normal=1G/512M", "present is less than managed"));
    CHECK(refused("0:Normal=1G@3:2:1", "out of order"));
    CHECK(refused("0:Normal=1G@1:2", "not three page counts"));
    CHECK(refused("0:Normal=1G@1:2:x", "not three page counts"));
    CHECK(refused("0:Normal=1G,Normal=2G", "two zones Normal"));
    CHECK(refused("0:Normal=1G;0-1:Normal=2G", "entry 2"));
    CHECK(refused("0:Nromal=1G", "accepted: Normal"));
    CHECK(refused("0:No rmal=1G", "is no zone name"));
    CHECK(refused("2:Normal=1G", "node 2 does not exist"));
    CHECK(refused("1-0:Normal=1G", "runs backwards"));
    CHECK(refused("0:Device=1G,Normal=1G", "never has present pages"));
    CHECK(refused("0:Normal=0", "no zone has any memory"));
}

TEST_CASE("memory nobody lists lies in address order") {
    CHECK(automatic(64, 1) == "0:DMA=15M/16M,DMA32=4080M,Normal=60G");
    CHECK(automatic(2, 1) == "0:DMA=15M/16M,DMA32=2032M");
    CHECK(automatic(768, 2) == "0:DMA=15M/16M,DMA32=4080M,Normal=380G;1:Normal=384G");
    CHECK(automatic(4, 4) == "0:DMA=15M/16M,DMA32=1008M;1-3:DMA32=1G");
    CHECK(automatic(8, 1, PageSize::k16K) == "0:DMA=4G,Normal=4G");
    CHECK(automatic(2, 1, PageSize::k64K) == "0:DMA=2G");
    CHECK(automatic(65536, 1).starts_with("0:DMA=15M/16M"));
    CHECK(automatic(65536 + 8, 1).starts_with("! memory: "));
    CHECK(automatic(65536 + 8, 2).starts_with("0:"));
}

TEST_CASE("splitting loses no page") {
    for (const int nodes : {1, 3, 7, 16, 1000}) {
        const auto z = auto_zones(Bytes{(std::int64_t{100} << 30) + 4096}, NodeCount{nodes}, PageSize::k4K);
        REQUIRE(z);
        CHECK(total_present(*z, PageSize::k4K) == Bytes{(std::int64_t{100} << 30) + 4096});
    }
}
