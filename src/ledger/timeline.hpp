// A whole script as it happened: the boot and every event, each with its ledgers, and any moment of it
// again. Built in one pass by census; states are kept sparsely and replayed, so seeking stays far below
// a frame and memory with the square root of the script.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kernel/machine.hpp"
#include "ledger/ledger.hpp"
#include "ledger/refresh_plan.hpp"

namespace driftmark::ledger {

struct EventRecord {
    std::optional<kernel::Event> event;  ///< none: the boot
    kernel::Refusal refused = kernel::Refusal::none;
    CpuCount online;                     ///< after the event
    Ledgers ledgers;                     ///< over its refreshes
    std::vector<std::int64_t> steps;     ///< of each refresh (see refresh_plan.hpp)
    std::int64_t marks_set = 0;          ///< marks stored
    std::int64_t marks_changed = 0;      ///< of these, with another value
    kernel::KswapdWrites kswapd;         ///< counted apart

    std::size_t refreshes() const { return steps.size(); }
};

class Timeline {
public:
    Timeline(std::shared_ptr<const kernel::Topology>, kernel::BootSettings, std::vector<kernel::Event> script);

    /// Events with the boot: record(0) is the boot, record(k) the script's k-th event.
    std::size_t size() const { return records_.size(); }
    const EventRecord& record(std::size_t k) const { return records_[k]; }
    const std::vector<EventRecord>& records() const { return records_; }
    /// Over the script, without the boot.
    const Ledgers& totals() const { return totals_; }

    /// The machine after event k.
    kernel::Machine after(std::size_t k) const;
    /// The j-th refresh of event k, laid out for stepping; j < record(k).refreshes().
    RefreshPlan plan(std::size_t k, std::size_t j = 0) const;

private:
    std::shared_ptr<const kernel::Topology> topology_;
    kernel::BootSettings boot_;
    std::vector<EventRecord> records_;
    Ledgers totals_;
    std::size_t spacing_ = 1;
    std::vector<kernel::Machine> kept_;  // states after events 0, spacing, 2 spacing ...
};

}  // namespace driftmark::ledger
