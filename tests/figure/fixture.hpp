// A moment of a scenario as a snapshot, made without a session.
#pragma once

#include <memory>
#include <string_view>

#include "session/session.hpp"

namespace driftmark::test {

struct Scene {
    scenario::Scenario scenario;
    std::shared_ptr<ledger::Timeline> timeline;
    std::unique_ptr<ledger::Playhead> playhead;
    std::unique_ptr<kernel::Machine> machine, before;
    session::Snapshot snapshot;

    /// `step` < 0: the event's end; between 0 and 1e6 it counts steps, see share() for a fraction.
    void seek(std::size_t event, std::int64_t step = -1);
    /// That part of the event's steps.
    void seek_share(std::size_t event, double share);
};
Scene scene(const scenario::Scenario&);
/// Assignments as in a URL, "preset=xeon480&cpus=16"; the preset first.
Scene scene(std::string_view text);

}  // namespace driftmark::test
