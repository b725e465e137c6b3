#include "cli/evidence.hpp"

#include "cli/stream.hpp"

namespace driftmark::cli {
namespace {

using scenario::Result;

/// Recorded traces are a few MiB; what is larger than this is none.
constexpr std::size_t kLargestTrace = std::size_t{256} << 20;

scenario::Error at(const std::string& path, const observed::Refusal& r) {
    return {name_of(path) + (r.where.empty() ? "" : ", " + r.where), r.what, r.accepted};
}

/// JSON and gzip show themselves in their first characters; all else can only be a zoneinfo text.
bool may_be_trace(std::string_view beginning) {
    const auto first = beginning.find_first_not_of(" \t\r\n");
    return beginning.starts_with("\x1f\x8b") || (first != beginning.npos && beginning[first] == '{');
}

}  // namespace

Result<observed::Zoneinfo> read_zoneinfo_file(const std::string& path) {
    observed::ZoneinfoReader reader;
    std::optional<observed::Refusal> refused;
    const auto read = read_chunks(path, [&](std::string_view chunk) {
        if (auto taken = reader.feed(chunk); !taken) refused = taken.error();
        return !refused;
    });
    if (!read) return std::unexpected(read.error());
    if (refused) return std::unexpected(at(path, *refused));
    auto text = reader.finish();
    if (!text) return std::unexpected(at(path, text.error()));
    return *std::move(text);
}

Result<observed::VerifyResult> verify_file(const std::string& path) {
    std::string content;
    bool trace = false, too_large = false;
    observed::ZoneinfoReader text;
    std::optional<observed::Refusal> refused;
    const auto read = read_chunks(path, [&](std::string_view chunk) {
        if (content.empty()) trace = may_be_trace(chunk);
        if (!trace)
            if (auto taken = text.feed(chunk); !taken) refused = taken.error();
        too_large = content.size() + chunk.size() > kLargestTrace;
        if (!refused && !too_large) content += chunk;
        return !refused && !too_large;
    });
    if (!read) return std::unexpected(read.error());
    constexpr const char* kAccepted = "a recorded trace (JSON, or that gzipped) or a /proc/zoneinfo text";
    if (too_large) return scenario::wrong(name_of(path), "it is larger than 256 MiB", kAccepted);
    if (refused) return scenario::wrong(name_of(path), "it is neither a trace nor a /proc/zoneinfo text", kAccepted);
    auto result = observed::verify(name_of(path), content);
    if (!result) return std::unexpected(at(path, result.error()));
    return *std::move(result);
}

}  // namespace driftmark::cli
