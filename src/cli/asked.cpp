#include "cli/asked.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "scenario/text.hpp"

namespace driftmark::cli {
namespace {

using scenario::Error;
using scenario::Result;
using scenario::wrong;

constexpr std::string_view kOwnOptions[] = {"preset", "zoneinfo", "scenario", "json", "csv", "help"};

std::string with_dashes(std::string_view key) {
    std::string out = "--";
    for (const char c : key) out += c == '_' ? '-' : c;
    return out;
}

std::string names_of_commands() {
    std::string out;
    for (const report::Command& c : report::commands()) out.append(out.empty() ? "" : ", ").append(c.name);
    return out;
}

/// " (did you mean X?)", or nothing.
std::string perhaps(std::string_view word, std::span<const std::string_view> known, std::string_view before) {
    const auto near = scenario::nearest(word, known);
    return near ? "; did you mean " + std::string(before) + std::string(*near) + "?" : "";
}

/// One command with its options, as CLI11 holds them.
struct Parsed {
    CLI::App* app = nullptr;
    const report::Command* command = nullptr;
    std::vector<std::string> values = std::vector<std::string>(scenario::parameters().size());
    std::vector<CLI::Option*> options;  // by position in parameters()
    std::string preset, zoneinfo, scenario_text;
    CLI::Option *has_preset = nullptr, *has_zoneinfo = nullptr, *has_scenario = nullptr;
    bool json = false, csv = false, help = false;
};

void declare(Parsed& p) {
    CLI::App& app = *p.app;
    app.set_help_flag();    // ours teaches by example
    app.allow_extras();     // judged below, with a line of our own
    app.add_flag("-h,--help", p.help);
    app.add_flag("--json", p.json);
    app.add_flag("--csv", p.csv);
    const auto text = [&](const std::string& names, std::string& value) {
        return app.add_option(names, value)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)->allow_extra_args(false);
    };
    p.has_preset = text("--preset", p.preset);
    p.has_zoneinfo = text("--zoneinfo", p.zoneinfo);
    p.has_scenario = text("--scenario", p.scenario_text);
    const auto parameters = scenario::parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        std::string names = with_dashes(parameters[i].key);
        if (parameters[i].key.find('_') != std::string_view::npos) names.append(",--").append(parameters[i].key);
        p.options.push_back(text(names, p.values[i]));
    }
}

/// Why an argument that no option took is wrong.
Error unexpected_argument(const report::Command& command, const std::string& argument) {
    if (!argument.starts_with("-") || argument == "-")
        return {"command line", "unexpected argument " + scenario::quoted(argument),
                "driftmark " + std::string(command.name) + " --KEY VALUE ..."};
    const std::string name = argument.substr(0, argument.find('='));
    std::string key = name.substr(std::min(name.find_first_not_of('-'), name.size()));
    std::ranges::replace(key, '-', '_');
    std::vector<std::string_view> known(std::begin(kOwnOptions), std::end(kOwnOptions));
    for (const auto& p : scenario::parameters()) known.push_back(p.key);
    return {scenario::quoted(name), "unknown option" + perhaps(key, known, "--"),
            "--preset, --zoneinfo, --scenario, --json, --csv, and the keys that `driftmark parameters` lists"};
}

/// CLI11 names an option that lacks its value only in prose: find it again as the last argument.
Error missing_value(std::string option) {
    option.resize(std::min(option.find('='), option.size()));
    std::string accepted = option == "--preset" ? "a name that `driftmark presets` lists"
                           : option == "--zoneinfo" ? "a file" : option == "--scenario" ? "a text such as v1/refresh?cpus=480" : "a value";
    std::string key = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    if (const auto* p = scenario::find_parameter(key); p && !p->example.empty()) accepted = "a value such as " + std::string(p->example);
    return {scenario::quoted(option), "needs a value", accepted};
}

Result<Asked> asked_of(Parsed& p) {
    Asked a;
    a.command = p.command;
    a.help = p.help;
    if (a.help) return a;
    std::vector<std::string> rest = p.app->remaining();
    const bool takes_files = !p.command->files.empty();
    for (std::string& argument : rest) {
        if (argument == "--") continue;
        const bool is_file = !argument.starts_with("-") || argument == "-";
        if (!takes_files || !is_file) return std::unexpected(unexpected_argument(*p.command, argument));
        a.files.push_back(std::move(argument));
    }
    if (p.json && p.csv) return wrong("--json and --csv", "both were given", "one of them");
    a.format = p.json ? Format::json : p.csv ? Format::csv : Format::text;
    if (p.has_preset->count() > 0) a.preset = p.preset;
    if (p.has_zoneinfo->count() > 0) a.zoneinfo = p.zoneinfo;
    if (p.has_scenario->count() > 0) a.scenario_text = p.scenario_text;
    for (std::size_t i = 0; i < p.options.size(); ++i)
        if (p.options[i]->count() > 0) a.keys.emplace_back(scenario::parameters()[i].key, p.values[i]);
    if (takes_files && (a.preset || a.zoneinfo || a.scenario_text || !a.keys.empty()))
        return wrong("driftmark " + std::string(p.command->name), "it takes its machine from the file, not from options",
                     std::string(p.command->files) + " with --json or --csv");
    if (takes_files && a.files.empty())
        return wrong("driftmark " + std::string(p.command->name), "no file was named",
                     std::string(p.command->files) + (p.command->files == "FILE" ? " (- is standard input)" : ""));
    if (p.command->files == "FILE" && a.files.size() > 1)
        return wrong("driftmark " + std::string(p.command->name), "more than one file was named", "one FILE (- is standard input)");
    return a;
}

}  // namespace

Result<Asked> ask(int argc, const char* const* argv) {
    CLI::App app;
    app.set_help_flag();
    app.allow_extras();
    app.require_subcommand(0, 1);
    Asked program;
    app.add_flag("-h,--help", program.help);
    app.add_flag("-V,--version", program.version);
    std::vector<Parsed> all(report::commands().size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].command = &report::commands()[i];
        all[i].app = app.add_subcommand(std::string(all[i].command->name));
        declare(all[i]);
    }
    for (const std::string_view flag : {"--json=", "--csv=", "--help="})
        for (int i = 1; i < argc; ++i)
            if (std::string_view(argv[i]).starts_with(flag))
                return wrong(scenario::quoted(argv[i]), "takes no value", std::string(flag.substr(0, flag.size() - 1)));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ArgumentMismatch&) {
        return std::unexpected(missing_value(argc > 0 ? argv[argc - 1] : ""));
    } catch (const CLI::ParseError& e) {
        return wrong("command line", e.what(), "driftmark COMMAND [--KEY VALUE ...]; see driftmark --help");
    }
    if (program.help || program.version) return program;
    const std::vector<std::string> before_command = app.remaining();
    if (!before_command.empty()) {
        const std::string& first = before_command.front();
        if (first.starts_with("-")) return wrong(scenario::quoted(first), "stands before the command", "driftmark COMMAND [--KEY VALUE ...]");
        std::vector<std::string_view> known;
        for (const report::Command& c : report::commands()) known.push_back(c.name);
        return wrong("command", "unknown command " + scenario::quoted(first) + perhaps(first, known, ""), names_of_commands());
    }
    for (Parsed& p : all)
        if (p.app->parsed()) return asked_of(p);
    return wrong("command", "none was given", names_of_commands() + "; see driftmark --help");
}

}  // namespace driftmark::cli
