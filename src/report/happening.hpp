// What a report is about: a scenario worked out, its timeline, and the moment that was asked for.
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "ledger/timeline.hpp"
#include "report/value.hpp"
#include "scenario/scenario.hpp"

namespace driftmark::report {

struct Happening {
    /// `known`: the scenario's timeline where somebody has it already; else it is built.
    explicit Happening(const scenario::Scenario&, std::shared_ptr<const ledger::Timeline> known = nullptr);

    scenario::Worked worked;
    std::shared_ptr<const ledger::Timeline> timeline;
    std::size_t event;  ///< 0 is the boot

    const kernel::Topology& topology() const { return *worked.topology; }
    const ledger::EventRecord& record() const { return timeline->record(event); }
    /// "offline:479"; "boot" for the boot.
    std::string text_of(std::size_t k) const;
};

/// "offline" of "offline:479", "kswapd:wake" of "kswapd:wake:0": what an event does, without to what.
std::string action_of(const ledger::EventRecord&);
/// The CPU an event is about; null for other events.
Value cpu_of(const ledger::EventRecord&);
/// The refusal's words; null when the event happened.
Value refusal_of(const ledger::EventRecord&);

/// "node 0 DMA32"
std::string zone_title(const kernel::ZoneSpec&);

Value ledger_value(const ledger::Ledger&);
/// {"rewrite": {...}, "skip_unchanged": {...}}
Value variants_value(const ledger::Ledgers&);

}  // namespace driftmark::report
