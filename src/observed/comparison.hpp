// Values recorded beside values computed, counted as equal or not, and those that cannot be compared.
#pragma once

#include <string_view>

#include "observed/trace.hpp"
#include "observed/verify.hpp"

namespace driftmark::observed {

class Comparison {
public:
    /// Differences from here on are put down under this step; nothing: outside the steps.
    void at_step(std::optional<std::int64_t> step) { step_ = step; }
    void same(std::string_view row, std::string_view column, std::int64_t recorded, std::int64_t computed);
    void same(std::string_view row, std::string_view column, std::string_view recorded, std::string_view computed);
    /// Runs over the CPUs `among`, each with the value value_of(CPU).
    template <class F>
    void same_runs(std::string_view row, std::string_view column, const std::vector<ThresholdRun>& recorded,
                   const kernel::CpuSet& among, F&& value_of) {
        count(runs_agree(recorded, among, value_of), row, column,
              [&] { return std::pair(text_of(recorded), text_of(runs_of(among, value_of))); });
    }
    void cannot(std::string_view what, std::string_view why, std::int64_t values = 1);

    const VerifyResult& result() const { return result_; }
    VerifyResult& result() { return result_; }

    /// Whether each CPU's value lies in a recorded run of that value, and no run begins or ends elsewhere.
    template <class F>
    static bool runs_agree(const std::vector<ThresholdRun>& recorded, const kernel::CpuSet& among, F&& value_of) {
        std::size_t r = 0;
        bool agree = true;
        among.for_each([&](CpuId c) {
            const std::uint32_t cpu = index_of(c);
            while (r < recorded.size() && recorded[r].last < cpu) ++r;
            agree &= r < recorded.size() && recorded[r].first <= cpu && recorded[r].value == value_of(c);
        });
        for (const ThresholdRun& run : recorded)
            agree &= run.last == UINT32_MAX || (among.contains(CpuId{run.first}) && among.contains(CpuId{run.last}));
        return agree;
    }
    template <class F>
    static std::vector<ThresholdRun> runs_of(const kernel::CpuSet& among, F&& value_of) {
        std::vector<ThresholdRun> runs;
        among.for_each([&](CpuId c) {
            const std::int64_t v = value_of(c);
            if (!runs.empty() && runs.back().value == v && runs.back().last + 1 == index_of(c)) runs.back().last = index_of(c);
            else runs.push_back({index_of(c), index_of(c), v});
        });
        return runs;
    }
    /// "6", or "0-2:6 3-3:4".
    static std::string text_of(const std::vector<ThresholdRun>&);

private:
    template <class Texts>
    void count(bool agree, std::string_view row, std::string_view column, Texts&& texts) {
        ++result_.compared;
        if (agree) return;
        ++result_.different;
        if (result_.differences.size() >= kMostDifferences) return;
        auto [recorded, computed] = texts();
        result_.differences.push_back({{}, step_, std::string(row), std::string(column), std::move(recorded), std::move(computed)});
    }

    VerifyResult result_;
    std::optional<std::int64_t> step_;
};

}  // namespace driftmark::observed
