#include "figure/fixture.hpp"

#include <cstdio>
#include <cstdlib>

#include "report/sentence.hpp"

namespace driftmark::test {

void Scene::seek(std::size_t event, std::int64_t step) {
    playhead->seek(event, step);
    const std::size_t now = playhead->moment().event;
    machine = std::make_unique<kernel::Machine>(timeline->after(now));
    before = now > 0 ? std::make_unique<kernel::Machine>(timeline->after(now - 1)) : nullptr;
    const report::Words words = report::words_of(*playhead, before.get(), *machine, machine->topology().cpus);
    snapshot.timeline = timeline.get();
    snapshot.playhead = playhead.get();
    snapshot.machine = machine.get();
    snapshot.before = before.get();
    snapshot.sentence = words.sentence;
    snapshot.detail = words.detail;
    snapshot.can_back = snapshot.can_step = true;
    ++snapshot.revision;
}

void Scene::seek_share(std::size_t event, double share) {
    seek(event, -1);
    seek(event, static_cast<std::int64_t>(static_cast<double>(playhead->steps()) * share));
}

Scene scene(const scenario::Scenario& chosen) {
    Scene s;
    s.scenario = chosen;
    const scenario::Worked w = scenario::work_out(chosen);
    s.timeline = std::make_shared<ledger::Timeline>(w.topology, w.boot, w.script);
    s.playhead = std::make_unique<ledger::Playhead>(s.timeline);
    s.snapshot.state.scenario = chosen;
    s.snapshot.script_text = w.script_text;
    s.seek(w.event, w.step.value_or(-1));
    return s;
}

Scene scene(std::string_view text) {
    scenario::Scenario chosen;
    scenario::Assignments rest;
    while (!text.empty()) {
        const std::string_view entry = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(entry.size() + 1, text.size()));
        const std::size_t eq = entry.find('=');
        if (entry.substr(0, eq) == "preset") {
            const auto made = scenario::from_preset(entry.substr(eq + 1));
            if (made) chosen = *made;
        } else {
            rest.emplace_back(entry.substr(0, eq), entry.substr(eq + 1));
        }
    }
    const auto made = chosen.with(rest);
    if (!made) {
        std::fprintf(stderr, "scene: %s\n", made.error().line().c_str());
        std::abort();
    }
    return scene(*made);
}

}  // namespace driftmark::test
