#include "cli/help.hpp"

#include "report/words.hpp"

namespace driftmark::cli {
namespace {

constexpr std::size_t kWidth = 80;

/// "  TERM    what it is", wrapped with a hanging indent.
void write_entry(std::string& out, std::string_view term, std::string_view meaning, std::size_t column) {
    std::string line = "  " + std::string(term);
    if (report::width_of(line) + 2 > column) {
        out += line + "\n";
        line.clear();
    }
    line.append(column - std::min(column, report::width_of(line)), ' ');
    for (const std::string& part : report::wrapped(meaning, kWidth - column)) {
        out += line + part + "\n";
        line.assign(column, ' ');
    }
}

void write_paragraph(std::string& out, std::string_view text) {
    for (const std::string& line : report::wrapped(text, kWidth)) out += line + "\n";
}

void write_examples(std::string& out, std::span<const report::Example> examples) {
    out += "\nExamples:\n";
    for (const report::Example& e : examples) out += "  " + std::string(e.line) + "\n      " + std::string(e.shows) + "\n";
}

std::string option_of(const scenario::Parameter& p) {
    std::string out = "--";
    for (const char c : p.key) out += c == '_' ? '-' : c;
    return out;
}

constexpr report::Example kProgramExamples[] = {
    {"driftmark refresh --preset xeon480", "what CPU 479 going offline costs, before and after the patch"},
    {"driftmark sweep --preset xeon480 --json", "480 CPUs off and on again: the totals, as data"},
    {"driftmark check /proc/zoneinfo", "does this machine print the thresholds that the rule gives?"},
    {"driftmark threshold --zoneinfo /proc/zoneinfo --cpus 512", "this machine's memory with 512 CPUs"},
    {"driftmark drift --cpus 8192 --nodes 64 --memory 16T", "a machine nobody has"},
};

void write_common_options(std::string& out) {
    write_entry(out, "--preset NAME", "a machine to start from (driftmark presets)", 22);
    write_entry(out, "--zoneinfo FILE", "the machine of a /proc/zoneinfo (- is standard input)", 22);
    write_entry(out, "--scenario TEXT", "a state text, as in the page's address: 'v1/refresh?cpus=480'", 22);
    write_entry(out, "--KEY VALUE", "any parameter (driftmark parameters), with - or _", 22);
    write_entry(out, "--json, --csv", "data instead of text; --csv is one flat table", 22);
    write_entry(out, "-h, --help", "this help; after a command, that command's", 22);
}

}  // namespace

std::string program_help() {
    std::string out = "driftmark: how Linux keeps its memory statistics cheap, and what that costs.\n\n"
                      "Usage: driftmark COMMAND [--KEY VALUE ...] [--preset NAME] [--zoneinfo FILE]\n"
                      "                 [--scenario TEXT] [--json|--csv]\n\nCommands:\n";
    for (const report::Command& c : report::commands())
        write_entry(out, std::string(c.name) + (c.files.empty() ? "" : " " + std::string(c.files)), c.summary, 19);
    write_examples(out, kProgramExamples);
    out += "\nOptions:\n";
    write_common_options(out);
    write_entry(out, "-V, --version", "the version", 22);
    out += "\nLater wins: preset, zoneinfo, scenario, keys, whatever their order.\n"
           "Exit status: 0; 1 when a check found a difference; 2 for bad input.\n";
    return out;
}

std::string command_help(const report::Command& c) {
    const std::string name(c.name);
    std::string out = "driftmark " + name + ": " + std::string(c.summary) + "\n\nUsage: driftmark " + name +
                      (c.files.empty() ? " [--KEY VALUE ...] [--json|--csv]" : " " + std::string(c.files) + " [--json|--csv]") + "\n\n";
    write_paragraph(out, c.teaches);
    write_examples(out, c.examples);
    out += "\nOptions:\n";
    if (c.files.empty()) write_common_options(out);
    else write_entry(out, "--json, --csv", "data instead of text; --csv is one flat table", 22);
    if (c.files.empty()) {
        out += "\nKeys (help and ranges: driftmark parameters):\n";
        for (const scenario::Parameter& p : scenario::parameters())
            if (!p.view) write_entry(out, option_of(p), std::string(p.label) + (p.example.empty() ? "" : ", such as " + std::string(p.example)), 29);
    }
    return out;
}

}  // namespace driftmark::cli
