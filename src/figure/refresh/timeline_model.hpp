// The timeline reduced to pixel columns: computed when the script, the machine or the width changes, never
// per frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "figure/painter.hpp"
#include "session/session.hpp"

namespace driftmark::figure::refresh {

/// Events that refresh nothing, or are no CPU's coming or going: painted as marks.
enum class Mark : std::uint8_t { refused, sysctl, kswapd, memory };

struct TimelineModel {
    float left = 0, right = 0;          ///< x of event 1 and of the last
    float boot_x = 0;                   ///< x of event 0
    std::size_t events = 0;             ///< without the boot
    double most = 1;                    ///< largest count shown

    struct Column { float x; std::int64_t least, most; };
    std::vector<Column> rewrite;        ///< stores of the events in a pixel column
    struct Spike { float x; std::int64_t stores; };
    std::vector<Spike> skip;            ///< the largest in a column; columns without stores have none
    struct Note { float x; Mark mark; std::size_t event; std::int64_t count; };
    std::vector<Note> notes;
    struct Online { float x; std::int64_t cpus; int weight; };
    std::vector<Online> axis;           ///< where a label with the online count is worth most, best first
    std::string title;                  ///< "Hotplug sweep: offline 479 → 1, then online 1 → 479"

    float x(std::size_t event) const;
    std::size_t event_at(float x) const;
};

TimelineModel model_timeline(const ledger::Timeline&, float left, float right);

/// Keeps the last model while nothing it depends on changes.
class TimelineCache {
public:
    const TimelineModel& get(const session::Snapshot&, float left, float right);

private:
    const ledger::Timeline* timeline_ = nullptr;
    std::uint64_t revision_ = 0;
    std::size_t size_ = 0;
    ledger::Ledgers totals_;
    float left_ = 0, right_ = 0;
    TimelineModel model_;
};

}  // namespace driftmark::figure::refresh
