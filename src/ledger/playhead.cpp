#include "ledger/playhead.hpp"

#include <algorithm>

namespace driftmark::ledger {

Playhead::Playhead(std::shared_ptr<const Timeline> timeline) : timeline_(std::move(timeline)) {
    go({0, timeline_->record(0).steps.empty() ? 0 : -1});
}

void Playhead::go(Moment to) {
    const bool same_event = !starts_.empty() && to.event == moment_.event;
    if (!same_event) {
        starts_.assign(1, 0);
        for (const std::int64_t n : timeline_->record(to.event).steps) starts_.push_back(starts_.back() + n);
        steps_ = starts_.back();
        refresh_ = 0;
        refresh_start_ = 0;
        plan_.reset();
    }
    moment_ = {to.event, to.step < 0 ? steps_ : std::min(to.step, steps_)};
    if (starts_.size() == 1) return;  // an event without a refresh
    const auto next = std::ranges::lower_bound(starts_, moment_.step);  // a refresh's end belongs to it
    const std::size_t refresh = next == starts_.begin() ? 0 : static_cast<std::size_t>(next - starts_.begin()) - 1;
    if (!plan_ || refresh != refresh_) plan_.emplace(timeline_->plan(moment_.event, refresh));
    refresh_ = refresh;
    refresh_start_ = starts_[refresh];
}

void Playhead::seek(std::size_t event, std::int64_t step) {
    const std::size_t last = timeline_->size() - 1;
    go(event > last ? Moment{last, -1} : Moment{event, step});
}

std::optional<Access> Playhead::last_access(Variant v) const {
    if (!plan_ || step_in_refresh() == 0) return std::nullopt;
    return plan_->access(v, step_in_refresh() - 1);
}

std::optional<Access> Playhead::next_access(Variant v) const {
    if (!plan_ || step_in_refresh() >= plan_->steps()) return std::nullopt;
    return plan_->access(v, step_in_refresh());
}

Ledgers Playhead::so_far() const { return plan_ ? plan_->until(step_in_refresh()) : Ledgers{}; }
Ledgers Playhead::whole() const { return plan_ ? plan_->total() : Ledgers{}; }

/// The next stop within the current event, if there is one.
std::optional<std::int64_t> Playhead::stop_after(Granularity g) const {
    if (moment_.step >= steps_) return std::nullopt;
    if (g == Granularity::event) return steps_;
    if (g == Granularity::store) return moment_.step + 1;
    const auto next = std::ranges::upper_bound(starts_, moment_.step);
    if (g == Granularity::refresh) return *next;
    const std::int64_t start = *std::prev(next);
    std::optional<RefreshPlan> other;  // when the moment ends one refresh, the next stop is in the one after
    const RefreshPlan* plan = &*plan_;
    if (start != refresh_start_) {
        other.emplace(timeline_->plan(moment_.event, refresh_ + 1));
        plan = &*other;
    }
    const std::int64_t s = moment_.step - start;
    return start + (g == Granularity::cpu ? plan->position_of(s) : plan->stretch_of(s)).end;
}

/// The previous stop within the current event, if there is one.
std::optional<std::int64_t> Playhead::stop_before(Granularity g) const {
    if (moment_.step <= 0 || g == Granularity::event) return std::nullopt;
    if (g == Granularity::store) return moment_.step - 1;
    if (g == Granularity::refresh) return refresh_start_ > 0 ? std::optional{refresh_start_} : std::nullopt;
    const std::int64_t s = step_in_refresh() - 1;
    return refresh_start_ + (g == Granularity::cpu ? plan_->position_of(s) : plan_->stretch_of(s)).first;
}

bool Playhead::forward(Granularity g) {
    if (const auto stop = stop_after(g)) {
        go({moment_.event, *stop});
        return true;
    }
    if (moment_.event + 1 >= timeline_->size()) return false;
    const bool stops_at_start = g != Granularity::event && g != Granularity::refresh;
    go({moment_.event + 1, 0});
    if (!stops_at_start)
        if (const auto stop = stop_after(g)) go({moment_.event, *stop});
    return true;
}

bool Playhead::back(Granularity g) {
    if (const auto stop = stop_before(g)) {
        go({moment_.event, *stop});
        return true;
    }
    if (moment_.event == 0) {
        const bool at_start = moment_.step == 0;
        const bool stops_at_start = g != Granularity::event && g != Granularity::refresh;
        if (at_start || !stops_at_start) return false;
        go({0, 0});
        return true;
    }
    go({moment_.event - 1, -1});
    return true;
}

}  // namespace driftmark::ledger
