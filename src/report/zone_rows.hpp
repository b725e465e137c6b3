// What reports say of zones: thresholds, drift and marks of one machine at one moment.
#pragma once

#include <optional>

#include "kernel/machine.hpp"

namespace driftmark::report {

/// The threshold formula of a zone taken apart.
struct Formula {
    CpuCount online;
    int fls_online = 0;
    std::int64_t units = 0;   ///< of 128 MiB
    int fls_units = 0;
    int product = 0;          ///< before the clamp
    Threshold normal = 0;     ///< after it
    bool clamped = false;
};
Formula formula_of(const kernel::Machine&, ZoneIndex);

/// How far a zone's counter may be off, and what the kernel does about it.
struct Drift {
    kernel::Watermarks marks;   ///< with boost
    Pages boost;
    Pages gap;                  ///< low - min: the drift that is tolerated
    Pages most;                 ///< online CPUs x normal threshold
    Threshold normal = 0;
    Threshold pressure = 0;
    Pages drift_mark;           ///< 0: none
    bool needed = false;        ///< the rule asks for a mark now
    bool lingers = false;       ///< there is one all the same, left from earlier
};
Drift drift_of(const kernel::Machine&, ZoneIndex);

/// What the online CPUs hold for a zone or a node; nothing while they do not agree.
std::optional<Threshold> held(const kernel::Machine&, ZoneIndex);
std::optional<Threshold> held(const kernel::Machine&, NodeId);

}  // namespace driftmark::report
