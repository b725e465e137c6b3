// verify: every recorded trace agrees; any value altered is noticed; damaged traces give a line.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "observed/files.hpp"
#include "observed/gunzip.hpp"
#include "observed/verify.hpp"

namespace {

using namespace driftmark::observed;

std::string trace(const std::string& name) {
    auto text = gunzip(files::content(files::data("truth/" + name + ".json.gz")), std::size_t{4} << 20);
    REQUIRE(text.has_value());
    return *std::move(text);
}

VerifyResult verified(const std::string& json) {
    auto r = verify("trace", json);
    REQUIRE_MESSAGE(r.has_value(), (r ? "" : r.error().line()));
    return *std::move(r);
}

/// A place in a JSON text where a whole number stands.
struct Place {
    std::size_t at = 0, length = 0;
};

/// The numbers of the JSON array or object that begins at `open`, in order, those nested too.
std::vector<Place> numbers_in(const std::string& t, std::size_t open) {
    std::vector<Place> found;
    int depth = 0;
    for (std::size_t i = open; i < t.size(); ++i) {
        if (t[i] == '"') {
            i = t.find('"', i + 1);
            continue;
        }
        if (t[i] == '[' || t[i] == '{') ++depth;
        if ((t[i] == ']' || t[i] == '}') && --depth == 0) break;
        const bool starts = (t[i] == '-' || (t[i] >= '0' && t[i] <= '9'));
        if (!starts) continue;
        const auto end = t.find_first_not_of("-0123456789.", i);
        found.push_back({i, end - i});
        i = end - 1;
    }
    return found;
}

/// The text with one more than the number there.
std::string raised(std::string t, Place p, long by = 1) {
    const long n = std::stol(t.substr(p.at, p.length));
    return t.replace(p.at, p.length, std::to_string(n + by));
}

/// Where step k's key begins its value.
std::size_t value_of(const std::string& t, std::size_t from, const std::string& key) {
    const auto at = t.find("\"" + key + "\":", from);
    REQUIRE(at != std::string::npos);
    return t.find_first_not_of(" ", at + key.size() + 3);
}
std::size_t step_of(const std::string& t, int k) {
    const auto steps = value_of(t, 0, "steps");
    const auto at = t.find("{\"i\":" + std::to_string(k) + ",", steps);
    REQUIRE(at != std::string::npos);
    return at;
}

bool noticed(const std::string& altered) {
    const auto r = verify("altered", altered);
    return !r || r->different > 0;
}

}  // namespace

TEST_CASE("every recorded trace is what the model computes") {
    const auto paths = files::all("truth", ".json.gz");
    CHECK(paths.size() == 52);
    VerifyResult all;
    std::set<std::string> variants;
    for (const auto& path : paths) {
        INFO(path.filename().string());
        const auto r = verify(path.filename().string(), files::content(path));
        REQUIRE_MESSAGE(r.has_value(), (r ? "" : r.error().line()));
        CHECK(r->compared > 0);
        CHECK(r->different == 0);
        for (const Difference& d : r->differences) FAIL_CHECK(d.row << " " << d.column << ": recorded " << d.recorded << ", computed " << d.computed);
        for (const NotComparable& n : r->not_comparable) CHECK_FALSE(n.why.empty());
        variants.insert(r->variant);
        all += *r;
    }
    CHECK(all.compared > 100000);
    CHECK(all.steps > 3600);
    CHECK(variants == std::set<std::string>{"baseline", "patched", "perboot", "perbootpatched", "stock61"});
}

TEST_CASE("a plain zoneinfo text is verified by its thresholds") {
    const auto path = files::all("truth", ".zoneinfo.txt.gz").front();
    const auto r = verify("text", files::content(path));
    REQUIRE(r.has_value());
    CHECK(r->variant == "zoneinfo");
    CHECK(r->compared > 0);
    CHECK(r->different == 0);
}

TEST_CASE("one altered value in any column of a zone's row is noticed") {
    // Steps of this trace where CPUs go off and come back, and where watermarks are written.
    const std::string t = trace("c4-4G-cpuless.patched");
    for (const int k : {1, 4, 9}) {
        const auto zones = value_of(t, step_of(t, k), "zones");
        const auto row = t.find('[', zones + 1);
        const auto places = numbers_in(t, row);
        REQUIRE(places.size() >= 15);
        for (std::size_t p = 0; p < places.size(); ++p) {
            INFO("step " << k << ", number " << p);
            CHECK(noticed(raised(t, places[p])));
        }
    }
}

TEST_CASE("one altered value in any column of a node's row, any counter, sysctl or count is noticed") {
    const std::string t = trace("c4-4G-cpuless.baseline");
    const auto step = step_of(t, 2);
    for (const char* key : {"nodes", "ctr", "sys"}) {
        const auto places = numbers_in(t, value_of(t, step, key));
        REQUIRE_FALSE(places.empty());
        for (std::size_t p = 0; p < places.size(); ++p) {
            const std::string number = t.substr(places[p].at, places[p].length);
            if (number.find('.') != std::string::npos) continue;  // uptime
            INFO(key << ", number " << p << ": " << number);
            const auto name = t.rfind('"', places[p].at);
            const bool switch_count = t.substr(0, name).ends_with("setp_normal") || t.substr(0, name).ends_with("setp_pressure");
            if (switch_count) continue;  // the two counters that only a clock could tell
            CHECK(noticed(raised(t, places[p])));
        }
    }
    CHECK(noticed(raised(t, {value_of(t, step, "online_count"), 1})));
    CHECK(noticed(raised(t, {value_of(t, step, "cpu"), 1}, -1)));
    std::string list = t;
    const auto online = value_of(t, step, "online");
    CHECK(noticed(list.replace(online, 5, "\"0-2\"")));
}

TEST_CASE("an altered boot, log or printed zone is noticed") {
    const std::string t = trace("c4-4G-cpuless.baseline");
    for (const char* column : {"min", "low", "high", "promo", "present", "managed", "spanned"}) {
        INFO(column);
        const auto at = value_of(t, value_of(t, 0, "zones_boot"), column);
        CHECK(noticed(raised(t, {at, t.find_first_of(",}", at) - at})));
    }
    const auto runs = numbers_in(t, value_of(t, value_of(t, 0, "zones_boot"), "thresholds"));
    for (const Place& p : runs) CHECK(noticed(raised(t, p)));
    for (const char* word : {"online=", "it=", "st=", "rs=", "rd="}) {
        INFO(word);
        const auto at = t.find(word, value_of(t, 0, "refresh_log")) + std::string(word).size();
        CHECK(noticed(raised(t, {at, t.find_first_of(" \"", at) - at})));
    }
    std::string other = t;
    const auto caller = t.find("vmstat_late_init");
    CHECK(noticed(other.replace(caller, 16, "vmstat_cpu_dead_")));
    std::string stock = trace("c8-6G-n4ml.stock61");
    const auto printed = numbers_in(stock, value_of(stock, value_of(stock, 0, "zoneinfo_steps"), "thresholds"));
    for (const Place& p : printed) CHECK(noticed(raised(stock, p)));
}

TEST_CASE("kswapd's thresholds must be those of the pressure rule") {
    for (const char* name : {"c4-1G-kswapd.baseline", "c4-1G-kswapd.patched"}) {
        const std::string t = trace(name);
        const VerifyResult r = verified(t);
        CHECK(r.different == 0);
        CHECK(std::ranges::any_of(r.not_comparable, [](const NotComparable& n) { return n.what.starts_with("kswapd's switch"); }));
        const std::string row = "15,18,21,45,1,[]";  // threshold 1 at step 3: (18 - 15) / 4, at least 1
        const auto at = t.find(row, step_of(t, 3));
        REQUIRE(at != std::string::npos);
        std::string altered = t;
        CHECK(noticed(altered.replace(at, row.size(), "15,18,21,45,2,[]")));
    }
    // A pressure threshold where kswapd's counters stand still is none.
    const std::string t = trace("c4-1G-kswapd.baseline");
    const std::string row = "15,18,21,45,6,[]";
    const auto at = t.find(row, step_of(t, 9));
    std::string altered = t;
    CHECK(noticed(altered.replace(at, row.size(), "15,18,21,45,1,[]")));
}

TEST_CASE("columns that are unknown or missing cost nothing but are named") {
    std::string t = trace("c2-1G.baseline");
    const auto before = verified(t);
    // first_managed is the last column; renamed, it is an unknown one and the boot's watermarks are not determined.
    const auto at = t.find("\"first_managed\"");
    t.replace(at, 15, "\"something_new\"");
    const auto after = verified(t);
    CHECK(after.different == 0);
    CHECK(after.compared < before.compared);
    CHECK(std::ranges::any_of(after.not_comparable, [](const NotComparable& n) { return n.what == "zone column something_new" && n.count > 10; }));
    CHECK(std::ranges::any_of(after.not_comparable, [](const NotComparable& n) { return n.what.starts_with("watermarks left by the boot"); }));
}

TEST_CASE("damaged traces give one clear line") {
    const std::string t = trace("c2-1G.baseline");
    const auto refused = [](const std::string& text) {
        const auto r = verify("damaged", text);
        REQUIRE_FALSE(r.has_value());
        const std::string line = r.error().line();
        CHECK(line.find('\n') == std::string::npos);
        CHECK(line.size() < 300);
        return line;
    };
    CHECK(refused("{}").starts_with("trace: no variant"));
    CHECK(refused("{\"variant\": \"baseline\"}").starts_with("steps: not there"));
    CHECK(refused("{\"variant\": \"baseline\", \"steps\": []}").starts_with("steps: none"));
    CHECK(refused("[1]").starts_with("line 1: not a /proc/zoneinfo text"));
    CHECK(refused("").starts_with("trace: the text is empty"));
    CHECK(refused(t.substr(0, t.size() / 2)).starts_with("line 1, byte "));
    CHECK(refused("\x1f\x8b").starts_with("gzip data: damaged"));
    const auto replaced = [&](const std::string& from, const std::string& to) {
        std::string altered = t;
        const auto at = altered.find(from);
        REQUIRE(at != std::string::npos);
        return altered.replace(at, from.size(), to);
    };
    CHECK(refused(replaced("\"baseline\"", "\"other\"")).starts_with("variant: unknown: \"other\""));
    CHECK(refused(replaced("\"possible\":\"0-1\"", "\"possible\":\"0-99999\"")).starts_with("possible: not a list of CPUs"));
    CHECK(refused(replaced("\"0/DMA\"", "\"x/DMA\"")).find("not a zone") != std::string::npos);
    CHECK(refused(replaced("\"0/DMA\"", "\"0/Odd\"")).find("unknown zone") != std::string::npos);
    CHECK(refused(replaced("\"cpu\":1", "\"cpu\":-1")).find("it is -1") != std::string::npos);
    CHECK(refused(replaced("\"cpu\":1", "\"cpu\":1.5")).find("not a whole number") != std::string::npos);
    CHECK(refused(replaced("\"cpu\":1,", "")).find("offline without a CPU") != std::string::npos);
    for (std::size_t cut = 0; cut < t.size(); cut += 97) verify("cut", t.substr(0, cut));
}

TEST_CASE("refused actions change nothing") {
    const VerifyResult r = verified(trace("c4-3G-memoff.baseline"));
    CHECK(r.different == 0);
    std::string t = trace("c2-1G.baseline");
    const auto rc = value_of(t, step_of(t, 1), "rc");
    CHECK(noticed(t.replace(rc, 1, "1")));
}
