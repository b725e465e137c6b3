// The machine as it was built: CPUs, NUMA nodes and zones. It never changes while it runs; what does
// (online CPUs, present pages, watermarks) is in machine.hpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/cpu_set.hpp"
#include "kernel/units.hpp"

namespace driftmark::kernel {

/// The kernel's zone types in the kernel's order (enum zone_type).
enum class ZoneType : std::uint8_t { DMA, DMA32, Normal, HighMem, Movable, Device };
inline constexpr int kZoneTypes = 6;

/// The name /proc/zoneinfo prints for a type.
std::string_view zone_type_name(ZoneType);
/// The type of a printed name; names of no known type (vendor zones) are nothing.
std::optional<ZoneType> zone_type_of(std::string_view name);

/// min, low and high of a zone in pages, as the accessors of the kernel give them (with boost).
struct Watermarks {
    Pages min, low, high;
    friend constexpr bool operator==(const Watermarks&, const Watermarks&) = default;
};

struct ZoneSpec {
    NodeId node{};
    ZoneType type = ZoneType::Normal;
    std::string name;         ///< as printed; the type's name unless a vendor kernel prints another
    Pages managed;            ///< at boot's end; <= present
    Pages present;            ///< > 0 means populated
    /// `managed` when the first refresh of the boot saw it; boot memory is freed later.
    std::optional<Pages> first_managed;
    /// Watermarks given rather than computed; in force until something recomputes watermarks.
    std::optional<Watermarks> given_watermarks;
};

struct Topology {
    PageSize page_size = PageSize::k4K;
    CpuCount cpus{1};             ///< possible CPUs: 0 .. cpus-1
    NodeCount nodes{1};           ///< possible nodes: 0 .. nodes-1
    std::vector<NodeId> cpu_node; ///< node of each CPU
    std::vector<ZoneSpec> zones;  ///< sorted by node, then by type

    NodeId node_of(CpuId c) const { return cpu_node[index_of(c)]; }
};

}  // namespace driftmark::kernel
