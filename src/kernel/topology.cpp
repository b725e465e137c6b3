#include "kernel/topology.hpp"

#include <array>

namespace driftmark::kernel {
namespace {
constexpr std::array<std::string_view, kZoneTypes> kNames{"DMA", "DMA32", "Normal", "HighMem", "Movable", "Device"};
}

std::string_view zone_type_name(ZoneType t) { return kNames[static_cast<std::size_t>(t)]; }

std::optional<ZoneType> zone_type_of(std::string_view name) {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == name) return static_cast<ZoneType>(i);
    return std::nullopt;
}

}  // namespace driftmark::kernel
