// A scenario made from what a real machine printed. What the text does not tell stays as it is by default.
#pragma once

#include "observed/check.hpp"
#include "scenario/scenario.hpp"

namespace driftmark::scenario {

/// What such a machine sets, to be laid over another scenario: cpus, online, nodes, page_size, zones (with
/// the watermarks it printed).
Assignments assignments_of(const observed::ObservedMachine&);
Result<Scenario> from_machine(const observed::ObservedMachine&);
/// The fullest snapshot in the text.
Result<Scenario> from_zoneinfo(const observed::Zoneinfo&);

}  // namespace driftmark::scenario
