// What the kernel's counting promises, which promise each named fault breaks, and where one was seen broken.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>

#include "kernel/live_counters.hpp"

namespace driftmark::ledger {

enum class Promise : std::uint8_t {
    sum_conserved,      ///< shared counter and what CPUs have outstanding make up the truth
    bound_holds,        ///< no counter is off by more than the exact bound
    marks_kernels,      ///< every drift mark is the one the kernel's rule sets
    thresholds_formula, ///< every CPU holds the threshold the formula gives
    no_needless_update, ///< no update goes to the shared counters that the due threshold would hold back
};
inline constexpr std::array kPromises{Promise::sum_conserved, Promise::bound_holds, Promise::marks_kernels,
                                      Promise::thresholds_formula, Promise::no_needless_update};
std::string_view promise_key(Promise);   ///< "sum_conserved"
std::string_view promise_text(Promise);  ///< one plain sentence

/// A set of promises.
struct PromiseSet {
    std::array<bool, kPromises.size()> of{};
    constexpr bool operator[](Promise p) const { return of[static_cast<std::size_t>(p)]; }
    friend constexpr bool operator==(const PromiseSet&, const PromiseSet&) = default;
};
constexpr PromiseSet promise_set(std::initializer_list<Promise> list) {
    PromiseSet s;
    for (const Promise p : list) s.of[static_cast<std::size_t>(p)] = true;
    return s;
}

/// A fault as it is offered: its name, and what it breaks.
struct NamedFault {
    std::string_view key;    ///< "dead_cpu_not_folded"
    std::string_view label;  ///< a few words
    std::string_view text;   ///< one plain sentence: what goes wrong
    bool kernel::Faults::*flag;
    Promise breaks;          ///< the one it breaks first of all
    PromiseSet broken;       ///< all that it can break
};
std::span<const NamedFault> named_faults();
const NamedFault* find_fault(std::string_view key);
/// The promises that a set of faults can break.
PromiseSet broken_by(const kernel::Faults&);

/// A promise seen broken.
struct Breach {
    Promise promise{};
    std::int64_t step = 0;                       ///< of the workload
    std::optional<NodeId> node;                  ///< where: a node's counters or threshold,
    std::optional<ZoneIndex> zone;               ///< or a zone's
    std::optional<std::uint8_t> item;            ///< which counter
    std::optional<CpuId> cpu;
    std::int64_t promised = 0, found = 0;        ///< the truth and what was summed up; bound and error; due and held ...
};

/// Holds a machine and its counters to the promises, step by step, and keeps the first breach of each.
class Promises {
public:
    void counters(std::int64_t step, const kernel::LiveCounters&, std::optional<CpuId> cpu);
    /// `sound` is a machine without any fault; `marked` one with the faults of marks only: thresholds are due
    /// by the marks the machine has. Right after a refresh they are held to the formula itself as well.
    void machine(std::int64_t step, const kernel::Machine&, const kernel::Machine& sound, const kernel::Machine& marked,
                 bool just_refreshed);

    const std::optional<Breach>& first(Promise p) const { return first_[static_cast<std::size_t>(p)]; }
    std::int64_t breaches(Promise p) const { return count_[static_cast<std::size_t>(p)]; }  ///< steps at which it was broken
    PromiseSet broken() const;

private:
    void note(const Breach&);
    std::optional<Breach> off_the_formula(const kernel::Machine&) const;
    std::array<std::optional<Breach>, kPromises.size()> first_;
    std::array<std::int64_t, kPromises.size()> count_{};
    std::int64_t needless_seen_ = 0;
};

}  // namespace driftmark::ledger
