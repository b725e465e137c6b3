#include "scenario/cpu_nodes.hpp"

#include <optional>

#include "scenario/text.hpp"

namespace driftmark::scenario {
namespace {

using Nodes = std::vector<std::uint32_t>;  // by rank among the CPUs that exist

Nodes blocks(std::size_t cpus, std::size_t nodes) {
    Nodes out(cpus);
    for (std::size_t i = 0; i < cpus; ++i)
        out[i] = static_cast<std::uint32_t>(cpus < nodes ? i : i * nodes / cpus);
    return out;
}

Nodes interleaved(std::size_t cpus, std::size_t nodes) {
    Nodes out(cpus);
    for (std::size_t i = 0; i < cpus; ++i) out[i] = static_cast<std::uint32_t>(i % nodes);
    return out;
}

Result<Nodes> listed(std::string_view text, const Ids& cpus, NodeCount nodes) {
    const std::string accepted = "auto, interleave, or CPUS:NODE for every CPU, as in 0-3,8:0;4-7:1";
    constexpr std::uint32_t none = UINT32_MAX, absent = UINT32_MAX - 1;
    std::vector<std::uint32_t> node_of(cpus.back() + 1, absent);
    for (const auto c : cpus) node_of[c] = none;
    const auto entries = split(text, ';');
    if (entries.size() > cpus.size()) return wrong("cpu_nodes", "more entries than CPUs", accepted);
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const std::string where = entries.size() == 1 ? "cpu_nodes" : "cpu_nodes, entry " + std::to_string(e + 1);
        const auto parts = cut(trimmed(entries[e]), ':');
        if (!parts) return wrong(where, quoted(trimmed(entries[e])) + " is not CPUS:NODE", accepted);
        const auto node = number_within(trimmed(parts->second), 0, nodes.value - 1, where + ", node");
        if (!node) return std::unexpected(node.error());
        const auto ids = parse_ids(trimmed(parts->first), static_cast<std::int64_t>(node_of.size()), where, "CPU");
        if (!ids) return std::unexpected(ids.error());
        for (const auto c : *ids) {
            if (node_of[c] == absent) return wrong(where, "CPU " + std::to_string(c) + " does not exist", "the CPUs " + print_ids(cpus).substr(0, 60));
            if (node_of[c] != none) return wrong(where, "CPU " + std::to_string(c) + " is listed twice", accepted);
            node_of[c] = static_cast<std::uint32_t>(*node);
        }
    }
    Nodes out;
    for (const auto c : cpus) {
        if (node_of[c] == none) return wrong("cpu_nodes", "CPU " + std::to_string(c) + " is on no node", accepted);
        out.push_back(node_of[c]);
    }
    return out;
}

std::string print(const Nodes& node_of, const Ids& cpus, std::size_t nodes) {
    std::vector<Ids> on(nodes);
    for (std::size_t i = 0; i < cpus.size(); ++i) on[node_of[i]].push_back(cpus[i]);
    std::string out;
    for (std::size_t n = 0; n < nodes; ++n) {
        if (on[n].empty()) continue;
        if (!out.empty()) out += ';';
        out += print_ids(on[n]) + ':' + std::to_string(n);
    }
    return out;
}

}  // namespace

Result<CpuPlaces> place_cpus(std::string_view text, const Ids& cpus, NodeCount nodes) {
    const auto node_count = static_cast<std::size_t>(nodes.value);
    const Nodes in_blocks = blocks(cpus.size(), node_count);
    Nodes by_rank;
    std::string canonical;
    if (text == "auto" || text == "blocks") {
        by_rank = in_blocks;
        canonical = "auto";
    } else {
        const Nodes round_robin = interleaved(cpus.size(), node_count);
        if (text == "interleave") {
            by_rank = round_robin;
        } else {
            auto given = listed(text, cpus, nodes);
            if (!given) return std::unexpected(given.error());
            by_rank = std::move(*given);
        }
        canonical = by_rank == in_blocks ? "auto" : by_rank == round_robin ? "interleave" : print(by_rank, cpus, node_count);
    }
    CpuPlaces out{std::vector<NodeId>(cpus.back() + 1), std::move(canonical)};
    // A gap must not make a node look as if it had CPUs, so it sits where a CPU that exists sits.
    std::size_t rank = 0;
    for (std::uint32_t c = 0; c < out.node_of.size(); ++c) {
        if (rank + 1 < cpus.size() && cpus[rank + 1] <= c) ++rank;
        out.node_of[c] = NodeId{by_rank[rank]};
    }
    return out;
}

}  // namespace driftmark::scenario
