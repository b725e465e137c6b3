// What is said when an input is not taken: one clear line.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace driftmark::scenario {

/// Why an input was not taken. line() is the one clear line that is shown.
struct Error {
    std::string where;     ///< the input: "cpus", "zones, entry 2", "URL"
    std::string what;      ///< what was wrong with it, quoting at most 40 characters of it
    std::string accepted;  ///< what is accepted instead
    std::string line() const;  ///< "WHERE: WHAT; accepted: ACCEPTED"
};
template <class T> using Result = std::expected<T, Error>;

inline std::unexpected<Error> wrong(std::string where, std::string what, std::string accepted) {
    return std::unexpected(Error{std::move(where), std::move(what), std::move(accepted)});
}

}  // namespace driftmark::scenario
