#include <doctest/doctest.h>

#include <vector>

#include "kernel/watermarks.hpp"

using namespace driftmark;
using namespace driftmark::kernel;

namespace {
ZonePressure zone(ZoneType type, std::int64_t managed) {
    ZonePressure z;
    z.type = type;
    z.managed = z.present = Pages{managed};
    return z;
}
}  // namespace

TEST_CASE("boot watermarks of a traced machine (c4-4G-n2, Linux 7.3)") {
    std::vector zones{zone(ZoneType::DMA, 3840), zone(ZoneType::DMA32, 493125), zone(ZoneType::Normal, 515561)};
    WatermarkSettings s;
    s.thp = Thp::never;
    calculate_min_free_kbytes(s, zones, PageSize::k4K);
    CHECK(s.min_free.value == 8049);
    setup_per_zone_wmarks(s, zones, PageSize::k4K);
    CHECK(zones[0].base == Watermarks{Pages{7}, Pages{10}, Pages{13}});
    CHECK(zones[0].promo == Pages{16});
    CHECK(zones[2].base == Watermarks{Pages{1024}, Pages{1539}, Pages{2054}});
    CHECK(zones[1].base == Watermarks{Pages{979}, Pages{1472}, Pages{1965}});
}

TEST_CASE("transparent huge pages raise min_free_kbytes by eleven pageblocks a zone") {
    std::vector zones{zone(ZoneType::DMA, 3840), zone(ZoneType::DMA32, 772808), zone(ZoneType::Normal, 1736704)};
    WatermarkSettings s;
    calculate_min_free_kbytes(s, zones, PageSize::k4K);
    setup_per_zone_wmarks(s, zones, PageSize::k4K);
    set_recommended_min_free_kbytes(s, zones, PageSize::k4K);
    CHECK(s.min_free.value == 67584);
    CHECK(zones[1].base.min.value == 5195);
    s.thp = Thp::never;  // switching them off recomputes, and may lower
    set_recommended_min_free_kbytes(s, zones, PageSize::k4K);
    CHECK(s.min_free.value < 67584);
}

TEST_CASE("a small machine gives huge pages at most a twentieth") {
    std::vector zones{zone(ZoneType::DMA, 3840), zone(ZoneType::DMA32, 60000)};
    WatermarkSettings s;
    set_recommended_min_free_kbytes(s, zones, PageSize::k4K);
    CHECK(s.min_free.value == (63840 / 20) * 4);
}

TEST_CASE("min_free_kbytes stays between 128 and 262144, and a user's larger value is kept") {
    WatermarkSettings s;
    std::vector tiny{zone(ZoneType::DMA, 100)};
    calculate_min_free_kbytes(s, tiny, PageSize::k4K);
    CHECK(s.min_free.value == 128);
    std::vector huge{zone(ZoneType::Normal, std::int64_t{1} << 34)};
    calculate_min_free_kbytes(s, huge, PageSize::k4K);
    CHECK(s.min_free.value == 262144);
    s.min_free = KiB{2000000};
    s.user_min_free = KiB{2000000};
    calculate_min_free_kbytes(s, huge, PageSize::k4K);
    CHECK(s.min_free.value == 2000000);
}

TEST_CASE("Movable memory: a share by 6.1's rule, a clamp by 7.3's") {
    std::vector zones{zone(ZoneType::Normal, 1000000), zone(ZoneType::Movable, 1000000)};
    WatermarkSettings s;
    s.min_free = KiB{8000};
    setup_per_zone_wmarks(s, zones, PageSize::k4K);
    CHECK(zones[0].base.min.value == 2000);
    CHECK(zones[1].base.min.value == 128);
    CHECK(zones[1].base.low.value == 128 + 1000);  // the gap is not clamped
    s.rule = WatermarkRule::k6_1;
    setup_per_zone_wmarks(s, zones, PageSize::k4K);
    CHECK(zones[0].base.min.value == 1000);
    CHECK(zones[1].base.min.value == 1000);
    std::vector empty{zone(ZoneType::Normal, 1000), zone(ZoneType::Movable, 0)};
    s.rule = WatermarkRule::k7_3;
    setup_per_zone_wmarks(s, empty, PageSize::k4K);
    CHECK(empty[1].base == Watermarks{Pages{32}, Pages{32}, Pages{32}});  // as newer kernels print it
}

TEST_CASE("zones of 64 TiB do not overflow the share") {
    std::vector zones{zone(ZoneType::Normal, std::int64_t{1} << 34), zone(ZoneType::Normal, std::int64_t{1} << 34)};
    WatermarkSettings s;
    s.min_free = KiB{2147483647};
    s.scale_factor = 3000;
    setup_per_zone_wmarks(s, zones, PageSize::k4K);
    CHECK(zones[0].base.min.value == 2147483647LL / 4 / 2);
    CHECK(zones[0].base.low.value - zones[0].base.min.value == (std::int64_t{1} << 34) * 3 / 10);
}

TEST_CASE("the integer square root is exact") {
    for (std::uint64_t r : {0ULL, 1ULL, 2ULL, 8049ULL, 4294967295ULL}) {
        CHECK(int_sqrt(r * r) == r);
        if (r > 0) CHECK(int_sqrt(r * r - 1) == r - 1);
    }
}
