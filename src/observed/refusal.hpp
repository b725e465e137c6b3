// Why an observed text was not taken: one clear line.
#pragma once

#include <string>
#include <string_view>

namespace driftmark::observed {

/// The caller knows the input's name (a file, "standard input") and puts it in front of line().
struct Refusal {
    std::string where;     ///< "line 3", "steps[4].zones"
    std::string what;      ///< what was wrong there, quoting at most 40 printable characters of it
    std::string accepted;  ///< what is accepted instead
    std::string line() const;  ///< "WHERE: WHAT; accepted: ACCEPTED"
};

/// At most 40 characters of `text` in quotes, what cannot be printed shown as '?'.
std::string quoted(std::string_view text);

}  // namespace driftmark::observed
