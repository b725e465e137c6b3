// One flat table after RFC 4180: CRLF, quotes only where a field needs them.
#include "report/report.hpp"

namespace driftmark::report {
namespace {

constexpr std::string_view kEndOfRecord = "\r\n";

void write_field(std::string& out, std::string_view text) {
    if (text.find_first_of(",\"\r\n") == text.npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

std::string cell_text(const Value& cell) {
    if (std::holds_alternative<std::monostate>(cell.held())) return "";  // nothing known: an empty field
    if (const auto* text = std::get_if<std::string>(&cell.held())) return *text;
    std::string out;
    if (const auto* list = std::get_if<Value::Array>(&cell.held())) {
        for (const Value& one : *list) out.append(out.empty() ? "" : ";").append(cell_text(one));
        return out;
    }
    return cell.json();
}

}  // namespace

std::string to_csv(const Report& r) {
    static const Table kNothing;
    const Table& t = !r.flat.columns.empty() ? r.flat : !r.tables.empty() ? r.tables.front() : kNothing;
    std::string out;
    for (std::size_t i = 0; i < t.columns.size(); ++i) {
        if (i > 0) out += ',';
        write_field(out, t.columns[i].key);
    }
    out += kEndOfRecord;
    for (const auto& row : t.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) out += ',';
            write_field(out, cell_text(row[i]));
        }
        out += kEndOfRecord;
    }
    return out;
}

}  // namespace driftmark::report
