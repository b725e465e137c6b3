#include "session/session.hpp"

#include <algorithm>
#include <array>

#include "report/command.hpp"
#include "report/sentence.hpp"
#include "scenario/id_list.hpp"
#include "scenario/text.hpp"
#include "session/feeding.hpp"
#include "session/history.hpp"

namespace driftmark::session {
namespace {

using scenario::Assignments;
using scenario::quoted;
using scenario::Result;
using scenario::Scenario;
using scenario::trimmed;
using scenario::wrong;

constexpr std::array<std::string_view, 5> kGranularities{"store", "cpu", "zone", "refresh", "event"};
/// How long one step stands while playing: long enough to be read, short enough for a sweep to be watched.
constexpr std::array kPace{Milliseconds{350}, Milliseconds{200}, Milliseconds{500}, Milliseconds{250}, Milliseconds{150}};
constexpr std::array<std::string_view, 15> kVerbs{"set", "preset", "state", "open", "step", "back", "seek", "first",
                                                  "last", "play", "pause", "toggle", "undo", "redo", "hold"};

std::pair<std::string_view, std::string_view> first_word(std::string_view text) {
    text = trimmed(text);
    const auto space = text.find(' ');
    if (space == text.npos) return {text, {}};
    return {text.substr(0, space), trimmed(text.substr(space + 1))};
}

/// What is shown rather than what is so: changing it is nothing to undo.
bool only_shown(std::string_view key) {
    const auto* p = scenario::find_parameter(key);
    return p && (p->view || p->key == "granularity" || p->key == "variant" || p->key == "event" || p->key == "step");
}

}  // namespace

struct Session::State {
    Snapshot snap;
    scenario::Worked worked;
    std::shared_ptr<const ledger::Timeline> timeline;
    std::optional<ledger::Playhead> playhead;
    std::optional<kernel::Machine> before, after;
    std::size_t machines_of = SIZE_MAX;  // the event that before and after lie around
    History history;
    bool holding = false, held_change = false;
    std::optional<Milliseconds> next_step;
    Feeding feeding;

    State() { take(Scenario{}); }

    const Scenario& current() const { return snap.state.scenario; }
    ledger::Granularity granularity() const {
        const auto at = std::ranges::find(kGranularities, current().get("granularity"));
        return static_cast<ledger::Granularity>(at - kGranularities.begin());
    }

    /// Makes `next` the scenario; the timeline is built anew only for another machine or script.
    void take(Scenario next) {
        if (!timeline || !next.same_course(current())) {
            worked = scenario::work_out(next);
            timeline = std::make_shared<const ledger::Timeline>(worked.topology, worked.boot, worked.script);
            playhead.emplace(timeline);
            machines_of = SIZE_MAX;
            snap.script_text = std::move(worked.script_text);
            ++snap.machine_revision;
            stop();
        }
        const auto event = scenario::whole_number(next.get("event")).value_or(0);
        const auto step = scenario::whole_number(next.get("step"));
        snap.state.scenario = std::move(next);
        playhead->seek(static_cast<std::size_t>(event), step.value_or(-1));
        settle();
    }

    /// A change by the reader: undo leads back from it.
    void change(Scenario next) {
        const bool undoable = std::ranges::any_of(scenario::parameters(), [&](const auto& p) {
            return !only_shown(p.key) && next.get(p.key) != current().get(p.key);
        });
        if (undoable && !(holding && held_change)) {
            history.remember(current());
            held_change = holding;
        }
        take(std::move(next));
    }

    /// Brings everything that is derived from the playhead's moment up to it.
    void settle() {
        const ledger::Moment m = playhead->moment();
        if (machines_of != m.event) {
            if (m.event == 0) {
                before.reset();
                after.emplace(timeline->after(0));
            } else {
                if (machines_of == m.event - 1) before = std::move(after);
                else before.emplace(timeline->after(m.event - 1));
                after = *before;
                after->apply(*timeline->record(m.event).event);
            }
            machines_of = m.event;
        }
        const bool at_end = m.step >= playhead->steps();
        // Where nothing happens after boot, event 1 stands for it as everywhere: the text stays as short.
        const std::size_t event = timeline->size() == 1 ? 1 : m.event;
        snap.state.scenario = current().at(event, at_end ? std::nullopt : std::optional{m.step});
        snap.timeline = timeline.get();
        snap.playhead = &*playhead;
        snap.before = before ? &*before : nullptr;
        snap.machine = &*after;
        report::Words words = report::words_of(*playhead, snap.before, *after, worked.existing.count());
        snap.sentence = std::move(words.sentence);
        snap.detail = std::move(words.detail);
        snap.moment = std::move(words.moment);
        snap.can_step = m.event + 1 < timeline->size() || !at_end;
        snap.can_back = m.event > 0 || can_back_in_boot();
        if (!snap.can_step) stop();
        snap.can_undo = history.can_undo();
        snap.can_redo = history.can_redo();
    }

    bool can_back_in_boot() const {
        switch (granularity()) {
            case ledger::Granularity::event: return false;
            case ledger::Granularity::refresh: return playhead->refresh_number() > 0;
            default: return playhead->moment().step > 0;
        }
    }

    void stop() {
        snap.playing = false;
        next_step.reset();
    }

    Result<bool> act(std::string_view line);
    Result<bool> step(std::string_view how, bool forward);
    Result<bool> seek(std::string_view where);
    Result<bool> toggle(std::string_view what);
    Result<bool> change_to(Result<Scenario> next) {
        if (!next) return std::unexpected(next.error());
        change(std::move(*next));
        return true;
    }
    Result<bool> insert(const std::string& events, std::size_t count);
    void say(const scenario::Error& e) { snap.message = e.line(); }
};

Result<bool> Session::State::act(std::string_view line) {
    const auto [verb, rest] = first_word(line);
    if (verb == "step") return step(rest, true);
    if (verb == "back") return step(rest, false);
    if (verb == "seek") return seek(rest);
    if (verb == "toggle") return toggle(rest);
    if (verb == "set") {
        auto assignments = scenario::read_assignments(rest);
        if (!assignments) return std::unexpected(assignments.error());
        if (assignments->empty()) return wrong("set", "nothing to set", "set KEY=VALUE, as in set cpus=480");
        return change_to(current().with(*assignments));
    }
    if (verb == "preset") {
        auto next = scenario::from_preset(rest);
        if (next) next = as_shown_now(*next, current());
        return change_to(std::move(next));
    }
    if (verb == "state" || verb == "open") {
        auto state = scenario::decode(rest);
        if (!state) return std::unexpected(state.error());
        if (!*state) return wrong("state text", quoted(rest) + " is none", "v1/FIGURE?KEY=VALUE&..., as in v1/refresh?cpus=480");
        snap.state.figure = (*state)->figure;
        if (verb == "state") {
            change(std::move((*state)->scenario));
        } else {
            history = {};
            take(std::move((*state)->scenario));
        }
        return true;
    }
    if (!rest.empty()) return wrong(quoted(verb), quoted(rest) + " is too much", quoted(verb) + " alone");
    if (verb == "first" || verb == "last") {
        stop();
        playhead->seek(verb == "first" ? 0 : timeline->size() - 1);
        settle();
        return true;
    }
    if (verb == "play") {
        if (!snap.can_step) playhead->seek(0);  // from the end it plays again
        snap.playing = true;
        next_step.reset();
        settle();
        return true;
    }
    if (verb == "pause") {
        stop();
        return true;
    }
    if (verb == "undo" || verb == "redo") {
        auto to = verb == "undo" ? history.undo(current()) : history.redo(current());
        if (!to) return wrong(std::string(verb), "nothing is left to " + std::string(verb), "");
        stop();
        take(as_shown_now(*to, current()));
        return true;
    }
    if (verb == "hold" || verb == "release") {
        holding = verb == "hold";
        held_change = false;
        return true;
    }
    const auto near = scenario::nearest(verb, kVerbs);
    return wrong("action", verb.empty() ? "it is empty" : quoted(verb) + " is none",
                 near ? std::string(*near) : "set, preset, state, open, step, back, seek, first, last, play, pause, toggle, undo, redo, hold or release");
}

Result<bool> Session::State::step(std::string_view how, bool forward) {
    auto size = granularity();
    if (!how.empty()) {
        const auto at = std::ranges::find(kGranularities, how);
        if (at == kGranularities.end())
            return wrong(forward ? "step" : "back", quoted(how) + " is no granularity", "store, cpu, zone, refresh or event");
        size = static_cast<ledger::Granularity>(at - kGranularities.begin());
    }
    stop();
    if (forward) playhead->forward(size);
    else playhead->back(size);
    settle();
    return true;
}

Result<bool> Session::State::seek(std::string_view where) {
    const auto [event_text, step_text] = first_word(where);
    const auto event = scenario::number_within(event_text, 0, static_cast<std::int64_t>(timeline->size()) - 1, "seek, event");
    if (!event) return std::unexpected(event.error());
    std::int64_t step = -1;
    if (!step_text.empty()) {
        std::int64_t steps = 0;
        for (const auto n : timeline->record(static_cast<std::size_t>(*event)).steps) steps += n;
        const auto at = scenario::number_within(step_text, 0, steps, "seek, step");
        if (!at) return std::unexpected(at.error());
        step = *at;
    }
    stop();
    playhead->seek(static_cast<std::size_t>(*event), step);
    settle();
    return true;
}

Result<bool> Session::State::toggle(std::string_view what) {
    const auto [kind, number] = first_word(what);
    const kernel::Topology& t = *worked.topology;
    if (kind == "cpu") {
        const auto n = scenario::number_within(number, 0, t.cpus.value - 1, "toggle, CPU");
        if (!n) return std::unexpected(n.error());
        const CpuId cpu{static_cast<std::uint32_t>(*n)};
        return insert((after->online().contains(cpu) ? "offline:" : "online:") + std::to_string(*n), 1);
    }
    if (kind == "node") {
        const auto n = scenario::number_within(number, 0, t.nodes.value - 1, "toggle, node");
        if (!n) return std::unexpected(n.error());
        scenario::Ids up, down;
        worked.existing.for_each([&](CpuId c) {
            if (index_of(t.node_of(c)) == *n) (after->online().contains(c) ? up : down).push_back(index_of(c));
        });
        // A node with some CPUs up goes off. Only CPUs that change get an event.
        const bool off = !up.empty();
        scenario::Ids& go = off ? up : down;
        if (off) std::ranges::reverse(go);
        if (go.empty()) return wrong("toggle", "node " + std::string(number) + " has no CPUs", "a node with CPUs");
        if (up.empty() || down.empty()) return insert((off ? "offline:node" : "online:node") + std::to_string(*n), go.size());
        std::string events;
        for (const auto c : go) {
            if (!events.empty()) events += ',';
            events += (off ? "offline:" : "online:") + std::to_string(c);
        }
        return insert(events, go.size());
    }
    return wrong("toggle", quoted(kind) + " cannot be toggled", "toggle cpu N or toggle node N");
}

/// Puts events in after the current one, keeps the rest, and goes to the last of them.
Result<bool> Session::State::insert(const std::string& events, std::size_t count) {
    const std::size_t at = playhead->moment().event;
    auto script = scenario::script_with(current(), at, events);
    if (!script) return std::unexpected(script.error());
    stop();
    return change_to(current().with(Assignments{{"script", *script}, {"event", std::to_string(at + count)}}));
}

Session::Session() : s_(std::make_unique<State>()) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

void Session::act(std::string_view action) {
    ++s_->snap.revision;
    s_->snap.message.clear();
    if (const auto done = s_->act(action); !done) s_->say(done.error());
    s_->snap.can_undo = s_->history.can_undo();
    s_->snap.can_redo = s_->history.can_redo();
}

bool Session::feed(std::string_view chunk) { return s_->feeding.chunk(chunk); }

void Session::feed_done(std::string_view name) {
    ++s_->snap.revision;
    s_->snap.message.clear();
    auto machine = s_->feeding.done(name);
    if (machine) {
        s_->stop();
        s_->change(as_shown_now(*machine, s_->current()));
    } else {
        s_->say(machine.error());
    }
}

void Session::feed_cancel() { s_->feeding = Feeding{}; }

std::optional<Milliseconds> Session::tick(Milliseconds now) {
    State& s = *s_;
    if (!s.snap.playing) return std::nullopt;
    const Milliseconds pace = kPace[static_cast<std::size_t>(s.granularity())];
    if (!s.next_step) s.next_step = now + pace;
    if (now >= *s.next_step) {
        // One step a tick however late it comes: a reader must not lose any.
        s.playhead->forward(s.granularity());
        s.next_step = std::max(*s.next_step + pace, now);
        ++s.snap.revision;
        s.settle();
        if (!s.snap.playing) return std::nullopt;
    }
    return std::max(*s.next_step - now, Milliseconds{0});
}

const Snapshot& Session::snapshot() const { return s_->snap; }

report::Report Session::report() const {
    const std::string& figure = s_->snap.state.figure;
    if (figure != "refresh")
        if (auto r = report::report_of(figure, s_->current())) return std::move(*r);
    return report::refresh_report(s_->current(), s_->timeline);
}

}  // namespace driftmark::session
