#include "observed/replay.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

#include "kernel/threshold.hpp"
#include "observed/tally.hpp"

namespace driftmark::observed {
namespace {

using kernel::CpuSet;
using kernel::Machine;
using kernel::Topology;

constexpr std::string_view kBootWatermarks = "watermarks left by the boot";
constexpr std::string_view kNoFirstManaged = "first_managed is not recorded, and memory was freed between the first refresh and the end of the boot";
constexpr std::string_view kKswapdTime = "when kswapd wakes and sleeps is not recorded";

bool patched(const Trace& t) { return t.variant == "patched" || t.variant == "perbootpatched"; }
bool stock61(const Trace& t) { return t.variant == "stock61"; }

kernel::BootRefresh boot_refresh(const Trace& t) {
    if (stock61(t)) return kernel::BootRefresh::per_cpu;
    return t.variant.starts_with("perboot") ? kernel::BootRefresh::per_cpu_late : kernel::BootRefresh::late;
}

std::optional<std::int64_t> named(const NamedNumbers& numbers, std::string_view name) {
    for (const auto& [key, value] : numbers)
        if (key == name) return value;
    return std::nullopt;
}

const ZoneRow* row_of(const Step& s, const ZoneKey& key) {
    if (!s.zones) return nullptr;
    const auto at = std::ranges::find(*s.zones, key, &ZoneRow::key);
    return at == s.zones->end() ? nullptr : &*at;
}
const PrintedRow* printed_of(const std::vector<PrintedRow>& rows, const ZoneKey& key) {
    const auto at = std::ranges::find(rows, key, &PrintedRow::key);
    return at == rows.end() ? nullptr : &*at;
}

/// Present and managed of a zone at a step, where the step tells.
struct Size {
    std::int64_t present = 0, managed = 0;
};
std::optional<Size> size_at(const Step& s, const ZoneKey& key) {
    if (s.zones) {
        const ZoneRow* const row = row_of(s, key);
        return row ? Size{row->present, row->managed} : Size{};  // zones without memory have no row
    }
    if (s.printed)
        if (const PrintedRow* const p = printed_of(*s.printed, key)) return Size{p->present, p->managed};
    return std::nullopt;
}

std::vector<ZoneKey> all_zones(const Trace& t) {
    std::vector<ZoneKey> keys;
    const auto add = [&](const ZoneKey& k) {
        if (std::ranges::find(keys, k) == keys.end()) keys.push_back(k);
    };
    for (const PrintedRow& p : t.zones_boot) add(p.key);
    for (const Step& s : t.steps) {
        if (s.zones)
            for (const ZoneRow& r : *s.zones) add(r.key);
        if (s.printed)
            for (const PrintedRow& p : *s.printed) add(p.key);
    }
    std::ranges::sort(keys, {}, [](const ZoneKey& k) { return std::pair(k.node, kernel::zone_type_of(k.name)); });
    return keys;
}

/// The boot as the model is given it.
struct Boot {
    std::vector<ZoneKey> keys;             ///< by ZoneIndex
    std::shared_ptr<Topology> topology;
    kernel::BootSettings settings;
    std::vector<Number> first_managed;     ///< by ZoneIndex
    bool watermarks_given = false;         ///< what they follow from is not recorded
};

Boot boot_of(const Trace& t, LateManaged late) {
    Boot b;
    b.keys = all_zones(t);
    b.topology = std::make_shared<Topology>();
    Topology& topology = *b.topology;
    topology.cpus = t.cpus;
    topology.nodes = t.nodes;
    topology.cpu_node = t.cpu_node;
    const Step& first = t.steps.front();
    b.watermarks_given = stock61(t) || !first.zones;
    for (const ZoneKey& key : b.keys) {
        kernel::ZoneSpec z;
        z.node = key.node;
        z.name = key.name;
        z.type = *kernel::zone_type_of(key.name);
        auto size = size_at(first, key);
        const PrintedRow* const printed = printed_of(t.zones_boot, key);
        if (!size && printed) size = Size{printed->present, printed->managed};
        z.present = Pages{size ? size->present : 0};
        z.managed = std::min(z.present, Pages{size ? size->managed : 0});
        const ZoneRow* const row = row_of(first, key);
        Number seen = row ? (*row)[ZoneColumn::first_managed] : std::nullopt;
        if (seen && *seen < 0) seen.reset();
        if (row && row->present > 0 && !seen) b.watermarks_given = true;
        b.first_managed.push_back(seen);
        if (seen) {
            z.first_managed = std::min(z.present, Pages{*seen});
            if (late == LateManaged::as_at_first) z.managed = *z.first_managed;
        }
        topology.zones.push_back(std::move(z));
    }
    if (b.watermarks_given)
        for (std::size_t z = 0; z < b.keys.size(); ++z) {
            const ZoneRow* const row = row_of(first, b.keys[z]);
            const PrintedRow* const printed = printed_of(t.zones_boot, b.keys[z]);
            const Number min = row ? (*row)[ZoneColumn::min] : printed ? printed->min : std::nullopt;
            const Number low = row ? (*row)[ZoneColumn::low] : printed ? printed->low : std::nullopt;
            const Number high = row ? (*row)[ZoneColumn::high] : printed ? printed->high : std::nullopt;
            if (min && low && high) topology.zones[z].given_watermarks = kernel::Watermarks{Pages{*min}, Pages{*low}, Pages{*high}};
        }
    b.settings.online = CpuSet(t.cpus);
    first.online->for_each([&](CpuId c) { b.settings.online.insert(c); });
    b.settings.refresh = boot_refresh(t);
    b.settings.rule = stock61(t) ? kernel::WatermarkRule::k6_1 : kernel::WatermarkRule::k7_3;
    b.settings.thp = stock61(t) ? kernel::Thp::always : kernel::Thp::never;  // the traced 7.3 kernels are built without it
    if (b.watermarks_given) {
        auto found = named(first.sys, "min_free_kbytes");
        if (!found) found = named(t.sysctls, "min_free_kbytes");
        if (found && *found >= 0 && *found <= INT32_MAX) b.settings.min_free_found = KiB{*found};
    }
    return b;
}

class Replay {
public:
    Replay(const Trace& t, LateManaged late)
        : trace_(t), boot_(boot_of(t, late)), state_{Machine(boot_.topology, {}), tally(), {}, {}, false, {}} {
        // The machine above only holds the place: the tally has to watch the boot.
        state_.machine = Machine(boot_.topology, boot_.settings, &state_.tally);
        state_.nr_zones.assign(static_cast<std::size_t>(t.nodes.value), 0);
        note_nr_zones(state_);
        for (std::size_t z = 0; z < boot_.keys.size(); ++z) {
            const auto size = size_at(t.steps.front(), boot_.keys[z]);
            if (size && Pages{size->managed} != zone(state_, z).managed)  // freed after the boot's last refresh
                state_.machine.apply(kernel::ManagedChange{index(z), Pages{std::min(size->managed, size->present)}});
        }
    }

    VerifyResult run() {
        Comparison all;
        compare_boot(all);
        for (std::size_t k = 0; k < trace_.steps.size(); ++k) all.result() += step(k);
        compare_log(all);
        for (const auto& [what, count] : trace_.unknown) all.cannot(what, "not a value these traces are known to hold", count);
        all.result().steps = static_cast<std::int64_t>(trace_.steps.size());
        return std::move(all.result());
    }

private:
    struct State {
        Machine machine;
        Tally tally;
        std::vector<std::int64_t> nr_zones;      ///< by node: its highest zone that ever had memory, and one
        std::vector<std::optional<std::int64_t>> setp;  ///< kswapd's counters as recorded last
        bool recomputed = false;                 ///< watermarks are no longer the boot's
        std::vector<Number> spanned;             ///< by ZoneIndex, as recorded last
    };
    static constexpr std::array<std::string_view, 5> kSetp{"setp_normal", "setp_pressure", "setp_zone", "setp_st", "setp_rs"};

    Tally tally() const {
        return Tally(patched(trace_) ? ledger::Variant::skip_unchanged : ledger::Variant::rewrite, trace_.max_nr_zones.value_or(0));
    }
    static ZoneIndex index(std::size_t z) { return ZoneIndex{static_cast<std::uint32_t>(z)}; }
    static const kernel::ZonePressure& zone(const State& s, std::size_t z) { return s.machine.zones()[z]; }
    std::optional<std::size_t> position(const ZoneKey& key) const {
        const auto at = std::ranges::find(boot_.keys, key);
        return at == boot_.keys.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - boot_.keys.begin()));
    }
    bool watermarks_unknown(const State& s) const { return boot_.watermarks_given && !s.recomputed; }
    CpuSet offline(const Machine& m) const {
        CpuSet off = trace_.possible;
        m.online().for_each([&](CpuId c) { off.erase(c); });
        return off;
    }

    /// The kernel's index of a zone within its node: its place among those printed for a node, since all are.
    std::optional<std::int64_t> zone_type_index(const ZoneKey& key) const {
        std::int64_t n = 0;
        for (const PrintedRow& p : trace_.zones_boot) {
            if (p.key == key) return n;
            n += p.key.node == key.node;
        }
        return std::nullopt;
    }
    void note_nr_zones(State& s) const {
        for (std::size_t z = 0; z < boot_.keys.size(); ++z)
            if (zone(s, z).populated())
                if (const auto i = zone_type_index(boot_.keys[z]))
                    s.nr_zones[index_of(boot_.keys[z].node)] = std::max(s.nr_zones[index_of(boot_.keys[z].node)], *i + 1);
    }

    // ---- what happens -----------------------------------------------------------------------------------

    /// kswapd may have switched before a step's action, which changes what the action finds. A recorded
    /// switch without a time is tried both ways, and the way that agrees is taken.
    VerifyResult step(std::size_t k) {
        const Step& now = trace_.steps[k];
        State after = state_;
        VerifyResult best = attempt(after, k, std::nullopt);
        if (best.different > 0 && k > 0 && kswapd_switched(now))
            for (const bool awake : {true, false}) {
                State other = state_;
                VerifyResult r = attempt(other, k, awake);
                if (r.different >= best.different) continue;
                best = std::move(r);
                after = std::move(other);
            }
        state_ = std::move(after);
        return best;
    }

    VerifyResult attempt(State& s, std::size_t k, std::optional<bool> kswapd_first) {
        const Step& now = trace_.steps[k];
        Comparison c;
        c.at_step(now.i);
        if (kswapd_first)
            for (std::uint32_t n = 0; n < trace_.nodes.value; ++n) switch_kswapd(s.machine, NodeId{n}, *kswapd_first);
        if (k > 0) act(s, now, c);
        infer_kswapd(s, now, c);
        compare(s, k, c);
        return std::move(c.result());
    }

    void act(State& s, const Step& now, Comparison& c) {
        const bool memory = (now.action == "memoffline" || now.action == "memonline") && now.rc == 0;
        std::int64_t blocks = 0;
        std::vector<kernel::Event> moves;
        for (std::size_t z = 0; z < boot_.keys.size(); ++z) {
            const auto size = size_at(now, boot_.keys[z]);
            if (!size) continue;
            const kernel::ZonePressure& was = zone(s, z);
            const std::string row = boot_.keys[z].text();
            const Pages present{size->present}, managed{size->managed};
            if (!memory || present == was.present) c.same(row, "present", present.value, was.present.value);
            if (managed > present) {
                c.same(row, "managed", managed.value, was.managed.value);
                continue;
            }
            if (memory && present != was.present) {
                const bool on = present > was.present;
                const Pages amount = on ? present - was.present : was.present - present;
                const Pages of_it = on ? managed - was.managed : was.managed - managed;
                ++blocks;
                c.same(row, "present changes in the action's direction", on, now.action == "memonline");
                if (trace_.block_bytes > 0) c.same(row, "present changes by a block", to_bytes(amount, PageSize::k4K).value, trace_.block_bytes);
                c.cannot("present and managed of memory that came or went", "given to the replay", 2);
                if (on) moves.push_back(kernel::MemoryOnline{index(z), amount, of_it});
                else moves.push_back(kernel::MemoryOffline{index(z), amount, of_it});
            } else if (managed != was.managed) {
                c.cannot("managed that changed without an action", "given to the replay");
                s.machine.apply(kernel::ManagedChange{index(z), managed});
            } else {
                c.same(row, "managed", managed.value, was.managed.value);
            }
        }
        if (memory && (now.zones || now.printed)) c.same("memory", "zones that changed", blocks, 1);
        for (const kernel::Event& e : moves) apply(s, e, c, "memory");
        s.recomputed |= !moves.empty();
        note_nr_zones(s);
        if (now.rc != 0) return;
        if (now.action == "offline") apply(s, kernel::CpuOffline{*now.cpu}, c, "CPU " + std::to_string(index_of(*now.cpu)));
        else if (now.action == "online") apply(s, kernel::CpuOnline{*now.cpu}, c, "CPU " + std::to_string(index_of(*now.cpu)));
        else if (now.action == "sysctl") write_sysctl(s, now, c);
    }

    void apply(State& s, const kernel::Event& e, Comparison& c, const std::string& row) {
        const kernel::Refusal refused = s.machine.apply(e, &s.tally).refused;
        if (refused == kernel::Refusal::already_so) return;  // a write of what is so succeeds as well
        c.same(row, "rc", "done", refused == kernel::Refusal::none ? "done" : kernel::refusal_text(refused));
    }

    void write_sysctl(State& s, const Step& now, Comparison& c) {
        const auto equals = now.sysctl.find('=');
        const std::string name = now.sysctl.substr(0, equals);
        std::int64_t value = -1;
        const char* const end = now.sysctl.data() + now.sysctl.size();
        if (equals != std::string::npos) {
            const auto [at, error] = std::from_chars(now.sysctl.data() + equals + 1, end, value);
            if (error != std::errc{} || at != end) value = -1;
        }
        if (name == "min_free_kbytes") apply(s, kernel::SysctlWrite{kernel::Sysctl::min_free_kbytes, value}, c, name);
        else if (name == "watermark_scale_factor") apply(s, kernel::SysctlWrite{kernel::Sysctl::watermark_scale_factor, value}, c, name);
        else return c.cannot("sysctl " + name.substr(0, 40), "has no part in thresholds, marks or watermarks");
        s.recomputed = true;
    }

    // ---- kswapd -----------------------------------------------------------------------------------------

    static void switch_kswapd(Machine& m, NodeId n, bool awake) {
        if (awake) m.apply(kernel::KswapdWake{n});
        else m.apply(kernel::KswapdSleep{n});
    }

    /// Whether kswapd ran in this step, as far as its counters tell; where there are none it may have.
    bool kswapd_switched(const Step& now) const {
        const auto normal = named(now.ctr, "setp_normal"), pressure = named(now.ctr, "setp_pressure");
        if (!normal || !pressure || state_.setp.empty()) return true;
        return normal != state_.setp[0] || pressure != state_.setp[1];
    }

    static const Runs* recorded_thresholds(const Step& now, const ZoneKey& key) {
        if (const ZoneRow* const row = row_of(now, key)) return &row->thr_online;
        if (now.printed)
            if (const PrintedRow* const p = printed_of(*now.printed, key)) return &p->thresholds;
        return nullptr;
    }
    bool node_agrees(const Machine& m, const Step& now, NodeId node) const {
        for (std::size_t z = 0; z < boot_.keys.size(); ++z) {
            if (boot_.keys[z].node != node || !m.zones()[z].populated()) continue;
            const Runs* const recorded = recorded_thresholds(now, boot_.keys[z]);
            if (recorded == nullptr || !*recorded) continue;
            if (!Comparison::runs_agree(**recorded, m.online(), [&](CpuId c) { return m.thresholds_of(c).zone[z]; })) return false;
        }
        return true;
    }
    /// A node whose zones show the pressure thresholds (or, after such, normal ones) has been switched: all
    /// its zones with a mark must then agree with the rule.
    void infer_kswapd(State& s, const Step& now, Comparison& c) const {
        if (!kswapd_switched(now)) return;
        for (std::uint32_t n = 0; n < trace_.nodes.value; ++n) {
            const NodeId node{n};
            if (node_agrees(s.machine, now, node)) continue;
            for (const auto& switches : {std::vector{true}, std::vector{false}, std::vector{false, true}}) {
                Machine switched = s.machine;
                for (const bool awake : switches) switch_kswapd(switched, node, awake);
                if (!node_agrees(switched, now, node)) continue;
                s.machine = std::move(switched);
                c.cannot("kswapd's switch of a node's thresholds", std::string(kKswapdTime) + "; the values themselves are compared with the pressure rule");
                break;
            }
        }
    }

    // ---- what is compared -------------------------------------------------------------------------------

    void compare(State& s, std::size_t k, Comparison& c) {
        const Step& now = trace_.steps[k];
        if (now.online) {
            if (k == 0) c.cannot("CPUs online after boot", "given to the replay");
            else
                c.same("online", "list", Comparison::text_of(Comparison::runs_of(*now.online, [](CpuId) { return 1; })),
                       Comparison::text_of(Comparison::runs_of(s.machine.online(), [](CpuId) { return 1; })));
        }
        if (now.online_count) c.same("online", "count", *now.online_count, s.machine.online_count().value);
        compare_counters(s, k, c);
        compare_sysctls(s, k, c);
        if (now.zones) compare_zones(s, k, c);
        if (now.nodes) compare_nodes(s, *now.nodes, c);
        if (now.printed) compare_printed(s, k, *now.printed, "zoneinfo ", c);
        c.cannot("uptime and other clocks", "time is not modelled", now.clocks);
    }

    void compare_counters(State& s, std::size_t k, Comparison& c) const {
        const Step& now = trace_.steps[k];
        for (const auto& [name, value] : now.ctr) {
            if (name.starts_with("setp_")) continue;
            if (name == "zone_seen" && !trace_.max_nr_zones && patched(trace_)) c.cannot("ctr zone_seen", "max_nr_zones is not recorded");
            else if (const auto computed = s.tally.counter(name)) c.same("ctr", name, value, *computed);
            else c.cannot("ctr " + name, "not a counter these traces are known to hold");
        }
        std::vector<std::optional<std::int64_t>> setp;
        for (const std::string_view name : kSetp) setp.push_back(named(now.ctr, name));
        const bool quiet = k > 0 && !s.setp.empty() && setp[0] && setp[1] && setp[0] == s.setp[0] && setp[1] == s.setp[1];
        for (std::size_t i = 0; i < kSetp.size(); ++i) {
            if (!setp[i]) continue;
            // Without a call of kswapd's nothing of it can have changed.
            if (i >= 2 && quiet && s.setp[i]) c.same("ctr", kSetp[i], *setp[i], *s.setp[i]);
            else c.cannot(i < 2 ? "ctr setp_normal, setp_pressure" : "ctr setp_zone, setp_st, setp_rs where kswapd ran", kKswapdTime);
        }
        s.setp = std::move(setp);
    }

    void compare_sysctls(const State& s, std::size_t k, Comparison& c) const {
        for (const auto& [name, value] : trace_.steps[k].sys) {
            if (name == "min_free_kbytes") compare_min_free(s, k, value, c);
            else if (name == "watermark_scale_factor") c.same("sys", name, value, s.machine.settings().scale_factor);
            else if (name == "uptime") c.cannot("uptime and other clocks", "time is not modelled");
            else c.cannot("sys " + name, "has no part in thresholds, marks or watermarks");
        }
    }
    void compare_min_free(const State& s, std::size_t k, std::int64_t recorded, Comparison& c) const {
        if (k > 0 || !boot_.watermarks_given) return c.same("sys", "min_free_kbytes", recorded, s.machine.settings().min_free.value);
        // With huge pages on it is a number of pageblocks, whatever was freed, unless that is near its cap.
        std::int64_t served = 0;
        Pages memory;
        for (const kernel::ZonePressure& z : s.machine.zones())
            if (z.populated() && z.type <= kernel::ZoneType::Normal) ++served, memory += z.managed;
        const Pages wanted = kernel::pageblock(PageSize::k4K) * 11 * served;
        if (s.machine.settings().thp != kernel::Thp::never && wanted * 40 < memory)
            c.same("sys", "min_free_kbytes", recorded, to_kib(wanted, PageSize::k4K).value);
        else c.cannot("min_free_kbytes left by the boot", kNoFirstManaged);
    }

    void compare_zones(State& s, std::size_t k, Comparison& c) const {
        const Step& now = trace_.steps[k];
        const Machine& m = s.machine;
        const CpuSet off = offline(m);
        s.spanned.resize(boot_.keys.size());
        std::int64_t populated = 0;
        for (std::size_t z = 0; z < boot_.keys.size(); ++z) {
            if (m.zones()[z].populated()) ++populated;
            const ZoneRow* const row = row_of(now, boot_.keys[z]);
            if (row == nullptr) {
                s.spanned[z].reset();
                continue;
            }
            const std::string name = boot_.keys[z].text();
            const auto value_of = [&](CpuId cpu) { return m.thresholds_of(cpu).zone[z]; };
            if (row->thr_online) c.same_runs(name, "thr_online", *row->thr_online, m.online(), value_of);
            if (row->stale_offline) c.same_runs(name, "stale_offline", *row->stale_offline, off, value_of);
            compare_watermarks(s, k, z, *row, c);
            if (const Number mark = (*row)[ZoneColumn::mark]) c.same(name, "mark", *mark, m.drift_mark(index(z)).value);
            compare_seen(s, k, z, *row, c);
            compare_inputs(s, k, z, *row, c);
        }
        c.same("zones", "rows", static_cast<std::int64_t>(now.zones->size()), populated);
    }

    void compare_watermarks(const State& s, std::size_t k, std::size_t z, const ZoneRow& row, Comparison& c) const {
        const Number min = row[ZoneColumn::min], low = row[ZoneColumn::low], high = row[ZoneColumn::high];
        if (k == 0 && boot_.watermarks_given) return c.cannot(kBootWatermarks, kNoFirstManaged, min.has_value() + low.has_value() + high.has_value());
        kernel::Watermarks w = zone(s, z).with_boost();
        if (const Pages boost = boost_of(min, low, high, w); boost > Pages{}) {
            c.cannot("watermark_boost", "what fragmentation adds, and when, is not recorded");
            w = {w.min + boost, w.low + boost, w.high + boost};
        }
        const std::string name = boot_.keys[z].text();
        if (min) c.same(name, "min", *min, w.min.value);
        if (low) c.same(name, "low", *low, w.low.value);
        if (high) c.same(name, "high", *high, w.high.value);
    }
    /// A boost lifts all three alike, by pageblocks, up to half as much again as the high watermark.
    static Pages boost_of(Number min, Number low, Number high, const kernel::Watermarks& w) {
        if (!min || !low || !high) return {};
        const std::int64_t b = *min - w.min.value;
        const std::int64_t block = kernel::pageblock(PageSize::k4K).value;
        const bool alike = *low - w.low.value == b && *high - w.high.value == b;
        return Pages{alike && b > 0 && b <= std::max(block, w.high.value * 3 / 2) ? b : 0};
    }

    /// The columns ref_*: a zone as the last refresh saw it.
    void compare_seen(const State& s, std::size_t k, std::size_t z, const ZoneRow& row, Comparison& c) const {
        const std::string name = boot_.keys[z].text();
        const SeenZone seen = z < s.tally.zones.size() ? s.tally.zones[z] : SeenZone{};
        const auto same = [&](ZoneColumn column, Pages computed) {
            if (row[column]) c.same(name, kZoneColumns[static_cast<std::size_t>(column)], *row[column], computed.value);
        };
        const bool boot_is_last = s.tally.calls > 0 && !since_boot(s);
        if (const Number managed = row[ZoneColumn::ref_managed]) {
            const std::int64_t end = boot_size(z).managed;
            const Number first = boot_.first_managed[z];
            if (!boot_is_last || (first && *first == end)) c.same(name, "ref_managed", *managed, seen.managed.value);
            else if (*managed > end || (first && *managed < *first)) c.same(name, "ref_managed", *managed, end);
            else c.cannot("ref_managed of the boot's last refresh", "memory is freed around it: it lies between first_managed and managed, and does here");
        }
        if (k == 0 && boot_.watermarks_given) {
            c.cannot(kBootWatermarks, kNoFirstManaged,
                     row[ZoneColumn::ref_min].has_value() + row[ZoneColumn::ref_low].has_value() + row[ZoneColumn::ref_high].has_value());
        } else {
            same(ZoneColumn::ref_min, seen.watermarks.min);
            same(ZoneColumn::ref_low, seen.watermarks.low);
            same(ZoneColumn::ref_high, seen.watermarks.high);
        }
        same(ZoneColumn::ref_mark, seen.mark);
        if (row[ZoneColumn::ref_thr]) c.same(name, "ref_thr", *row[ZoneColumn::ref_thr], seen.threshold);
    }
    bool since_boot(const State& s) const { return s.tally.calls > boot_calls_; }
    Size boot_size(std::size_t z) const { return size_at(trace_.steps.front(), boot_.keys[z]).value_or(Size{}); }

    /// Columns that the replay is given: at least they must not change by themselves.
    void compare_inputs(State& s, std::size_t k, std::size_t z, const ZoneRow& row, Comparison& c) const {
        const std::string name = boot_.keys[z].text();
        if (k == 0) c.cannot("present and managed after boot", "given to the replay", 2);
        if (const Number first = row[ZoneColumn::first_managed]) {
            if (k == 0) c.cannot("first_managed", *first < 0 ? "not recorded" : "given to the replay");
            else c.same(name, "first_managed", *first, first_managed_at_boot(z, *first));
        }
        if (const Number spanned = row[ZoneColumn::spanned]) {
            const std::string& action = trace_.steps[k].action;
            const bool may_change = k == 0 || !s.spanned[z] || action == "memoffline" || action == "memonline";
            if (may_change && *spanned >= row.present) c.cannot("spanned", "addresses are not modelled; it may not change by itself, and covers present");
            else c.same(name, "spanned", *spanned, s.spanned[z].value_or(row.present));
            s.spanned[z] = spanned;
        }
    }
    std::int64_t first_managed_at_boot(std::size_t z, std::int64_t recorded) const {
        const ZoneRow* const row = row_of(trace_.steps.front(), boot_.keys[z]);
        if (row != nullptr) return (*row)[ZoneColumn::first_managed].value_or(-1);
        return recorded < 0 ? recorded : 0;  // it had no memory when the first refresh ran
    }

    void compare_nodes(const State& s, const std::vector<NodeRow>& rows, Comparison& c) const {
        const Machine& m = s.machine;
        const CpuSet off = offline(m);
        c.same("nodes", "rows", static_cast<std::int64_t>(rows.size()), m.nodes_online());
        for (const NodeRow& row : rows) {
            const std::uint32_t n = index_of(row.id);
            const std::string name = "node " + std::to_string(n);
            const auto value_of = [&](CpuId cpu) { return m.thresholds_of(cpu).node[n]; };
            if (row.thr_online) c.same_runs(name, "thr_online", *row.thr_online, m.online(), value_of);
            if (row.stale_offline) c.same_runs(name, "stale_offline", *row.stale_offline, off, value_of);
            if (row.nr_zones) {
                if (trace_.zones_boot.empty()) c.cannot("nr_zones", "the kernel's zones are not recorded");
                else c.same(name, "nr_zones", *row.nr_zones, s.nr_zones[n]);
            }
            if (row.n_memory) {
                bool memory = false;
                for (std::size_t z = 0; z < boot_.keys.size(); ++z) memory |= boot_.keys[z].node == row.id && m.zones()[z].populated();
                c.same(name, "N_MEMORY", *row.n_memory, memory);
            }
            if (row.n_cpu) {
                bool cpu = false;
                m.online().for_each([&](CpuId id) { cpu |= m.topology().node_of(id) == row.id; });
                if (trace_.every_cpu_placed) c.same(name, "N_CPU", *row.n_cpu, cpu);
                else c.cannot("N_CPU", "the nodes of offline CPUs are not recorded");
            }
        }
    }

    void compare_printed(const State& s, std::size_t k, const std::vector<PrintedRow>& rows, std::string_view source, Comparison& c) const {
        const Machine& m = s.machine;
        for (const PrintedRow& row : rows) {
            const std::string name = std::string(source) + row.key.text();
            const auto z = position(row.key);
            if (!z) continue;
            const bool populated = m.zones()[*z].populated();
            if (row.thresholds) {
                if (populated) c.same_runs(name, "thresholds", *row.thresholds, m.online(), [&](CpuId cpu) { return m.thresholds_of(cpu).zone[*z]; });
                else c.same(name, "thresholds", Comparison::text_of(*row.thresholds), "none");
            }
            const std::int64_t boost = row.boost.value_or(0);
            if (row.boost) c.cannot("boost as printed", "what fragmentation adds, and when, is not recorded");
            if (watermarks_unknown(s) && (k == 0 || !m.topology().zones[*z].given_watermarks)) {
                c.cannot(kBootWatermarks, kNoFirstManaged, row.min.has_value() + row.low.has_value() + row.high.has_value());
            } else {
                const kernel::Watermarks& w = zone(s, *z).base;
                if (row.min) c.same(name, "min", *row.min - boost, w.min.value);
                if (row.low) c.same(name, "low", *row.low - boost, w.low.value);
                if (row.high) c.same(name, "high", *row.high - boost, w.high.value);
            }
            if (row.promo) {
                if (watermarks_unknown(s)) c.cannot(kBootWatermarks, kNoFirstManaged);
                else c.same(name, "promo", *row.promo - boost, zone(s, *z).promo.value);
            }
            if (const auto size = size_at(trace_.steps[k], row.key); size && trace_.steps[k].zones) {
                c.same(name, "present", row.present, size->present);
                c.same(name, "managed", row.managed, size->managed);
            } else if (k == 0) {
                c.cannot("present and managed after boot", "given to the replay", 2);
            }
            if (const ZoneRow* const other = row_of(trace_.steps[k], row.key); row.spanned && other && (*other)[ZoneColumn::spanned])
                c.same(name, "spanned", *row.spanned, *(*other)[ZoneColumn::spanned]);
            else if (row.spanned) c.cannot("spanned", "addresses are not modelled; it may not change by itself, and covers present");
            c.cannot("free, cma, protection, start_pfn as printed", "not modelled", row.others);
        }
    }

    void compare_boot(Comparison& all) {
        boot_calls_ = state_.tally.calls;
        const Step& first = trace_.steps.front();
        for (const auto& [name, value] : trace_.sysctls) {
            if (name == "min_free_kbytes" && first.sys.empty()) compare_min_free(state_, 0, value, all);
            else if (const auto again = named(first.sys, name)) all.same("sysctls", name, value, *again);
            else all.cannot("sysctls with no part in thresholds, marks or watermarks", "not modelled");
        }
        all.cannot("sysctls with no part in thresholds, marks or watermarks", "not modelled", trace_.other_sysctls);
        compare_printed(state_, 0, trace_.zones_boot, "zones_boot ", all);
    }

    void compare_log(Comparison& c) const {
        c.at_step(std::nullopt);
        const auto& lines = trace_.refresh_log;
        if (lines.empty()) return;
        c.same("refresh_log", "lines", static_cast<std::int64_t>(lines.size()), static_cast<std::int64_t>(state_.tally.log.size()));
        for (std::size_t i = 0; i < std::min(lines.size(), state_.tally.log.size()); ++i) compare_log_line(lines[i], i, c);
    }
    void compare_log_line(std::string_view line, std::size_t i, Comparison& c) const {
        const LoggedRefresh& r = state_.tally.log[i];
        const std::string row = "refresh_log[" + std::to_string(i) + "]";
        std::size_t word_number = 0;
        while (!line.empty()) {
            const auto space = line.find(' ');
            const std::string_view word = line.substr(0, space);
            line.remove_prefix(space == std::string_view::npos ? line.size() : space + 1);
            const auto equals = word.find('=');
            if (equals == std::string_view::npos) {
                if (word_number == 1) c.same(row, "call", word, std::to_string(i));
                else if (word_number == 2) c.same(row, "caller", word, r.caller);
                else if (word_number > 2 || word != "call") c.cannot("a word of refresh_log", "not a value these traces are known to hold");
            } else {
                const std::string_view key = word.substr(0, equals), value = word.substr(equals + 1);
                if (key == "online") c.same(row, key, value, std::to_string(r.online));
                else if (key == "it") c.same(row, key, value, std::to_string(r.iterations));
                else if (key == "st") c.same(row, key, value, std::to_string(r.stores));
                else if (key == "rs") c.same(row, key, value, std::to_string(r.silent_stores));
                else if (key == "rd") c.same(row, key, value, std::to_string(r.loads));
                else c.cannot("a word of refresh_log", "not a value these traces are known to hold");
            }
            ++word_number;
        }
    }

    const Trace& trace_;
    Boot boot_;
    State state_;
    std::int64_t boot_calls_ = 0;
};

}  // namespace

bool late_managed_matters(const Trace& t) {
    const Step& first = t.steps.front();
    if (!first.zones || !first.online) return false;
    const CpuCount cpus = first.online->count();
    return std::ranges::any_of(*first.zones, [&](const ZoneRow& row) {
        const Number seen = row[ZoneColumn::first_managed];
        return seen && *seen >= 0 &&
               kernel::normal_threshold(cpus, Pages{*seen}, PageSize::k4K) != kernel::normal_threshold(cpus, Pages{row.managed}, PageSize::k4K);
    });
}

VerifyResult replay(const Trace& t, LateManaged late) { return Replay(t, late).run(); }

}  // namespace driftmark::observed
