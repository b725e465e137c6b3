#include "observed/comparison.hpp"

#include <algorithm>

namespace driftmark::observed {

void Comparison::same(std::string_view row, std::string_view column, std::int64_t recorded, std::int64_t computed) {
    count(recorded == computed, row, column, [&] { return std::pair(std::to_string(recorded), std::to_string(computed)); });
}

void Comparison::same(std::string_view row, std::string_view column, std::string_view recorded, std::string_view computed) {
    count(recorded == computed, row, column, [&] { return std::pair(std::string(recorded.substr(0, 80)), std::string(computed)); });
}

void Comparison::cannot(std::string_view what, std::string_view why, std::int64_t values) {
    if (values == 0) return;
    const auto known = std::ranges::find_if(result_.not_comparable, [&](const NotComparable& n) { return n.what == what && n.why == why; });
    if (known != result_.not_comparable.end()) known->count += values;
    else result_.not_comparable.push_back({std::string(what), std::string(why), values});
}

std::string Comparison::text_of(const std::vector<ThresholdRun>& runs) {
    if (runs.empty()) return "none";
    if (runs.size() == 1 && runs[0].last == UINT32_MAX) return std::to_string(runs[0].value);
    std::string out;
    for (const ThresholdRun& r : runs) {
        if (out.size() > 60) return out + " ...";
        out += (out.empty() ? "" : " ") + std::to_string(r.first) + "-" + std::to_string(r.last) + ":" + std::to_string(r.value);
    }
    return out;
}

VerifyResult& VerifyResult::operator+=(const VerifyResult& o) {
    steps += o.steps;
    compared += o.compared;
    different += o.different;
    for (const Difference& d : o.differences)
        if (differences.size() < kMostDifferences) differences.push_back(d);
    for (const NotComparable& n : o.not_comparable) {
        const auto known = std::ranges::find_if(not_comparable, [&](const NotComparable& k) { return k.what == n.what && k.why == n.why; });
        if (known != not_comparable.end()) known->count += n.count;
        else not_comparable.push_back(n);
    }
    return *this;
}

}  // namespace driftmark::observed
