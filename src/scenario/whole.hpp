// All values of a scenario together: do they fit, what is each in canonical form, and what machine is it?
#pragma once

#include <string>
#include <vector>

#include "scenario/scenario.hpp"
#include "scenario/script_text.hpp"

namespace driftmark::scenario {

/// By position in parameters().
using Values = std::vector<std::string>;
std::string& value_of(Values&, std::string_view key);
const std::string& value_of(const Values&, std::string_view key);

/// One value by itself in canonical form, as far as that can be told without the others.
Result<std::string> canonical_alone(const Parameter&, std::string_view value);

/// Which derived values this call gave as well, and so must agree.
struct Given { bool cpus = false, memory = false; };

struct Whole {
    Worked worked;
    Script script;  ///< with `auto` spelled out
};
/// Works the machine out and puts every value that depends on others into canonical form.
Result<Whole> work_out_whole(Values&, Given);

}  // namespace driftmark::scenario
