// {"scenario": ..., "report": ...}. How each kind of parameter is written is told in schemas/README.md.
#include "report/report.hpp"
#include "scenario/size_text.hpp"
#include "scenario/text.hpp"

namespace driftmark::report {
namespace {

using scenario::Kind;
using scenario::Parameter;
using scenario::parse_size;
using scenario::whole_number;

/// A choice between sizes (page_size) is a size.
bool chooses_a_size(const Parameter& p) {
    if (p.kind != Kind::choice || p.choices.empty()) return false;
    for (const std::string_view c : p.choices)
        if (!parse_size(c) || whole_number(c)) return false;
    return true;
}

Value present_bytes(const kernel::Topology& t) {
    Pages sum;
    for (const auto& zone : t.zones) sum += zone.present;
    return to_bytes(sum, t.page_size).value;
}

Value value_of(const Parameter& p, const std::string& text) {
    if (p.kind == Kind::size || chooses_a_size(p))
        if (const auto bytes = parse_size(text)) return bytes->value;
    if (p.kind == Kind::count)
        if (const auto n = whole_number(text)) return *n;
    if (p.kind == Kind::toggle) return text == "on";
    return text;
}

Value scenario_value(const scenario::Scenario& s) {
    Value out{Value::Object{}};
    for (const Parameter& p : scenario::parameters()) {
        if (p.view) continue;
        Value v = value_of(p, s.get(p.key));
        // The machine's size is always told in numbers, also where other parameters decide it.
        if (std::holds_alternative<std::string>(v.held()) && (p.key == "cpus" || p.key == "nodes" || p.key == "memory")) {
            const auto topology = scenario::work_out(s).topology;
            v = p.key == "cpus" ? Value(topology->cpus.value)
                : p.key == "nodes" ? Value(topology->nodes.value) : present_bytes(*topology);
        }
        out.set(std::string(p.key), std::move(v));
    }
    return out;
}

}  // namespace

std::string to_json(const scenario::Scenario& s, const Report& r) {
    return "{\"scenario\":" + scenario_value(s).json() + ",\"report\":" + r.data.json() + "}\n";
}

}  // namespace driftmark::report
