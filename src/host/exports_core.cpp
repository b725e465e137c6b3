// The part of the module that both builds have: sessions, without a display.
#include "host/exports.hpp"

#include <utility>

#include "host/sittings.hpp"

namespace driftmark::host {

const char* lend(std::string text) {
    static std::string lent;
    lent = std::move(text);
    return lent.c_str();
}

}  // namespace driftmark::host

using namespace driftmark;
using host::lend, host::sitting;

/// A new session's handle.
DRIFTMARK_EXPORT int dm_create() { return host::open_sitting(); }

/// One action, as session.hpp lists them.
DRIFTMARK_EXPORT void dm_act(int handle, const char* action) {
    if (auto* s = sitting(handle)) s->act(action);
}

/// The snapshot as JSON; empty when its revision is still `since`.
DRIFTMARK_EXPORT const char* dm_snapshot(int handle, double since, int with_report) {
    const auto* s = sitting(handle);
    if (!s || static_cast<double>(s->snapshot().revision) == since) return lend("");
    return lend(session::to_json(*s, with_report != 0));
}

/// A chunk of a text file. 0 when it is refused already and need not be read on.
DRIFTMARK_EXPORT int dm_feed(int handle, const char* bytes, int size) {
    auto* s = sitting(handle);
    return s && s->feed({bytes, static_cast<std::size_t>(size)}) ? 1 : 0;
}
DRIFTMARK_EXPORT void dm_feed_done(int handle, const char* name) {
    if (auto* s = sitting(handle)) s->feed_done(name);
}
DRIFTMARK_EXPORT void dm_feed_cancel(int handle) {
    if (auto* s = sitting(handle)) s->feed_cancel();
}

/// The parameters and presets as JSON.
DRIFTMARK_EXPORT const char* dm_about() { return lend(host::about_json()); }

/// The JSON of a command for a state text.
DRIFTMARK_EXPORT const char* dm_report(const char* command, const char* state) {
    return lend(host::report_json(command, state));
}
