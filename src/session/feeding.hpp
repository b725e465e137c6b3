// A machine's /proc/zoneinfo coming in by chunks.
#pragma once

#include <string_view>

#include "scenario/scenario.hpp"

namespace driftmark::session {

class Feeding {
public:
    /// False when the text is refused already.
    bool chunk(std::string_view);
    /// The machine it told of, or what is wrong with it; ready for the next text either way.
    scenario::Result<scenario::Scenario> done(std::string_view name);
};

}  // namespace driftmark::session
