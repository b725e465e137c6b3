#include "session/feeding.hpp"

namespace driftmark::session {

bool Feeding::chunk(std::string_view) { return false; }

scenario::Result<scenario::Scenario> Feeding::done(std::string_view name) {
    return scenario::wrong(std::string(name), "files are not read yet", "");
}

}  // namespace driftmark::session
