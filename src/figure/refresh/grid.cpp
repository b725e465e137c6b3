#include "figure/refresh/grid.hpp"

#include <algorithm>
#include <cmath>

#include "figure/number.hpp"

namespace driftmark::figure::refresh {
namespace {

constexpr float kBestPitch = 26, kLeastPitch = 14, kGapShare = 0.3f;

/// What makes two neighbouring CPUs differ: being offline, the values they came with, and how far the step got.
struct Kind {
    bool online = false;
    std::uint32_t tag = 0;
    int side = 0;
    friend bool operator==(const Kind&, const Kind&) = default;
};

int value_at(const Source& s, ledger::Variant v, const std::vector<ledger::Row>& rows, std::size_t row, const Span& span) {
    if (s.plan) return s.plan->cell(v, row, span.lane0, s.step).value;
    // Without a refresh the machine itself says; offline CPUs of a mixed span are passed over.
    std::uint32_t cpu = span.cpu0;
    while (cpu + 1 < span.cpu1 && !s.machine->online().contains(CpuId{cpu})) ++cpu;
    const kernel::ThresholdSet& held = s.machine->thresholds_of(CpuId{cpu});
    return rows[row].zone ? held.zone[index_of(*rows[row].zone)] : held.node[index_of(rows[row].node)];
}

}  // namespace

std::vector<ledger::Row> rows_of(const Source& s) {
    if (s.plan) return s.plan->rows();
    std::vector<ledger::Row> rows;
    const kernel::Topology& t = s.machine->topology();
    std::size_t z = 0;
    for (std::uint32_t n = 0; n < t.nodes.value; ++n) {
        if (s.machine->node_online(NodeId{n})) rows.push_back({NodeId{n}, std::nullopt});
        for (; z < t.zones.size() && t.zones[z].node == NodeId{n}; ++z)
            if (s.machine->zones()[z].populated()) rows.push_back({NodeId{n}, ZoneIndex{static_cast<std::uint32_t>(z)}});
    }
    return rows;
}

std::vector<RowGroup> group_rows(const std::vector<ledger::Row>& rows, float height) {
    std::vector<std::size_t> starts;  // the first row of each node
    for (std::size_t r = 0; r < rows.size(); ++r)
        if (r == 0 || rows[r].node != rows[r - 1].node) starts.push_back(r);
    const auto end_of = [&](std::size_t i) { return i + 1 < starts.size() ? starts[i + 1] : rows.size(); };
    const auto nodes = static_cast<float>(starts.size()), count = static_cast<float>(rows.size());

    std::vector<RowGroup> out;
    const float pitch = std::min(kBestPitch, height / (count + kGapShare * (nodes - 1)));
    if (pitch >= kLeastPitch) {
        float y = 0;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            const bool first = r == 0 || rows[r].node != rows[r - 1].node;
            if (first && r > 0) y += pitch * kGapShare;
            out.push_back({r, r + 1, rows[r].node, rows[r].node, first, std::round(y), std::round(pitch - (pitch > 18 ? 4 : 2))});
            y += pitch;
        }
        return out;
    }
    const auto fit = static_cast<std::size_t>(std::max(1.0f, std::floor(height / 18)));
    const std::size_t per_group = (starts.size() + fit - 1) / fit;
    const std::size_t groups = (starts.size() + per_group - 1) / per_group;
    const float each = height / static_cast<float>(groups);
    for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t first = g * per_group, last = std::min(starts.size(), first + per_group) - 1;
        const float y = std::round(static_cast<float>(g) * each);
        out.push_back({starts[first], end_of(last), rows[starts[first]].node, rows[starts[last]].node, true, y,
                       std::round(static_cast<float>(g + 1) * each) - y - 3});
    }
    return out;
}

std::vector<Span> span_cpus(const Source& s, float width, float least) {
    const auto cpus = static_cast<std::uint32_t>(s.machine->topology().cpus.value);
    const std::vector<CpuId> members = s.plan ? std::vector<CpuId>{} : s.machine->online().members();
    const std::vector<CpuId>& online = s.plan ? s.plan->cpus() : members;
    // The CPU being worked at parts those that are done from those that wait.
    std::size_t current = online.size();
    if (s.plan && s.step < s.plan->steps()) current = s.plan->place(s.step).lane;

    std::vector<Span> exact;
    Kind before;
    std::size_t lane = 0;
    for (std::uint32_t c = 0; c < cpus; ++c) {
        Kind kind;
        if (lane < online.size() && online[lane] == CpuId{c})
            kind = {true, s.plan ? s.plan->lane_tags()[lane] : static_cast<std::uint32_t>(s.machine->tag_of(CpuId{c})),
                    lane < current ? 0 : lane == current ? 1 : 2};
        if (c == 0 || kind != before) exact.push_back({c, c, lane, lane});
        before = kind;
        if (kind.online) ++lane;
        exact.back().cpu1 = c + 1;
        exact.back().lane1 = lane;
    }
    const float per_cpu = width / static_cast<float>(cpus);
    std::vector<Span> out;
    for (const Span& e : exact) {
        const auto thin = [&](const Span& x) { return static_cast<float>(x.cpu1 - x.cpu0) * per_cpu < least; };
        if (out.empty() || !thin(out.back()) || !thin(e)) {
            out.push_back(e);
            continue;
        }
        out.back().cpu1 = e.cpu1;
        out.back().lane1 = e.lane1;
    }
    return out;
}

Grid build_grid(const Source& s, ledger::Variant v, std::vector<RowGroup> groups, std::vector<Span> spans) {
    Grid g{std::move(groups), std::move(spans), {}};
    const std::vector<ledger::Row> rows = rows_of(s);
    for (std::size_t i = 0; i < g.groups.size(); ++i) {
        const RowGroup& group = g.groups[i];
        for (std::size_t j = 0; j < g.spans.size(); ++j) {
            const Span& span = g.spans[j];
            if (span.online() == 0) continue;
            GridCell cell{i, j, {}, 0};
            if (s.plan) cell.counts = s.plan->effects(v, group.row0, group.row1, span.lane0, span.lane1, s.step);
            else cell.counts[ledger::Effect::untouched] = static_cast<std::int64_t>((group.row1 - group.row0) * span.online());
            // The shade of a group is the mean of at most eight of its rows.
            const std::size_t stride = std::max<std::size_t>(1, (group.row1 - group.row0) / 8);
            int sum = 0, n = 0;
            for (std::size_t r = group.row0; r < group.row1; r += stride, ++n) sum += value_at(s, v, rows, r, span);
            cell.value = n > 0 ? (sum + n / 2) / n : 0;
            g.cells.push_back(cell);
        }
    }
    return g;
}

std::string row_name(const ledger::Row& row, const kernel::Topology& t) {
    if (!row.zone) return "pgdat";
    return t.zones[index_of(*row.zone)].name;
}

std::string group_name(const RowGroup& g, const std::vector<ledger::Row>& rows, const kernel::Topology& t) {
    if (g.single()) return row_name(rows[g.row0], t);
    if (g.node0 == g.node1) return "node " + std::to_string(index_of(g.node0));
    return "nodes " + std::to_string(index_of(g.node0)) + "–" + std::to_string(index_of(g.node1));
}

}  // namespace driftmark::figure::refresh
