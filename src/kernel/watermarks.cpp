#include "kernel/watermarks.hpp"

#include <algorithm>
#include <cmath>

namespace driftmark::kernel {
namespace {

constexpr Pages kSwapClusterMax{32};
constexpr Pages kHighMemMinCap{128};
constexpr std::int64_t kMinFreeFloorKiB = 128;
constexpr std::int64_t kMinFreeCapKiB = 262144;

/// Pageblocks THP keeps free per zone: two, and three migrate types falling back on three.
constexpr std::int64_t kThpPageblocksPerZone = 2 + 3 * 3;

bool serves_user_allocations(ZoneType t) { return t <= ZoneType::Normal; }

/// Whether the zone's min is a small clamp instead of a share of min_free. On a machine with HighMem,
/// 6.1 takes Movable for HighMem as well.
bool min_is_clamped(ZoneType t, WatermarkRule rule, bool machine_has_highmem) {
    if (t == ZoneType::HighMem) return true;
    return t == ZoneType::Movable && (rule == WatermarkRule::k7_3 || machine_has_highmem);
}

__extension__ using Wide = __int128;

/// x * numerator / denominator where x * numerator may exceed 64 bits.
std::int64_t scale(std::int64_t x, std::int64_t numerator, std::int64_t denominator) {
    if (denominator == 0) return 0;
    return static_cast<std::int64_t>(static_cast<Wide>(x) * numerator / denominator);
}

}  // namespace

std::uint64_t int_sqrt(std::uint64_t x) {
    constexpr std::uint64_t kLargest = 0xffffffff;  // its square still fits
    auto r = std::min(static_cast<std::uint64_t>(std::sqrt(static_cast<double>(x))), kLargest);
    while (r * r > x) --r;
    while (r < kLargest && (r + 1) * (r + 1) <= x) ++r;
    return r;
}

Pages pageblock(PageSize p) {
    switch (p) {
        case PageSize::k16K: return Pages{2048};
        case PageSize::k64K: return Pages{8192};
        case PageSize::k4K: break;
    }
    return Pages{512};
}

Pages nr_free_buffer_pages(std::span<const ZonePressure> zones) {
    Pages sum;
    for (const auto& z : zones) {
        const Pages high = z.with_boost().high;
        if (serves_user_allocations(z.type) && z.managed > high) sum += z.managed - high;
    }
    return sum;
}

void calculate_min_free_kbytes(WatermarkSettings& s, std::span<const ZonePressure> zones, PageSize page_size) {
    const KiB lowmem = to_kib(nr_free_buffer_pages(zones), page_size);
    const auto fresh = static_cast<std::int64_t>(int_sqrt(static_cast<std::uint64_t>(lowmem.value) * 16));
    if (fresh > s.user_min_free.value_or(KiB{-1}).value)
        s.min_free = KiB{std::clamp(fresh, kMinFreeFloorKiB, kMinFreeCapKiB)};
}

void setup_per_zone_wmarks(const WatermarkSettings& s, std::span<ZonePressure> zones, PageSize page_size) {
    const bool has_highmem = std::ranges::any_of(
        zones, [](const ZonePressure& z) { return z.type == ZoneType::HighMem && z.populated(); });
    const Pages min_free = to_pages(s.min_free, page_size);
    Pages lowmem;
    for (const auto& z : zones)
        if (!min_is_clamped(z.type, s.rule, has_highmem)) lowmem += z.managed;

    for (auto& z : zones) {
        const Pages share{scale(min_free.value, z.managed.value, lowmem.value)};
        const Pages min = min_is_clamped(z.type, s.rule, has_highmem)
                              ? std::clamp(z.managed / 1024, kSwapClusterMax, kHighMemMinCap)
                              : share;
        const Pages gap = std::max(share / 4, Pages{scale(z.managed.value, s.scale_factor, 10000)});
        z.boost = Pages{};
        z.base = {min, min + gap, min + gap * 2};
        z.promo = min + gap * 3;
    }
}

void set_recommended_min_free_kbytes(WatermarkSettings& s, std::span<ZonePressure> zones, PageSize page_size) {
    if (s.thp == Thp::never) {
        calculate_min_free_kbytes(s, zones, page_size);
    } else {
        const auto served = std::ranges::count_if(zones, [](const ZonePressure& z) {
            return z.populated() && serves_user_allocations(z.type);
        });
        const Pages wanted = pageblock(page_size) * served * kThpPageblocksPerZone;
        const Pages recommended = std::min(wanted, nr_free_buffer_pages(zones) / 20);
        s.min_free = std::max(s.min_free, to_kib(recommended, page_size));
    }
    setup_per_zone_wmarks(s, zones, page_size);
}

}  // namespace driftmark::kernel
