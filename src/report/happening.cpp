#include "report/happening.hpp"

#include "report/quantity.hpp"

namespace driftmark::report {

Happening::Happening(const scenario::Scenario& s, std::shared_ptr<const ledger::Timeline> known)
    : worked(scenario::work_out(s)),
      timeline(known ? std::move(known)
                     : std::make_shared<const ledger::Timeline>(worked.topology, worked.boot, worked.script)),
      event(std::min(worked.event, timeline->size() - 1)) {}

std::string Happening::text_of(std::size_t k) const { return k == 0 ? "boot" : worked.script_text[k - 1]; }

std::string action_of(const ledger::EventRecord& record) {
    struct Name {
        std::string operator()(const kernel::CpuOffline&) const { return "offline"; }
        std::string operator()(const kernel::CpuOnline&) const { return "online"; }
        std::string operator()(const kernel::SysctlWrite&) const { return "sysctl"; }
        std::string operator()(const kernel::KswapdWake&) const { return "kswapd:wake"; }
        std::string operator()(const kernel::KswapdSleep&) const { return "kswapd:sleep"; }
        std::string operator()(const kernel::MemoryOffline&) const { return "memory:offline"; }
        std::string operator()(const kernel::MemoryOnline&) const { return "memory:online"; }
        std::string operator()(const kernel::ManagedChange&) const { return "managed"; }
    };
    return record.event ? std::visit(Name{}, *record.event) : "boot";
}

Value cpu_of(const ledger::EventRecord& record) {
    if (!record.event) return {};
    if (const auto* off = std::get_if<kernel::CpuOffline>(&*record.event)) return std::int64_t{index_of(off->cpu)};
    if (const auto* on = std::get_if<kernel::CpuOnline>(&*record.event)) return std::int64_t{index_of(on->cpu)};
    return {};
}

Value refusal_of(const ledger::EventRecord& record) {
    if (record.refused == kernel::Refusal::none) return {};
    return kernel::refusal_text(record.refused);
}

std::string zone_title(const kernel::ZoneSpec& z) { return "node " + std::to_string(index_of(z.node)) + " " + z.name; }

Value ledger_value(const ledger::Ledger& l) {
    Value out;
    for (const LedgerQuantity& q : ledger_quantities()) out.set(std::string(q.key), l.*q.member);
    return out;
}

Value variants_value(const ledger::Ledgers& l) {
    Value out;
    for (const ledger::Variant v : ledger::kVariants) out.set(std::string(variant_key(v)), ledger_value(l[v]));
    return out;
}

}  // namespace driftmark::report
