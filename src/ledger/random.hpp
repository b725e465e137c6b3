// A small generator that gives the same numbers on every platform: SplitMix64 (Steele, Lea and Flood 2014).
#pragma once

#include <cstdint>

namespace driftmark::ledger {

class Random {
public:
    constexpr explicit Random(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    /// 0 .. n-1, for 0 < n <= 2^32: the upper half of a product, in whole numbers throughout.
    constexpr std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }
    /// True once in n.
    constexpr bool one_in(std::uint32_t n) { return below(n) == 0; }

    friend constexpr bool operator==(const Random&, const Random&) = default;

private:
    std::uint64_t state_;
};

}  // namespace driftmark::ledger
