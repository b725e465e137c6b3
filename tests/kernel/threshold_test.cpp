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
