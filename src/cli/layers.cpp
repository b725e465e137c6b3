#include "cli/layers.hpp"

#include <algorithm>

#include "cli/evidence.hpp"
#include "scenario/from_observed.hpp"

namespace driftmark::cli {
namespace {

using scenario::Assignments;
using scenario::Result;
using scenario::Scenario;

class Layers {
public:
    Result<void> lay(const Assignments& assignments) {
        auto next = scenario_.with(assignments);
        if (!next) return std::unexpected(next.error());
        scenario_ = std::move(*next);
        event_chosen_ = event_chosen_ || std::ranges::any_of(assignments, [](const auto& a) { return a.first == "event"; });
        return {};
    }
    Result<void> preset(const std::string& name) {
        auto next = scenario::from_preset(name);
        if (!next) return std::unexpected(next.error());
        scenario_ = std::move(*next);
        return {};
    }
    Result<void> state_text(const std::string& text) {
        const auto state = scenario::read_state(text);
        if (!state) return std::unexpected(state.error());
        if (!*state) return scenario::wrong("--scenario", "it is no state text", "v1/FIGURE?KEY=VALUE&..., such as v1/refresh?cpus=480");
        if ((*state)->preset)
            if (auto laid = preset(*(*state)->preset); !laid) return laid;
        return lay((*state)->assignments);
    }
    Scenario finish(const report::Command& c) const { return report::at_its_moment(c, scenario_, event_chosen_); }

private:
    Scenario scenario_;
    bool event_chosen_ = false;
};

}  // namespace

Result<Scenario> scenario_of(const Asked& asked) {
    Layers layers;
    if (asked.preset)
        if (auto laid = layers.preset(*asked.preset); !laid) return std::unexpected(laid.error());
    if (asked.zoneinfo) {
        const auto text = read_zoneinfo_file(*asked.zoneinfo);
        if (!text) return std::unexpected(text.error());
        if (auto laid = layers.lay(scenario::assignments_of(observed::check(*text).machine)); !laid)
            return std::unexpected(laid.error());
    }
    if (asked.scenario_text)
        if (auto laid = layers.state_text(*asked.scenario_text); !laid) return std::unexpected(laid.error());
    if (auto laid = layers.lay(asked.keys); !laid) return std::unexpected(laid.error());
    return layers.finish(*asked.command);
}

}  // namespace driftmark::cli
