#include "kernel/page_lists.hpp"

#include <algorithm>
#include <bit>

namespace driftmark::kernel {

ListSizes list_sizes(Pages managed, Pages low, CpuCount local, PageSize page_size) {
    const std::int64_t megabyte = std::int64_t{1} << (20 - page_shift(page_size));
    const std::int64_t quarter = std::max<std::int64_t>(1, std::min(managed.value >> 10, megabyte) / 4);
    ListSizes s;
    // One less than a power of two, which spreads pages over the colours of a cache.
    s.batch = std::max(1, static_cast<int>(std::bit_floor(static_cast<std::uint64_t>(quarter + quarter / 2))) - 1);
    const std::int64_t share = low.value / std::max<std::int64_t>(1, local.value);
    constexpr std::int64_t most = 32767;  // what one list of blocks can count here
    s.high = static_cast<int>(std::min(most, std::max<std::int64_t>(share, s.batch << 2)));
    return s;
}

}  // namespace driftmark::kernel
