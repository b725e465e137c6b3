// Recorded data of the tests, by name.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace files {

inline std::string content(const std::filesystem::path& p) {
    std::ifstream in(p, std::ios::binary);
    REQUIRE_MESSAGE(in.good(), p.string());
    return {std::istreambuf_iterator<char>(in), {}};
}

inline std::filesystem::path data(const std::string& name) { return std::filesystem::path(DRIFTMARK_TEST_DATA) / name; }

/// Files of a folder of tests/data whose name ends so, sorted.
inline std::vector<std::filesystem::path> all(const std::string& folder, const std::string& ending) {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(data(folder)))
        if (entry.path().filename().string().ends_with(ending)) found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

}  // namespace files
