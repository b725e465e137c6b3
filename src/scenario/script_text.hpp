// Scripts: what happens to the machine, as text and as single events.
//
//   offline:479-1,online:1-479     CPUs, from A towards B
//   offline:node1                  all CPUs of a node, highest first; online:node1 lowest first
//   sysctl:min_free_kbytes=90112   also watermark_scale_factor and thp
//   kswapd:wake:0  kswapd:sleep:0
//   memory:offline:1/Normal=1G     memory:online:...
//   managed:0/Normal=3G            the balloon: managed set anew
//   auto                           every CPU but one off from the top, then on again
//   none                           nothing happens after boot
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernel/event.hpp"
#include "kernel/topology.hpp"
#include "scenario/error.hpp"
#include "scenario/id_list.hpp"

namespace driftmark::scenario {

/// One item of a script, as written.
struct CpuRange { bool online = false; std::uint32_t from = 0, towards = 0; };
struct NodeCpus { bool online = false; std::uint32_t node = 0; };
struct SysctlItem { kernel::Sysctl name{}; std::int64_t value = 0; };
struct KswapdItem { bool wake = false; std::uint32_t node = 0; };
struct MemoryItem { bool online = false; std::uint32_t node = 0; std::string zone; Bytes amount; };
struct ManagedItem { std::uint32_t node = 0; std::string zone; Bytes managed; };
using ScriptItem = std::variant<CpuRange, NodeCpus, SysctlItem, KswapdItem, MemoryItem, ManagedItem>;
using Script = std::vector<ScriptItem>;

/// What a script may name.
struct ScriptGround {
    const kernel::Topology& topology;
    const kernel::CpuSet& existing;  ///< CPU numbers that exist
    const kernel::CpuSet& online;    ///< after boot
};

/// Reads the words only: `auto` has no items of its own and is for the caller.
Result<Script> parse_script(std::string_view text);
std::string print_script(const Script&);
/// The items that `auto` stands for.
Script auto_script(const ScriptGround&);

/// Single events, each with its canonical text. Refuses what the machine does not have, and scripts of
/// more than kMaxEvents events.
struct Events {
    std::vector<kernel::Event> events;
    std::vector<std::string> text;
};
inline constexpr std::size_t kMaxEvents = 200'000;
Result<Events> expand(const Script&, const ScriptGround&);

/// The script with `item` put in after its first `after` single events; an item that spans that moment is
/// taken apart there.
Script inserted(const Script&, const ScriptGround&, std::size_t after, ScriptItem item);

}  // namespace driftmark::scenario
