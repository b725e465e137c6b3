// A set of CPUs, as the kernel's cpumask: dense, counted, visited in ascending order.
#pragma once

#include <bit>
#include <cstddef>
#include <optional>
#include <vector>

#include "kernel/units.hpp"

namespace driftmark::kernel {

class CpuSet {
public:
    CpuSet() = default;
    /// An empty set that can hold CPUs 0 .. capacity-1.
    explicit CpuSet(CpuCount capacity)
        : words_((static_cast<std::size_t>(capacity.value) + 63) / 64) {}

    bool contains(CpuId c) const {
        const auto i = index_of(c);
        return i / 64 < words_.size() && (words_[i / 64] >> (i % 64) & 1) != 0;
    }
    void insert(CpuId c) {
        if (contains(c)) return;
        words_[index_of(c) / 64] |= std::uint64_t{1} << (index_of(c) % 64);
        ++count_;
    }
    void erase(CpuId c) {
        if (!contains(c)) return;
        words_[index_of(c) / 64] &= ~(std::uint64_t{1} << (index_of(c) % 64));
        --count_;
    }
    CpuCount count() const { return CpuCount{count_}; }
    /// The lowest member that is not below `from`; nothing when there is none.
    std::optional<CpuId> next(CpuId from) const {
        const auto i = index_of(from);
        for (std::size_t w = i / 64; w < words_.size(); ++w) {
            const auto rest = w == i / 64 ? words_[w] & (~std::uint64_t{0} << (i % 64)) : words_[w];
            if (rest != 0) return CpuId{static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(rest))};
        }
        return std::nullopt;
    }

    /// Calls f(CpuId) for each member, lowest first.
    template <class F>
    void for_each(F&& f) const {
        for (std::size_t w = 0; w < words_.size(); ++w)
            for (auto rest = words_[w]; rest != 0; rest &= rest - 1)
                f(CpuId{static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(rest))});
    }
    std::vector<CpuId> members() const {
        std::vector<CpuId> out;
        out.reserve(static_cast<std::size_t>(count_));
        for_each([&](CpuId c) { out.push_back(c); });
        return out;
    }
    friend bool operator==(const CpuSet&, const CpuSet&) = default;

private:
    std::vector<std::uint64_t> words_;
    std::int64_t count_ = 0;
};

}  // namespace driftmark::kernel
