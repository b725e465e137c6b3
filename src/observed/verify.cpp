#include "observed/verify.hpp"

#include <algorithm>
#include <array>

#include "observed/check.hpp"
#include "observed/gunzip.hpp"
#include "observed/replay.hpp"

namespace driftmark::observed {
namespace {

constexpr std::size_t kMostText = std::size_t{64} << 20;
constexpr std::array<std::string_view, 5> kVariants{"baseline", "patched", "perboot", "perbootpatched", "stock61"};

/// A plain text: each zone's printed thresholds against those computed.
VerifyResult verify_zoneinfo(const Zoneinfo& info) {
    Comparison c;
    const CheckResult checked = check(info);
    for (const CheckedZone& z : checked.zones) {
        const std::string row = std::to_string(index_of(z.node)) + "/" + z.name;
        if (z.result == Result::not_printed) c.cannot("thresholds that are not printed", z.explanation);
        else if (z.result == Result::unpopulated) c.same(row, "thresholds", "none", "none");
        else
            c.same(row, "thresholds", Comparison::text_of(z.printed),
                   z.result == Result::match ? Comparison::text_of(z.printed) : z.computed ? std::to_string(*z.computed) : "none");
    }
    c.result().variant = "zoneinfo";
    return std::move(c.result());
}

std::expected<VerifyResult, Refusal> verify_trace(const Trace& t) {
    if (std::ranges::find(kVariants, t.variant) == kVariants.end())
        return std::unexpected(Refusal{"variant", "unknown: " + quoted(t.variant), "baseline, patched, perboot, perbootpatched, stock61"});
    VerifyResult r = replay(t, LateManaged::as_in_the_end);
    if (r.different > 0 && late_managed_matters(t)) {
        VerifyResult other = replay(t, LateManaged::as_at_first);
        if (other.different < r.different) r = std::move(other);
    }
    r.variant = t.variant;
    r.kernel = t.kernel;
    return r;
}

}  // namespace

std::expected<VerifyResult, Refusal> verify(std::string_view name, std::string_view content) {
    std::string unpacked;
    if (is_gzip(content)) {
        auto text = gunzip(content, kMostText);
        if (!text) return std::unexpected(std::move(text.error()));
        unpacked = std::move(*text);
        content = unpacked;
    }
    const std::string accepted = "a trace as one JSON object, gzipped or not, or a /proc/zoneinfo text";
    if (content.size() > kMostText)
        return std::unexpected(Refusal{"trace", "larger than " + std::to_string(kMostText >> 20) + " MiB", accepted});
    const auto start = content.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return std::unexpected(Refusal{"trace", "the text is empty", accepted});

    std::expected<VerifyResult, Refusal> result;
    if (content[start] == '{') {
        const auto trace = read_trace(content);
        if (!trace) return std::unexpected(trace.error());
        result = verify_trace(*trace);
    } else {
        const auto info = read_zoneinfo(content);
        if (!info) return std::unexpected(Refusal{info.error().where, info.error().what, accepted});
        result = verify_zoneinfo(*info);
    }
    if (!result) return result;
    result->trace = std::string(name);
    for (Difference& d : result->differences) d.trace = result->trace;
    return result;
}

}  // namespace driftmark::observed
