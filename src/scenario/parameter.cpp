#include "scenario/parameter.hpp"

#include <algorithm>
#include <cstdint>

#include "kernel/units.hpp"

namespace driftmark::scenario {
namespace {

/// The largest whole number that JSON readers keep exactly, 2^53 - 1.
constexpr std::int64_t kLargestExact = 9'007'199'254'740'991;

std::vector<Parameter> make_parameters() {
    constexpr std::int64_t M = std::int64_t{1} << 20, T = std::int64_t{1} << 40;
    std::vector<Parameter> all;
    const auto add = [&](Parameter p) { all.push_back(std::move(p)); };

    add({.key = "cpus", .label = "CPUs", .unit = "CPUs", .kind = Kind::count, .least = 1, .most = kMaxCpus.value,
         .fallback = "16",
         .help = "How many CPUs the machine has, numbered from 0 unless cpu_list says otherwise. Setting it puts cpu_list, cpu_nodes, online and script back.",
         .example = "480"});
    add({.key = "nodes", .label = "NUMA nodes", .unit = "nodes", .kind = Kind::count, .least = 1, .most = kMaxNodes.value,
         .fallback = "1",
         .help = "How many NUMA nodes the machine has. Setting it puts zones, cpu_nodes, kswapd and script back.",
         .example = "2"});
    add({.key = "memory", .label = "Memory", .unit = "bytes", .kind = Kind::size, .least = 16 * M, .most = kMaxNodes.value * 64 * T,
         .fallback = "64G",
         .help = "Present memory of the whole machine, split equally over the nodes. Setting it puts zones back; where zones are listed it is their sum.",
         .example = "768G"});
    add({.key = "zones", .label = "Zones", .unit = "", .kind = Kind::text, .fallback = "auto",
         .help = "The zones of each node: NODES:NAME=MANAGED[/PRESENT][@MIN:LOW:HIGH], names separated by commas and nodes by semicolons, watermarks in pages. "
                 "auto splits memory in address order: with 4K pages DMA below 16M and DMA32 below 4G, else DMA below 4G, and Normal above.",
         .example = "0:DMA=15M,DMA32=3G,Normal=381G;1:Normal=384G", .may_be_auto = true});
    add({.key = "cpu_nodes", .label = "CPUs of each node", .unit = "", .kind = Kind::text, .fallback = "auto",
         .help = "On which node each CPU sits: auto for contiguous blocks, interleave for one node after the other, or CPUS:NODE for every CPU, separated by semicolons.",
         .example = "0-119,240-359:0;120-239,360-479:1", .may_be_auto = true});
    add({.key = "cpu_list", .label = "CPU numbers", .unit = "", .kind = Kind::list, .fallback = "auto",
         .help = "The CPU numbers that exist where they have gaps; as many as cpus says. auto is 0 to cpus - 1.",
         .example = "0,8,16,24", .may_be_auto = true});
    add({.key = "page_size", .label = "Page size", .unit = "bytes", .kind = Kind::choice, .choices = {"4K", "16K", "64K"},
         .fallback = "4K",
         .help = "Size of a page. 4K stands for x86, whose CPU 0 cannot go offline; 16K and 64K for arm64.",
         .example = "16K"});
    add({.key = "min_free_kbytes", .label = "min_free_kbytes", .unit = "KiB", .kind = Kind::count, .least = 0, .most = INT32_MAX,
         .fallback = "auto",
         .help = "vm.min_free_kbytes written once the machine runs: the watermarks follow it, the drift marks do not until the next refresh. auto leaves the kernel's own.",
         .example = "90112", .may_be_auto = true});
    add({.key = "watermark_scale_factor", .label = "watermark_scale_factor", .unit = "1/10,000", .kind = Kind::count, .least = 1, .most = 3000,
         .fallback = "10",
         .help = "vm.watermark_scale_factor written once the machine runs: how far apart min, low and high lie, in ten-thousandths of a zone.",
         .example = "100"});
    add({.key = "thp", .label = "Transparent huge pages", .unit = "", .kind = Kind::choice, .choices = {"never", "madvise", "always"},
         .fallback = "always",
         .help = "Transparent huge pages at boot: switched on (madvise or always) they raise min_free_kbytes.",
         .example = "madvise"});
    add({.key = "boost", .label = "Watermark boost", .unit = "pages", .kind = Kind::count, .least = 0, .most = INT32_MAX,
         .fallback = "0",
         .help = "watermark_boost of every populated zone after boot; all three watermarks count it.",
         .example = "512"});
    add({.key = "kernel", .label = "Kernel", .unit = "", .kind = Kind::choice, .choices = {"6.1", "7.3"}, .fallback = "7.3",
         .help = "Which watermark rule holds: that of 6.1, where Movable memory has its share of min_free, or that of 7.3.",
         .example = "6.1"});
    add({.key = "boot_refresh", .label = "Refreshes at boot", .unit = "", .kind = Kind::choice, .choices = {"per_cpu", "late", "per_cpu_late"},
         .fallback = "late",
         .help = "When booting refreshes the thresholds: for each CPU but the first, then at postcore (per_cpu: 6.12 and older); "
                 "at postcore and at the late initcall (late: 6.13 and newer); or all of these (per_cpu_late).",
         .example = "per_cpu"});
    add({.key = "online", .label = "CPUs up after boot", .unit = "CPUs", .kind = Kind::list, .fallback = "auto",
         .help = "The CPUs that are up after boot: how many, lowest first, or which. auto is all; one CPU alone is written as a range, 4-4.",
         .example = "0-7,16", .may_be_auto = true});
    add({.key = "kswapd", .label = "kswapd", .unit = "", .kind = Kind::text, .fallback = "asleep",
         .help = "Whether kswapd runs after boot: asleep, awake on every node, or awake on some, as in awake:0,2-3. Awake it sets pressure thresholds on zones that carry a drift mark.",
         .example = "awake:0"});
    add({.key = "script", .label = "Script", .unit = "", .kind = Kind::text, .fallback = "auto",
         .help = "What happens after boot, separated by commas: offline:N, online:N, ranges offline:A-B from A towards B, offline:node1, sysctl:NAME=VALUE "
                 "(min_free_kbytes, watermark_scale_factor, thp), kswapd:wake:NODE, kswapd:sleep:NODE, memory:offline:NODE/ZONE=SIZE, memory:online:NODE/ZONE=SIZE, "
                 "managed:NODE/ZONE=SIZE. auto takes all CPUs but 0 off from the top, then on again; none is nothing.",
         .example = "offline:3,sysctl:min_free_kbytes=90112,online:3", .may_be_auto = true});
    add({.key = "event", .label = "Event", .unit = "", .kind = Kind::count, .least = 0, .most = 200'000, .fallback = "1",
         .help = "Which event of the script is looked at: 0 is the booted machine, 1 the script's first.",
         .example = "224"});
    add({.key = "step", .label = "Step", .unit = "", .kind = Kind::count, .least = 0, .most = kLargestExact, .fallback = "auto",
         .help = "How many steps of the event's refresh have been made. auto is its end.",
         .example = "100", .may_be_auto = true});
    add({.key = "granularity", .label = "One step is", .unit = "", .kind = Kind::choice, .choices = {"store", "cpu", "zone", "refresh", "event"},
         .fallback = "store",
         .help = "How far one step goes: to the next access of either variant, or to the end of a CPU, a zone, a refresh or an event.",
         .example = "event"});
    add({.key = "variant", .label = "Variant", .unit = "", .kind = Kind::choice, .choices = {"rewrite", "skip_unchanged"}, .fallback = "rewrite",
         .help = "Which variant is shown where there is room for one: rewrite is the kernel to date, skip_unchanged the 2026 patch.",
         .example = "skip_unchanged"});
    add({.key = "workload", .label = "Workload", .unit = "", .kind = Kind::choice,
         .choices = {"mixed", "bursts", "handover", "march", "isolated", "boot"}, .fallback = "mixed",
         .help = "What runs over the counters: bursts of one CPU, blocks that one CPU allocates and another frees (handover), every CPU counting "
                 "the same way (march, the worst case), work on isolated CPUs while others go idle, a start before the first refresh (boot), or a mix.",
         .example = "march"});
    add({.key = "seed", .label = "Seed", .unit = "", .kind = Kind::count, .least = 0, .most = kLargestExact, .fallback = "1",
         .help = "Which workload of that kind: the same seed gives the same steps everywhere.",
         .example = "7"});
    add({.key = "updates", .label = "Updates", .unit = "", .kind = Kind::count, .least = 1, .most = 1'000'000, .fallback = "20000",
         .help = "How many allocations, frees and counts the workload makes; the script's events are spread evenly over them.",
         .example = "100000"});
    add({.key = "fault", .label = "Fault", .unit = "", .kind = Kind::choice,
         .choices = {"none", "node_threshold_forgotten", "dead_cpu_not_folded", "mark_cleared", "mark_at_equality", "later_zones_skipped"},
         .fallback = "none",
         .help = "A named mistake put into the model, to see which promise it breaks. It is never written into a link.",
         .example = "dead_cpu_not_folded", .unlinked = true});
    add({.key = "theme", .label = "Theme", .unit = "", .kind = Kind::choice, .choices = {"auto", "light", "dark"}, .fallback = "auto",
         .help = "Light or dark; auto follows the page.", .example = "dark", .view = true});
    add({.key = "scale", .label = "Scale", .unit = "%", .kind = Kind::count, .least = 50, .most = 300, .fallback = "100",
         .help = "Size of text and controls in the figure.", .example = "125", .view = true});
    add({.key = "controls", .label = "Controls", .unit = "", .kind = Kind::choice, .choices = {"full", "transport", "none"}, .fallback = "full",
         .help = "Which controls the figure has: all, only those that step and play, or none.", .example = "transport", .view = true});
    add({.key = "autoplay", .label = "Autoplay", .unit = "", .kind = Kind::toggle, .fallback = "off",
         .help = "Whether the figure plays by itself when it comes into view; never where less motion is asked for.", .example = "on", .view = true});
    add({.key = "lang", .label = "Language", .unit = "", .kind = Kind::choice, .choices = {"en"}, .fallback = "en",
         .help = "Language of labels and sentences.", .example = "en", .view = true});
    return all;
}

}  // namespace

std::span<const Parameter> parameters() {
    static const std::vector<Parameter> all = make_parameters();
    return all;
}

std::optional<std::size_t> parameter_index(std::string_view key) {
    const auto same = [](char a, char b) { return (a == '-' ? '_' : a) == b; };
    const auto all = parameters();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (std::ranges::equal(key, all[i].key, same)) return i;
    return std::nullopt;
}

const Parameter* find_parameter(std::string_view key) {
    const auto i = parameter_index(key);
    return i ? &parameters()[*i] : nullptr;
}

}  // namespace driftmark::scenario
