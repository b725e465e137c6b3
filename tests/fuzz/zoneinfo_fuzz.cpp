// libFuzzer entry: no text, however hostile, may crash the zoneinfo reader or its check, and how the text
// is cut into chunks changes nothing.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "observed/check.hpp"

namespace {

using namespace driftmark::observed;

std::expected<Zoneinfo, Refusal> in_chunks(std::string_view text, std::size_t size) {
    ZoneinfoReader reader;
    for (; !text.empty(); text.remove_prefix(std::min(size, text.size())))
        if (auto fed = reader.feed(text.substr(0, size)); !fed) return std::unexpected(fed.error());
    return reader.finish();
}

void hold(bool promise) {
    if (!promise) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto whole = read_zoneinfo(text);
    const auto cut = in_chunks(text, 1 + size % 13);
    hold(whole.has_value() == cut.has_value());
    if (!whole) {
        hold(whole.error().line() == cut.error().line());
        hold(whole.error().line().find('\n') == std::string::npos);
        return 0;
    }
    hold(whole->zones.size() == cut->zones.size() && whole->lines == cut->lines);
    for (std::size_t z = 0; z < whole->zones.size(); ++z) {
        hold(whole->zones[z].thresholds == cut->zones[z].thresholds && whole->zones[z].managed == cut->zones[z].managed);
        hold(whole->zones[z].cpus == cut->zones[z].cpus && whole->zones[z].cut == cut->zones[z].cut);
    }
    const CheckResult checked = check(*whole);
    hold(checked.zones.size() == whole->zones.size());
    hold(checked.matched + checked.differed + checked.not_printed + checked.unpopulated == static_cast<std::int64_t>(whole->zones.size()));
    return 0;
}
