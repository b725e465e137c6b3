// What can happen to a running machine, and what the kernel may answer.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "kernel/topology.hpp"
#include "kernel/units.hpp"
#include "kernel/watermarks.hpp"

namespace driftmark::kernel {

struct CpuOffline { CpuId cpu{}; };
struct CpuOnline { CpuId cpu{}; };
/// A write to vm.min_free_kbytes (KiB), vm.watermark_scale_factor (ten-thousandths) or the THP switch
/// (a Thp). Recomputes watermarks; refreshes nothing, so marks go stale.
enum class Sysctl : std::uint8_t { min_free_kbytes, watermark_scale_factor, thp };
struct SysctlWrite { Sysctl name{}; std::int64_t value = 0; };
struct KswapdWake { NodeId node{}; };
struct KswapdSleep { NodeId node{}; };
/// Memory blocks of a zone. Recomputes min_free_kbytes and watermarks and refreshes.
/// `managed` says how much of `amount` is (or was) managed, where that is not all of it.
struct MemoryOffline { ZoneIndex zone{}; Pages amount; std::optional<Pages> managed{}; };
struct MemoryOnline { ZoneIndex zone{}; Pages amount; std::optional<Pages> managed{}; };
/// `managed` set to a new value without a refresh, as ballooning does.
struct ManagedChange { ZoneIndex zone{}; Pages managed; };

using Event = std::variant<CpuOffline, CpuOnline, SysctlWrite, KswapdWake, KswapdSleep, MemoryOffline,
                           MemoryOnline, ManagedChange>;

/// Why an event changed nothing.
enum class Refusal : std::uint8_t {
    none,
    last_cpu,        ///< the only online CPU cannot leave
    boot_cpu,        ///< x86 keeps CPU 0
    already_so,      ///< the CPU or kswapd is in that state already
    bad_value,       ///< the sysctl does not take it
    too_little,      ///< the zone has not that much memory
    too_much,        ///< the zone would exceed what the model holds
    not_a_block,     ///< memory comes and goes in whole blocks
    device_memory,   ///< a Device zone never gains present pages
};

/// One plain sentence for a refusal, empty for none.
std::string refusal_text(Refusal);

/// Memory hotplug moves whole blocks of this size.
inline constexpr Bytes kMemoryBlock{std::int64_t{128} << 20};

}  // namespace driftmark::kernel
