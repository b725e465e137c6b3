#include "scenario/scenario.hpp"

#include <algorithm>
#include <array>

#include "scenario/text.hpp"
#include "scenario/whole.hpp"

namespace driftmark::scenario {
namespace {

constexpr std::array<std::string_view, 4> kSetByCpus{"cpu_list", "cpu_nodes", "online", "script"};
constexpr std::array<std::string_view, 3> kSetByCpuList{"cpu_nodes", "online", "script"};
constexpr std::array<std::string_view, 4> kSetByNodes{"zones", "cpu_nodes", "kswapd", "script"};
constexpr std::array<std::string_view, 1> kSetByMemory{"zones"};

/// The machine and its script are the parameters before `event`.
std::size_t course_length() {
    static const std::size_t n = *parameter_index("event");
    return n;
}

std::unexpected<Error> unknown_key(std::string_view key) {
    std::vector<std::string_view> known;
    for (const auto& p : parameters()) known.push_back(p.key);
    std::string word = lower(key);
    std::ranges::replace(word, '-', '_');
    if (const auto near = nearest(word, known)) return wrong(quoted(key), "no such parameter", std::string(*near));
    return wrong(quoted(key), "no such parameter", "cpus, nodes, memory, zones, script and the others that `parameters` lists");
}

}  // namespace

Scenario::Scenario() {
    values_.reserve(parameters().size());
    for (const auto& p : parameters()) values_.emplace_back(p.fallback);
}

const std::string& Scenario::get(std::string_view key) const {
    static const std::string none;
    const auto i = parameter_index(key);
    return i ? values_[*i] : none;
}

bool Scenario::is_default(std::string_view key) const {
    const auto i = parameter_index(key);
    return i && values_[*i] == parameters()[*i].fallback;
}

Result<Scenario> Scenario::with(std::string_view key, std::string_view value) const {
    return with(Assignments{{std::string(key), std::string(value)}});
}

Result<Scenario> Scenario::with(const Assignments& assignments) const {
    Scenario next = *this;
    std::vector<bool> set(values_.size());
    for (const auto& [key, value] : assignments) {
        const auto i = parameter_index(key);
        if (!i) return unknown_key(key);
        const Parameter& p = parameters()[*i];
        if (set[*i]) return wrong(std::string(p.key), "it is given twice", "each parameter once");
        auto text = canonical_alone(p, value);
        if (!text) return std::unexpected(text.error());
        next.values_[*i] = std::move(*text);
        set[*i] = true;
    }
    const auto is_set = [&](std::string_view key) { return static_cast<bool>(set[*parameter_index(key)]); };
    const auto put_back = [&](std::span<const std::string_view> keys) {
        for (const auto key : keys)
            if (!is_set(key)) value_of(next.values_, key) = find_parameter(key)->fallback;
    };
    const auto changes = [&](std::string_view key) { return is_set(key) && next.get(key) != get(key); };
    if (changes("cpus")) put_back(kSetByCpus);
    if (changes("cpu_list")) put_back(kSetByCpuList);
    if (changes("nodes")) put_back(kSetByNodes);
    if (changes("memory")) put_back(kSetByMemory);

    const bool course_set = std::find(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(course_length()), true) !=
                            set.begin() + static_cast<std::ptrdiff_t>(course_length());
    if (!is_set("event") && (changes("cpus") || changes("cpu_list") || changes("online") || next.get("script") != get("script")))
        value_of(next.values_, "event") = find_parameter("event")->fallback;
    if (!is_set("step") && (course_set || is_set("event"))) value_of(next.values_, "step") = "auto";

    if (course_set || is_set("event"))
        if (const auto whole = work_out_whole(next.values_, {is_set("cpus"), is_set("memory")}); !whole)
            return std::unexpected(whole.error());
    return next;
}

Scenario Scenario::at(std::size_t event, std::optional<std::int64_t> step) const {
    Scenario next = *this;
    value_of(next.values_, "event") = std::to_string(event);
    value_of(next.values_, "step") = step ? std::to_string(*step) : "auto";
    return next;
}

bool Scenario::same_course(const Scenario& other) const {
    const auto end = static_cast<std::ptrdiff_t>(course_length());
    return std::equal(values_.begin(), values_.begin() + end, other.values_.begin());
}

Worked work_out(const Scenario& s) {
    Values values;
    for (const auto& p : parameters()) values.push_back(s.get(p.key));
    return std::move(work_out_whole(values, {})->worked);
}

Result<std::string> script_with(const Scenario& s, std::size_t after, std::string_view event) {
    Values values;
    for (const auto& p : parameters()) values.push_back(s.get(p.key));
    const auto whole = work_out_whole(values, {});
    const Worked& w = whole->worked;
    auto item = parse_script(event);
    if (!item) return std::unexpected(item.error());
    const ScriptGround ground{*w.topology, w.existing, w.boot.online};
    if (auto ok = expand(*item, ground); !ok) return std::unexpected(ok.error());
    Script script = whole->script;
    std::size_t at = after;
    for (auto& one : *item) script = inserted(script, ground, at++, std::move(one));
    return print_script(script);
}

}  // namespace driftmark::scenario
