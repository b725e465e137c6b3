// The scenario of what was asked: preset, zoneinfo, scenario text and keys laid over each other in this
// order, whatever their order on the command line.
#pragma once

#include "cli/asked.hpp"

namespace driftmark::cli {

scenario::Result<scenario::Scenario> scenario_of(const Asked&);

}  // namespace driftmark::cli
