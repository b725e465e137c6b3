// A recorded trace of a kernel, as its values stand in it.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/cpu_set.hpp"
#include "kernel/topology.hpp"
#include "observed/refusal.hpp"
#include "observed/zoneinfo.hpp"

namespace driftmark::observed {

using Number = std::optional<std::int64_t>;
using NamedNumbers = std::vector<std::pair<std::string, std::int64_t>>;
/// Values of CPUs: runs of equal ones. A single number for all CPUs is one run over every CPU.
using Runs = std::optional<std::vector<ThresholdRun>>;

/// "node/Name".
struct ZoneKey {
    NodeId node{};
    std::string name;
    std::string text() const { return std::to_string(index_of(node)) + "/" + name; }
    friend bool operator==(const ZoneKey&, const ZoneKey&) = default;
};

/// Number columns of a zone's row, in the order they are compared.
enum class ZoneColumn : std::uint8_t {
    spanned, min, low, high, mark, ref_managed, ref_min, ref_low, ref_high, ref_mark, ref_thr, first_managed
};
inline constexpr std::array<std::string_view, 12> kZoneColumns{
    "spanned", "min", "low", "high", "mark", "ref_managed", "ref_min", "ref_low", "ref_high", "ref_mark", "ref_thr", "first_managed"};

struct ZoneRow {
    ZoneKey key;
    std::int64_t present = 0, managed = 0;
    std::array<Number, kZoneColumns.size()> numbers{};
    Runs thr_online, stale_offline;
    Number operator[](ZoneColumn c) const { return numbers[static_cast<std::size_t>(c)]; }
};

struct NodeRow {
    NodeId id{};
    Number nr_zones, n_cpu, n_memory;
    Runs thr_online, stale_offline;
};

/// A zone as /proc/zoneinfo printed it.
struct PrintedRow {
    ZoneKey key;
    std::int64_t present = 0, managed = 0;
    Number min, low, high, promo, boost, spanned;
    Runs thresholds;
    std::int64_t others = 0;  ///< values of which the model has no opinion
};

struct Step {
    std::int64_t i = 0;
    std::string action;
    std::int64_t rc = 0;
    std::optional<CpuId> cpu;
    std::string sysctl;                ///< "name=value"
    std::optional<kernel::CpuSet> online;
    Number online_count;
    NamedNumbers ctr, sys;
    std::int64_t clocks = 0;           ///< values such as uptime
    std::optional<std::vector<ZoneRow>> zones;
    std::optional<std::vector<NodeRow>> nodes;
    std::optional<std::vector<PrintedRow>> printed;  ///< zoneinfo after this step
};

struct Trace {
    std::string variant, kernel;
    CpuCount cpus{1};                  ///< highest possible CPU, and one
    kernel::CpuSet possible;
    NodeCount nodes{1};
    std::vector<NodeId> cpu_node;
    bool every_cpu_placed = true;      ///< the trace says of each possible CPU which node it is on
    Number max_nr_zones;
    std::int64_t block_bytes = 0;      ///< 0: not recorded
    NamedNumbers sysctls;              ///< at boot
    std::int64_t other_sysctls = 0;    ///< of several numbers each
    std::vector<PrintedRow> zones_boot;
    std::vector<Step> steps;
    std::vector<std::string> refresh_log;
    std::vector<std::pair<std::string, std::int64_t>> unknown;  ///< columns and keys nobody told us of, with how many values
};

std::expected<Trace, Refusal> read_trace(std::string_view json);

}  // namespace driftmark::observed
