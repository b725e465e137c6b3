#include "session/feeding.hpp"

#include "scenario/from_observed.hpp"
#include "scenario/text.hpp"

namespace driftmark::session {

bool Feeding::chunk(std::string_view text) {
    if (!reader_) reader_.emplace();
    return reader_->feed(text).has_value();
}

scenario::Result<scenario::Scenario> Feeding::done(std::string_view name) {
    if (!reader_) reader_.emplace();
    const auto text = reader_->finish();
    reader_.reset();
    const std::string file = name.empty() ? "the text" : scenario::quoted(name);
    if (!text) return scenario::wrong(file + ", " + text.error().where, text.error().what, text.error().accepted);
    auto machine = scenario::from_zoneinfo(*text);
    if (!machine) return scenario::wrong(file + ", " + machine.error().where, machine.error().what, machine.error().accepted);
    return machine;
}

}  // namespace driftmark::session
