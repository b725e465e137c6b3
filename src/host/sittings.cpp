#include "host/sittings.hpp"

#include <map>
#include <memory>
#include <utility>

#include "report/value.hpp"
#include "scenario/parameter.hpp"

namespace driftmark::host {
namespace {

using report::Value;

std::map<int, session::Session>& sittings() {
    static std::map<int, session::Session> all;
    return all;
}

std::string_view kind_name(scenario::Kind kind) {
    using enum scenario::Kind;
    switch (kind) {
        case count: return "count";
        case size: return "size";
        case choice: return "choice";
        case list: return "list";
        case text: return "text";
        case toggle: return "toggle";
    }
    return "text";
}

Value describe(const scenario::Parameter& p) {
    Value choices{Value::Array{}};
    for (std::string_view c : p.choices) choices.push(c);
    Value v;
    v.set("key", p.key).set("label", p.label).set("unit", p.unit).set("kind", kind_name(p.kind));
    v.set("least", p.least).set("most", p.most).set("choices", std::move(choices));
    v.set("fallback", p.fallback).set("help", p.help).set("example", p.example);
    v.set("auto", p.may_be_auto).set("view", p.view);
    return v;
}

Value describe(const scenario::Preset& p) {
    Value assumed{Value::Array{}};
    for (std::string_view a : p.assumed) assumed.push(a);
    Value v;
    v.set("name", p.name).set("label", p.label).set("summary", p.summary).set("assumed", std::move(assumed));
    return v;
}

std::string error_json(std::string line) {
    Value v;
    v.set("error", std::move(line));
    return v.json();
}

}  // namespace

int open_sitting() {
    static int last = 0;
    sittings().emplace(++last, session::Session{});
    return last;
}

void close_sitting(int handle) { sittings().erase(handle); }

session::Session* sitting(int handle) {
    const auto it = sittings().find(handle);
    return it == sittings().end() ? nullptr : &it->second;
}

std::string about_json() {
    Value parameters{Value::Array{}};
    for (const scenario::Parameter& p : scenario::parameters()) parameters.push(describe(p));
    Value presets{Value::Array{}};
    for (const scenario::Preset& p : scenario::presets()) presets.push(describe(p));
    Value v;
    v.set("parameters", std::move(parameters)).set("presets", std::move(presets));
    return v.json();
}

std::string report_json(std::string_view command, std::string_view text) {
    const auto state = scenario::decode(text);
    if (!state) return error_json(state.error().line());
    if (!*state) return error_json("scenario: no state text; accepted: v1/FIGURE?KEY=VALUE&...");
    const scenario::Scenario& s = (*state)->scenario;
    if (command == "refresh") return report::to_json(s, report::refresh_report(s));
    if (command == "sweep") return report::to_json(s, report::sweep_report(s));
    if (command == "threshold") return report::to_json(s, report::threshold_report(s));
    if (command == "drift") return report::to_json(s, report::drift_report(s));
    return error_json("command: none of this name; accepted: refresh, sweep, threshold, drift");
}

}  // namespace driftmark::host
