// The counted quantities, each once: key, words and how to read it from a ledger. JSON, CSV, text, the
// figure's ledgers and the reference derive from this list.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ledger/ledger.hpp"

namespace driftmark::report {

struct LedgerQuantity {
    std::string_view key;    ///< "silent_stores"
    std::string_view label;  ///< "silent stores"
    std::string_view help;   ///< one plain sentence
    std::int64_t ledger::Ledger::*member;
};
std::span<const LedgerQuantity> ledger_quantities();

/// What belongs to both variants together.
struct EventQuantity {
    std::string_view key;
    std::string_view label;
    std::string_view help;
    std::int64_t (*read)(const ledger::Ledgers&);
};
std::span<const EventQuantity> event_quantities();

std::string_view variant_key(ledger::Variant);    ///< "skip_unchanged"
std::string_view variant_label(ledger::Variant);  ///< "skip unchanged"

}  // namespace driftmark::report
