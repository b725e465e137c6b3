// What is said about a cell: the word written on it, and the story told when it is pointed at.
#pragma once

#include <string>

#include "figure/refresh/frame.hpp"

namespace driftmark::figure::refresh {

/// "18 same", "reads 0"; for groups of rows without the value.
std::string cell_word(ledger::Effect, int value, bool single);
/// The word on a node's own row once it was stored: the old code zeroes it first, so its last store alone
/// does not tell whether it changed; "125 restored" or "42 changed" compares it with the value on entry.
std::string stored_node_word(int value, int entry);
/// Names the CPU or range, the row, the value and what was done. `exact`: the CPU itself, not its span.
std::string cell_story(const Frame&, ledger::Variant, const RowGroup&, const Span&, std::uint32_t cpu, bool exact);

}  // namespace driftmark::figure::refresh
