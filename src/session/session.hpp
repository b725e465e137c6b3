// One reader's sitting. Actions go in, snapshots come out; canvas, DOM mirror, keys, element attributes,
// messages, URL and the JavaScript module know nothing else. Time is passed in, so a sitting can be
// recorded, replayed and tested without a display.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/playhead.hpp"
#include "report/report.hpp"
#include "scenario/scenario.hpp"

namespace driftmark::session {

using Milliseconds = std::chrono::milliseconds;

/// What a figure and its mirrors read. Valid until the next action; `revision` grows with every change.
struct Snapshot {
    std::uint64_t revision = 0;
    std::uint64_t machine_revision = 0;        ///< grows when the machine or its script changes, not when the reader only steps
    scenario::State state;                     ///< with event and step as they are now
    const ledger::Timeline* timeline = nullptr;
    const ledger::Playhead* playhead = nullptr;
    const kernel::Machine* before = nullptr;   ///< before the current event; none for the boot
    const kernel::Machine* machine = nullptr;  ///< after the current event
    std::vector<std::string> script_text;      ///< of each event, from 1
    std::string sentence;                      ///< what is on screen now, plainly
    std::string detail;                        ///< the reason, in a second sentence
    std::string moment;                        ///< how far it has got and what the step just made did, for a live region
    std::string message;                       ///< what went wrong with the last action; empty when nothing did
    bool playing = false;
    bool can_undo = false, can_redo = false;
    bool can_step = false, can_back = false;
};

class Session {
public:
    Session();
    ~Session();
    Session(Session&&) noexcept;
    Session& operator=(Session&&) noexcept;

    /// One action, as one line of text. Unknown or wrong actions leave everything as it is and put one
    /// clear line in Snapshot::message.
    ///
    ///   set KEY=VALUE[&KEY=VALUE...]   change parameters (percent-encoded as in the state text)
    ///   preset NAME                    take a preset
    ///   state v1/...                   take a whole state text
    ///   open v1/...                    the same as a beginning: nothing before it to undo
    ///   step [GRANULARITY]  back [GRANULARITY]   by the given or the current granularity
    ///   seek EVENT [STEP]              event 0 is the booted machine; no STEP: the event's end
    ///   first  last                    start and end of the script
    ///   play  pause                    advance by itself, a readable pace; tick() moves it on
    ///   toggle cpu N | toggle node N   insert an event after the current one: off if on, on if off
    ///   undo  redo                     changes of the machine, its script or the preset; never steps
    ///   hold  release                  what is set in between is one change for undo (a drag)
    void act(std::string_view action);

    /// A text file given in chunks (/proc/zoneinfo); done() takes it as the machine or says what is wrong.
    /// feed() returns false when the text is refused already: reading on is of no use.
    bool feed(std::string_view chunk);
    void feed_done(std::string_view name);
    void feed_cancel();

    /// Time passes. Returns how long until it wants to be called again while playing; nothing at rest.
    std::optional<Milliseconds> tick(Milliseconds now);

    const Snapshot& snapshot() const;
    /// The report of the current figure at the current moment, for the DOM mirror and the module.
    report::Report report() const;

private:
    struct State;
    std::unique_ptr<State> s_;
};

/// The snapshot as JSON for the page: revision, state text, every parameter's value, sentence, detail,
/// moment, message, transport flags, where in the script, the ledgers, and the report when `with_report`.
std::string to_json(const Session&, bool with_report);

}  // namespace driftmark::session
