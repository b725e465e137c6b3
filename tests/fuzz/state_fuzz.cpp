// libFuzzer entry: no text, however hostile, may crash the state text's reader, and what it takes has one
// canonical form.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "scenario/scenario.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace driftmark::scenario;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto state = decode(text);
    if (!state) {
        if (state.error().line().find('\n') != std::string::npos) std::abort();
        return 0;
    }
    if (!*state) return 0;
    const std::string canonical = encode(**state);
    const auto again = decode(canonical);
    if (!again || !*again || **again != **state || encode(**again) != canonical) std::abort();
    return 0;
}
