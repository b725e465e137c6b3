// A printed /proc/zoneinfo against the model: zone by zone, the threshold printed and the one computed,
// and why they differ where they do.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/topology.hpp"
#include "observed/zoneinfo.hpp"

namespace driftmark::observed {

enum class Result : std::uint8_t {
    match,        ///< every printed threshold is the normal rule's
    differ,       ///< some is not
    not_printed,  ///< a zone with memory, without a threshold
    unpopulated,  ///< no memory, and no threshold, as it must be
};
enum class Reason : std::uint8_t {
    pressure,           ///< what kswapd sets while awake
    page_size,          ///< pages are 16K or 64K; computed with that (a match, or what the rule gives then)
    managed_missing,    ///< older kernels print no `managed`: computed with `present`
    managed_changed,    ///< the rule gives it for another `managed`, as it was at the last refresh
    truncated,          ///< the text ends, or was cut, within the zone
    edited_or_unknown,  ///< no rule of any kernel gives it
};
/// The names the contract uses: "match", "not_printed", "managed_changed" ...
std::string_view name_of(Result);
std::string_view name_of(Reason);

struct CheckedZone {
    std::size_t snapshot = 0;
    NodeId node{};
    std::string name;
    std::int64_t line = 0;                  ///< of its head in the text
    Pages present, managed;                 ///< as taken: 0 where the text gives neither
    std::vector<ThresholdRun> printed;
    std::optional<Threshold> computed;      ///< normal rule; nothing where no refresh visits the zone
    std::optional<Threshold> pressure;      ///< pressure rule; nothing where min or low is not printed
    Result result{};
    std::vector<Reason> reasons;            ///< of a difference, or what a match rests on
    std::string explanation;                ///< one plain sentence
};

/// How many CPUs were taken as online, and why. One for each snapshot.
struct CpuCountTaken {
    CpuCount cpus{1};
    std::vector<CpuRange> printed;  ///< CPUs with a block in some zone
    bool inferred = false;          ///< more than are printed, since only that explains the thresholds
    std::string why;                ///< one plain sentence
};

/// The machine a text came from, as far as it prints it: what a scenario is made from.
struct ObservedZone {
    NodeId node{};
    std::string name;
    std::optional<kernel::ZoneType> type;      ///< nothing for a name no kernel of ours knows
    Pages managed, present;
    std::optional<kernel::Watermarks> watermarks;  ///< as printed, boost included
    Pages boost;
};
struct ObservedMachine {
    PageSize page_size = PageSize::k4K;
    CpuCount cpus{1};                ///< online
    std::vector<CpuRange> cpu_list;  ///< their numbers; 0..cpus-1 where the text does not say
    NodeCount nodes{1};              ///< highest node number printed, and one
    std::vector<ObservedZone> zones; ///< sorted by node, then by zone type; unpopulated ones too
};

struct CheckResult {
    std::vector<CheckedZone> zones;          ///< in the order printed
    std::vector<CpuCountTaken> cpus;         ///< by snapshot
    PageSize page_size = PageSize::k4K;
    std::string page_size_why;
    std::int64_t matched = 0, differed = 0, not_printed = 0, unpopulated = 0;
    std::vector<std::string> notes;          ///< facts about the text: snapshots, cuts, quoting
    std::size_t machine_snapshot = 0;        ///< the fullest snapshot, the latest of equals
    ObservedMachine machine;                 ///< of that snapshot

    /// Some zone prints a threshold that the normal rule does not give, explained or not.
    bool difference() const { return differed > 0; }
    /// No zone prints any.
    bool none_printed() const { return matched == 0 && differed == 0; }
};

CheckResult check(const Zoneinfo&);

}  // namespace driftmark::observed
