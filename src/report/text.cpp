// A report for people at a terminal of 80 to 100 columns: the sentence, the tables, then what it rests on.
#include <algorithm>

#include "report/report.hpp"
#include "report/words.hpp"

namespace driftmark::report {
namespace {

constexpr std::size_t kProseWidth = 80;
constexpr std::size_t kTableWidth = 100;
constexpr std::string_view kGap = "  ";

/// Numbers stand to the right, also those that come as text with their unit: "-88.3 %".
bool looks_numeric(std::string_view shown) {
    if (!shown.empty() && (shown.front() == '-' || shown.front() == '+')) shown.remove_prefix(1);
    const auto end = shown.find_first_not_of("0123456789,.");
    const bool one_unit = end == shown.npos || (shown[end] == ' ' && shown.find(' ', end + 1) == shown.npos);
    return !shown.empty() && shown.front() >= '0' && shown.front() <= '9' && one_unit;
}

std::string shown(const Column& column, const Value& cell) {
    struct Show {
        const Column& column;
        std::string operator()(std::monostate) const { return "-"; }
        std::string operator()(bool b) const { return b ? "yes" : "no"; }
        std::string operator()(std::int64_t n) const {
            if (column.plain) return std::to_string(n);
            return column.unit == "bytes" ? size_words(Bytes{n}) : grouped(n);
        }
        std::string operator()(double d) const {
            std::string text = decimal(d, 3);
            while (text.back() == '0') text.pop_back();
            if (text.back() == '.') text.pop_back();
            return text;
        }
        std::string operator()(const std::string& s) const { return s; }
        std::string operator()(const Value::Array& a) const {
            std::string out;
            for (const Value& v : a) out += (out.empty() ? "" : ", ") + shown(column, v);
            return out;
        }
        std::string operator()(const Value::Object& o) const { return Value(o).json(); }
    };
    return std::visit(Show{column}, cell.held());
}

void write_padded(std::string& line, std::string_view text, std::size_t width, bool to_the_right) {
    const std::size_t space = width - std::min(width, width_of(text));
    if (to_the_right) line.append(space, ' ');
    line += text;
    if (!to_the_right) line.append(space, ' ');
}

void end_line(std::string& out, std::string& line) {
    line.erase(line.find_last_not_of(' ') + 1);
    out.append(line).append(1, '\n');
    line.clear();
}

/// Cells as text, with what is needed to line them up.
struct Layout {
    std::vector<std::vector<std::vector<std::string>>> rows;  // row, column, lines; the head first
    std::vector<std::size_t> widths;
    std::vector<bool> right;
};

Layout laid_out(const Table& t) {
    Layout l;
    const std::size_t columns = t.columns.size();
    l.right.assign(columns, false);
    std::vector<std::vector<std::string>> cells;
    l.widths.assign(columns, 1);
    for (const auto& row : t.rows) {
        cells.emplace_back();
        for (std::size_t c = 0; c < columns; ++c) {
            cells.back().push_back(c < row.size() ? shown(t.columns[c], row[c]) : std::string());
            if (looks_numeric(cells.back().back())) l.right[c] = true;
            l.widths[c] = std::max(l.widths[c], width_of(cells.back().back()));
        }
    }
    // A head wraps over its column, which is as wide as its widest cell or the head's longest word.
    l.rows.emplace_back();
    std::size_t tallest = 1;
    for (std::size_t c = 0; c < columns; ++c) {
        const Column& column = t.columns[c];
        const bool names_unit = !column.unit.empty() && column.unit != "bytes";
        const std::string head = column.label + (names_unit ? " (" + column.unit + ")" : "");
        for (const std::string& word : wrapped(head, 1)) l.widths[c] = std::max(l.widths[c], width_of(word));
        l.rows.back().push_back(wrapped(head, l.widths[c]));
        tallest = std::max(tallest, l.rows.back().back().size());
    }
    for (auto& head : l.rows.back()) head.insert(head.begin(), tallest - head.size(), std::string());

    // Prose stands in the last column: it wraps when the table would be too wide.
    std::size_t before_last = 0;
    for (std::size_t c = 0; c + 1 < columns; ++c) before_last += l.widths[c] + kGap.size();
    if (columns > 0 && before_last + l.widths.back() > kTableWidth && !l.right.back())
        l.widths.back() = std::min(l.widths.back(), std::max<std::size_t>(30, kTableWidth - std::min(kTableWidth, before_last)));
    for (auto& row : cells) {
        l.rows.emplace_back();
        for (std::size_t c = 0; c < columns; ++c)
            l.rows.back().push_back(c + 1 == columns ? wrapped(row[c], l.widths[c]) : std::vector{std::move(row[c])});
    }
    return l;
}

void write_table(std::string& out, const Table& t) {
    if (!t.title.empty()) out.append(t.title).append("\n\n");
    if (t.rows.empty()) {
        out += "(none)\n";
        return;
    }
    const Layout l = laid_out(t);
    std::string line;
    for (std::size_t r = 0; r < l.rows.size(); ++r) {
        std::size_t height = 1;
        for (const auto& cell : l.rows[r]) height = std::max(height, cell.size());
        for (std::size_t h = 0; h < height; ++h) {
            for (std::size_t c = 0; c < l.widths.size(); ++c) {
                if (c > 0) line += kGap;
                const auto& cell = l.rows[r][c];
                write_padded(line, h < cell.size() ? cell[h] : std::string(), l.widths[c], l.right[c]);
            }
            end_line(out, line);
        }
        if (r > 0) continue;
        for (std::size_t c = 0; c < l.widths.size(); ++c) {
            if (c > 0) line += kGap;
            line.append(l.widths[c], '-');
        }
        end_line(out, line);
    }
}

}  // namespace

std::string to_text(const Report& r) {
    std::string out;
    for (const std::string& line : wrapped(r.sentence, kProseWidth)) out.append(line).append(1, '\n');
    for (const Table& t : r.tables) {
        out += '\n';
        write_table(out, t);
    }
    if (!r.notes.empty()) out += '\n';
    for (const std::string& note : r.notes) {
        std::string_view lead = "* ";
        for (const std::string& line : wrapped(note, kProseWidth - lead.size())) {
            out.append(lead).append(line).append(1, '\n');
            lead = "  ";
        }
    }
    return out;
}

}  // namespace driftmark::report
