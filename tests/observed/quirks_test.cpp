// The quirks of /proc/zoneinfo texts, one by one, each on a small text.
#include <doctest/doctest.h>

#include "observed/check.hpp"
#include "observed/files.hpp"

namespace {

using namespace driftmark;
using namespace driftmark::observed;

// One CPU, 4096 pages managed: the rule gives 2.
const std::string kPlain =
    "Node 0, zone   Normal\n"
    "  per-node stats\n"
    "      nr_inactive_anon 145\n"
    "  pages free     3975\n"
    "        min      67\n"
    "        low      83\n"
    "        high     99\n"
    "        spanned  4095\n"
    "        present  4096\n"
    "        managed  4096\n"
    "        protection: (0, 2934, 3886, 3886, 3886)\n"
    "      nr_free_pages 3975\n"
    "  pagesets\n"
    "    cpu: 0\n"
    "              count: 0\n"
    "              high:  0\n"
    "              batch: 1\n"
    "  vm stats threshold: 2\n"
    "  node_unreclaimable:  0\n"
    "  start_pfn:           1\n";

Zoneinfo read(const std::string& text) {
    auto z = read_zoneinfo(text);
    REQUIRE(z.has_value());
    return *std::move(z);
}

std::string with(std::string_view from, std::string_view to) {
    std::string t = kPlain;
    const auto at = t.find(from);
    REQUIRE(at != std::string::npos);
    return t.replace(at, from.size(), to);
}

/// Every line of the text changed by f.
template <class F>
std::string each_line(F&& f) {
    std::string out, rest = kPlain;
    for (std::size_t at = 0; at < rest.size();) {
        const auto end = rest.find('\n', at);
        out += f(rest.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

void check_plain(const Zoneinfo& z) {
    REQUIRE(z.zones.size() == 1);
    CHECK(z.zones[0].high == Pages{99});
    CHECK(z.zones[0].managed == Pages{4096});
    CHECK(z.zones[0].start_pfn == 1);
    CHECK(z.zones[0].thresholds == std::vector<ThresholdRun>{{0, 0, 2}});
    CHECK(check(z).matched == 1);
}

}  // namespace

TEST_CASE("quirk: indentation of any kind, mail quoting, CRLF, a byte order mark") {
    check_plain(read(kPlain));
    check_plain(read(each_line([](const std::string& l) { return " " + l + "\n"; })));
    check_plain(read(each_line([](const std::string& l) { return l + "\r\n"; })));
    check_plain(read(each_line([](const std::string& l) { return l.substr(std::min(l.find_first_not_of(' '), l.size())) + "\n"; })));
    check_plain(read(each_line([](const std::string& l) { return "\t" + l + "   \n"; })));
    check_plain(read("\xef\xbb\xbf" + kPlain));
    check_plain(read("Hello,\n\nmy zoneinfo:\n\n" + kPlain + "\nRegards\n"));
    const Zoneinfo quoted = read(each_line([](const std::string& l) { return "> > " + l + "\n"; }));
    check_plain(quoted);
    CHECK(quoted.quoted);
}

TEST_CASE("quirk: high and low of the zone and of a pageset") {
    check_plain(read(with("              high:  0\n", "              low:   62\n              high:  186\n              high_min: 3\n              high_max: 9\n")));
}

TEST_CASE("quirk: hot and cold lists") {
    const Zoneinfo z = read(with("    cpu: 0\n", "    cpu: 0 pcp: 0\n              count: 3\n    cpu: 0 pcp: 1\n"));
    check_plain(z);
    CHECK(z.hot_and_cold);
}

TEST_CASE("quirk: NUMA counters within a pageset, node_scanned with three blanks, scanned with its parts, vendor items") {
    check_plain(read(with("              batch: 1\n", "              batch: 1\n            numa_hit:       5\n            local_node:     5\n            other_node:     0\n")));
    check_plain(read(with("        spanned", "   node_scanned  0\n        scanned  0 (a: 24 i: 4)\n        tscanned 151352\n        spanned")));
    check_plain(read(with("      nr_free_pages 3975\n", "      nr_whatever_comes 12\n      workingset_new 3\n")));
}

TEST_CASE("quirk: zone names of other kernels, node numbers with gaps, zones in any subset") {
    CHECK(read(with("  Normal", "Non-volatile")).zones[0].name == "Non-volatile");
    std::string seven = kPlain;
    seven.replace(5, 1, "7");
    const Zoneinfo z = read(kPlain + seven);
    CHECK(z.zones.size() == 2);
    CHECK(z.snapshots == 1);
    CHECK(check(z).machine.nodes.value == 8);
}

TEST_CASE("quirk: no managed: present is taken") {
    const CheckResult r = check(read(with("        managed  4096\n", "")));
    CHECK(r.zones[0].result == Result::match);
    CHECK(r.zones[0].reasons == std::vector{Reason::managed_missing});
    CHECK(r.zones[0].managed == Pages{4096});
}

TEST_CASE("quirk: no threshold, no CPU, no pagesets, no memory") {
    const CheckResult silent = check(read(with("  vm stats threshold: 2\n", "")));
    CHECK(silent.zones[0].result == Result::not_printed);
    CHECK(silent.zones[0].reasons.empty());
    CHECK(silent.none_printed());
    CHECK_FALSE(silent.difference());
    const CheckResult head = check(read(kPlain.substr(0, kPlain.find("      nr_free_pages"))));
    CHECK(head.zones[0].result == Result::not_printed);
    CHECK(head.zones[0].reasons == std::vector{Reason::truncated});
    const CheckResult name_only = check(read("Node 0, zone Normal\n"));
    CHECK(name_only.zones[0].reasons == std::vector{Reason::truncated});
    const std::string empty = "Node 0, zone  Movable\n  pages free     0\n        min      32\n        present  0\n        managed  0\n        protection: (0)\n";
    const CheckResult unpopulated = check(read(kPlain + empty));
    CHECK(unpopulated.zones[1].result == Result::unpopulated);
    CHECK(unpopulated.zones[1].reasons.empty());
    CHECK(unpopulated.matched == 1);
}

TEST_CASE("quirk: per-node stats before the zones, or under a Movable zone") {
    check_plain(read("Node 0, per-node stats\n      nr_inactive_anon 145\n" + with("  per-node stats\n      nr_inactive_anon 145\n", "")));
    check_plain(read(with("   Normal", "  Movable")));
}

TEST_CASE("quirk: marks of what was cut") {
    for (const std::string_view mark : {"...", "  [...]", "[snip]", "> ...", "\xe2\x80\xa6"}) {
        INFO(std::string(mark));
        const Zoneinfo z = read(with("  vm stats threshold: 2\n", std::string(mark) + "\n"));
        CHECK(z.cut_marks);
        const CheckResult r = check(z);
        CHECK(r.zones[0].result == Result::not_printed);
        CHECK(r.zones[0].reasons == std::vector{Reason::truncated});
    }
}

TEST_CASE("quirk: a text that ends anywhere never shows a value that was not printed") {
    const std::string larger = with("threshold: 2", "threshold: 2\n    cpu: 1\n  vm stats threshold: 2");
    for (std::size_t end = 0; end <= larger.size(); ++end) {
        const auto z = read_zoneinfo(larger.substr(0, end));
        if (!z) continue;
        for (const PrintedZone& zone : z->zones) {
            CHECK((!zone.managed || zone.managed == Pages{4096}));
            CHECK((!zone.high || zone.high == Pages{99}));
            CHECK(zone.cpus.size() <= 1);
        }
    }
}

TEST_CASE("quirk: two snapshots in one text") {
    std::string later = kPlain;
    later.replace(later.find("threshold: 2"), 12, "threshold: 3");
    const Zoneinfo z = read("before:\n" + kPlain + "after:\n" + later);
    CHECK(z.snapshots == 2);
    const CheckResult r = check(z);
    CHECK(r.cpus.size() == 2);
    CHECK(r.zones[0].result == Result::match);
    CHECK(r.zones[1].result == Result::differ);
    CHECK(r.zones[1].snapshot == 1);
    CHECK(r.machine_snapshot == 1);
    CHECK(r.machine.zones.size() == 1);
    CHECK_FALSE(r.notes.empty());
    std::string many;
    for (int i = 0; i < 70; ++i) many += kPlain;
    const Zoneinfo m = read(many);
    CHECK(m.snapshots == 64);
    CHECK(m.snapshots_left_out == 6);
    CHECK(m.zones.size() == 64);
}

TEST_CASE("quirk: numbers no kernel prints") {
    CHECK(read(with("managed  4096", "managed  99999999999999999999999")).zones[0].managed == Pages{std::int64_t{1} << 53});
    CHECK_FALSE(read(with("managed  4096", "managed  -5")).zones[0].managed.has_value());
    CHECK_FALSE(read(with("managed  4096", "managed  4096x")).zones[0].managed.has_value());
    CHECK(read(with("cpu: 0\n", "cpu: 99999\n")).zones[0].cpus.empty());
    for (const std::string_view threshold : {"threshold: 999999999999", "threshold: -1", "threshold: 126"})
        CHECK(check(read(with("threshold: 2", threshold))).zones[0].reasons == std::vector{Reason::edited_or_unknown});
}
