#include "observed/trace.hpp"

#include <algorithm>
#include <charconv>

#include "observed/json.hpp"

namespace driftmark::observed {
namespace {

constexpr std::int64_t kMostPages = std::int64_t{1} << 34;  // 64 TiB of 4K pages
constexpr std::size_t kMostZonesPerNode = 16;

/// Walks a trace's JSON. The first thing that is not as it should be stands in `refusal_`; after it
/// everything reads as nothing, so callers need not look until the end.
class TraceReader {
public:
    std::expected<Trace, Refusal> read(const Json& root) {
        if (!root.is(Json::Kind::object)) return refused("trace", "not an object", "a trace as one JSON object");
        text(root, "variant", "trace", trace_.variant, true);
        text(root, "kernel", "trace", trace_.kernel, false);
        trace_.max_nr_zones = number(root.find("max_nr_zones"), "max_nr_zones");
        if (const Json* s = root.find("sysctls")) read_named(*s, "sysctls", trace_.sysctls, &trace_.other_sysctls);
        read_steps(root);
        read_shape(root);
        if (const Json* z = root.find("zones_boot")) read_printed(*z, "zones_boot", trace_.zones_boot);
        read_zoneinfo_steps(root);
        read_log(root);
        for (const std::string& name : root.names)
            if (std::ranges::find(kRootKeys, name) == kRootKeys.end()) unknown("key " + name, 1);
        if (refusal_) return std::unexpected(std::move(*refusal_));
        return std::move(trace_);
    }

private:
    static constexpr std::array<std::string_view, 20> kRootKeys{
        "name", "variant", "ok", "qemu", "nodes", "sysctls", "kernel", "cmdline", "info", "possible", "perboot", "max_nr_zones",
        "memblocks", "refresh_log", "zone_cols", "node_cols", "zones_boot", "steps", "zoneinfo_steps", "version"};

    std::unexpected<Refusal> refused(std::string where, std::string what, std::string accepted) {
        return std::unexpected(Refusal{std::move(where), std::move(what), std::move(accepted)});
    }
    void refuse(std::string where, std::string what, std::string accepted) {
        if (!refusal_) refusal_ = Refusal{std::move(where), std::move(what), std::move(accepted)};
    }
    void unknown(const std::string& what, std::int64_t count) {
        const auto at = std::ranges::find(trace_.unknown, what, &std::pair<std::string, std::int64_t>::first);
        if (at != trace_.unknown.end()) at->second += count;
        else if (trace_.unknown.size() < 1000) trace_.unknown.emplace_back(what.substr(0, 80), count);
    }

    void text(const Json& object, std::string_view key, const std::string& where, std::string& out, bool needed) {
        const Json* const v = object.find(key);
        if (v == nullptr || v->is(Json::Kind::null)) {
            if (needed) refuse(where, "no " + std::string(key), "a trace with " + std::string(key));
            return;
        }
        if (!v->is(Json::Kind::text)) return refuse(where + " " + std::string(key), "not a text", "a text");
        out = v->text;
    }
    Number number(const Json* v, const std::string& where) {
        if (v == nullptr || v->is(Json::Kind::null)) return std::nullopt;
        if (v->is(Json::Kind::integer)) return v->integer;
        refuse(where, "not a whole number", "a whole number");
        return std::nullopt;
    }
    std::int64_t in_range(const Json* v, const std::string& where, std::int64_t low, std::int64_t high) {
        const Number n = number(v, where);
        if (n && *n >= low && *n <= high) return *n;
        refuse(where, n ? "it is " + std::to_string(*n) : "not there",
               "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
        return low;
    }
    const std::vector<Json>& list(const Json* v, const std::string& where) {
        static const std::vector<Json> kNone;
        if (v != nullptr && v->is(Json::Kind::array)) return v->items;
        refuse(where, v == nullptr ? "not there" : "not a list", "a list");
        return kNone;
    }

    /// "0-3,8": CPU ranges as the kernel prints them.
    std::vector<CpuRange> ranges(std::string_view t, const std::string& where) {
        std::vector<CpuRange> out;
        while (!t.empty()) {
            const auto comma = t.find(',');
            std::string_view part = t.substr(0, comma);
            CpuRange r;
            const char* const end = part.data() + part.size();
            auto [at, error] = std::from_chars(part.data(), end, r.first);
            r.last = r.first;
            if (error == std::errc{} && at != end && *at == '-') {
                const auto second = std::from_chars(at + 1, end, r.last);
                at = second.ptr;
                error = second.ec;
            }
            if (error != std::errc{} || at != end || r.last < r.first || r.last >= kMaxCpus.value) {
                refuse(where, "not a list of CPUs: " + quoted(t), "CPU ranges such as \"0-3,8\", below " + std::to_string(kMaxCpus.value));
                return {};
            }
            out.push_back(r);
            if (comma == std::string_view::npos) break;
            t.remove_prefix(comma + 1);
        }
        return out;
    }
    kernel::CpuSet set_of(const std::vector<CpuRange>& r) {
        kernel::CpuSet set(kMaxCpus);
        for (const CpuRange& range : r)
            for (std::uint32_t c = range.first; c <= range.last; ++c) set.insert(CpuId{c});
        return set;
    }

    void read_named(const Json& object, const std::string& where, NamedNumbers& out, std::int64_t* others) {
        if (!object.is(Json::Kind::object)) return refuse(where, "not an object", "names with numbers");
        for (std::size_t i = 0; i < object.names.size(); ++i) {
            const Json& v = object.items[i];
            std::int64_t n = 0;
            if (v.is(Json::Kind::integer)) {
                out.emplace_back(object.names[i], v.integer);
            } else if (v.is(Json::Kind::text)) {  // sysctls stand as they were read: "10", "256\t256\t32"
                const char* const end = v.text.data() + v.text.size();
                const auto [at, error] = std::from_chars(v.text.data(), end, n);
                if (error == std::errc{} && at == end) out.emplace_back(object.names[i], n);
                else if (others != nullptr) ++*others;
                else unknown(where + " " + object.names[i], 1);
            } else if (others != nullptr) {
                ++*others;
            } else {
                unknown(where + " " + object.names[i], 1);
            }
        }
    }

    Runs runs(const Json* v, const std::string& where) {
        if (v == nullptr || v->is(Json::Kind::null)) return std::nullopt;
        std::vector<ThresholdRun> out;
        if (v->is(Json::Kind::integer)) {
            out.push_back({0, UINT32_MAX, v->integer});
            return out;
        }
        for (const Json& run : list(v, where)) {
            const auto& three = list(&run, where);
            if (three.size() != 3) {
                refuse(where, "a run of " + std::to_string(three.size()) + " values", "runs of CPUs: [first, last, value]");
                return std::nullopt;
            }
            ThresholdRun r;
            r.first = static_cast<std::uint32_t>(in_range(&three[0], where, 0, kMaxCpus.value - 1));
            r.last = static_cast<std::uint32_t>(in_range(&three[1], where, r.first, kMaxCpus.value - 1));
            r.value = number(&three[2], where).value_or(-1);
            if (!out.empty() && r.first <= out.back().last) refuse(where, "runs that do not ascend", "runs of ascending CPUs");
            if (refusal_) return std::nullopt;
            out.push_back(r);
        }
        return out;
    }

    NodeId node(const Json* v, const std::string& where) {
        return NodeId{static_cast<std::uint32_t>(in_range(v, where, 0, kMaxNodes.value - 1))};
    }
    ZoneKey key(const Json& v, const std::string& where) {
        const std::string accepted = "a zone such as \"0/Normal\"";
        ZoneKey k;
        if (!v.is(Json::Kind::text)) {
            refuse(where, "not a text", accepted);
            return k;
        }
        const auto slash = v.text.find('/');
        std::uint32_t n = 0;
        const char* const end = v.text.data() + std::min(slash, v.text.size());
        const auto [at, error] = std::from_chars(v.text.data(), end, n);
        if (slash == std::string::npos || error != std::errc{} || at != end || n >= kMaxNodes.value) {
            refuse(where, "not a zone: " + quoted(v.text), accepted);
            return k;
        }
        k.node = NodeId{n};
        k.name = v.text.substr(slash + 1);
        note_node(k.node);
        known(k.name, where);
        return k;
    }
    void known(const std::string& name, const std::string& where) {
        if (!kernel::zone_type_of(name)) refuse(where, "unknown zone " + quoted(name), "DMA, DMA32, Normal, HighMem, Movable, Device");
    }
    void note_node(NodeId n) { trace_.nodes = std::max(trace_.nodes, NodeCount{std::int64_t{index_of(n)} + 1}); }

    std::vector<std::string> columns(const Json& root, std::string_view key) {
        std::vector<std::string> out;
        for (const Json& c : list(root.find(key), std::string(key))) {
            if (!c.is(Json::Kind::text)) refuse(std::string(key), "a column that is no text", "names of columns");
            out.push_back(c.text);
        }
        return out;
    }

    void read_zone_row(const Json& v, const std::string& where, std::vector<ZoneRow>& out) {
        const auto& cells = list(&v, where);
        if (cells.size() > zone_cols_.size())
            return refuse(where, std::to_string(cells.size()) + " values", std::to_string(zone_cols_.size()) + " values, as zone_cols says");
        ZoneRow row;
        bool present = false, managed = false, zone = false;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const std::string& column = zone_cols_[c];
            const std::string at = where + " " + column;
            if (column == "zone") row.key = key(cells[c], at), zone = true;
            else if (column == "present") row.present = in_range(&cells[c], at, 0, kMostPages), present = true;
            else if (column == "managed") row.managed = in_range(&cells[c], at, 0, kMostPages), managed = true;
            else if (column == "thr_online") row.thr_online = runs(&cells[c], at);
            else if (column == "stale_offline") row.stale_offline = runs(&cells[c], at);
            else if (const auto k = std::ranges::find(kZoneColumns, column); k != kZoneColumns.end())
                row.numbers[static_cast<std::size_t>(k - kZoneColumns.begin())] = number(&cells[c], at);
            else unknown("zone column " + column, 1);
        }
        if (!zone || !present || !managed) return refuse(where, "no zone, present or managed", "rows with zone, present and managed");
        if (std::ranges::find(out, row.key, &ZoneRow::key) != out.end()) return refuse(where, row.key.text() + " twice", "each zone once");
        out.push_back(std::move(row));
    }
    void read_node_row(const Json& v, const std::string& where, std::vector<NodeRow>& out) {
        const auto& cells = list(&v, where);
        if (cells.size() > node_cols_.size())
            return refuse(where, std::to_string(cells.size()) + " values", std::to_string(node_cols_.size()) + " values, as node_cols says");
        NodeRow row;
        bool id = false;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const std::string& column = node_cols_[c];
            const std::string at = where + " " + column;
            if (column == "id") row.id = node(&cells[c], at), id = true;
            else if (column == "thr_online") row.thr_online = runs(&cells[c], at);
            else if (column == "stale_offline") row.stale_offline = runs(&cells[c], at);
            else if (column == "nr_zones") row.nr_zones = number(&cells[c], at);
            else if (column == "N_CPU") row.n_cpu = number(&cells[c], at);
            else if (column == "N_MEMORY") row.n_memory = number(&cells[c], at);
            else unknown("node column " + column, 1);
        }
        if (!id) return refuse(where, "no id", "rows with a node's id");
        note_node(row.id);
        if (std::ranges::find(out, row.id, &NodeRow::id) != out.end()) return refuse(where, "node twice", "each node once");
        out.push_back(std::move(row));
    }

    void read_step(const Json& v, const std::string& where) {
        if (!v.is(Json::Kind::object)) return refuse(where, "not an object", "a step");
        Step s;
        s.i = number(v.find("i"), where + " i").value_or(static_cast<std::int64_t>(trace_.steps.size()));
        text(v, "action", where, s.action, true);
        s.rc = number(v.find("rc"), where + " rc").value_or(0);
        if (const Json* cpu = v.find("cpu"); cpu != nullptr && !cpu->is(Json::Kind::null))
            s.cpu = CpuId{static_cast<std::uint32_t>(in_range(cpu, where + " cpu", 0, kMaxCpus.value - 1))};
        if ((s.action == "offline" || s.action == "online") && !s.cpu) refuse(where, s.action + " without a CPU", "the CPU's number");
        text(v, "sysctl", where, s.sysctl, s.action == "sysctl");
        if (const Json* value = v.find("value"); s.action == "sysctl" && value != nullptr && value->is(Json::Kind::integer))
            s.sysctl += "=" + std::to_string(value->integer);
        std::string online;
        text(v, "online", where, online, trace_.steps.empty());
        if (v.find("online") != nullptr) s.online = set_of(ranges(online, where + " online"));
        if (trace_.steps.empty() && s.online && s.online->count() == CpuCount{}) refuse(where + " online", "no CPU", "at least one CPU");
        s.online_count = number(v.find("online_count"), where + " online_count");
        if (const Json* c = v.find("ctr")) read_named(*c, where + " ctr", s.ctr, nullptr);
        if (const Json* c = v.find("sys")) read_named(*c, where + " sys", s.sys, &s.clocks);
        if (const Json* z = v.find("zones"); z != nullptr && !z->is(Json::Kind::null)) {
            s.zones.emplace();
            for (const Json& row : list(z, where + " zones")) {
                read_zone_row(row, where + " zones[" + std::to_string(s.zones->size()) + "]", *s.zones);
                if (refusal_) return;
            }
        }
        if (const Json* n = v.find("nodes"); n != nullptr && !n->is(Json::Kind::null)) {
            s.nodes.emplace();
            for (const Json& row : list(n, where + " nodes")) {
                read_node_row(row, where + " nodes[" + std::to_string(s.nodes->size()) + "]", *s.nodes);
                if (refusal_) return;
            }
        }
        static constexpr std::array<std::string_view, 16> kKeys{"i", "action", "cpu", "rc", "sysctl", "value", "online", "online_count", "ctr",
                                                                "sys", "zones", "nodes", "block", "kind", "mb", "secs"};
        for (const std::string& name : v.names)
            if (std::ranges::find(kKeys, name) == kKeys.end()) unknown("step key " + name, 1);
        trace_.steps.push_back(std::move(s));
    }
    void read_steps(const Json& root) {
        zone_cols_ = root.find("zone_cols") ? columns(root, "zone_cols") : std::vector<std::string>{};
        node_cols_ = root.find("node_cols") ? columns(root, "node_cols") : std::vector<std::string>{};
        for (const Json& step : list(root.find("steps"), "steps")) {
            if (refusal_) return;
            read_step(step, "steps[" + std::to_string(trace_.steps.size()) + "]");
        }
        if (trace_.steps.empty()) refuse("steps", "none", "at least the boot");
    }

    void read_printed(const Json& v, const std::string& where, std::vector<PrintedRow>& out) {
        for (const Json& z : list(&v, where)) {
            const std::string at = where + "[" + std::to_string(out.size()) + "]";
            if (!z.is(Json::Kind::object)) return refuse(at, "not an object", "a zone as /proc/zoneinfo printed it");
            PrintedRow row;
            row.key.node = node(z.find("node"), at + " node");
            text(z, "name", at, row.key.name, true);
            if (refusal_) return;
            known(row.key.name, at);
            note_node(row.key.node);
            row.present = in_range(z.find("present"), at + " present", 0, kMostPages);
            row.managed = in_range(z.find("managed"), at + " managed", 0, kMostPages);
            row.thresholds = runs(z.find("thresholds"), at + " thresholds");
            for (const std::string& name : z.names) {
                if (name == "node" || name == "name" || name == "present" || name == "managed" || name == "thresholds") continue;
                const Json* const value = z.find(name);
                if (name == "min") row.min = number(value, at + " min");
                else if (name == "low") row.low = number(value, at + " low");
                else if (name == "high") row.high = number(value, at + " high");
                else if (name == "promo") row.promo = number(value, at + " promo");
                else if (name == "boost") row.boost = number(value, at + " boost");
                else if (name == "spanned") row.spanned = number(value, at + " spanned");
                else ++row.others;
            }
            if (std::ranges::find(out, row.key, &PrintedRow::key) != out.end()) return refuse(at, row.key.text() + " twice", "each zone once");
            if (refusal_) return;
            out.push_back(std::move(row));
        }
        if (out.size() > kMostZonesPerNode * static_cast<std::size_t>(kMaxNodes.value)) refuse(where, "too many zones", "each zone once");
    }
    /// Under "0" what was printed after the boot, under "k" what was printed when k steps had been made.
    void read_zoneinfo_steps(const Json& root) {
        const Json* const all = root.find("zoneinfo_steps");
        if (all == nullptr || all->is(Json::Kind::null)) return;
        if (!all->is(Json::Kind::object)) return refuse("zoneinfo_steps", "not an object", "zones by step");
        for (std::size_t i = 0; i < all->names.size() && !refusal_; ++i) {
            const std::string& name = all->names[i];
            std::size_t k = 0;
            const auto [at, error] = std::from_chars(name.data(), name.data() + name.size(), k);
            if (error != std::errc{} || at != name.data() + name.size() || k > trace_.steps.size())
                return refuse("zoneinfo_steps", "no such step: " + quoted(name), "numbers up to " + std::to_string(trace_.steps.size()));
            Step& step = trace_.steps[k == 0 ? 0 : k - 1];
            std::vector<PrintedRow> rows;
            read_printed(all->items[i], "zoneinfo_steps " + name, rows);
            if (step.printed) unknown("zoneinfo_steps " + name + ", a second one after the same step", static_cast<std::int64_t>(rows.size()));
            else step.printed = std::move(rows);
        }
    }
    void read_log(const Json& root) {
        const Json* const log = root.find("refresh_log");
        if (log == nullptr || log->is(Json::Kind::null)) return;
        for (const Json& line : list(log, "refresh_log")) {
            if (!line.is(Json::Kind::text)) return refuse("refresh_log", "a line that is no text", "lines of text");
            trace_.refresh_log.push_back(line.text);
        }
    }

    /// CPUs and nodes: which can exist, and where they are. A kernel lists a node's online CPUs only; the
    /// machine it ran on says the rest.
    void read_shape(const Json& root) {
        std::vector<CpuRange> possible;
        std::string said;
        text(root, "possible", "trace", said, false);
        if (const Json* info = root.find("info"); info != nullptr && info->is(Json::Kind::array))
            for (const Json& line : info->items) read_info(line.text, said);
        possible = ranges(said, "possible");
        if (possible.empty()) {
            const Json* const qemu = root.find("qemu");
            const Json* const count = qemu ? qemu->find("cpus") : nullptr;
            if (count != nullptr)
                possible.push_back({0, static_cast<std::uint32_t>(in_range(count, "qemu cpus", 1, kMaxCpus.value) - 1)});
        }
        trace_.possible = set_of(possible);
        for (const Step& s : trace_.steps) {
            if (s.online) s.online->for_each([&](CpuId c) { trace_.possible.insert(c); });
            if (s.cpu && s.rc == 0) trace_.possible.insert(*s.cpu);
        }
        trace_.possible.for_each([&](CpuId c) { trace_.cpus = std::max(trace_.cpus, CpuCount{std::int64_t{index_of(c)} + 1}); });

        const auto cpus = static_cast<std::size_t>(trace_.cpus.value);
        std::vector<std::optional<NodeId>> place(cpus);
        const auto put = [&](const std::string& list_text, NodeId n, const std::string& where) {
            for (const CpuRange& r : ranges(list_text, where))
                for (std::uint32_t c = r.first; c <= r.last && c < cpus; ++c)
                    if (!place[c]) place[c] = n;
        };
        std::size_t listed = 0;
        if (const Json* nodes = root.find("nodes"); nodes != nullptr && nodes->is(Json::Kind::array))
            for (const Json& n : nodes->items) {
                const std::string where = "nodes[" + std::to_string(listed++) + "]";
                const NodeId id = node(n.find("id"), where + " id");
                note_node(id);
                std::string cpus_text;
                text(n, "cpus", where, cpus_text, false);
                put(cpus_text, id, where + " cpus");
                if (refusal_) return;
            }
        if (const Json* qemu = root.find("qemu"); qemu != nullptr)
            if (const Json* nodes = qemu->find("nodes"); nodes != nullptr && nodes->is(Json::Kind::array))
                for (std::uint32_t n = 0; n < nodes->items.size() && n < kMaxNodes.value; ++n) {
                    std::string cpus_text;
                    text(nodes->items[n], "cpus", "qemu nodes", cpus_text, false);
                    put(cpus_text, NodeId{n}, "qemu nodes");
                    if (!cpus_text.empty()) note_node(NodeId{n});
                }
        for (const auto& p : place) {
            trace_.every_cpu_placed &= p.has_value() || trace_.nodes == NodeCount{1};
            trace_.cpu_node.push_back(p.value_or(NodeId{0}));
        }
    }
    void read_info(std::string_view line, std::string& possible) {
        constexpr std::string_view kPossible = "cpu_possible ", kBlock = "block_size ";
        if (line.starts_with(kPossible) && possible.empty()) {
            line.remove_prefix(kPossible.size());
            possible = line.substr(0, line.find(' '));
        } else if (line.starts_with(kBlock)) {
            line.remove_prefix(kBlock.size());
            std::int64_t bytes = 0;
            const auto [at, error] = std::from_chars(line.data(), line.data() + line.size(), bytes, 16);
            if (error == std::errc{} && at == line.data() + line.size()) trace_.block_bytes = bytes;
        }
    }

    Trace trace_;
    std::optional<Refusal> refusal_;
    std::vector<std::string> zone_cols_, node_cols_;
};

}  // namespace

std::expected<Trace, Refusal> read_trace(std::string_view json) {
    const auto root = read_json(json);
    if (!root) return std::unexpected(root.error());
    return TraceReader().read(*root);
}

}  // namespace driftmark::observed
