// The zoneinfo reader: chunks, sizes, refusals.
#include <doctest/doctest.h>

#include "observed/files.hpp"
#include "observed/gunzip.hpp"
#include "observed/zoneinfo.hpp"

namespace {

using namespace driftmark;
using namespace driftmark::observed;

std::expected<Zoneinfo, Refusal> in_chunks(std::string_view text, std::size_t size) {
    ZoneinfoReader reader;
    for (; !text.empty(); text.remove_prefix(std::min(size, text.size())))
        if (auto fed = reader.feed(text.substr(0, size)); !fed) return std::unexpected(fed.error());
    return reader.finish();
}

void check_alike(const Zoneinfo& a, const Zoneinfo& b) {
    REQUIRE(a.zones.size() == b.zones.size());
    CHECK(a.lines == b.lines);
    CHECK(a.bytes == b.bytes);
    CHECK(a.snapshots == b.snapshots);
    for (std::size_t z = 0; z < a.zones.size(); ++z) {
        const PrintedZone &x = a.zones[z], &y = b.zones[z];
        CHECK(x.name == y.name);
        CHECK(x.line == y.line);
        CHECK(x.cpus == y.cpus);
        CHECK(x.thresholds == y.thresholds);
        CHECK(x.cut == y.cut);
        CHECK(std::tie(x.free, x.boost, x.min, x.low, x.high, x.promo, x.spanned, x.present, x.managed, x.cma, x.start_pfn) ==
              std::tie(y.free, y.boost, y.min, y.low, y.high, y.promo, y.spanned, y.present, y.managed, y.cma, y.start_pfn));
    }
}

std::string refused(std::string_view text) {
    const auto read = read_zoneinfo(text);
    REQUIRE_FALSE(read.has_value());
    const std::string line = read.error().line();
    CHECK(line.find('\n') == std::string::npos);
    CHECK(line.size() < 300);
    return line;
}

/// A machine of 8192 CPUs as a kernel of today prints it.
std::string large_text(int zones) {
    std::string text;
    for (int z = 0; z < zones; ++z) {
        text += "Node " + std::to_string(z) + ", zone   Normal\n  pages free     1000\n        boost    0\n        min      1\n        low      5\n"
                "        high     9\n        spanned  2000000\n        present  2000000\n        managed  1900000\n  pagesets\n";
        for (int c = 0; c < 8192; ++c)
            text += "    cpu: " + std::to_string(c) + "\n              count:    17\n              high:     10557\n              batch:    63\n"
                    "              high_min: 512\n              high_max: 4096\n  vm stats threshold: 112\n";
        text += "  node_unreclaimable:  0\n  start_pfn:           4096\n";
    }
    return text;
}

}  // namespace

TEST_CASE("a zoneinfo text reads the same however it is cut into chunks") {
    auto paths = files::all("zoneinfo", ".txt");
    REQUIRE(paths.size() == 23);
    for (const auto& path : paths) {
        INFO(path.filename().string());
        const std::string text = files::content(path);
        const auto whole = read_zoneinfo(text);
        REQUIRE(whole.has_value());
        for (const std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{65536}}) {
            const auto cut = in_chunks(text, size);
            REQUIRE(cut.has_value());
            check_alike(*whole, *cut);
        }
    }
}

TEST_CASE("what a text prints is what is read") {
    const auto z = read_zoneinfo(files::content(files::data("zoneinfo/32-x86-el9-514-1cpu.txt")));
    REQUIRE(z.has_value());
    REQUIRE(z->zones.size() == 5);
    const PrintedZone& dma32 = z->zones[1];
    CHECK(dma32.name == "DMA32");
    CHECK(dma32.boost == Pages{0});
    CHECK(dma32.cpus == std::vector<CpuRange>{{0, 0}});
    CHECK(dma32.thresholds == std::vector<ThresholdRun>{{0, 0, 8}});
    CHECK(dma32.start_pfn == 4096);
    CHECK_FALSE(dma32.promo.has_value());
    CHECK_FALSE(z->zones[2].pagesets);
    CHECK(z->zones[2].present == Pages{0});
}

TEST_CASE("8192 CPUs take room for their runs, not for their text") {
    const std::string text = large_text(4);
    const auto z = in_chunks(text, 65536);
    REQUIRE(z.has_value());
    REQUIRE(z->zones.size() == 4);
    std::size_t held = 0;
    for (const PrintedZone& zone : z->zones) {
        CHECK(zone.thresholds == std::vector<ThresholdRun>{{0, 8191, 112}});
        CHECK(zone.cpus == std::vector<CpuRange>{{0, 8191}});
        held += zone.thresholds.capacity() * sizeof(ThresholdRun) + zone.cpus.capacity() * sizeof(CpuRange);
    }
    CHECK(held < 200);
    CHECK(z->bytes == static_cast<std::int64_t>(text.size()));
}

TEST_CASE("CPUs out of order, twice and with gaps make runs") {
    const auto z = read_zoneinfo(
        "Node 0, zone Normal\npresent 10\nmanaged 10\npagesets\ncpu: 5\nvm stats threshold: 4\ncpu: 3\nvm stats threshold: 4\ncpu: 4\n"
        "vm stats threshold: 4\ncpu: 3\nvm stats threshold: 9\ncpu: 9\nvm stats threshold: 4\ncpu: 6\nvm stats threshold: 6\n");
    REQUIRE(z.has_value());
    CHECK(z->zones[0].cpus == std::vector<CpuRange>{{3, 6}, {9, 9}});
    CHECK(z->zones[0].thresholds == std::vector<ThresholdRun>{{3, 5, 4}, {6, 6, 6}, {9, 9, 4}});
}

TEST_CASE("what is no zoneinfo is refused with one line that says where and what is accepted") {
    CHECK(refused("") == "line 1: the text is empty; accepted: the text of /proc/zoneinfo, with lines such as \"Node 0, zone   Normal\"");
    CHECK(refused("\n\nHello there\nmore\n").starts_with("line 3: not a /proc/zoneinfo text: \"Hello there\";"));
    CHECK(refused(std::string_view("abc\n\x7f" "ELF\0\1\2", 11)).starts_with("line 2: binary data, not text;"));
    CHECK(refused("Node 0, zone      DMA      1      1      0      0\nNode 0, zone   Normal      7 1\n").find("/proc/buddyinfo") != std::string::npos);
    CHECK(refused("Node 5000, zone Normal\n").starts_with("line 1: node 5000; accepted: nodes 0 to 1023"));
    CHECK(refused(std::string(300, '\xff')).find("????") != std::string::npos);
}

TEST_CASE("a large file that is no zoneinfo is refused within its first 64 KiB, whatever its chunks") {
    for (const std::string& piece : {std::string(100, 'x') + "\n", std::string(1000, 'y')})
        for (const std::size_t size : {std::size_t{1000}, std::size_t{65536}, std::size_t{1} << 20}) {
            std::string text;
            while (text.size() < (std::size_t{1} << 20)) text += piece;
            ZoneinfoReader reader;
            std::size_t fed = 0;
            std::optional<Refusal> refusal;
            while (!refusal && fed < text.size()) {
                const auto chunk = std::string_view(text).substr(fed, size);
                fed += chunk.size();
                if (auto taken = reader.feed(chunk); !taken) refusal = taken.error();
            }
            REQUIRE(refusal.has_value());
            CHECK(fed < 65536 + size);
            CHECK(refusal->line().starts_with("line 1: not a /proc/zoneinfo text"));
            CHECK_FALSE(reader.feed("Node 0, zone Normal\n").has_value());
            CHECK_FALSE(reader.finish().has_value());
        }
    // A text may begin with something else, as a mail does, if the zones come soon enough.
    CHECK(read_zoneinfo(std::string(60000, 'x') + "\nNode 0, zone Normal\npresent 1\n").has_value());
    CHECK_FALSE(read_zoneinfo(std::string(66000, 'x') + "\nNode 0, zone Normal\npresent 1\n").has_value());
}
