// check: every recorded text has the answer its table says, and each reason is found where it holds.
#include <doctest/doctest.h>

#include <sstream>

#include "observed/check.hpp"
#include "observed/files.hpp"
#include "observed/gunzip.hpp"

namespace {

using namespace driftmark;
using namespace driftmark::observed;

CheckResult checked(std::string_view text) {
    const auto info = read_zoneinfo(text);
    REQUIRE(info.has_value());
    return check(*info);
}

/// A zone as a kernel of today prints it, `threshold` on each of `cpus` CPUs.
std::string zone(int node, std::string_view name, long managed, long min, long low, int cpus, int threshold, long start_pfn = 7) {
    std::string t = "Node " + std::to_string(node) + ", zone " + std::string(name) + "\n  pages free     1\n        min      " + std::to_string(min) +
                    "\n        low      " + std::to_string(low) + "\n        high     " + std::to_string(2 * low - min) + "\n        spanned  " +
                    std::to_string(managed) + "\n        present  " + std::to_string(managed) + "\n        managed  " + std::to_string(managed) +
                    "\n  pagesets\n";
    for (int c = 0; c < cpus; ++c)
        t += "    cpu: " + std::to_string(c) + "\n              count: 0\n  vm stats threshold: " + std::to_string(threshold) + "\n";
    return t + "  start_pfn:           " + std::to_string(start_pfn) + "\n";
}

using Reasons = std::vector<Reason>;

}  // namespace

TEST_CASE("every recorded zoneinfo text gets the answer of its table") {
    std::istringstream table(files::content(files::data("zoneinfo-expected.txt")));
    int rows = 0;
    for (std::string line; std::getline(table, line);) {
        if (line.empty() || line.starts_with('#')) continue;
        std::istringstream cells(line);
        std::string name;
        long cpus = 0, match = 0, differ = 0, not_printed = 0;
        cells >> name >> cpus >> match >> differ >> not_printed;
        INFO(name);
        const CheckResult r = checked(files::content(files::data("zoneinfo/" + name)));
        CHECK(r.cpus.front().cpus.value == cpus);
        CHECK(r.matched == match);
        CHECK(r.differed == differ);
        CHECK(r.not_printed == not_printed);
        CHECK(r.difference() == (differ > 0));
        CHECK(r.none_printed() == (match + differ == 0));
        CHECK(r.page_size == PageSize::k4K);
        ++rows;
    }
    CHECK(rows == 23);
}

TEST_CASE("the edited Device zone of text 28 is named") {
    const CheckResult r = checked(files::content(files::data("zoneinfo/28-x86-5x-2node-jc-edited.txt")));
    for (const CheckedZone& z : r.zones) {
        if (z.result != Result::differ) continue;
        CHECK(z.node == NodeId{1});
        CHECK(z.name == "Device");
        CHECK(z.reasons == Reasons{Reason::edited_or_unknown});
        CHECK_FALSE(z.computed.has_value());
    }
}

TEST_CASE("every traced machine's text matches in every zone") {
    const auto paths = files::all("truth", ".zoneinfo.txt.gz");
    CHECK(paths.size() == 52);
    for (const auto& path : paths) {
        INFO(path.filename().string());
        const auto text = gunzip(files::content(path), 1 << 20);
        REQUIRE(text.has_value());
        const CheckResult r = checked(*text);
        CHECK(r.differed == 0);
        CHECK(r.not_printed == 0);
        CHECK(r.matched > 0);
    }
}

TEST_CASE("kswapd's thresholds are pressure, above or below the normal ones") {
    // Two CPUs, as kernel-facts: the pressure rule gives 8, 125, 125 where the normal one gives 4, 24, 16.
    const CheckResult r = checked(zone(0, "DMA", 3977, 71, 88, 2, 8) + zone(0, "DMA32", 758708, 13000, 16250, 2, 125) +
                                  zone(0, "Normal", 236634, 4000, 5000, 2, 125));
    REQUIRE(r.differed == 3);
    for (const CheckedZone& z : r.zones) CHECK(z.reasons == Reasons{Reason::pressure});
    CHECK(r.zones[0].computed == Threshold{4});
    CHECK(r.zones[1].computed == Threshold{24});
    CHECK(r.zones[2].computed == Threshold{16});
    CHECK(r.zones[2].pressure == Threshold{125});
    CHECK(r.page_size == PageSize::k4K);
    CHECK(r.zones[0].explanation.find("(88 - 71) / 2") != std::string::npos);
}

TEST_CASE("larger pages are found where they explain all and 4K does not") {
    for (const PageSize p : {PageSize::k16K, PageSize::k64K}) {
        // long has 32 bits in WebAssembly; the pages fit, the bytes would not.
        const auto gib = [&](std::int64_t n) { return static_cast<long>((n << 30) >> page_shift(p)); };
        // 8 GiB, 4 CPUs: 2 * 3 * (1 + 7)
        const CheckResult r = checked(zone(0, "DMA", gib(1), 500, 900, 4, 2 * 3 * (1 + 4)) + zone(0, "Normal", gib(8), 500, 900, 4, 48));
        CHECK(r.page_size == p);
        CHECK(r.machine.page_size == p);
        CHECK(r.matched == 2);
        CHECK(r.zones[1].reasons == Reasons{Reason::page_size});
        CHECK_FALSE(r.difference());
    }
}

TEST_CASE("another managed, an edit and an invented value are told apart") {
    const std::string others = zone(0, "DMA", 3977, 71, 88, 4, 6) + zone(0, "DMA32", 758708, 13000, 16250, 4, 36, 4096);
    const auto last = [&](int threshold) {
        CheckResult r = checked(others + zone(0, "Normal", 236634, 400, 600, 4, threshold));
        REQUIRE(r.zones.size() == 3);
        CHECK(r.zones[0].result == Result::match);
        return r.zones[2];
    };
    CHECK(last(24).result == Result::match);
    CHECK(last(18).reasons == Reasons{Reason::managed_changed});
    CHECK(last(50).reasons == Reasons{Reason::pressure});
    CHECK(last(25).reasons == Reasons{Reason::edited_or_unknown});
    CHECK(last(30).reasons == Reasons{Reason::edited_or_unknown});  // more than all of present would give
    CHECK(last(-3).reasons == Reasons{Reason::edited_or_unknown});
    CHECK(last(1000000).reasons == Reasons{Reason::edited_or_unknown});
}

TEST_CASE("different thresholds on different CPUs are all looked at") {
    std::string t = zone(0, "Normal", 236634, 400, 600, 4, 24);
    const auto at = t.rfind("threshold: 24");
    t.replace(at, 13, "threshold: 50");
    const CheckResult r = checked(t);
    CHECK(r.zones[0].printed == std::vector<ThresholdRun>{{0, 2, 24}, {3, 3, 50}});
    CHECK(r.zones[0].result == Result::differ);
    CHECK(r.zones[0].reasons == Reasons{Reason::pressure});
}

TEST_CASE("CPUs that an old text leaves out are inferred from the thresholds") {
    const auto old = [](std::string_view cpus, int threshold) {
        std::string t = "Node 0, zone      DMA\n  pages free     2063\n        min      571\n        low      713\n        high     856\n        present  145440\n  pagesets\n";
        for (const char c : cpus)
            t += std::string("    cpu: ") + c + " pcp: 0\n              count: 147\n    cpu: " + c + " pcp: 1\n              count: 7\n  vm stats threshold: " +
                 std::to_string(threshold) + "\n";
        return t + "  all_unreclaimable: 0\n";
    };
    const CheckResult both = checked(old("01", 16));
    CHECK(both.cpus[0].cpus.value == 2);
    CHECK_FALSE(both.cpus[0].inferred);
    CHECK(both.zones[0].reasons == Reasons{Reason::managed_missing});
    const CheckResult second = checked(old("1", 16));
    CHECK(second.cpus[0].cpus.value == 2);
    CHECK(second.cpus[0].inferred);
    CHECK(second.matched == 1);
    CHECK(checked(old("1", 24)).cpus[0].cpus.value == 4);
    const CheckResult none = checked(old("", 0));
    CHECK(none.zones[0].result == Result::not_printed);
    CHECK(none.zones[0].reasons.empty());
}

TEST_CASE("the machine a text came from") {
    const CheckResult r = checked(files::content(files::data("zoneinfo/23-x86-419plus-8cpu-procfs.txt")));
    CHECK(r.machine.cpus.value == 8);
    CHECK(r.machine.nodes.value == 1);
    REQUIRE(r.machine.zones.size() == 5);
    CHECK(r.machine.zones[1].type == kernel::ZoneType::DMA32);
    CHECK(r.machine.zones[1].watermarks.has_value());
    CHECK(r.machine.zones[4].present == Pages{0});
}
