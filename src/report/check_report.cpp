// `check`: a printed /proc/zoneinfo against the rule, zone by zone, with reasons.
#include "report/evidence_report.hpp"
#include "report/words.hpp"

namespace driftmark::report {
namespace {

using observed::CheckedZone;
using observed::CheckResult;
using observed::CpuRange;

std::string range_text(std::uint32_t first, std::uint32_t last) {
    return first == last ? std::to_string(first) : std::to_string(first) + "-" + std::to_string(last);
}

std::string ranges_text(const std::vector<CpuRange>& ranges) {
    std::string out;
    for (const CpuRange& r : ranges) out.append(out.empty() ? "" : ",").append(range_text(r.first, r.last));
    return out;
}

/// "125", or "8 (CPU 0), 125 (CPUs 1-7)" where CPUs differ.
Value printed_text(const CheckedZone& z) {
    if (z.printed.empty()) return {};
    bool alike = true;
    for (const auto& run : z.printed) alike = alike && run.value == z.printed.front().value;
    if (alike) return std::to_string(z.printed.front().value);
    std::string out;
    for (const auto& run : z.printed)
        out += (out.empty() ? "" : ", ") + std::to_string(run.value) + " (" + (run.first == run.last ? "CPU " : "CPUs ") +
               range_text(run.first, run.last) + ")";
    return out;
}

Value zone_value(const CheckedZone& z) {
    Value printed{Value::Array{}}, reasons{Value::Array{}}, out;
    for (const auto& run : z.printed) {
        Value one;
        one.set("first", std::int64_t{run.first}).set("last", std::int64_t{run.last}).set("threshold", run.value);
        printed.push(std::move(one));
    }
    for (const observed::Reason r : z.reasons) reasons.push(observed::name_of(r));
    const auto number = [](const std::optional<Threshold>& t) { return t ? Value(std::int64_t{*t}) : Value(); };
    out.set("snapshot", static_cast<std::int64_t>(z.snapshot)).set("node", std::int64_t{index_of(z.node)}).set("zone", z.name);
    out.set("line", z.line).set("present_pages", z.present.value).set("managed_pages", z.managed.value);
    out.set("printed", std::move(printed)).set("computed", number(z.computed)).set("pressure", number(z.pressure));
    out.set("result", observed::name_of(z.result)).set("reasons", std::move(reasons)).set("explanation", z.explanation);
    return out;
}

std::string told(const CheckResult& r) {
    const auto zones = [](std::int64_t n) { return count_of(n, "zone", "zones"); };
    if (r.none_printed())
        return "No zone of this text prints a threshold, so there is nothing to compare (" +
               zones(static_cast<std::int64_t>(r.zones.size())) + ").";
    const std::int64_t printing = r.matched + r.differed;
    if (r.differed == 0)
        return (printing == 1 ? "The one zone that prints a threshold prints" : "All " + zones(printing) + " that print a threshold print") +
               std::string(" the one that the rule gives.");
    return grouped(r.differed) + " of " + zones(printing) + " that print a threshold " + (r.differed == 1 ? "prints" : "print") +
           " another one than the rule gives.";
}

}  // namespace

Report check_report(const CheckResult& c) {
    Report r;
    r.command = "check";
    r.difference = c.difference();
    r.sentence = told(c);

    const bool several = c.cpus.size() > 1;
    Table table{"", {}, {}};
    if (several) table.columns.push_back({"snapshot", "snap- shot", "", true});
    for (const char* key : {"node", "zone", "managed", "printed", "computed", "result", "why"})
        table.columns.push_back({key, key, std::string_view(key) == "managed" ? "bytes" : "", std::string_view(key) == "node"});
    r.flat.columns = {{"snapshot", "", "", true}, {"node", "", "", true}, {"zone", "", ""}, {"line", "", "", true},
                      {"present_pages", "", ""}, {"managed_pages", "", ""}, {"printed", "", ""}, {"computed", "", ""},
                      {"pressure", "", ""}, {"result", "", ""}, {"reasons", "", ""}, {"explanation", "", ""}};
    Value zones{Value::Array{}};
    for (const CheckedZone& z : c.zones) {
        Value zone = zone_value(z);
        const Value computed = *zone.find("computed"), pressure = *zone.find("pressure"), reasons = *zone.find("reasons");
        const std::int64_t node = index_of(z.node), snapshot = static_cast<std::int64_t>(z.snapshot);
        std::vector<Value> row;
        if (several) row.push_back(snapshot);
        for (const Value& v : {Value(node), Value(z.name), Value(to_bytes(z.managed, c.page_size).value), printed_text(z), computed,
                               Value(observed::name_of(z.result)), Value(z.explanation)})
            row.push_back(v);
        table.rows.push_back(std::move(row));
        r.flat.rows.push_back({snapshot, node, z.name, z.line, z.present.value, z.managed.value, printed_text(z), computed, pressure,
                               observed::name_of(z.result), reasons, z.explanation});
        zones.push(std::move(zone));
    }

    Value cpus{Value::Array{}};
    for (std::size_t i = 0; i < c.cpus.size(); ++i) {
        const auto& taken = c.cpus[i];
        Value one;
        one.set("snapshot", static_cast<std::int64_t>(i)).set("taken", taken.cpus.value).set("printed", ranges_text(taken.printed));
        one.set("inferred", taken.inferred).set("why", taken.why);
        cpus.push(std::move(one));
        r.notes.push_back((several ? "Snapshot " + std::to_string(i) + ": " : "") + count_of(taken.cpus.value, "CPU", "CPUs") +
                          " taken as online: " + taken.why);
    }
    const std::int64_t page_size = std::int64_t{1} << page_shift(c.page_size);
    r.notes.push_back("Page size " + size_words(Bytes{page_size}) + ": " + c.page_size_why);
    Value notes{Value::Array{}};
    for (const std::string& note : c.notes) {
        notes.push(note);
        r.notes.push_back(note);
    }
    r.data.set("difference", c.difference()).set("sentence", r.sentence);
    r.data.set("matched", c.matched).set("differed", c.differed).set("not_printed", c.not_printed).set("unpopulated", c.unpopulated);
    r.data.set("zones", std::move(zones)).set("cpus", std::move(cpus)).set("page_size", page_size);
    r.data.set("page_size_why", c.page_size_why).set("notes", std::move(notes));
    r.tables.push_back(std::move(table));
    return r;
}

}  // namespace driftmark::report
