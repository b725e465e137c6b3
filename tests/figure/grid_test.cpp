// What is drawn sums up to what is counted.
#include <doctest/doctest.h>

#include "figure/fixture.hpp"
#include "figure/number.hpp"
#include "figure/refresh/grid.hpp"

using namespace driftmark;
using figure::refresh::Source;

TEST_CASE("the drawn histograms sum back to the ledger") {
    for (const char* machine : {"preset=vm2", "preset=xeon480", "preset=numa1024", "cpus=8192&nodes=1024",
                                "preset=xeon480&script=offline:3,offline:7,offline:9,offline:100-120,online:7,offline:479"}) {
        test::Scene s = test::scene(machine);
        const std::size_t last = s.timeline->size() - 1;
        for (const std::size_t event : {std::size_t{1}, last / 2, last})
            for (const double share : {0.0, 0.2, 0.35, 0.5, 0.77, 0.9, 1.0}) {
                s.seek_share(event, share);
                if (!s.playhead->plan()) continue;
                const Source source{s.machine.get(), s.playhead->plan(), s.playhead->step_in_refresh()};
                const auto rows = figure::refresh::rows_of(source);
                const ledger::Ledgers so_far = s.playhead->so_far();
                for (const float width : {120.0f, 428.0f, 1200.0f})
                    for (const ledger::Variant v : ledger::kVariants) {
                        const auto grid = figure::refresh::build_grid(source, v, figure::refresh::group_rows(rows, 160),
                                                                      figure::refresh::span_cpus(source, width, 3));
                        ledger::EffectCounts sum;
                        for (const auto& cell : grid.cells) sum += cell.counts;
                        using ledger::Effect;
                        CAPTURE(machine);
                        CAPTURE(event);
                        CAPTURE(share);
                        CHECK(sum[Effect::changed] + sum[Effect::silent] + sum[Effect::exposed] == so_far[v].lines_written);
                        CHECK(sum[Effect::read] == so_far[v].lines_read);
                        CHECK(sum[Effect::untouched] + sum[Effect::read] + so_far[v].lines_written ==
                              static_cast<std::int64_t>(rows.size() * s.playhead->plan()->cpus().size()));
                        // Spans and groups cover every CPU and row exactly once, and every cell is drawn.
                        std::uint32_t cpu = 0;
                        for (const auto& span : grid.spans) {
                            CHECK(span.cpu0 == cpu);
                            cpu = span.cpu1;
                        }
                        CHECK(cpu == static_cast<std::uint32_t>(s.machine->topology().cpus.value));
                        std::size_t row = 0;
                        for (const auto& group : grid.groups) {
                            CHECK(group.row0 == row);
                            CHECK(group.h >= 10);
                            CHECK(group.y + group.h <= 160.5f);
                            row = group.row1;
                        }
                        CHECK(row == rows.size());
                    }
            }
    }
}

TEST_CASE("numbers as people read them") {
    CHECK(figure::thousands(1806420) == "1,806,420");
    CHECK(figure::thousands(-1000) == "-1,000");
    CHECK(figure::thousands(999) == "999");
    CHECK(figure::compact(99'999) == "99,999");
    CHECK(figure::compact(50'331'648) == "50.3M");
    CHECK(figure::compact(999'999) == "1.0M");
    CHECK(figure::size_text(Bytes{15LL << 20}) == "15 MiB");
    CHECK(figure::size_text(Bytes{3LL << 30}) == "3 GiB");
    CHECK(figure::size_text(Bytes{64LL << 40}) == "64 TiB");
}
