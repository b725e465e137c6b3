#include "cli/stream.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>

#include "scenario/text.hpp"

namespace driftmark::cli {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;
bool gone = false;

std::string reason(int error) { return error != 0 ? std::strerror(error) : "unknown reason"; }

}  // namespace

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

scenario::Result<void> read_chunks(const std::string& path, const Sink& sink) {
    struct Close {
        void operator()(std::FILE* f) const { std::fclose(f); }
    };
    std::unique_ptr<std::FILE, Close> opened;
    errno = 0;
    if (path != "-") {
        opened.reset(std::fopen(path.c_str(), "rb"));
        if (!opened) return scenario::wrong(name_of(path), "cannot be opened: " + reason(errno), "a file that can be read");
    }
    std::FILE* file = opened ? opened.get() : stdin;
    std::string chunk(kChunk, '\0');
    for (;;) {
        const std::size_t n = std::fread(chunk.data(), 1, chunk.size(), file);
        if (n > 0 && !sink(std::string_view(chunk).substr(0, n))) return {};
        if (n < chunk.size()) break;
    }
    if (std::ferror(file)) return scenario::wrong(name_of(path), "cannot be read: " + reason(errno), "a file that can be read");
    return {};
}

scenario::Result<void> write_out(std::string_view text) {
    errno = 0;
    const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (whole) return {};
#ifdef EPIPE
    gone = errno == EPIPE;
#endif
    return scenario::wrong("standard output", "cannot be written: " + reason(errno), "a place that takes the output");
}

bool reader_has_gone() { return gone; }

void outlive_closed_pipes() {
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN);
#endif
}

}  // namespace driftmark::cli
