// What is said about a cell: the word written on it, and the story told when it is pointed at.
#pragma once

#include <string>

#include "figure/refresh/frame.hpp"

namespace driftmark::figure::refresh {

/// "18 same", "reads 0"; for groups of rows without the value.
std::string cell_word(ledger::Effect, int value, bool single);
/// Names the CPU or range, the row, the value and what was done. `exact`: the CPU itself, not its span.
std::string cell_story(const Frame&, ledger::Variant, const RowGroup&, const Span&, std::uint32_t cpu, bool exact);

}  // namespace driftmark::figure::refresh
