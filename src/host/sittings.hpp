// The sessions that a page, a worker or Node holds at one time, by handle.
#pragma once

#include <string>
#include <string_view>

#include "session/session.hpp"

namespace driftmark::host {

/// A new session; the handle is never 0 and not used twice.
int open_sitting();
void close_sitting(int handle);
/// Null when there is none of that handle.
session::Session* sitting(int handle);

/// The parameter list and the presets as JSON: what a form, an element or a reference is made from.
std::string about_json();
/// What the command line prints for `COMMAND --scenario STATE --json`; {"error": LINE} where that is bad input.
std::string report_json(std::string_view command, std::string_view state);

}  // namespace driftmark::host
