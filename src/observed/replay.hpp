// A trace run through the model, step by step, each compared as it happens.
#pragma once

#include "observed/comparison.hpp"
#include "observed/trace.hpp"

namespace driftmark::observed {

/// What is known of `managed` when the boot's last refresh ran: no more than that it lay between what the
/// first refresh saw and what was there in the end.
enum class LateManaged : std::uint8_t { as_in_the_end, as_at_first };

/// Whether the two make a difference to any threshold.
bool late_managed_matters(const Trace&);

VerifyResult replay(const Trace&, LateManaged);

}  // namespace driftmark::observed
