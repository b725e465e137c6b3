// Files in, text out, both with an error line when they fail. Only the C library, so that it also runs
// under Node.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "scenario/error.hpp"

namespace driftmark::cli {

/// Takes a chunk; false means that it wants no more.
using Sink = std::function<bool(std::string_view chunk)>;

/// Reads a file ("-" is standard input) in chunks, so that its size does not matter.
scenario::Result<void> read_chunks(const std::string& path, const Sink&);
/// How a path is named in an error line.
std::string name_of(const std::string& path);

/// Writes all of it to standard output and makes sure that it arrived.
scenario::Result<void> write_out(std::string_view);
/// Whether standard output's reader has gone, which is no one's mistake (`driftmark sweep | head`).
bool reader_has_gone();
/// From now on writing to a closed pipe fails instead of ending the program.
void outlive_closed_pipes();

}  // namespace driftmark::cli
