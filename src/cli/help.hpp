// --help: teaches by example.
#pragma once

#include <string>

#include "report/command.hpp"

namespace driftmark::cli {

std::string program_help();
std::string command_help(const report::Command&);

}  // namespace driftmark::cli
