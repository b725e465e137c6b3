// What every part of the refresh figure draws from: the controls' frame, the snapshot, the layout, and the
// few things derived from the snapshot once a frame.
#pragma once

#include "figure/controls.hpp"
#include "figure/refresh/grid.hpp"
#include "figure/refresh/layout.hpp"

namespace driftmark::figure::refresh {

inline constexpr std::string_view kNames[2]{"Rewrite everything", "Write only what changed"};

struct Frame {
    Ui& ui;
    const session::Snapshot& snapshot;
    const Layout& layout;
    Source source;                       ///< the current refresh at the current step
    const ledger::Ledgers so_far, whole; ///< of the current refresh
    std::vector<ledger::Row> rows;
    const ledger::Playhead& playhead() const { return *snapshot.playhead; }
    const ledger::Timeline& timeline() const { return *snapshot.timeline; }
    const kernel::Machine& machine() const { return *snapshot.machine; }
    const kernel::Topology& topology() const { return snapshot.machine->topology(); }
    std::string_view value(std::string_view key) const { return snapshot.state.scenario.get(key); }
};

}  // namespace driftmark::figure::refresh
