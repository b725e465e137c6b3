// What undo and redo lead back to.
#pragma once

#include <optional>
#include <vector>

#include "scenario/scenario.hpp"

namespace driftmark::session {

class History {
public:
    /// Called with the scenario a change is about to leave. What could be redone is gone then.
    void remember(const scenario::Scenario&);
    /// The scenario to go back (or forth) to from `current`; nothing when there is none.
    std::optional<scenario::Scenario> undo(const scenario::Scenario& current);
    std::optional<scenario::Scenario> redo(const scenario::Scenario& current);
    bool can_undo() const { return !past_.empty(); }
    bool can_redo() const { return !future_.empty(); }

private:
    std::vector<scenario::Scenario> past_, future_;
};

/// `machine` looked at as `now` is: theme, granularity and the like stay as the reader has them.
scenario::Scenario as_shown_now(const scenario::Scenario& machine, const scenario::Scenario& now);

}  // namespace driftmark::session
