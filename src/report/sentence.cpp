#include "report/sentence.hpp"

#include <algorithm>
#include <set>

#include "kernel/threshold.hpp"
#include "report/happening.hpp"
#include "report/words.hpp"

namespace driftmark::report {
namespace {

using kernel::Machine;
using kernel::Refusal;
using ledger::Loop;
using ledger::Variant;

std::string cpu_name(CpuId c) { return "CPU " + std::to_string(index_of(c)); }
std::string node_name(NodeId n) { return "node " + std::to_string(index_of(n)); }

std::string capital(std::string s) {
    if (!s.empty() && s[0] >= 'a' && s[0] <= 'z') s[0] = static_cast<char>(s[0] - 'a' + 'A');
    return s;
}

/// "not once", "once", "2,560 times"
std::string times(std::int64_t n) { return n == 0 ? "not once" : n == 1 ? "once" : n == 2 ? "twice" : grouped(n) + " times"; }

std::string cost(const ledger::Ledgers& l) {
    const auto old_code = l[Variant::rewrite].stores, new_code = l[Variant::skip_unchanged].stores;
    return "the old code " + std::string(new_code == 0 && old_code > 0 ? "still stores " : "stores ") + times(old_code) + ", the new code " + times(new_code);
}

std::int64_t zones_with_mark(const Machine& m) {
    std::int64_t n = 0;
    for (std::uint32_t z = 0; z < m.zones().size(); ++z)
        n += m.zones()[z].populated() && m.drift_mark(ZoneIndex{z}) > Pages{};
    return n;
}

/// What a refresh does to the thresholds: of CPUs that went through the one before, and of a newcomer.
struct Changes {
    std::int64_t zones = 0, risen = 0, fallen = 0;  ///< zone rows in which some settled CPU's value changes
    std::int64_t by_kswapd = 0;                     ///< of these, on nodes whose kswapd is awake
    std::int64_t at_limit = 0, zone_rows = 0;
    bool newcomer = false;                          ///< whether the CPU that came up held something else
};

Changes changes_of(const ledger::RefreshPlan& plan, const Machine& before, std::optional<CpuId> newcomer) {
    Changes out;
    std::vector<std::size_t> lanes;  // one of each set of settled CPUs
    std::optional<std::size_t> own;
    std::set<std::uint32_t> seen;
    for (std::size_t lane = 0; lane < plan.cpus().size(); ++lane) {
        if (newcomer && plan.cpus()[lane] == *newcomer) own = lane;
        else if (seen.insert(plan.lane_tags()[lane]).second) lanes.push_back(lane);
    }
    for (std::size_t row = 0; row < plan.rows().size(); ++row) {
        const Threshold exit = plan.exit(row);
        if (own && plan.entry(row, *own) != exit) out.newcomer = true;
        if (!plan.rows()[row].zone) continue;
        ++out.zone_rows;
        out.at_limit += exit == kThresholdMax;
        const auto is = [&](auto&& differs) { return std::ranges::any_of(lanes, [&](auto lane) { return differs(plan.entry(row, lane)); }); };
        const bool risen = is([&](Threshold t) { return t < exit; }), fallen = is([&](Threshold t) { return t > exit; });
        out.risen += risen;
        out.fallen += fallen;
        out.zones += risen || fallen;
        out.by_kswapd += (risen || fallen) && before.kswapd_awake(plan.rows()[row].node);
    }
    return out;
}

std::string now_visiting(const ledger::Playhead& p) {
    const ledger::RefreshPlan* plan = p.plan();
    if (!plan || plan->steps() == 0) return "";
    const std::string all = "every online CPU.";
    const auto step = p.step_in_refresh();
    if (p.moment().step >= p.steps()) return " Both kernels have visited " + all;
    if (step == 0) return " Both kernels are about to visit " + all;
    if (step >= plan->steps()) return "";
    // The place of the step just made: at a boundary the eye still sees that one.
    switch (plan->place(step - 1).loop) {
        case Loop::zeroing: return " The old code now zeroes every node threshold; the new code waits.";
        case Loop::zones: return " Both kernels now visit " + all;
        case Loop::nodes: return " The new code now compares the node's own thresholds; the old code waits.";
    }
    return "";
}

std::string access_words(const std::optional<ledger::Access>& a) {
    if (!a) return "waits";
    if (!a->store) return "reads " + std::to_string(a->before);
    return "stores " + std::to_string(a->after) + " over " + std::to_string(a->before);
}

class Telling {
public:
    Telling(const ledger::Playhead& p, const Machine* before, const Machine& after, CpuCount cpus)
        : p_(p), before_(before), after_(after), cpus_(cpus), record_(p.timeline().record(p.moment().event)) {}

    Words words() const {
        Words w = !record_.event ? booted() : record_.refused != Refusal::none ? refused() : std::visit(*this, *record_.event);
        w.moment = moment();
        return w;
    }

    Words operator()(const kernel::CpuOffline& e) const {
        const auto n = after_.online_count().value;
        return {cpu_name(e.cpu) + " goes offline: " + grouped(n) + " of " + possible() + (n == 1 ? " CPUs remains." : " CPUs remain.") + now_visiting(p_),
                reason(std::nullopt)};
    }
    Words operator()(const kernel::CpuOnline& e) const {
        return {cpu_name(e.cpu) + " comes online: " + grouped(after_.online_count().value) + " of " + possible() + " CPUs are up." + now_visiting(p_),
                reason(e.cpu)};
    }
    Words operator()(const kernel::SysctlWrite& e) const {
        Words w;
        if (e.name == kernel::Sysctl::thp) {
            w.sentence = std::string("Transparent huge pages are set to ") + thp_name(e.value) + ": min_free_kbytes is now " +
                         grouped(after_.settings().min_free.value) + ", and the watermarks follow it.";
        } else {
            w.sentence = std::string(e.name == kernel::Sysctl::min_free_kbytes ? "min_free_kbytes" : "watermark_scale_factor") +
                         " is set to " + grouped(e.value) + ": the watermarks follow, thresholds and drift marks stay.";
        }
        w.detail = "A sysctl does not refresh, so neither kernel stores anything: ";
        const auto marked = zones_with_mark(after_);
        w.detail += marked == 0 ? "no zone carries a drift mark."
                                : zones(marked) + (marked == 1 ? " keeps its drift mark" : " keep their drift marks") + " from the watermarks before.";
        return w;
    }
    Words operator()(const kernel::KswapdWake& e) const { return kswapd(e.node, true); }
    Words operator()(const kernel::KswapdSleep& e) const { return kswapd(e.node, false); }
    Words operator()(const kernel::MemoryOffline& e) const { return memory(e.zone, e.amount, "goes offline", "remain"); }
    Words operator()(const kernel::MemoryOnline& e) const { return memory(e.zone, e.amount, "comes online", "are there now"); }
    Words operator()(const kernel::ManagedChange& e) const {
        const std::string zone = name(e.zone);
        Words w{"Managed memory of " + zone + " is set to " + size(e.managed) + " without a refresh, as a balloon does.", ""};
        const auto tags = after_.online_tags();
        const int now = tags.empty() ? 0 : after_.tags()[tags[0].tag].zone[index_of(e.zone)];
        const int next = kernel::normal_threshold(after_.online_count(), e.managed, after_.topology().page_size);
        w.detail = "Its threshold stays " + std::to_string(now) +
                   (now == next ? ", which the new size gives as well." : " until the next refresh, which will make it " + std::to_string(next) + ".");
        return w;
    }

private:
    std::string possible() const { return grouped(cpus_.value); }
    std::string name(ZoneIndex z) const { return zone_title(after_.topology().zones[index_of(z)]); }
    std::string size(Pages n) const { return size_words(to_bytes(n, after_.topology().page_size)); }
    static std::string zones(std::int64_t n) { return n == 1 ? "1 zone" : grouped(n) + " zones"; }
    static const char* thp_name(std::int64_t v) { return v == 0 ? "never" : v == 1 ? "madvise" : "always"; }

    std::string marks_gained() const {
        if (!before_) return "";
        std::int64_t gained = 0;
        ZoneIndex which{};
        for (std::uint32_t z = 0; z < after_.zones().size(); ++z)
            if (after_.drift_mark(ZoneIndex{z}) > Pages{} && before_->drift_mark(ZoneIndex{z}) == Pages{}) {
                ++gained;
                which = ZoneIndex{z};
            }
        if (gained == 0) return "";
        if (gained > 1) return " " + zones(gained) + " now carry a drift mark.";
        return " " + capital(name(which)) + " now carries a drift mark of " + grouped(after_.drift_mark(which).value) + " pages.";
    }

    /// Why a refresh after a CPU came or went changes what it changes.
    std::string reason(std::optional<CpuId> newcomer) const {
        if (!p_.plan() || !before_) return "";
        const Changes c = changes_of(*p_.plan(), *before_, newcomer);
        const auto now = after_.online_count().value, then = before_->online_count().value;
        const int fls_now = kernel::fls(static_cast<std::uint64_t>(now)), fls_then = kernel::fls(static_cast<std::uint64_t>(then));
        const auto fls = [](std::int64_t n) { return "fls(" + grouped(n) + ")"; };
        std::string out;
        if (fls_now == fls_then) {
            out = fls(now) + " = " + fls(then) + " = " + std::to_string(fls_now);
            if (c.by_kswapd > 0) out += ", but kswapd had set the threshold of " + zones(c.by_kswapd) + " otherwise, and the refresh puts it back: ";
            else if (c.zones > 0) out += ", but " + zones(c.zones) + (c.zones == 1 ? " has another size" : " have another size") + " than at the refresh before: ";
            else if (c.newcomer) out += ", so only " + cpu_name(*newcomer) + " changes, whose thresholds had gone stale: ";
            else out += ", so no threshold changes: ";
        } else {
            out = fls(now) + " = " + std::to_string(fls_now) + " after " + fls(then) + " = " + std::to_string(fls_then);
            if (c.zones == 0)
                out += c.at_limit == c.zone_rows && c.zone_rows > 0 ? ", yet every zone is at the limit of 125: " : ", yet no zone's threshold changes: ";
            else
                out += ", so " + (c.zones == c.zone_rows ? std::string(c.zones == 1 ? "the zone's threshold " : "all thresholds ")
                                                         : "the threshold of " + grouped(c.zones) + " of " + zones(c.zone_rows) + " ") +
                       (c.fallen == 0 ? "rise" : c.risen == 0 ? "fall" : "change") + (c.zones == 1 || c.zones != c.zone_rows ? "s: " : ": ");
        }
        return out + cost(record_.ledgers) + "." + marks_gained();
    }

    Words booted() const {
        const auto n = after_.online_count().value;
        Words w;
        const ledger::RefreshPlan* plan = p_.plan();
        const bool midway = plan && p_.moment().step < p_.steps();
        if (midway && plan->cause() == kernel::RefreshCause::bring_up)
            w.sentence = "The machine boots: " + cpu_name(plan->runs_on()) + " has come up, and with it the thresholds are refreshed.";
        else if (midway)
            w.sentence = std::string("The machine boots: ") +
                         (plan->cause() == kernel::RefreshCause::postcore ? "watermarks have been set up (postcore), and the thresholds are refreshed."
                                                                          : "the late initcall refreshes the thresholds.");
        else
            w.sentence = "The machine has booted: " + (n == cpus_.value ? grouped(n) : grouped(n) + " of " + possible()) +
                         (cpus_.value == 1 ? " CPU is online." : n == 1 ? " CPUs is online." : " CPUs are online.");
        if (midway) w.sentence += now_visiting(p_);
        const auto marked = zones_with_mark(after_);
        w.detail = "Booting refreshed the thresholds " + times(static_cast<std::int64_t>(record_.refreshes())) + ": " + cost(record_.ledgers) + ". " +
                   (marked == 0 ? "No zone carries" : zones(marked) + (marked == 1 ? " carries" : " carry")) + " a drift mark.";
        return w;
    }

    Words kswapd(NodeId node, bool wakes) const {
        const auto& zones_of = after_.topology().zones;
        std::int64_t switched = 0;
        ZoneIndex which{};
        for (std::uint32_t z = 0; z < zones_of.size(); ++z)
            if (zones_of[z].node == node && after_.zones()[z].populated() && after_.drift_mark(ZoneIndex{z}) > Pages{}) {
                ++switched;
                which = ZoneIndex{z};
            }
        Words w{"kswapd of " + node_name(node) + (wakes ? " wakes" : " goes back to sleep"), ""};
        if (switched == 0) {
            w.sentence += ", and no threshold changes.";
            w.detail = "It switches only zones that carry a drift mark, and " + node_name(node) + " has none.";
            return w;
        }
        w.sentence += std::string(": it sets the ") + (wakes ? "pressure" : "normal") + " threshold on " + zones(switched) + " with a drift mark.";
        const auto of = [&](const Machine& m) {
            const auto tags = m.online_tags();
            return tags.empty() ? 0 : int{m.tags()[tags[0].tag].zone[index_of(which)]};
        };
        const int then = before_ ? of(*before_) : 0, now = of(after_);
        w.detail = capital(name(which)) + (then == now ? " keeps " + std::to_string(now) : " goes from " + std::to_string(then) + " to " + std::to_string(now)) +
                   ": " + count_of(record_.kswapd.stores, "store", "stores") + ", " + grouped(record_.kswapd.silent_stores) +
                   " of the same value, counted apart from refreshes.";
        return w;
    }

    Words memory(ZoneIndex z, Pages amount, const char* how, const char* left) const {
        Words w{size(amount) + " of " + name(z) + ' ' + how + ": " + size(after_.zone(z).present) + ' ' + left + "." + now_visiting(p_), ""};
        w.detail = "Watermarks are recomputed (min_free_kbytes " + grouped(after_.settings().min_free.value) + ") and a refresh follows: " +
                   cost(record_.ledgers) + "." + marks_gained();
        return w;
    }

    Words refused() const {
        struct Refused {
            const Telling& t;
            std::string why() const { return kernel::refusal_text(t.record_.refused) + "."; }
            bool already() const { return t.record_.refused == Refusal::already_so; }
            std::string operator()(const kernel::CpuOffline& e) const {
                return cpu_name(e.cpu) + (already() ? " is offline already." : " stays online: " + why());
            }
            std::string operator()(const kernel::CpuOnline& e) const {
                return cpu_name(e.cpu) + (already() ? " is online already." : " stays offline: " + why());
            }
            std::string operator()(const kernel::SysctlWrite& e) const {
                return "The write of " + grouped(e.value) + " to " +
                       (e.name == kernel::Sysctl::min_free_kbytes ? "min_free_kbytes" : e.name == kernel::Sysctl::thp ? "thp" : "watermark_scale_factor") +
                       " fails: " + why();
            }
            std::string operator()(const kernel::KswapdWake& e) const { return "kswapd of " + node_name(e.node) + " is awake already."; }
            std::string operator()(const kernel::KswapdSleep& e) const { return "kswapd of " + node_name(e.node) + " is asleep already."; }
            std::string operator()(const kernel::MemoryOffline& e) const {
                return t.size(e.amount) + " of " + t.name(e.zone) + " cannot go offline: " + why();
            }
            std::string operator()(const kernel::MemoryOnline& e) const {
                return t.size(e.amount) + " of " + t.name(e.zone) + " cannot come online: " + why();
            }
            std::string operator()(const kernel::ManagedChange& e) const {
                return "Managed memory of " + t.name(e.zone) + " cannot be " + t.size(e.managed) + ": the zone has " + t.size(t.after_.zone(e.zone).present) + " present.";
            }
        };
        return {std::visit(Refused{*this}, *record_.event), "Nothing changes, and neither kernel refreshes.", ""};
    }

    std::string moment() const {
        const ledger::RefreshPlan* plan = p_.plan();
        if (!plan) return "No refresh.";
        const std::string where = "Step " + grouped(p_.moment().step) + " of " + grouped(p_.steps());
        const auto step = p_.step_in_refresh();
        if (step == 0) return where + ": nothing has been read or stored yet.";
        if (p_.moment().step >= p_.steps()) return where + ": the refresh is complete.";
        const ledger::Place place = plan->place(step - 1);
        const std::string row = place.row.zone ? name(*place.row.zone) : node_name(place.row.node);
        return where + ", " + cpu_name(place.cpu) + ", " + row + ": the old code " + access_words(p_.last_access(Variant::rewrite)) +
               ", the new code " + access_words(p_.last_access(Variant::skip_unchanged)) + ".";
    }

    const ledger::Playhead& p_;
    const Machine* before_;
    const Machine& after_;
    CpuCount cpus_;
    const ledger::EventRecord& record_;
};

}  // namespace

Words words_of(const ledger::Playhead& p, const Machine* before, const Machine& after, CpuCount cpus) {
    return Telling(p, before, after, cpus).words();
}

}  // namespace driftmark::report
