// The thresholds one CPU holds, one per row, and the small tag that stands for them. CPUs that took part
// in the same refresh hold the same values, so a machine of thousands of CPUs has a handful of sets.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "kernel/units.hpp"

namespace driftmark::kernel {

/// Values of one CPU. Rows of unpopulated zones and offline nodes hold 0.
struct ThresholdSet {
    std::vector<Threshold> zone;  ///< by ZoneIndex
    std::vector<Threshold> node;  ///< by NodeId
    friend bool operator==(const ThresholdSet&, const ThresholdSet&) = default;
};

enum class TagId : std::uint32_t {};

/// Every distinct set seen, each under one tag. Only grows; a tag and the set's address stay valid.
class TagTable {
public:
    TagId intern(const ThresholdSet& set);
    const ThresholdSet& operator[](TagId t) const { return sets_[static_cast<std::size_t>(t)]; }
    std::size_t size() const { return sets_.size(); }

private:
    std::deque<ThresholdSet> sets_;
    std::unordered_multimap<std::uint64_t, TagId> by_hash_;
};

}  // namespace driftmark::kernel
