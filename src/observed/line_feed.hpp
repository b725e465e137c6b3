// Lines out of chunks, wherever the chunks are cut. Keeps at most one started line.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

namespace driftmark::observed {

class LineFeed {
public:
    /// A longer line is told by its beginning: no line that means something is as long.
    static constexpr std::size_t kLongest = 4096;

    /// Calls take(line) for each line that `chunk` ends, without its newline. `take` gives false to
    /// stop; the rest of the chunk is then dropped.
    template <class Take>
    void feed(std::string_view chunk, Take&& take) {
        const char* at = chunk.data();
        const char* const end = at + chunk.size();
        while (at < end) {
            const char* const newline = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
            if (newline == nullptr) {
                keep({at, static_cast<std::size_t>(end - at)});
                started_ = true;
                return;
            }
            const std::string_view rest{at, static_cast<std::size_t>(newline - at)};
            at = newline + 1;
            if (!started_) {
                if (!take(rest.substr(0, kLongest))) return;
                continue;
            }
            keep(rest);
            const bool on = take(std::string_view(kept_));
            kept_.clear();
            started_ = false;
            if (!on) return;
        }
    }
    /// Whether a line has begun that no newline ended, and what is kept of it.
    bool started() const { return started_; }
    std::string_view rest() const { return kept_; }

private:
    void keep(std::string_view part) { kept_.append(part.substr(0, kLongest - std::min(kLongest, kept_.size()))); }
    std::string kept_;
    bool started_ = false;
};

}  // namespace driftmark::observed
