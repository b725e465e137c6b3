// Watermarks and min_free_kbytes. Models calculate_min_free_kbytes() and __setup_per_zone_wmarks() of
// mm/page_alloc.c, and set_recommended_min_free_kbytes() of mm/khugepaged.c (Linux 6.1, 6.12, 7.3).
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "kernel/topology.hpp"
#include "kernel/units.hpp"

namespace driftmark::kernel {

/// Which rule the watermarks follow: 6.1 counts Movable memory in its shares, later kernels do not.
enum class WatermarkRule : std::uint8_t { k6_1, k7_3 };
enum class Thp : std::uint8_t { never, madvise, always };

/// One zone as these rules see it, and what they set.
struct ZonePressure {
    ZoneType type = ZoneType::Normal;
    Pages managed, present;
    Pages boost;            ///< watermark_boost; the accessors add it to all three
    Watermarks base;        ///< without boost
    Pages promo;            ///< without boost

    bool populated() const { return present.value > 0; }
    Watermarks with_boost() const { return {base.min + boost, base.low + boost, base.high + boost}; }
};

/// vm.* settings the rules read. Ranges are the kernel's: scale factor 1..3000.
struct WatermarkSettings {
    KiB min_free;                    ///< min_free_kbytes in force
    std::optional<KiB> user_min_free;///< what a user wrote, if one did (the kernel's -1 otherwise)
    int scale_factor = 10;           ///< ten-thousandths of a zone
    Thp thp = Thp::always;
    WatermarkRule rule = WatermarkRule::k7_3;
};

/// Memory for ordinary allocations: over zones up to Normal, managed above the high watermark.
Pages nr_free_buffer_pages(std::span<const ZonePressure>);

/// Recomputes settings.min_free from the square-root rule; a user's larger value is kept.
void calculate_min_free_kbytes(WatermarkSettings&, std::span<const ZonePressure>, PageSize);

/// Sets base watermarks of every zone from settings and drops boosts. Cost: one pass over the zones.
void setup_per_zone_wmarks(const WatermarkSettings&, std::span<ZonePressure>, PageSize);

/// What transparent huge pages do to min_free when they are switched, and at boot: raise it if they are
/// on, recompute it if they are off; then the watermarks.
void set_recommended_min_free_kbytes(WatermarkSettings&, std::span<ZonePressure>, PageSize);

/// Pages of one pageblock: 2 MiB with 4K pages, 32 MiB with 16K, 512 MiB with 64K.
Pages pageblock(PageSize);

/// floor(sqrt(x)), the kernel's int_sqrt().
std::uint64_t int_sqrt(std::uint64_t x);

}  // namespace driftmark::kernel
