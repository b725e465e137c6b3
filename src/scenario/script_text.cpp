#include "scenario/script_text.hpp"

#include <algorithm>
#include <array>

#include "kernel/watermarks.hpp"
#include "scenario/size_text.hpp"
#include "scenario/text.hpp"
#include "scenario/zones_text.hpp"

namespace driftmark::scenario {
namespace {

constexpr std::array<std::string_view, 6> kVerbs{"offline", "online", "sysctl", "kswapd", "memory", "managed"};
constexpr std::array<std::string_view, 3> kSysctls{"min_free_kbytes", "watermark_scale_factor", "thp"};
constexpr std::array<std::string_view, 3> kThp{"never", "madvise", "always"};

/// Reads one item; `where_` says which.
class ItemReader {
public:
    explicit ItemReader(std::string where) : where_(std::move(where)) {}

    Result<ScriptItem> read(std::string_view text) const {
        const auto parts = cut(text, ':');
        const std::string_view verb = trimmed(parts ? parts->first : text);
        if (std::ranges::find(kVerbs, verb) == kVerbs.end()) {
            const auto near = nearest(verb, kVerbs);
            return wrong(where_, text.empty() ? "an event is empty" : quoted(verb) + " is no event",
                         near ? std::string(*near) + ':' : "offline:N, online:N, sysctl:NAME=VALUE, kswapd:wake:NODE, kswapd:sleep:NODE, "
                                                           "memory:offline:NODE/ZONE=SIZE, managed:NODE/ZONE=SIZE");
        }
        const std::string_view rest = parts ? trimmed(parts->second) : std::string_view{};
        if (verb == "sysctl") return sysctl(rest);
        if (verb == "kswapd") return kswapd(rest);
        if (verb == "memory") return memory(rest);
        if (verb == "managed") return managed(rest);
        return cpus(rest, verb == "online");
    }

private:
    Result<std::uint32_t> id(std::string_view text, std::int64_t limit, const std::string& thing) const {
        const auto n = whole_number(text);
        if (!n) return wrong(where_, quoted(text) + " is no " + thing + " number", "a " + thing + " number from 0 to " + std::to_string(limit - 1));
        if (*n >= limit) return wrong(where_, thing + ' ' + quoted(text) + " does not exist", "the number of a " + thing + " of this machine");
        return static_cast<std::uint32_t>(*n);
    }

    Result<ScriptItem> cpus(std::string_view rest, bool online) const {
        const std::string verb = online ? "online" : "offline";
        if (rest.starts_with("node")) {
            const auto node = id(rest.substr(4), kMaxNodes.value, "node");
            if (!node) return std::unexpected(node.error());
            return NodeCpus{online, *node};
        }
        const auto ends = cut(rest, '-');
        const auto is_number = [](std::string_view s) { return whole_number(s).has_value(); };
        if (!is_number(trimmed(ends ? ends->first : rest)) || (ends && !is_number(trimmed(ends->second))))
            return wrong(where_, quoted(rest) + " is no CPU, range of CPUs or node", verb + ":3, " + verb + ":1-3 or " + verb + ":node1");
        const auto from = id(trimmed(ends ? ends->first : rest), kMaxCpus.value, "CPU");
        if (!from) return std::unexpected(from.error());
        const auto towards = ends ? id(trimmed(ends->second), kMaxCpus.value, "CPU") : from;
        if (!towards) return std::unexpected(towards.error());
        return CpuRange{online, *from, *towards};
    }

    Result<ScriptItem> sysctl(std::string_view rest) const {
        const auto parts = cut(rest, '=');
        std::string_view name = trimmed(parts ? parts->first : rest);
        if (name.starts_with("vm.")) name.remove_prefix(3);
        const auto known = std::ranges::find(kSysctls, name);
        if (known == kSysctls.end()) {
            const auto near = nearest(name, kSysctls);
            return wrong(where_, quoted(name) + " is no sysctl modelled here",
                         near ? std::string(*near) : "min_free_kbytes, watermark_scale_factor or thp");
        }
        const auto which = static_cast<kernel::Sysctl>(known - kSysctls.begin());
        const std::string_view value = parts ? trimmed(parts->second) : std::string_view{};
        if (which == kernel::Sysctl::thp) {
            const auto word = std::ranges::find(kThp, value);
            if (word == kThp.end()) return wrong(where_, quoted(value) + " is no value of thp", "never, madvise or always");
            return SysctlItem{which, word - kThp.begin()};
        }
        // What is a number but out of the kernel's range is an event that the kernel refuses, not bad input.
        const auto n = whole_number(value);
        if (!n) return wrong(where_, quoted(value) + " is not a whole number", "sysctl:" + std::string(name) + "=NUMBER");
        if (*n == INT64_MAX) return wrong(where_, quoted(value) + " is out of range", "a number of at most 18 digits");
        return SysctlItem{which, *n};
    }

    Result<ScriptItem> kswapd(std::string_view rest) const {
        const auto parts = cut(rest, ':');
        const std::string_view what = trimmed(parts ? parts->first : rest);
        if (!parts || (what != "wake" && what != "sleep"))
            return wrong(where_, quoted(rest) + " is nothing kswapd does", "kswapd:wake:NODE or kswapd:sleep:NODE");
        const auto node = id(trimmed(parts->second), kMaxNodes.value, "node");
        if (!node) return std::unexpected(node.error());
        return KswapdItem{what == "wake", *node};
    }

    struct ZoneAmount { std::uint32_t node; std::string zone; Bytes amount; };
    Result<ZoneAmount> zone_amount(std::string_view rest, const std::string& form) const {
        const auto sized = cut(rest, '=');
        const auto named = sized ? cut(sized->first, '/') : std::nullopt;
        if (!named) return wrong(where_, quoted(rest) + " is not NODE/ZONE=SIZE", form + "NODE/ZONE=SIZE");
        const auto node = id(trimmed(named->first), kMaxNodes.value, "node");
        if (!node) return std::unexpected(node.error());
        const auto zone = trimmed(named->second);
        if (!zone_name_fits(zone)) return wrong(where_, quoted(zone) + " is no zone name", form + "NODE/ZONE=SIZE");
        const auto size = parse_size(trimmed(sized->second));
        if (!size) return wrong(where_, quoted(trimmed(sized->second)) + " is no size", "a size such as 1G");
        if (*size > kMaxZoneBytes) return wrong(where_, quoted(trimmed(sized->second)) + " is more than a zone can hold", "at most 64T");
        return ZoneAmount{*node, std::string(zone), *size};
    }

    Result<ScriptItem> memory(std::string_view rest) const {
        const auto parts = cut(rest, ':');
        const std::string_view what = trimmed(parts ? parts->first : rest);
        if (!parts || (what != "offline" && what != "online"))
            return wrong(where_, quoted(rest) + " is nothing memory does", "memory:offline:NODE/ZONE=SIZE or memory:online:NODE/ZONE=SIZE");
        auto a = zone_amount(trimmed(parts->second), "memory:" + std::string(what) + ':');
        if (!a) return std::unexpected(a.error());
        return MemoryItem{what == "online", a->node, std::move(a->zone), a->amount};
    }

    Result<ScriptItem> managed(std::string_view rest) const {
        auto a = zone_amount(rest, "managed:");
        if (!a) return std::unexpected(a.error());
        return ManagedItem{a->node, std::move(a->zone), a->amount};
    }

    std::string where_;
};

struct Print {
    static std::string verb(bool online) { return online ? "online:" : "offline:"; }
    std::string operator()(const CpuRange& i) const {
        std::string out = verb(i.online) + std::to_string(i.from);
        if (i.towards != i.from) out += '-' + std::to_string(i.towards);
        return out;
    }
    std::string operator()(const NodeCpus& i) const { return verb(i.online) + "node" + std::to_string(i.node); }
    std::string operator()(const SysctlItem& i) const {
        std::string out = "sysctl:" + std::string(kSysctls[static_cast<std::size_t>(i.name)]) + '=';
        return out + (i.name == kernel::Sysctl::thp ? std::string(kThp[static_cast<std::size_t>(i.value)]) : std::to_string(i.value));
    }
    std::string operator()(const KswapdItem& i) const {
        return (i.wake ? "kswapd:wake:" : "kswapd:sleep:") + std::to_string(i.node);
    }
    std::string operator()(const MemoryItem& i) const {
        return "memory:" + verb(i.online) + std::to_string(i.node) + '/' + i.zone + '=' + print_size(i.amount);
    }
    std::string operator()(const ManagedItem& i) const {
        return "managed:" + std::to_string(i.node) + '/' + i.zone + '=' + print_size(i.managed);
    }
};

/// The CPUs of an item in the order in which they go; empty when it is about something else.
Ids cpus_of(const ScriptItem& item, const ScriptGround& on) {
    Ids out;
    if (const auto* range = std::get_if<CpuRange>(&item)) {
        const auto [low, high] = std::minmax(range->from, range->towards);
        if (low == high) return {low};
        on.existing.for_each([&](CpuId c) {
            if (index_of(c) >= low && index_of(c) <= high) out.push_back(index_of(c));
        });
        if (range->from > range->towards) std::ranges::reverse(out);
    } else if (const auto* node = std::get_if<NodeCpus>(&item)) {
        on.existing.for_each([&](CpuId c) {
            if (index_of(on.topology.node_of(c)) == node->node) out.push_back(index_of(c));
        });
        if (!node->online) std::ranges::reverse(out);
    }
    return out;
}

/// CPUs one after another as ranges. A range skips numbers that do not exist, so only what lies between
/// two CPUs and exists ends it.
Script as_ranges(const Ids& cpus, bool online, const ScriptGround& on) {
    const auto follow = [&](std::uint32_t a, std::uint32_t b) {
        for (std::uint32_t c = std::min(a, b) + 1; c < std::max(a, b); ++c)
            if (on.existing.contains(CpuId{c})) return false;
        return true;
    };
    Script out;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t j = i;
        while (j + 1 < cpus.size() && follow(cpus[j], cpus[j + 1]) &&
               (j == i || (cpus[j + 1] > cpus[j]) == (cpus[j] > cpus[j - 1]))) ++j;
        out.push_back(CpuRange{online, cpus[i], cpus[j]});
        i = j + 1;
    }
    return out;
}

/// Turns one item into events, or says what the machine does not have.
class Expander {
public:
    Expander(const ScriptGround& on, Events& out, std::string where) : on_(on), out_(out), where_(std::move(where)) {}

    Result<bool> operator()(const CpuRange& i) const {
        for (const auto c : {i.from, i.towards})
            if (!on_.existing.contains(CpuId{c})) return no_cpu(c);
        return each_cpu(i, i.online);
    }
    Result<bool> operator()(const NodeCpus& i) const {
        if (auto ok = node(i.node); !ok) return ok;
        if (cpus_of(i, on_).empty()) return wrong(where_, "node " + std::to_string(i.node) + " has no CPUs", "a node with CPUs");
        return each_cpu(i, i.online);
    }
    Result<bool> operator()(const SysctlItem& i) const { return add(kernel::SysctlWrite{i.name, i.value}, i); }
    Result<bool> operator()(const KswapdItem& i) const {
        if (auto ok = node(i.node); !ok) return ok;
        const NodeId n{i.node};
        return i.wake ? add(kernel::KswapdWake{n}, i) : add(kernel::KswapdSleep{n}, i);
    }
    Result<bool> operator()(const MemoryItem& i) const {
        const auto z = zone(i.node, i.zone, i.amount);
        if (!z) return std::unexpected(z.error());
        const Pages amount = to_pages(i.amount, on_.topology.page_size);
        return i.online ? add(kernel::MemoryOnline{*z, amount}, i) : add(kernel::MemoryOffline{*z, amount}, i);
    }
    Result<bool> operator()(const ManagedItem& i) const {
        const auto z = zone(i.node, i.zone, i.managed);
        if (!z) return std::unexpected(z.error());
        return add(kernel::ManagedChange{*z, to_pages(i.managed, on_.topology.page_size)}, i);
    }

private:
    Result<bool> add(kernel::Event event, const ScriptItem& item) const {
        if (out_.events.size() == kMaxEvents)
            return wrong("script", "it has more than " + grouped(kMaxEvents) + " events", "a shorter script");
        out_.events.push_back(event);
        out_.text.push_back(std::visit(Print{}, item));
        return true;
    }
    Result<bool> each_cpu(const ScriptItem& item, bool online) const {
        for (const auto c : cpus_of(item, on_)) {
            const CpuId cpu{c};
            const ScriptItem one = CpuRange{online, c, c};
            if (auto ok = online ? add(kernel::CpuOnline{cpu}, one) : add(kernel::CpuOffline{cpu}, one); !ok) return ok;
        }
        return true;
    }
    Result<bool> no_cpu(std::uint32_t c) const {
        std::string known = print_ids(ids_of(on_.existing));
        if (known.size() > 60) known = known.substr(0, 60) + "...";
        return wrong(where_, "CPU " + std::to_string(c) + " does not exist", "the CPUs of this machine, " + known);
    }
    Result<bool> node(std::uint32_t n) const {
        const auto nodes = on_.topology.nodes.value;
        if (n < nodes) return true;
        return wrong(where_, "node " + std::to_string(n) + " does not exist",
                     nodes == 1 ? "node 0, the only one" : "a node from 0 to " + std::to_string(nodes - 1));
    }
    Result<ZoneIndex> zone(std::uint32_t n, const std::string& name, Bytes size) const {
        if (const auto ok = node(n); !ok) return std::unexpected(ok.error());
        const PageSize page = on_.topology.page_size;
        if (to_bytes(to_pages(size, page), page) != size)
            return wrong(where_, quoted(print_size(size)) + " is not a whole number of pages", "a multiple of " + print_size(to_bytes(Pages{1}, page)));
        const auto& zones = on_.topology.zones;
        std::string has;
        for (std::size_t i = 0; i < zones.size(); ++i) {
            if (zones[i].node != NodeId{n}) continue;
            if (zones[i].name == name) return ZoneIndex{static_cast<std::uint32_t>(i)};
            has += (has.empty() ? "" : ", ") + zones[i].name;
        }
        return wrong(where_, "node " + std::to_string(n) + " has no zone " + quoted(name),
                     (has.empty() ? "" : has + "; or ") + "list it in zones, with 0 if it starts empty");
    }

    const ScriptGround& on_;
    Events& out_;
    std::string where_;
};

std::string item_name(std::size_t i, std::size_t of) { return of == 1 ? "script" : "script, item " + std::to_string(i + 1); }

}  // namespace

Result<Script> parse_script(std::string_view text) {
    if (trimmed(text) == "none") return Script{};
    Script script;
    const auto pieces = split(text, ',');
    if (pieces.size() > kMaxEvents)
        return wrong("script", "it has more than " + grouped(kMaxEvents) + " events", "a shorter script");
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        auto item = ItemReader(item_name(i, pieces.size())).read(trimmed(pieces[i]));
        if (!item) return std::unexpected(item.error());
        script.push_back(std::move(*item));
    }
    return script;
}

std::string print_script(const Script& script) {
    if (script.empty()) return "none";
    std::string out;
    for (const auto& item : script) {
        if (!out.empty()) out += ',';
        out += std::visit(Print{}, item);
    }
    return out;
}

Script auto_script(const ScriptGround& on) {
    Ids cpus = ids_of(on.online);
    cpus.erase(cpus.begin());  // the lowest stays: CPU 0 wherever it runs
    Script up = as_ranges(cpus, true, on);
    std::ranges::reverse(cpus);
    Script out = as_ranges(cpus, false, on);
    out.insert(out.end(), up.begin(), up.end());
    return out;
}

Result<Events> expand(const Script& script, const ScriptGround& on) {
    Events out;
    for (std::size_t i = 0; i < script.size(); ++i)
        if (const auto ok = std::visit(Expander(on, out, item_name(i, script.size())), script[i]); !ok)
            return std::unexpected(ok.error());
    return out;
}

Script inserted(const Script& script, const ScriptGround& on, std::size_t after, ScriptItem item) {
    Script out;
    bool placed = false;
    const auto place = [&] {
        if (!placed) out.push_back(item);
        placed = true;
    };
    for (const auto& old : script) {
        const Ids cpus = cpus_of(old, on);
        const std::size_t length = std::max<std::size_t>(1, cpus.size());
        if (!placed && after == 0) place();
        if (placed || after >= length) {
            out.push_back(old);
            if (!placed) after -= length;
            continue;
        }
        const auto* range = std::get_if<CpuRange>(&old);
        const bool online = range ? range->online : std::get<NodeCpus>(old).online;
        const auto at = cpus.begin() + static_cast<std::ptrdiff_t>(after);
        for (auto& part : as_ranges(Ids(cpus.begin(), at), online, on)) out.push_back(std::move(part));
        place();
        for (auto& part : as_ranges(Ids(at, cpus.end()), online, on)) out.push_back(std::move(part));
    }
    place();
    return out;
}

}  // namespace driftmark::scenario
