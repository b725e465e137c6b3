#include "ledger/refresh_plan.hpp"

#include <algorithm>
#include <unordered_map>

namespace driftmark::ledger {
namespace {

constexpr std::int64_t kZoneSlots = 3;

Effect store_effect(Threshold before, Threshold after) { return before == after ? Effect::silent : Effect::changed; }
Effect zeroing_effect(Threshold before) { return before > 0 ? Effect::exposed : Effect::silent; }

Access load(const Row& row, CpuId cpu, Threshold value) { return {row, cpu, false, value, value, Effect::read}; }

}  // namespace

RefreshPlan::RefreshPlan(const kernel::Refresh& r)
    : cause_(r.cause), runs_on_(r.runs_on), cpus_(r.entry.online().members()), total_(census(r).ledgers) {
    const kernel::Machine& m = r.entry;
    const auto& specs = m.topology().zones;

    std::vector<std::uint32_t> sets;  // tags of the online CPUs, in order of appearance
    std::unordered_map<std::uint32_t, std::uint32_t> number;
    lane_tag_.reserve(cpus_.size());
    for (const CpuId c : cpus_) {
        const auto tag = static_cast<std::uint32_t>(m.tag_of(c));
        const auto [it, fresh] = number.try_emplace(tag, static_cast<std::uint32_t>(sets.size()));
        if (fresh) sets.push_back(tag);
        lane_tag_.push_back(it->second);
    }
    lanes_before_.assign(sets.size(), std::vector<std::uint32_t>(cpus_.size() + 1));
    for (std::size_t t = 0; t < sets.size(); ++t)
        for (std::size_t lane = 0; lane < cpus_.size(); ++lane)
            lanes_before_[t][lane + 1] = lanes_before_[t][lane] + (lane_tag_[lane] == t);

    std::size_t z = 0;
    std::vector<std::size_t> node_rows;
    for (std::uint32_t n = 0; n < m.topology().nodes.value; ++n) {
        const std::size_t node_row = rows_.size();
        const bool online = m.node_online(NodeId{n});
        if (online) {
            node_rows.push_back(node_row);
            rows_.push_back({NodeId{n}, std::nullopt});
            node_row_.push_back(node_row);
            exit_.push_back(r.exit.node[n]);
            node_so_far_.push_back(0);
        }
        Threshold so_far = 0;
        for (; z < specs.size() && specs[z].node == NodeId{n}; ++z) {
            if (!m.zones()[z].populated()) continue;
            rows_.push_back({NodeId{n}, ZoneIndex{static_cast<std::uint32_t>(z)}});
            node_row_.push_back(node_row);
            exit_.push_back(r.exit.zone[z]);
            node_so_far_.push_back(so_far);
            so_far = std::max(so_far, r.exit.zone[z]);
        }
    }
    for (const std::uint32_t set : sets) {
        const kernel::ThresholdSet& held = m.tags()[kernel::TagId{set}];
        auto& values = tag_values_.emplace_back();
        values.reserve(rows_.size());
        for (const Row& row : rows_)
            values.push_back(row.zone ? held.zone[index_of(*row.zone)] : held.node[index_of(row.node)]);
    }

    const auto lanes = static_cast<std::int64_t>(cpus_.size());
    stretch_of_row_.resize(rows_.size());
    node_loop_of_row_.resize(rows_.size());
    const auto add = [&](Loop loop, std::size_t row, std::int64_t steps) {
        (loop == Loop::nodes ? node_loop_of_row_ : stretch_of_row_)[row] = stretches_.size();
        stretches_.push_back({loop, row});
        starts_.push_back(starts_.back() + steps);
    };
    for (const std::size_t row : node_rows) add(Loop::zeroing, row, lanes);
    for (std::size_t i = 0; i < node_rows.size(); ++i) {
        const std::size_t next = i + 1 < node_rows.size() ? node_rows[i + 1] : rows_.size();
        for (std::size_t row = node_rows[i] + 1; row < next; ++row) add(Loop::zones, row, kZoneSlots * lanes);
        add(Loop::nodes, node_rows[i], lanes + changed_lanes(node_rows[i], 0, cpus_.size()));
    }
}

std::int64_t RefreshPlan::lanes_with(std::size_t tag, std::size_t lane0, std::size_t lane1) const {
    return std::int64_t{lanes_before_[tag][lane1]} - lanes_before_[tag][lane0];
}

std::int64_t RefreshPlan::changed_lanes(std::size_t row, std::size_t lane0, std::size_t lane1) const {
    std::int64_t n = 0;
    for (std::size_t t = 0; t < tag_values_.size(); ++t)
        if (changes(row, t)) n += lanes_with(t, lane0, lane1);
    return n;
}

std::int64_t RefreshPlan::first_step(std::size_t stretch, std::size_t lane) const {
    const Stretch& at = stretches_[stretch];
    const auto l = static_cast<std::int64_t>(lane);
    switch (at.loop) {
        case Loop::zeroing: return starts_[stretch] + l;
        case Loop::zones: return starts_[stretch] + kZoneSlots * l;
        case Loop::nodes: break;
    }
    return starts_[stretch] + l + changed_lanes(at.row, 0, lane);
}

RefreshPlan::At RefreshPlan::at(std::int64_t s) const {
    const auto next = std::ranges::upper_bound(starts_, s);
    const auto stretch = static_cast<std::size_t>(next - starts_.begin()) - 1;
    const std::int64_t offset = s - starts_[stretch];
    switch (stretches_[stretch].loop) {
        case Loop::zeroing: return {stretch, static_cast<std::size_t>(offset), 0};
        case Loop::zones:
            return {stretch, static_cast<std::size_t>(offset / kZoneSlots), static_cast<int>(offset % kZoneSlots)};
        case Loop::nodes: break;
    }
    std::size_t low = 0, high = cpus_.size() - 1;  // the last lane that starts at or before s
    while (low < high) {
        const std::size_t middle = (low + high + 1) / 2;
        if (first_step(stretch, middle) <= s) low = middle;
        else high = middle - 1;
    }
    return {stretch, low, static_cast<int>(s - first_step(stretch, low))};
}

Place RefreshPlan::place(std::int64_t s) const {
    const At a = at(s);
    const Stretch& stretch = stretches_[a.stretch];
    return {stretch.loop, rows_[stretch.row], a.lane, cpus_[a.lane], a.slot};
}

std::optional<Access> RefreshPlan::access(Variant v, std::int64_t s) const { return access_at(v, at(s)); }

std::optional<Access> RefreshPlan::access_at(Variant v, const At& a) const {
    const auto [loop, row] = stretches_[a.stretch];
    const CpuId cpu = cpus_[a.lane];
    const Threshold found = entry(row, a.lane);
    const Threshold left = exit_[row];
    const bool rewrite = v == Variant::rewrite;
    switch (loop) {
        case Loop::zeroing:
            if (rewrite) return Access{rows_[row], cpu, true, found, 0, zeroing_effect(found)};
            return std::nullopt;
        case Loop::nodes:
            if (rewrite) return std::nullopt;
            if (a.slot == 0) return load(rows_[row], cpu, found);
            return Access{rows_[row], cpu, true, found, left, Effect::changed};
        case Loop::zones: break;
    }
    if (!rewrite) {
        if (a.slot == 0) return load(rows_[row], cpu, found);
        if (a.slot == 1 && found != left) return Access{rows_[row], cpu, true, found, left, Effect::changed};
        return std::nullopt;
    }
    const Row& node = rows_[node_row_[row]];
    const Threshold so_far = node_so_far_[row];
    if (a.slot == 0) return Access{rows_[row], cpu, true, found, left, store_effect(found, left)};
    if (a.slot == 1) return load(node, cpu, so_far);
    const Threshold larger = std::max(so_far, left);
    return Access{node, cpu, true, so_far, larger, store_effect(so_far, larger)};
}

void RefreshPlan::add_lanes(Ledgers& sum, const Stretch& stretch, std::size_t lanes) const {
    const auto n = static_cast<std::int64_t>(lanes);
    Ledger& old = sum[Variant::rewrite];
    Ledger& patched = sum[Variant::skip_unchanged];
    if (stretch.loop == Loop::zeroing) {
        std::int64_t zero = 0;
        for (std::size_t t = 0; t < tag_values_.size(); ++t)
            if (tag_values_[t][stretch.row] == 0) zero += lanes_with(t, 0, lanes);
        old.iterations += n;
        old.stores += n;
        old.silent_stores += zero;
        old.exposed_zero += n - zero;
        old.lines_written += n;
        return;
    }
    const std::int64_t changed = changed_lanes(stretch.row, 0, lanes);
    if (stretch.loop == Loop::zones) {
        const bool kept = exit_[stretch.row] <= node_so_far_[stretch.row];
        old.iterations += n;
        old.stores += 2 * n;
        old.loads += n;
        old.silent_stores += n - changed + (kept ? n : 0);
        old.lines_written += n;
    }
    patched.iterations += n;
    patched.loads += n;
    patched.stores += changed;
    patched.lines_written += changed;
    patched.lines_read += n - changed;
    sum.needed += changed;
}

Ledgers RefreshPlan::until(std::int64_t s) const {
    if (s >= steps()) return total_;
    Ledgers sum;
    if (s <= 0) return sum;
    const At here = at(s);
    for (std::size_t i = 0; i < here.stretch; ++i) add_lanes(sum, stretches_[i], cpus_.size());
    const Stretch& stretch = stretches_[here.stretch];
    add_lanes(sum, stretch, here.lane);
    for (int slot = 0; slot < here.slot; ++slot) {  // the accesses already made at this position
        for (const Variant v : kVariants) {
            const auto a = access_at(v, {here.stretch, here.lane, slot});
            if (!a) continue;
            Ledger& l = sum[v];
            const bool first_of_row = slot == 0;
            if (first_of_row) ++l.iterations;
            if (!a->store) {
                ++l.loads;
                if (v == Variant::skip_unchanged) ++l.lines_read;
                continue;
            }
            ++l.stores;
            if (a->effect == Effect::silent) ++l.silent_stores;
            if (a->effect == Effect::exposed) ++l.exposed_zero;
            if (v == Variant::skip_unchanged) {  // a line counted as only read is taken after all
                --l.lines_read;
                ++l.lines_written;
                ++sum.needed;
            } else if (first_of_row) {
                ++l.lines_written;  // the node's line was counted when it was zeroed
            }
        }
    }
    return sum;
}

Threshold RefreshPlan::entry(std::size_t row, std::size_t lane) const { return tag_values_[lane_tag_[lane]][row]; }

RefreshPlan::Cell RefreshPlan::cell(Variant v, std::size_t row, std::size_t lane, std::int64_t s) const {
    return state(v, row, lane_tag_[lane], lane, s);
}

RefreshPlan::Cell RefreshPlan::state(Variant v, std::size_t row, std::size_t tag, std::size_t lane,
                                     std::int64_t s) const {
    const Threshold found = tag_values_[tag][row];
    const Threshold left = exit_[row];
    const bool is_node = !rows_[row].zone;
    const auto made = [&](std::size_t stretch) { return s - first_step(stretch, lane); };  // accesses here, if > 0

    if (v == Variant::skip_unchanged) {
        const std::int64_t n = made(is_node ? node_loop_of_row_[row] : stretch_of_row_[row]);
        if (n <= 0) return {found, Effect::untouched};
        if (n >= 2 && found != left) return {left, Effect::changed};
        return {found, Effect::read};
    }
    if (made(stretch_of_row_[row]) <= 0) return {found, Effect::untouched};
    if (!is_node) return {left, store_effect(found, left)};
    Cell c{0, zeroing_effect(found)};
    for (std::size_t z = row + 1; z < rows_.size() && rows_[z].zone && node_row_[z] == row; ++z) {
        if (made(stretch_of_row_[z]) < kZoneSlots) break;
        const Threshold larger = std::max(c.value, exit_[z]);
        c = {larger, store_effect(c.value, larger)};
    }
    return c;
}

EffectCounts RefreshPlan::effects(Variant v, std::size_t row0, std::size_t row1, std::size_t lane0, std::size_t lane1,
                                  std::int64_t s) const {
    EffectCounts counts;
    if (lane0 >= lane1) return counts;
    // Lanes before the current one have gone through the current loop and the rest have not; so at most
    // three stretches of lanes differ, and within each only the entry value matters.
    const std::size_t current = s < steps() ? at(s).lane : cpus_.size();
    const std::size_t cuts[] = {lane0, std::clamp(current, lane0, lane1), std::clamp(current + 1, lane0, lane1), lane1};
    for (std::size_t row = row0; row < row1; ++row)
        for (std::size_t i = 0; i + 1 < std::size(cuts); ++i)
            if (cuts[i] < cuts[i + 1])
                for (std::size_t t = 0; t < tag_values_.size(); ++t)
                    if (const std::int64_t n = lanes_with(t, cuts[i], cuts[i + 1]); n > 0)
                        counts[state(v, row, t, cuts[i], s).effect] += n;
    return counts;
}

RefreshPlan::Span RefreshPlan::position_of(std::int64_t s) const {
    const At a = at(s);
    const std::int64_t first = first_step(a.stretch, a.lane);
    const bool last = a.lane + 1 == cpus_.size();
    return {first, last ? starts_[a.stretch + 1] : first_step(a.stretch, a.lane + 1)};
}

RefreshPlan::Span RefreshPlan::stretch_of(std::int64_t s) const {
    const std::size_t i = at(s).stretch;
    return {starts_[i], starts_[i + 1]};
}

}  // namespace driftmark::ledger
