// A machine's /proc/zoneinfo coming in by chunks.
#pragma once

#include <optional>
#include <string_view>

#include "observed/zoneinfo.hpp"
#include "scenario/scenario.hpp"

namespace driftmark::session {

class Feeding {
public:
    /// False when the text is refused already: reading on is of no use.
    bool chunk(std::string_view);
    /// The machine it told of, or what is wrong with it; ready for the next text either way.
    scenario::Result<scenario::Scenario> done(std::string_view name);

private:
    std::optional<observed::ZoneinfoReader> reader_;  // there from the first chunk on
};

}  // namespace driftmark::session
