// The text for people: sentence, tables, notes.
#include <doctest/doctest.h>

#include "report/report.hpp"

using namespace driftmark::report;

TEST_CASE("numbers stand to the right with separators, names as they are") {
    Report r;
    r.sentence = "What is so.";
    r.tables.push_back({"Title", {{"cpu", "CPU", "", true}, {"name", "name", ""}, {"size", "size", "bytes"}, {"n", "how many", "pages"}},
                        {{1024, "DMA", std::int64_t{15} << 20, 1234567}, {7, "Normal", std::int64_t{381} << 30, Value()}}});
    r.notes = {"A note."};
    CHECK(to_text(r) ==
          "What is so.\n"
          "\n"
          "Title\n"
          "\n"
          "                        how many\n"
          " CPU  name       size    (pages)\n"
          "----  ------  -------  ---------\n"
          "1024  DMA      15 MiB  1,234,567\n"
          "   7  Normal  381 GiB          -\n"
          "\n"
          "* A note.\n");
}

TEST_CASE("prose in the last column wraps within 100 columns, sentences and notes within 80") {
    Report r;
    const std::string words = "several words that together make a line much too long for a terminal, ";
    r.sentence = words + words + words;
    r.tables.push_back({"", {{"key", "key", ""}, {"help", "help", ""}}, {{"one", words + words + words}}});
    r.notes = {words + words};
    const std::string text = to_text(r);
    std::size_t longest = 0, start = 0;
    for (std::size_t end; (end = text.find('\n', start)) != text.npos; start = end + 1) longest = std::max(longest, end - start);
    CHECK(longest <= 100);
    CHECK(text.find("\n  ") != text.npos);  // the note goes on under its text
}

TEST_CASE("an empty table says so") {
    Report r;
    r.sentence = "Nothing.";
    r.tables.push_back({"Zones", {{"zone", "zone", ""}}, {}});
    CHECK(to_text(r) == "Nothing.\n\nZones\n\n(none)\n");
}
