// What a /proc/zoneinfo text printed, of any kernel since 2.6.14, and a reader for it that is fed in
// chunks. Printed values only: what they mean is check.hpp's business.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/units.hpp"
#include "observed/refusal.hpp"

namespace driftmark::observed {

/// CPUs first..last.
struct CpuRange {
    std::uint32_t first = 0, last = 0;
    friend bool operator==(const CpuRange&, const CpuRange&) = default;
};

/// CPUs first..last that print the same `vm stats threshold`.
struct ThresholdRun {
    std::uint32_t first = 0, last = 0;
    std::int64_t value = 0;  ///< as printed; anything that is not 0..125 was not printed by a kernel
    friend bool operator==(const ThresholdRun&, const ThresholdRun&) = default;
};

/// One zone as printed. What the text does not print is nothing, not 0.
struct PrintedZone {
    std::size_t snapshot = 0;  ///< which of the texts in the text; 0 is the first
    NodeId node{};
    std::string name;
    std::int64_t line = 0;     ///< of its head, from 1
    std::optional<Pages> free, boost, min, low, high, promo, spanned, present, managed, cma;
    std::optional<std::int64_t> start_pfn;
    bool pagesets = false;     ///< the line `pagesets` is there
    bool cut = false;          ///< a `...` mark within it, or the text ends within a CPU's block
    std::vector<CpuRange> cpus;            ///< with a block of their own, ascending
    std::vector<ThresholdRun> thresholds;  ///< in order of CPUs, ascending
};

/// A whole text. Memory grows with zones and runs, never with the text.
struct Zoneinfo {
    std::vector<PrintedZone> zones;   ///< in the order printed
    std::size_t snapshots = 0;        ///< kept here
    std::size_t snapshots_left_out = 0;  ///< counted only: further ones than a text can reasonably hold
    bool hot_and_cold = false;        ///< two blocks a CPU (`cpu: 0 pcp: 1`), before about 2.6.25
    bool cut_marks = false;           ///< `...` somewhere
    bool quoted = false;              ///< mail quoting (`> `) in front of lines
    std::int64_t lines = 0, bytes = 0;
};

/// Reads a text chunk by chunk. Chunk boundaries do not matter.
class ZoneinfoReader {
public:
    ZoneinfoReader();
    ~ZoneinfoReader();
    ZoneinfoReader(ZoneinfoReader&&) noexcept;
    ZoneinfoReader& operator=(ZoneinfoReader&&) noexcept;

    /// Takes the next chunk. A text that is no zoneinfo is refused as soon as that is clear, within its
    /// first 64 KiB; every later call gives the same refusal.
    std::expected<void, Refusal> feed(std::string_view chunk);
    /// The text is at its end. The reader is spent.
    std::expected<Zoneinfo, Refusal> finish();

private:
    class Scan;
    std::unique_ptr<Scan> scan_;
};

/// The whole text at once.
std::expected<Zoneinfo, Refusal> read_zoneinfo(std::string_view text);

}  // namespace driftmark::observed
