// The house's arrows run one way. Reads every include of src/ and fails on one that runs back.
#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// From the inside out: a room may include itself and rooms before it. observed and ledger are neighbours
// of the kernel; observed may see the ledger, since traces count what the ledger counts.
constexpr std::array kRooms{"kernel", "ledger", "observed", "scenario", "report", "session", "figure", "host", "cli"};

int place(const std::string& room) {
    for (std::size_t i = 0; i < kRooms.size(); ++i)
        if (room == kRooms[i]) return static_cast<int>(i);
    return -1;
}

std::vector<std::string> quoted_includes(const fs::path& file) {
    std::vector<std::string> found;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        const auto at = line.find("#include \"");
        if (at == std::string::npos) continue;
        const auto start = at + 10;
        found.push_back(line.substr(start, line.find('"', start) - start));
    }
    return found;
}

bool is_source(const fs::path& p) { return p.extension() == ".cpp" || p.extension() == ".hpp"; }

}  // namespace

TEST_CASE("no include runs back against the arrows") {
    const fs::path src = DRIFTMARK_SOURCE_DIR "/src";
    int includes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(src)) {
        if (!entry.is_regular_file() || !is_source(entry.path())) continue;
        const std::string room = fs::relative(entry.path(), src).begin()->string();
        INFO(entry.path().string());
        REQUIRE_MESSAGE(place(room) >= 0, "every file of src lies in a room");
        for (const auto& include : quoted_includes(entry.path())) {
            const std::string seen = include.substr(0, include.find('/'));
            if (place(seen) < 0) continue;  // a library's header, or a file beside this one
            ++includes;
            CHECK_MESSAGE(place(seen) <= place(room), include);
        }
    }
    CHECK(includes > 20);
}

TEST_CASE("the restatement shares no header with src") {
    for (const auto& include : quoted_includes(DRIFTMARK_SOURCE_DIR "/tests/support/restated.hpp")) FAIL_CHECK(include);
}

TEST_CASE("rooms below the host know no user interface, and those below the command line print nothing") {
    const fs::path src = DRIFTMARK_SOURCE_DIR "/src";
    for (const auto& entry : fs::recursive_directory_iterator(src)) {
        if (!entry.is_regular_file() || !is_source(entry.path())) continue;
        const std::string room = fs::relative(entry.path(), src).begin()->string();
        std::ifstream in(entry.path());
        for (std::string line; std::getline(in, line);) {
            INFO(entry.path().string() << ": " << line);
            if (place(room) < place("host")) CHECK(line.find("imgui") == std::string::npos);
            if (place(room) < place("cli")) CHECK(line.find("#include <iostream>") == std::string::npos);
        }
    }
}
