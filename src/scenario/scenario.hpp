// What the reader chose: one value for each parameter, always valid as a whole.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernel/machine.hpp"
#include "ledger/playhead.hpp"
#include "ledger/workload.hpp"
#include "scenario/error.hpp"
#include "scenario/parameter.hpp"

namespace driftmark::scenario {

/// A change of some parameters: key and value as text, in order.
using Assignments = std::vector<std::pair<std::string, std::string>>;

class Scenario {
public:
    Scenario();  ///< every parameter at its fallback

    /// The value of a parameter as canonical text ("auto" stays "auto").
    const std::string& get(std::string_view key) const;
    bool is_default(std::string_view key) const;

    /// This scenario with all the assignments made, or why not. Setting cpus, nodes or memory to another
    /// value puts what depends on them back to auto, unless the same call sets that as well; values that do not fit
    /// together are refused. The order of assignments does not matter, and no key may come twice.
    ///
    /// What follows from others is kept in step: listed zones give `memory`, a `cpu_list` gives `cpus`;
    /// setting both is taken when they agree. A new machine or script starts at event 1 again.
    Result<Scenario> with(const Assignments&) const;
    Result<Scenario> with(std::string_view key, std::string_view value) const;

    /// The same at another moment; the caller knows that the script has it. Costs a copy, checks nothing.
    Scenario at(std::size_t event, std::optional<std::int64_t> step) const;
    /// Whether both have the same machine and script, so that one's timeline is the other's.
    bool same_course(const Scenario&) const;

    friend bool operator==(const Scenario&, const Scenario&) = default;

private:
    std::vector<std::string> values_;  // by position in parameters()
};

/// A scenario worked out: what the model needs.
struct Worked {
    std::shared_ptr<const kernel::Topology> topology;
    kernel::CpuSet existing;                    ///< CPU numbers that exist; all, unless cpu_list leaves gaps
    kernel::BootSettings boot;
    std::vector<kernel::Event> script;          ///< ranges and nodes already taken apart, one CPU an event
    std::vector<std::string> script_text;       ///< the canonical text of each event ("offline:479")
    std::size_t event = 1;                      ///< clamped to the script
    std::optional<std::int64_t> step;           ///< none: the event's end
    ledger::Granularity granularity{};
    ledger::Variant variant{};
    ledger::WorkloadOptions workload;
    kernel::Faults faults;                      ///< not in `boot`: who shows a fault puts it there
};
/// Never fails for a Scenario that exists: with() has checked it.
Worked work_out(const Scenario&);

/// The text of `script` with one event put in after the first `after` ones, the rest kept; or why that
/// event cannot be.
Result<std::string> script_with(const Scenario&, std::size_t after, std::string_view event);

struct Preset {
    std::string_view name;    ///< "xeon480"
    std::string_view label;   ///< "Xeon 6985P-C, 480 CPUs"
    std::string_view summary; ///< one sentence: which machine, which report
    std::vector<std::pair<std::string_view, std::string_view>> values;
    std::vector<std::string_view> assumed;  ///< what no source gives and is taken here, a sentence each
};
const std::vector<Preset>& presets();
Result<Scenario> from_preset(std::string_view name);

/// The state text `v1/FIGURE?key=value&...`: parameters that differ from their fallback, in list order,
/// percent-encoded only where a URL fragment needs it. decode(encode(x)) == x but for parameters that are never
/// linked (`fault`); encode(decode(t)) is canonical.
struct State {
    std::string figure = "refresh";
    Scenario scenario;
    friend bool operator==(const State&, const State&) = default;
};
std::string encode(const State&);
/// Fragments that are no state (an anchor of the page) give nothing; a state that cannot be read, an Error.
Result<std::optional<State>> decode(std::string_view text);

/// A state text taken apart and not yet checked as a whole: what it sets, to be laid over another scenario.
/// `preset=NAME` may stand among its keys and is taken first.
struct StateText {
    std::string figure;
    std::optional<std::string> preset;
    Assignments assignments;
};
Result<std::optional<StateText>> read_state(std::string_view text);
/// KEY=VALUE&KEY=VALUE..., percent-encoded: the part of a state text after its '?'.
Result<Assignments> read_assignments(std::string_view text);
/// A value as it may stand in a URL fragment.
std::string percent_encoded(std::string_view value);

}  // namespace driftmark::scenario
