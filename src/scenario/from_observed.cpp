#include "scenario/from_observed.hpp"

#include <algorithm>

#include "scenario/id_list.hpp"
#include "scenario/size_text.hpp"
#include "scenario/zones_text.hpp"

namespace driftmark::scenario {
namespace {

/// A printed name with what a list of zones cannot hold replaced.
std::string listed_name(const std::string& printed) {
    std::string out = printed.substr(0, 32);
    for (char& c : out)
        if (!zone_name_fits(std::string_view(&c, 1))) c = '_';
    return out.empty() ? "_" : out;
}

Zones zones_of(const observed::ObservedMachine& m) {
    Zones zones;
    for (const auto& seen : m.zones) {
        kernel::ZoneSpec z;
        z.node = seen.node;
        z.name = listed_name(seen.name);
        z.type = seen.type.value_or(kernel::ZoneType::Normal);
        const bool twice = std::ranges::any_of(zones, [&](const auto& o) { return o.node == z.node && o.name == z.name; });
        if (twice) continue;
        if (z.type != kernel::ZoneType::Device) {
            // A text that was edited may print more managed than present.
            z.present = std::max({Pages{}, seen.present, seen.managed});
            z.managed = std::max(Pages{}, seen.managed);
        }
        const auto& w = seen.watermarks;
        if (z.present > Pages{} && w && Pages{} <= w->min && w->min <= w->low && w->low <= w->high) z.given_watermarks = *w;
        zones.push_back(std::move(z));
    }
    return zones;
}

}  // namespace

Assignments assignments_of(const observed::ObservedMachine& m) {
    Ids up;
    for (const auto& range : m.cpu_list)
        for (std::uint64_t c = range.first; c <= range.last && up.size() <= static_cast<std::size_t>(kMaxCpus.value); ++c)
            up.push_back(static_cast<std::uint32_t>(c));
    if (up.empty()) up.push_back(0);
    // The text prints CPUs that are up; numbers between them are taken to exist and to be offline.
    const auto highest = *std::ranges::max_element(up);
    return {{"cpus", std::to_string(std::int64_t{highest} + 1)},
            {"nodes", std::to_string(m.nodes.value)},
            {"page_size", print_size(to_bytes(Pages{1}, m.page_size))},
            {"zones", print_zones(zones_of(m), m.page_size)},
            {"online", up.size() == highest + std::size_t{1} ? "auto" : up.size() == 1 ? print_ids(up) + '-' + print_ids(up) : print_ids(up)}};
}

Result<Scenario> from_machine(const observed::ObservedMachine& m) { return Scenario{}.with(assignments_of(m)); }

Result<Scenario> from_zoneinfo(const observed::Zoneinfo& z) { return from_machine(observed::check(z).machine); }

}  // namespace driftmark::scenario
