#include "kernel/threshold_set.hpp"

namespace driftmark::kernel {
namespace {

std::uint64_t hash_of(const ThresholdSet& s) {
    std::uint64_t h = 1469598103934665603u;  // FNV-1a
    for (const auto* rows : {&s.zone, &s.node})
        for (const Threshold t : *rows) h = (h ^ t) * 1099511628211u;
    return h;
}

}  // namespace

TagId TagTable::intern(const ThresholdSet& set) {
    const std::uint64_t h = hash_of(set);
    const auto [first, last] = by_hash_.equal_range(h);
    for (auto it = first; it != last; ++it)
        if ((*this)[it->second] == set) return it->second;
    const TagId tag{static_cast<std::uint32_t>(sets_.size())};
    sets_.push_back(set);
    by_hash_.emplace(h, tag);
    return tag;
}

}  // namespace driftmark::kernel
