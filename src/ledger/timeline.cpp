#include "ledger/timeline.hpp"

#include <algorithm>
#include <cmath>

namespace driftmark::ledger {
namespace {

/// States kept at most: a state of the largest machine takes about 300 KiB.
constexpr std::size_t kMostKept = 64;

class Recorder final : public kernel::RefreshObserver {
public:
    explicit Recorder(EventRecord& record) : record_(record) {}
    void on_refresh(const kernel::Refresh& r) override {
        const Census c = census(r);
        record_.ledgers += c.ledgers;
        // Every position of the shared list takes one step, a zone's three, a store of the node loop one more.
        record_.steps.push_back(c.loops[0].it_zero + 3 * c.loops[0].it_zone + c.loops[1].it_node + c.loops[1].st_node);
        for (std::size_t z = 0; z < r.marks_set.size(); ++z) {
            if (!r.marks_set[z]) continue;
            ++record_.marks_set;
            record_.marks_changed += r.exit_marks[z] != r.entry.drift_mark(ZoneIndex{static_cast<std::uint32_t>(z)});
        }
    }

private:
    EventRecord& record_;
};

class Picker final : public kernel::RefreshObserver {
public:
    explicit Picker(std::size_t wanted) : wanted_(wanted) {}
    void on_refresh(const kernel::Refresh& r) override {
        if (seen_++ == wanted_) picked.emplace(r);
    }
    std::optional<RefreshPlan> picked;

private:
    std::size_t wanted_, seen_ = 0;
};

}  // namespace

Timeline::Timeline(std::shared_ptr<const kernel::Topology> topology, kernel::BootSettings boot,
                   std::vector<kernel::Event> script)
    : topology_(std::move(topology)), boot_(std::move(boot)) {
    const std::size_t events = script.size() + 1;
    spacing_ = std::max({std::size_t{1}, static_cast<std::size_t>(std::sqrt(static_cast<double>(events))),
                         events / kMostKept});
    records_.reserve(events);
    const auto record = [&](auto&& happen) {
        EventRecord& r = records_.emplace_back();
        Recorder recorder(r);
        happen(r, recorder);
    };
    std::optional<kernel::Machine> machine;
    record([&](EventRecord& r, Recorder& recorder) {
        machine.emplace(topology_, boot_, &recorder);
        r.online = machine->online_count();
    });
    kept_.push_back(*machine);
    for (const kernel::Event& event : script) {
        record([&](EventRecord& r, Recorder& recorder) {
            r.event = event;
            const kernel::Outcome outcome = machine->apply(event, &recorder);
            r.refused = outcome.refused;
            r.kswapd = outcome.kswapd;
            r.online = machine->online_count();
            totals_ += r.ledgers;
        });
        if ((records_.size() - 1) % spacing_ == 0) kept_.push_back(*machine);
    }
}

kernel::Machine Timeline::after(std::size_t k) const {
    kernel::Machine m = kept_[k / spacing_];
    for (std::size_t i = k / spacing_ * spacing_ + 1; i <= k; ++i) m.apply(*records_[i].event);
    return m;
}

RefreshPlan Timeline::plan(std::size_t k, std::size_t j) const {
    Picker picker(j);
    if (k == 0) {
        const kernel::Machine booted(topology_, boot_, &picker);
    } else {
        kernel::Machine m = after(k - 1);
        m.apply(*records_[k].event, &picker);
    }
    return std::move(*picker.picked);
}

}  // namespace driftmark::ledger
