// A recorded trace of a real kernel replayed through the model: every threshold, mark, watermark and
// count compared. Input is only what the machine was given (actions, CPUs, results, sysctls, `present`
// and `managed` of zones); all else is computed.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "observed/refusal.hpp"

namespace driftmark::observed {

struct Difference {
    std::string trace;
    std::optional<std::int64_t> step;  ///< steps[].i; nothing outside the steps
    std::string row;                   ///< "0/DMA32", "node 1", "ctr", "refresh_log[7]", "zones_boot 0/DMA"
    std::string column;                ///< "mark", "st_zone", "thr_online"
    std::string recorded;
    std::string computed;
};

/// Values a trace records and cannot tell the truth of, or the model does not claim.
struct NotComparable {
    std::string what;
    std::string why;
    std::int64_t count = 0;
};

struct VerifyResult {
    std::string trace;    ///< the name it was given
    std::string variant;  ///< "baseline", "patched", ...; "zoneinfo" for a plain /proc/zoneinfo text
    std::string kernel;   ///< its release, as recorded
    std::int64_t steps = 0;
    std::int64_t compared = 0;
    std::int64_t different = 0;
    std::vector<Difference> differences;  ///< the first kMostDifferences of them
    std::vector<NotComparable> not_comparable;

    /// Adds another trace's counts; differences are kept up to the same bound.
    VerifyResult& operator+=(const VerifyResult&);
};
inline constexpr std::size_t kMostDifferences = 100;

/// Replays one trace: JSON, or that gzipped. A plain /proc/zoneinfo text is taken too: then its printed
/// thresholds are compared. `name` is only carried along.
std::expected<VerifyResult, Refusal> verify(std::string_view name, std::string_view content);

}  // namespace driftmark::observed
