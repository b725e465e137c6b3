#include "session/history.hpp"

namespace driftmark::session {
namespace {
/// A listed machine may take 100 KiB of text; a sitting must not grow without end.
constexpr std::size_t kMost = 100;
}  // namespace

void History::remember(const scenario::Scenario& s) {
    if (past_.size() == kMost) past_.erase(past_.begin());
    past_.push_back(s);
    future_.clear();
}

std::optional<scenario::Scenario> History::undo(const scenario::Scenario& current) {
    if (past_.empty()) return std::nullopt;
    future_.push_back(current);
    auto to = std::move(past_.back());
    past_.pop_back();
    return to;
}

std::optional<scenario::Scenario> History::redo(const scenario::Scenario& current) {
    if (future_.empty()) return std::nullopt;
    past_.push_back(current);
    auto to = std::move(future_.back());
    future_.pop_back();
    return to;
}

scenario::Scenario as_shown_now(const scenario::Scenario& machine, const scenario::Scenario& now) {
    scenario::Assignments shown;
    for (const auto& p : scenario::parameters())
        if (p.view || p.key == "granularity" || p.key == "variant") shown.emplace_back(p.key, now.get(p.key));
    return machine.with(shown).value_or(machine);
}

}  // namespace driftmark::session
