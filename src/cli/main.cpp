#include <cstdio>
#include <exception>

#include "cli/run.hpp"

int main(int argc, char** argv) {
    try {
        return driftmark::cli::run(argc, argv);
    } catch (const std::exception& e) {
        // Nothing but CLI11 and the allocator throws here.
        std::fprintf(stderr, "driftmark: cannot go on: %s\n", e.what());
        return 2;
    }
}
