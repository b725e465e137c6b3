// What is on screen now, in plain words: for the eye above the figure, and for a screen reader.
#pragma once

#include <string>

#include "kernel/machine.hpp"
#include "ledger/playhead.hpp"

namespace driftmark::report {

struct Words {
    std::string sentence{};  ///< what happens: "CPU 256 goes offline: 256 of 480 CPUs remain. ..."
    std::string detail{};    ///< why it costs what it costs: "fls(256) = fls(257) = 9, so no threshold changes: ..."
    std::string moment{};    ///< how far it has got and what the step just made did
};

/// Of the event the playhead is in. `before` and `after` are the machine around it; there is none before
/// the boot. `cpus` is how many exist. Cost: rows x distinct threshold sets.
Words words_of(const ledger::Playhead&, const kernel::Machine* before, const kernel::Machine& after, CpuCount cpus);

}  // namespace driftmark::report
