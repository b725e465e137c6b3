// Where the parts of the refresh figure lie: a pure function of its size, how it is shown, and the machine's
// number of rows. Nothing here measures text.
#pragma once

#include <array>

#include "figure/figure.hpp"

namespace driftmark::figure::refresh {

/// What an embed shows in its middle; elsewhere everything is shown.
enum class Tab : std::uint8_t { machine, code, timeline };

/// As much of a machine as its picture's height depends on. It does not change while a script runs.
struct Shape {
    std::size_t nodes = 1, rows = 2;  ///< rows: nodes and populated zones
};

enum class Arrangement : std::uint8_t { wide, medium, stacked, embed };

/// One variant's part: title line, row labels, cells, CPU axis, code. An area without height is not shown.
struct Side { Rect title, labels, cells, axis, code; };

inline constexpr std::size_t kLedgerItems = 6;

struct Layout {
    Arrangement arrangement{};
    float width = 0, height = 0, margin = 24;
    std::array<Rect, 3> bar{};        ///< machine controls, in as many lines as have height
    Rect sentence, detail;
    std::size_t sentence_lines = 1, detail_lines = 1;
    float sentence_size = 16, detail_size = 14;
    std::array<Side, 2> side;
    Rect ledger_head;
    std::array<Rect, kLedgerItems> ledger{};
    Rect avoided;
    Rect timeline_head, timeline;     ///< `timeline` with its axis
    Rect tabs;
    std::array<Rect, 3> transport{};  ///< buttons; granularity; legend
    std::array<float, 3> rules{};     ///< horizontal hairlines; 0: none
    float ledger_rule = 0;            ///< x of the vertical one; 0: none
};

Arrangement arrangement_of(const View&);
Layout lay_out(const View&, const Shape&, Tab);

}  // namespace driftmark::figure::refresh
