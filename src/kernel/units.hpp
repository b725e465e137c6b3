// The units that cross boundaries in this house. No bare number does.
#pragma once

#include <compare>
#include <cstdint>

namespace driftmark {

/// A signed amount of one unit. Amounts of the same unit add, subtract and compare; units never mix.
template <class Tag>
struct Quantity {
    std::int64_t value = 0;

    constexpr Quantity() = default;
    constexpr explicit Quantity(std::int64_t v) : value(v) {}

    friend constexpr auto operator<=>(Quantity, Quantity) = default;
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity{a.value + b.value}; }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity{a.value - b.value}; }
    friend constexpr Quantity operator*(Quantity a, std::int64_t k) { return Quantity{a.value * k}; }
    friend constexpr Quantity operator/(Quantity a, std::int64_t k) { return Quantity{a.value / k}; }
    constexpr Quantity& operator+=(Quantity b) { value += b.value; return *this; }
    constexpr Quantity& operator-=(Quantity b) { value -= b.value; return *this; }
};

using Pages = Quantity<struct PagesTag>;
using Bytes = Quantity<struct BytesTag>;
using KiB = Quantity<struct KiBTag>;
using CpuCount = Quantity<struct CpuCountTag>;
using NodeCount = Quantity<struct NodeCountTag>;

/// Numbers of things: identifiers, not amounts; they compare but do not add.
enum class CpuId : std::uint32_t {};
enum class NodeId : std::uint32_t {};
/// Position of a zone in Topology::zones (node order, then zone-type order within a node).
enum class ZoneIndex : std::uint32_t {};

constexpr std::uint32_t index_of(CpuId c) { return static_cast<std::uint32_t>(c); }
constexpr std::uint32_t index_of(NodeId n) { return static_cast<std::uint32_t>(n); }
constexpr std::uint32_t index_of(ZoneIndex z) { return static_cast<std::uint32_t>(z); }

/// A per-CPU stat_threshold as the kernel stores it: an s8 holding 0..125.
using Threshold = std::uint8_t;
inline constexpr Threshold kThresholdMax = 125;

/// A page size the modelled kernels can be built with: PAGE_SHIFT 12, 14 or 16.
enum class PageSize : std::uint8_t { k4K = 12, k16K = 14, k64K = 16 };
constexpr int page_shift(PageSize p) { return static_cast<int>(p); }

constexpr Bytes to_bytes(Pages n, PageSize p) { return Bytes{n.value << page_shift(p)}; }
/// Whole pages in `b`; a started page does not count.
constexpr Pages to_pages(Bytes b, PageSize p) { return Pages{b.value >> page_shift(p)}; }
constexpr KiB to_kib(Pages n, PageSize p) { return KiB{n.value << (page_shift(p) - 10)}; }
constexpr Pages to_pages(KiB k, PageSize p) { return Pages{k.value >> (page_shift(p) - 10)}; }

inline constexpr CpuCount kMaxCpus{8192};
inline constexpr NodeCount kMaxNodes{1024};
inline constexpr Bytes kMaxZoneBytes{std::int64_t{64} << 40};

}  // namespace driftmark
