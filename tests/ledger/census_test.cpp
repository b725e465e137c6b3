// Census = stepper = the plain restatement, refresh by refresh, on random machines and scripts.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "ledger/playhead.hpp"
#include "support/property.hpp"
#include "support/random_machine.hpp"

using namespace driftmark;
using namespace driftmark::ledger;

namespace {

restated::Counts counts_of(const Ledger& l) {
    return {l.iterations, l.loads, l.stores, l.silent_stores, l.exposed_zero, l.lines_written, l.lines_read};
}

restated::Access plain(const Access& a) {
    return {a.store, a.row.zone ? static_cast<int>(index_of(*a.row.zone)) : -1,
            a.row.zone ? -1 : static_cast<int>(index_of(a.row.node)), static_cast<int>(index_of(a.cpu)), a.before, a.after};
}

void add(Ledger& l, const Access& a, bool first, bool first_of_line) {
    if (first) ++l.iterations;
    if (!a.store) ++l.loads;
    if (a.store) ++l.stores;
    if (a.effect == Effect::silent) ++l.silent_stores;
    if (a.effect == Effect::exposed) ++l.exposed_zero;
    (void)first_of_line;
}

/// Holds one refresh to the restatement: counts, every access in order, every cell, the state at the end.
class Judge final : public kernel::RefreshObserver {
public:
    void on_refresh(const kernel::Refresh& r) override {
        ++refreshes;
        const Census counted = census(r);
        const RefreshPlan plan(r);
        RC_ASSERT(plan.total() == counted.ledgers);
        restated::Machine old = support::restate(r.entry), patched = old;
        const restated::Machine entry = old;
        std::vector<restated::Access> traces[2];
        RC_ASSERT(counts_of(counted.ledgers[Variant::rewrite]) == old.rewrite(&traces[0]));
        RC_ASSERT(counts_of(counted.ledgers[Variant::skip_unchanged]) == patched.skip_unchanged(&traces[1]));

        // Both variants end alike, and as the model says.
        RC_ASSERT(old.zone_threshold == patched.zone_threshold);
        RC_ASSERT(old.node_threshold == patched.node_threshold);
        for (std::size_t z = 0; z < old.zones.size(); ++z) {
            RC_ASSERT(old.zones[z].mark == patched.zones[z].mark);
            RC_ASSERT(old.zones[z].mark == r.exit_marks[z].value);
        }
        // `needed` by its own definition.
        long long needed = 0;
        for (int c = 0; c < old.cpus; ++c) {
            if (!old.online[c]) continue;
            for (std::size_t z = 0; z < old.zones.size(); ++z) needed += old.zone_threshold[z][c] != entry.zone_threshold[z][c];
            for (int n = 0; n < old.nodes; ++n) needed += old.node_threshold[n][c] != entry.node_threshold[n][c];
        }
        RC_ASSERT(counted.ledgers.needed == needed);

        // The stepper walks the same accesses, and its prefix counts are the sums of what it walked.
        Ledgers walked;
        std::size_t next[2] = {0, 0};
        for (std::int64_t s = 0; s < plan.steps(); ++s) {
            const Ledgers prefix = plan.until(s);
            for (const Variant v : kVariants) {
                const auto i = static_cast<std::size_t>(v);
                RC_ASSERT(prefix[v].iterations == walked[v].iterations);
                RC_ASSERT(prefix[v].loads == walked[v].loads);
                RC_ASSERT(prefix[v].stores == walked[v].stores);
                RC_ASSERT(prefix[v].silent_stores == walked[v].silent_stores);
                RC_ASSERT(prefix[v].exposed_zero == walked[v].exposed_zero);
                const auto a = plan.access(v, s);
                if (!a) continue;
                RC_ASSERT(next[i] < traces[i].size());
                RC_ASSERT(plain(*a) == traces[i][next[i]++]);
                add(walked[v], *a, plan.place(s).slot == 0, false);
            }
            const auto position = plan.position_of(s);
            RC_ASSERT(position.first <= s);
            RC_ASSERT(s < position.end);
        }
        for (const std::size_t i : {0, 1}) RC_ASSERT(next[i] == traces[i].size());

        cells_add_up(plan);
    }
    int refreshes = 0;

private:
    static void cells_add_up(const RefreshPlan& plan) {
        if (plan.steps() == 0) return;
        const std::int64_t s = *rc::gen::inRange<std::int64_t>(0, plan.steps() + 1);
        const std::size_t rows = plan.rows().size(), lanes = plan.cpus().size();
        const Ledgers prefix = plan.until(s);
        for (const Variant v : kVariants) {
            EffectCounts one_by_one;
            for (std::size_t row = 0; row < rows; ++row)
                for (std::size_t lane = 0; lane < lanes; ++lane) ++one_by_one[plan.cell(v, row, lane, s).effect];
            const EffectCounts at_once = plan.effects(v, 0, rows, 0, lanes, s);
            RC_ASSERT(at_once.of == one_by_one.of);
            const std::size_t row_cut = *rc::gen::inRange<std::size_t>(0, rows + 1);
            const std::size_t lane_cut = *rc::gen::inRange<std::size_t>(0, lanes + 1);
            EffectCounts parts = plan.effects(v, 0, row_cut, 0, lane_cut, s);
            parts += plan.effects(v, row_cut, rows, 0, lane_cut, s);
            parts += plan.effects(v, 0, row_cut, lane_cut, lanes, s);
            parts += plan.effects(v, row_cut, rows, lane_cut, lanes, s);
            RC_ASSERT(parts.of == at_once.of);
            RC_ASSERT(at_once[Effect::read] == prefix[v].lines_read);
            RC_ASSERT(at_once[Effect::changed] + at_once[Effect::silent] + at_once[Effect::exposed] == prefix[v].lines_written);
        }
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                for (const Variant v : kVariants) RC_ASSERT(plan.cell(v, row, lane, plan.steps()).value == plan.exit(row));
    }
};

}  // namespace

TEST_CASE("census, stepper and the plain restatement agree on random machines and scripts") {
    support::check("agree", 500, [] {
        const auto [topology, boot] = support::random_machine(9, 4);
        Judge judge;
        kernel::Machine machine(topology, boot, &judge);
        for (const auto& event : support::random_script(*topology, 12)) machine.apply(event, &judge);
        RC_ASSERT(judge.refreshes > 0);
    });
}

TEST_CASE("a timeline finds every moment again") {
    support::check("moments", 200, [] {
        const auto [topology, boot] = support::random_machine(12, 3);
        const auto script = support::random_script(*topology, 60);
        const Timeline timeline(topology, boot, script);
        RC_ASSERT(timeline.size() == script.size() + 1);
        kernel::Machine walked(topology, boot);
        Ledgers sum;
        for (std::size_t k = 1; k < timeline.size(); ++k) {
            const auto outcome = walked.apply(script[k - 1]);
            const auto& record = timeline.record(k);
            RC_ASSERT(record.refused == outcome.refused);
            RC_ASSERT(record.online == walked.online_count());
            Ledgers event;
            for (std::size_t j = 0; j < record.refreshes(); ++j) {
                const RefreshPlan plan = timeline.plan(k, j);
                RC_ASSERT(plan.steps() == record.steps[j]);
                event += plan.total();
            }
            RC_ASSERT(event == record.ledgers);
            sum += event;
            const kernel::Machine again = timeline.after(k);
            RC_ASSERT(again.online() == walked.online());
            for (std::uint32_t c = 0; c < topology->cpus.value; ++c)
                RC_ASSERT(again.thresholds_of(CpuId{c}) == walked.thresholds_of(CpuId{c}));
            for (std::uint32_t z = 0; z < topology->zones.size(); ++z)
                RC_ASSERT(again.drift_mark(ZoneIndex{z}) == walked.drift_mark(ZoneIndex{z}));
        }
        RC_ASSERT(sum == timeline.totals());
    });
}

TEST_CASE("n stops forward and n back lead where one was") {
    support::check("there and back", 300, [] {
        const auto [topology, boot] = support::random_machine(6, 3);
        const auto timeline = std::make_shared<const Timeline>(topology, boot, support::random_script(*topology, 12));
        Playhead playhead(timeline);
        const auto g = *rc::gen::element(Granularity::store, Granularity::cpu, Granularity::zone, Granularity::refresh, Granularity::event);
        playhead.seek(*rc::gen::inRange<std::size_t>(0, timeline->size()));
        std::vector<Moment> been{playhead.moment()};
        const int n = *rc::gen::inRange(0, 200);
        while (static_cast<int>(been.size()) <= n && playhead.forward(g)) {
            RC_ASSERT(playhead.moment() > been.back());
            been.push_back(playhead.moment());
        }
        while (been.size() > 1) {
            RC_ASSERT(playhead.moment() == been.back());
            been.pop_back();
            RC_ASSERT(playhead.back(g));
        }
        RC_ASSERT(playhead.moment() == been.front());
    });
}
