// What was asked on the command line, taken apart but not judged: no file is read here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/command.hpp"
#include "scenario/scenario.hpp"

namespace driftmark::cli {

enum class Format : std::uint8_t { text, json, csv };

struct Asked {
    const report::Command* command = nullptr;  ///< none: the program itself (help, version)
    bool help = false;
    bool version = false;
    Format format = Format::text;
    std::optional<std::string> preset, zoneinfo, scenario_text;
    scenario::Assignments keys;                ///< in the order of the parameter list
    std::vector<std::string> files;            ///< check and verify; "-" is standard input
};

/// May throw what CLI11 throws for its own mistakes; bad input is an Error.
scenario::Result<Asked> ask(int argc, const char* const* argv);

}  // namespace driftmark::cli
