#include "scenario/whole.hpp"

#include <algorithm>

#include "scenario/cpu_nodes.hpp"
#include "scenario/id_list.hpp"
#include "scenario/size_text.hpp"
#include "scenario/text.hpp"
#include "scenario/zones_text.hpp"

namespace driftmark::scenario {
namespace {

using Done = Result<bool>;
constexpr int kDefaultScaleFactor = 10;

std::int64_t number_of(const Values& v, std::string_view key) { return whole_number(value_of(v, key)).value_or(0); }
bool is_auto(const Values& v, std::string_view key) { return value_of(v, key) == "auto"; }

template <class E>
E choice_of(const Values& v, std::string_view key) {
    const auto& choices = find_parameter(key)->choices;
    return static_cast<E>(std::ranges::find(choices, value_of(v, key)) - choices.begin());
}

PageSize page_size_of(const Values& v) {
    const std::string& text = value_of(v, "page_size");
    return text == "16K" ? PageSize::k16K : text == "64K" ? PageSize::k64K : PageSize::k4K;
}

Done existing_cpus(Values& v, Given given, Ids& out) {
    if (is_auto(v, "cpu_list")) {
        out.resize(static_cast<std::size_t>(number_of(v, "cpus")));
        for (std::uint32_t i = 0; i < out.size(); ++i) out[i] = i;
        return true;
    }
    auto ids = parse_ids(value_of(v, "cpu_list"), kMaxCpus.value, "cpu_list", "CPU");
    if (!ids) return std::unexpected(ids.error());
    const std::string count = std::to_string(ids->size());
    if (given.cpus && value_of(v, "cpus") != count)
        return wrong("cpus", value_of(v, "cpus") + " CPUs, but cpu_list names " + count, count + ", or no cpus");
    value_of(v, "cpus") = count;
    // Without gaps from 0 on there is nothing to list.
    value_of(v, "cpu_list") = ids->back() + 1 == ids->size() ? "auto" : print_ids(*ids);
    out = std::move(*ids);
    return true;
}

Done zones(Values& v, Given given, kernel::Topology& topology) {
    if (is_auto(v, "zones")) {
        const Parameter& memory = *find_parameter("memory");
        const auto size = parse_size(value_of(v, "memory")).value_or(Bytes{});
        if (size.value < memory.least || size.value > memory.most)
            return wrong("memory", quoted(value_of(v, "memory")) + " is out of range",
                         "a size from " + print_size(Bytes{memory.least}) + " to " + print_size(Bytes{memory.most}));
        auto made = auto_zones(size, topology.nodes, topology.page_size);
        if (!made) return std::unexpected(made.error());
        topology.zones = std::move(*made);
        return true;
    }
    auto read = parse_zones(value_of(v, "zones"), topology.nodes, topology.page_size);
    if (!read) return std::unexpected(read.error());
    const std::string sum = print_size(total_present(*read, topology.page_size));
    if (given.memory && value_of(v, "memory") != sum)
        return wrong("memory", value_of(v, "memory") + ", but the zones have " + sum + " together", sum + ", or no memory");
    value_of(v, "memory") = sum;
    value_of(v, "zones") = print_zones(*read, topology.page_size);
    topology.zones = std::move(*read);
    return true;
}

Done online(Values& v, const Ids& existing, kernel::CpuSet& out) {
    std::string& text = value_of(v, "online");
    const auto count = static_cast<std::int64_t>(existing.size());
    Ids up;
    if (text == "auto") {
        up = existing;
    } else if (whole_number(text)) {
        const auto n = number_within(text, 1, count, "online");
        if (!n) return std::unexpected(n.error());
        up.assign(existing.begin(), existing.begin() + static_cast<std::ptrdiff_t>(*n));
    } else {
        auto ids = parse_ids(text, existing.back() + std::int64_t{1}, "online", "CPU");
        if (!ids) return std::unexpected(ids.error());
        for (const auto c : *ids)
            if (!std::ranges::binary_search(existing, c))
                return wrong("online", "CPU " + std::to_string(c) + " does not exist", "CPUs that cpu_list names");
        up = std::move(*ids);
    }
    for (const auto c : up) out.insert(CpuId{c});
    if (up.size() == existing.size()) text = "auto";
    else if (std::ranges::equal(up, std::span(existing).first(up.size()))) text = std::to_string(up.size());
    else if (up.size() == 1) text = std::to_string(up[0]) + '-' + std::to_string(up[0]);  // a lone number is a count
    else text = print_ids(up);
    return true;
}

Done kswapd(Values& v, NodeCount nodes, std::vector<NodeId>& out) {
    std::string& text = value_of(v, "kswapd");
    const std::string accepted = "asleep, awake, or awake:NODES as in awake:0,2-3";
    Ids awake;
    if (text == "awake") {
        for (std::uint32_t n = 0; n < nodes.value; ++n) awake.push_back(n);
    } else if (text.starts_with("awake:")) {
        auto ids = parse_ids(trimmed(std::string_view(text).substr(6)), nodes.value, "kswapd", "node");
        if (!ids) return std::unexpected(ids.error());
        awake = std::move(*ids);
    } else if (text != "asleep") {
        return wrong("kswapd", quoted(text) + " is nothing kswapd does", accepted);
    }
    for (const auto n : awake) out.push_back(NodeId{n});
    text = awake.empty() ? "asleep" : awake.size() == static_cast<std::size_t>(nodes.value) ? "awake" : "awake:" + print_ids(awake);
    return true;
}

Done script(Values& v, Whole& whole) {
    Worked& w = whole.worked;
    const ScriptGround ground{*w.topology, w.existing, w.boot.online};
    std::string& text = value_of(v, "script");
    if (text == "auto") {
        whole.script = auto_script(ground);
    } else {
        auto read = parse_script(text);
        if (!read) return std::unexpected(read.error());
        whole.script = std::move(*read);
        text = print_script(whole.script);
    }
    auto events = expand(whole.script, ground);
    if (!events) return std::unexpected(events.error());
    w.script = std::move(events->events);
    w.script_text = std::move(events->text);

    const auto at = number_of(v, "event");
    const auto last = static_cast<std::int64_t>(w.script.size());
    // Event 1 is where every script opens, also one without events.
    if (at > std::max<std::int64_t>(last, 1))
        return wrong("event", quoted(value_of(v, "event")) + " is past the script's end", "a whole number from 0 to " + std::to_string(last));
    w.event = static_cast<std::size_t>(std::min(at, last));
    if (!is_auto(v, "step")) w.step = number_of(v, "step");
    return true;
}

}  // namespace

std::string& value_of(Values& v, std::string_view key) { return v[*parameter_index(key)]; }
const std::string& value_of(const Values& v, std::string_view key) { return v[*parameter_index(key)]; }

Result<std::string> canonical_alone(const Parameter& p, std::string_view raw) {
    const std::string_view text = trimmed(raw);
    const std::string where(p.key);
    if (p.may_be_auto && text == "auto") return std::string("auto");
    switch (p.kind) {
        case Kind::count: {
            auto n = number_within(text, p.least, p.most, where);
            if (!n) {
                if (p.may_be_auto) n.error().accepted = "auto, or " + n.error().accepted;
                return std::unexpected(n.error());
            }
            return std::to_string(*n);
        }
        case Kind::size: {
            const auto size = parse_size(text);
            // The range is looked at with the whole: a size that follows from others may lie outside.
            if (!size) return wrong(where, text.empty() ? "no value" : quoted(text) + " is no size", "a size such as " + std::string(p.example));
            return print_size(*size);
        }
        case Kind::choice: {
            std::string known;
            for (const auto c : p.choices) {
                std::string plain = lower(text);
                std::ranges::replace(plain, '-', '_');
                const bool same_size = p.unit == "bytes" && parse_size(text) && parse_size(text) == parse_size(c);
                if (plain == lower(c) || same_size) return std::string(c);
                known += (known.empty() ? "" : ", ") + std::string(c);
            }
            return wrong(where, text.empty() ? "no value" : quoted(text) + " is none of its values", known);
        }
        case Kind::toggle: {
            const std::string word = lower(text);
            if (word == "on" || word == "true" || word == "yes" || word == "1" || word.empty()) return std::string("on");
            if (word == "off" || word == "false" || word == "no" || word == "0") return std::string("off");
            return wrong(where, quoted(text) + " is neither on nor off", "on or off");
        }
        case Kind::list:
        case Kind::text:
            if (text.empty()) return wrong(where, "no value", "for example " + std::string(p.example));
            return std::string(text);
    }
    return std::string(text);
}

Result<Whole> work_out_whole(Values& v, Given given) {
    Whole whole;
    Worked& w = whole.worked;
    auto topology = std::make_shared<kernel::Topology>();
    topology->page_size = page_size_of(v);
    topology->nodes = NodeCount{number_of(v, "nodes")};

    Ids existing;
    if (auto ok = existing_cpus(v, given, existing); !ok) return std::unexpected(ok.error());
    topology->cpus = CpuCount{existing.back() + std::int64_t{1}};
    auto places = place_cpus(value_of(v, "cpu_nodes"), existing, topology->nodes);
    if (!places) return std::unexpected(places.error());
    topology->cpu_node = std::move(places->node_of);
    value_of(v, "cpu_nodes") = std::move(places->text);
    if (auto ok = zones(v, given, *topology); !ok) return std::unexpected(ok.error());

    w.existing = kernel::CpuSet(topology->cpus);
    for (const auto c : existing) w.existing.insert(CpuId{c});
    w.boot.online = kernel::CpuSet(topology->cpus);
    if (auto ok = online(v, existing, w.boot.online); !ok) return std::unexpected(ok.error());
    if (auto ok = kswapd(v, topology->nodes, w.boot.kswapd_awake); !ok) return std::unexpected(ok.error());

    w.boot.refresh = choice_of<kernel::BootRefresh>(v, "boot_refresh");
    w.boot.rule = choice_of<kernel::WatermarkRule>(v, "kernel");
    w.boot.thp = choice_of<kernel::Thp>(v, "thp");
    w.boot.boost = Pages{number_of(v, "boost")};
    if (!is_auto(v, "min_free_kbytes")) w.boot.min_free_kbytes = KiB{number_of(v, "min_free_kbytes")};
    // The kernel's own value is written by nobody, and so recomputes nothing.
    if (const auto f = number_of(v, "watermark_scale_factor"); f != kDefaultScaleFactor) w.boot.watermark_scale_factor = static_cast<int>(f);
    w.granularity = choice_of<ledger::Granularity>(v, "granularity");
    w.variant = choice_of<ledger::Variant>(v, "variant");

    w.workload.kind = choice_of<ledger::WorkloadKind>(v, "workload");
    w.workload.seed = static_cast<std::uint64_t>(number_of(v, "seed"));
    w.workload.updates = number_of(v, "updates");
    w.workload.variant = w.variant;
    if (const auto* fault = ledger::find_fault(value_of(v, "fault"))) w.faults.*fault->flag = true;

    w.topology = std::move(topology);
    if (auto ok = script(v, whole); !ok) return std::unexpected(ok.error());
    return whole;
}

}  // namespace driftmark::scenario
