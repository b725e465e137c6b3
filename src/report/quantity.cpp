#include "report/quantity.hpp"

namespace driftmark::report {
namespace {

using ledger::Ledger;

constexpr LedgerQuantity kLedger[] = {
    {"iterations", "iterations", "Loop bodies run for a (row, CPU) pair, where a row is a zone or a node.", &Ledger::iterations},
    {"loads", "loads", "Loads of a per-CPU stat_threshold.", &Ledger::loads},
    {"stores", "stores", "Stores to a per-CPU stat_threshold.", &Ledger::stores},
    {"silent_stores", "silent stores", "Stores of the value that was already there at that moment.", &Ledger::silent_stores},
    {"exposed_zero", "exposed at 0",
     "Zeroing stores that replaced a value above 0: a running CPU's node threshold then reads 0 for a while.",
     &Ledger::exposed_zero},
    {"lines_written", "lines written",
     "(row, CPU) pairs stored to at least once, each threshold taken to lie on a cache line of its own.",
     &Ledger::lines_written},
    {"lines_read", "lines only read", "(row, CPU) pairs loaded and never stored to.", &Ledger::lines_read},
};

constexpr EventQuantity kEvent[] = {
    {"needed", "needed", "(row, online CPU) pairs whose value differs between entry and exit; what skip_unchanged stores.",
     [](const ledger::Ledgers& l) { return l.needed; }},
    {"avoided", "writes avoided", "Stores of rewrite minus stores of skip_unchanged.",
     [](const ledger::Ledgers& l) { return l.avoided(); }},
};

}  // namespace

std::span<const LedgerQuantity> ledger_quantities() { return kLedger; }
std::span<const EventQuantity> event_quantities() { return kEvent; }

std::string_view variant_key(ledger::Variant v) {
    return v == ledger::Variant::rewrite ? "rewrite" : "skip_unchanged";
}
std::string_view variant_label(ledger::Variant v) {
    return v == ledger::Variant::rewrite ? "rewrite" : "skip unchanged";
}

}  // namespace driftmark::report
