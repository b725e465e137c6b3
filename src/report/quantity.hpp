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

}  // namespace driftmark::report
