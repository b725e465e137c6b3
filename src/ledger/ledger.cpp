#include "ledger/ledger.hpp"

#include <algorithm>

namespace driftmark::ledger {

Ledger& Ledger::operator+=(const Ledger& o) {
    iterations += o.iterations;
    loads += o.loads;
    stores += o.stores;
    silent_stores += o.silent_stores;
    exposed_zero += o.exposed_zero;
    lines_written += o.lines_written;
    lines_read += o.lines_read;
    return *this;
}

Ledgers& Ledgers::operator+=(const Ledgers& o) {
    for (std::size_t i = 0; i < of.size(); ++i) of[i] += o.of[i];
    needed += o.needed;
    return *this;
}

LoopCounts& LoopCounts::operator+=(const LoopCounts& o) {
    it_zero += o.it_zero; it_zone += o.it_zone; it_node += o.it_node;
    st_zero += o.st_zero; st_zone += o.st_zone; st_node += o.st_node;
    rs_zero += o.rs_zero; rs_zone += o.rs_zone; rs_node += o.rs_node;
    rd_zone += o.rd_zone; rd_node += o.rd_node;
    return *this;
}

Census census(const kernel::Refresh& r) {
    const kernel::Machine& m = r.entry;
    const auto& specs = m.topology().zones;
    const std::int64_t cpus = m.online_count().value;
    std::vector<std::size_t> zones, nodes;
    for (std::size_t z = 0; z < specs.size(); ++z)
        if (m.zones()[z].populated()) zones.push_back(z);
    for (std::uint32_t n = 0; n < m.topology().nodes.value; ++n)
        if (m.node_online(NodeId{n})) nodes.push_back(n);
    const auto zone_rows = static_cast<std::int64_t>(zones.size());
    const auto node_rows = static_cast<std::int64_t>(nodes.size());

    std::int64_t zones_same = 0, nodes_same = 0, nodes_zero = 0;  // (row, CPU) pairs, on entry
    for (const auto& [tag, holders] : m.online_tags()) {
        const kernel::ThresholdSet& held = m.tags()[tag];
        for (const std::size_t z : zones) zones_same += holders.value * (held.zone[z] == r.exit.zone[z]);
        for (const std::size_t n : nodes) {
            nodes_same += holders.value * (held.node[n] == r.exit.node[n]);
            nodes_zero += holders.value * (held.node[n] == 0);
        }
    }
    // After the zeroing, `rewrite` builds a node's threshold as a running maximum over its zones.
    std::int64_t maxima_kept = 0;
    std::vector<Threshold> running(static_cast<std::size_t>(m.topology().nodes.value));
    for (const std::size_t z : zones) {
        Threshold& node = running[index_of(specs[z].node)];
        maxima_kept += r.exit.zone[z] <= node;
        node = std::max(node, r.exit.zone[z]);
    }

    Census c;
    LoopCounts& old = c.loops[0];
    old.it_zero = old.st_zero = node_rows * cpus;
    old.rs_zero = nodes_zero;
    old.it_zone = old.st_zone = old.st_node = old.rd_node = zone_rows * cpus;
    old.rs_zone = zones_same;
    old.rs_node = maxima_kept * cpus;

    LoopCounts& patched = c.loops[1];
    patched.it_zone = patched.rd_zone = zone_rows * cpus;
    patched.st_zone = zone_rows * cpus - zones_same;
    patched.it_node = patched.rd_node = node_rows * cpus;
    patched.st_node = node_rows * cpus - nodes_same;

    for (const Variant v : kVariants) {
        const LoopCounts& l = c.loops[static_cast<std::size_t>(v)];
        Ledger& sum = c.ledgers[v];
        sum.iterations = l.it_zero + l.it_zone + l.it_node;
        sum.loads = l.rd_zone + l.rd_node;
        sum.stores = l.st_zero + l.st_zone + l.st_node;
        sum.silent_stores = l.rs_zero + l.rs_zone + l.rs_node;
        sum.exposed_zero = l.st_zero - l.rs_zero;
    }
    const std::int64_t pairs = (zone_rows + node_rows) * cpus;
    c.ledgers.needed = c.ledgers[Variant::skip_unchanged].stores;
    c.ledgers[Variant::rewrite].lines_written = pairs;
    c.ledgers[Variant::skip_unchanged].lines_written = c.ledgers.needed;
    c.ledgers[Variant::skip_unchanged].lines_read = pairs - c.ledgers.needed;
    return c;
}

}  // namespace driftmark::ledger
