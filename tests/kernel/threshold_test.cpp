#include <doctest/doctest.h>

#include "kernel/threshold.hpp"

using namespace driftmark;
using namespace driftmark::kernel;

namespace {
Pages gib(std::int64_t n) { return to_pages(Bytes{n << 30}, PageSize::k4K); }
}  // namespace

TEST_CASE("the normal threshold follows CPUs and memory by their highest bits") {
    CHECK(normal_threshold(CpuCount{1}, Pages{0}, PageSize::k4K) == 2);      // the least there is
    CHECK(normal_threshold(CpuCount{1}, Pages{32767}, PageSize::k4K) == 2);  // just below 128 MiB
    CHECK(normal_threshold(CpuCount{1}, Pages{32768}, PageSize::k4K) == 4);
    CHECK(normal_threshold(CpuCount{4}, Pages{3840}, PageSize::k4K) == 6);
    CHECK(normal_threshold(CpuCount{4}, Pages{494030}, PageSize::k4K) == 30);  // traced: c4-4G-n2
    // The same memory in other pages gives the same threshold.
    CHECK(normal_threshold(CpuCount{4}, Pages{494030 / 4}, PageSize::k16K) == 30);
    CHECK(normal_threshold(CpuCount{4}, Pages{494030 / 16}, PageSize::k64K) == 30);
    CHECK(normal_threshold(CpuCount{256}, Pages{3840}, PageSize::k4K) == 18);
    CHECK(normal_threshold(CpuCount{257}, Pages{3840}, PageSize::k4K) == 18);
}

TEST_CASE("125 is reached where the formula says, and never passed") {
    struct { std::int64_t cpus, gib; } first[] = {{32, 64}, {64, 16}, {128, 8}, {256, 4}, {1024, 2}, {4096, 1}};
    for (const auto& f : first) {
        CHECK(normal_threshold(CpuCount{f.cpus}, gib(f.gib), PageSize::k4K) == 125);
        CHECK(normal_threshold(CpuCount{f.cpus}, gib(f.gib) - Pages{1}, PageSize::k4K) < 125);
    }
    CHECK(normal_threshold(kMaxCpus, to_pages(kMaxZoneBytes, PageSize::k4K), PageSize::k4K) == 125);
}

TEST_CASE("the pressure threshold shares the gap, and may exceed the normal one") {
    // A printed 2-CPU machine: 8/125/125 under pressure where the normal rule gives 4/24/16.
    CHECK(pressure_threshold(CpuCount{2}, {Pages{66}, Pages{82}, Pages{98}}) == 8);
    CHECK(pressure_threshold(CpuCount{2}, {Pages{8000}, Pages{10000}, Pages{12000}}) == 125);
    CHECK(pressure_threshold(CpuCount{8192}, {Pages{100}, Pages{125}, Pages{150}}) == 1);  // never below 1
    CHECK(pressure_threshold(CpuCount{4}, {Pages{10}, Pages{10}, Pages{10}}) == 1);
}

TEST_CASE("a mark is needed when the drift exceeds low - min, not when it equals it") {
    const Watermarks w{Pages{100}, Pages{140}, Pages{180}};
    CHECK_FALSE(needs_mark(CpuCount{4}, 10, w));
    CHECK(needs_mark(CpuCount{4}, 11, w));
}

TEST_CASE("fls counts bits from one") {
    CHECK(fls(0) == 0);
    CHECK(fls(1) == 1);
    CHECK(fls(255) == 8);
    CHECK(fls(256) == 9);
    CHECK(fls(1024) == 11);
}

TEST_CASE("the sample table above calculate_normal_threshold() in mm/vmstat.c, with its misprints") {
    // Threshold, processors, fls as printed, zone in MiB (a size within the printed range), fls(mem)+1 as printed.
    struct Row { int threshold; std::int64_t cpus; int fls_cpus; std::int64_t mib; int fls_mem; };
    constexpr Row printed[] = {
        {8, 1, 1, 950, 4},     {16, 2, 2, 950, 4},    {20, 2, 2, 1500, 5},   {24, 2, 2, 3000, 6},   {28, 2, 2, 6000, 7},
        {32, 2, 2, 12000, 8},  {4, 2, 2, 100, 1},     {30, 4, 3, 3000, 5},   {48, 4, 3, 12000, 8},  {32, 8, 4, 1500, 4},
        {32, 8, 4, 950, 4},    {10, 16, 5, 100, 1},   {40, 16, 5, 900, 4},   {70, 64, 7, 3000, 5},  {84, 64, 7, 6000, 6},
        {108, 512, 9, 6000, 6}, {125, 1024, 10, 12000, 8}, {125, 1024, 10, 24000, 9},
    };
    // What the formula gives where the comment prints something else. fls(mem)+1 is too small by one in five rows
    // (1-2 GB is 8 to 15 units, whose fls is 4; 2-4 GB is 5; 4-8 GB is 6), and the thresholds printed there
    // follow from it. fls(512) is 10 and fls(1024) is 11; the clamp hides the latter.
    struct Misprint { std::size_t row; int threshold, fls_cpus, fls_mem; };
    constexpr Misprint misprints[] = {
        {7, 36, 3, 6}, {9, 40, 4, 5}, {13, 84, 7, 6}, {14, 98, 7, 7}, {15, 125, 10, 7}, {16, 125, 11, 8}, {17, 125, 11, 9},
    };
    for (std::size_t i = 0; i < std::size(printed); ++i) {
        Row row = printed[i];
        for (const Misprint& m : misprints)
            if (m.row == i) row = {m.threshold, row.cpus, m.fls_cpus, row.mib, m.fls_mem};
        INFO("row " << i + 1);
        const Pages managed = to_pages(Bytes{row.mib << 20}, PageSize::k4K);
        CHECK(fls(static_cast<std::uint64_t>(row.cpus)) == row.fls_cpus);
        CHECK(1 + fls(static_cast<std::uint64_t>(memory_units(managed, PageSize::k4K))) == row.fls_mem);
        CHECK(normal_threshold(CpuCount{row.cpus}, managed, PageSize::k4K) == row.threshold);
        // Each row agrees with itself: the printed threshold is 2 x fls x (fls + 1), at most 125.
        const int product = 2 * printed[i].fls_cpus * printed[i].fls_mem;
        CHECK(printed[i].threshold == (product < 125 ? product : 125));
    }
    // And each misprint is one: the formula does not give what is printed.
    for (const Misprint& m : misprints)
        CHECK((printed[m.row].threshold != m.threshold || printed[m.row].fls_cpus != m.fls_cpus));
}
