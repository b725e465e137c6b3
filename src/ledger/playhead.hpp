// Where the reader is in a timeline, and stepping from there, both ways.
#pragma once

#include <cstdint>
#include <optional>

#include "ledger/timeline.hpp"

namespace driftmark::ledger {

/// How far one step goes: to the next access of either variant, or to the end of a CPU's position, of a
/// loop over all CPUs for one row, of a refresh, of an event.
enum class Granularity : std::uint8_t { store, cpu, zone, refresh, event };

/// A moment: `step` accesses of event `event` have been made, counted over all of the event's refreshes.
struct Moment {
    std::size_t event = 0;
    std::int64_t step = 0;
    friend auto operator<=>(const Moment&, const Moment&) = default;
};

class Playhead {
public:
    explicit Playhead(std::shared_ptr<const Timeline>);

    const Timeline& timeline() const { return *timeline_; }
    Moment moment() const { return moment_; }
    /// Steps in the current event, over all its refreshes.
    std::int64_t steps() const { return steps_; }
    /// The refresh the moment lies in (the last one at the event's end); none when the event has none.
    const RefreshPlan* plan() const { return plan_ ? &*plan_ : nullptr; }
    std::size_t refresh_number() const { return refresh_; }  ///< 0-based among the event's
    std::int64_t step_in_refresh() const { return moment_.step - refresh_start_; }

    /// What `v` did in the step just made; nothing at the start, and when it waited.
    std::optional<Access> last_access(Variant v) const;
    /// What `v` does next; nothing at the end, and when it waits.
    std::optional<Access> next_access(Variant v) const;
    /// Ledgers of the current refresh up to here, and of the whole refresh.
    Ledgers so_far() const;
    Ledgers whole() const;

    /// Goes to a moment; out of range is clamped. `step` < 0 means the event's end.
    void seek(std::size_t event, std::int64_t step = -1);
    /// Goes to the next (or previous) stop of that granularity. False, and nothing changes, at the end (or
    /// the start). An event's start, where nothing has been accessed yet, is a stop for store, cpu and zone;
    /// the end of an event is one for every granularity. So n stops forward and n back lead where one was.
    bool forward(Granularity);
    bool back(Granularity);

private:
    void go(Moment);
    std::optional<std::int64_t> stop_after(Granularity) const;
    std::optional<std::int64_t> stop_before(Granularity) const;

    std::shared_ptr<const Timeline> timeline_;
    Moment moment_;
    std::int64_t steps_ = 0;
    std::vector<std::int64_t> starts_;  // first step of each refresh of this event, then the end
    std::size_t refresh_ = 0;
    std::int64_t refresh_start_ = 0;
    std::optional<RefreshPlan> plan_;
};

}  // namespace driftmark::ledger
