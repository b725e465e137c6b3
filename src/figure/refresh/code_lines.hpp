// Both algorithms in our own words, which line an access belongs to, and what to say of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "figure/refresh/frame.hpp"

namespace driftmark::figure::refresh {

/// One line of an algorithm: as wide as it likes, and the same in less room.
struct CodeLine { std::string_view full, brief; };
std::span<const CodeLine> code_lines(ledger::Variant);

/// What the code panel says at the current moment.
struct CodeMoment {
    int active = -1;                  ///< the line whose access was just made; -1: none
    std::vector<std::string> values;  ///< by line: live values, empty where there are none
    std::string sentence;             ///< what just happened, plainly
};
CodeMoment code_moment(const Frame&, ledger::Variant);

}  // namespace driftmark::figure::refresh
