// The command line as a function: what was asked in, exit status out.
#pragma once

namespace driftmark::cli {

/// 0; 1 when a check found a difference; 2 for bad input, with one line on standard error and nothing on
/// standard output.
int run(int argc, const char* const* argv);

}  // namespace driftmark::cli
