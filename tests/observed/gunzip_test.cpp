// The gzip reader: whole files give their text, damaged ones a line.
#include <doctest/doctest.h>

#include "observed/files.hpp"
#include "observed/gunzip.hpp"

using namespace driftmark::observed;

TEST_CASE("gzip: every recorded file unpacks whole, and any cut or flipped byte is noticed") {
    std::string first;
    for (const auto& path : files::all("truth", ".gz")) {
        INFO(path.filename().string());
        const std::string packed = files::content(path);
        const auto text = gunzip(packed, std::size_t{4} << 20);
        REQUIRE(text.has_value());
        CHECK((text->starts_with("{") || text->starts_with("Node 0, zone")));
        if (first.empty()) first = packed;
    }
    CHECK(is_gzip(first));
    const auto whole = gunzip(first, 1 << 20);
    for (std::size_t cut = 0; cut < first.size(); cut += 1 + first.size() / 97) CHECK_FALSE(gunzip(first.substr(0, cut), 1 << 20).has_value());
    for (std::size_t i = 10; i + 4 < first.size(); i += 1 + first.size() / 211) {
        std::string flipped = first;
        flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
        const auto text = gunzip(flipped, 1 << 20);
        if (!text) CHECK(text.error().line().find('\n') == std::string::npos);
        else CHECK(*text == *whole);
    }
}

TEST_CASE("gzip: what unpacks to more than is allowed is refused") {
    const auto packed = files::content(files::all("truth", ".json.gz").front());
    const auto text = gunzip(packed, 1000);
    REQUIRE_FALSE(text.has_value());
    CHECK(text.error().line().find("more than 1000 bytes") != std::string::npos);
}
