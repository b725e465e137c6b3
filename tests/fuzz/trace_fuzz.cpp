// libFuzzer entry: no trace, however damaged, may crash its reader or the replay.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "observed/verify.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto result = driftmark::observed::verify("fuzz", {reinterpret_cast<const char*>(data), size});
    if (!result && result.error().line().find('\n') != std::string::npos) std::abort();
    if (result && result->different > result->compared) std::abort();
    return 0;
}
