#include "report/value.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>

namespace driftmark::report {
namespace {

/// Largest whole number below which every one is a double of its own: JavaScript rounds beyond it.
constexpr std::int64_t kExact = std::int64_t{1} << 53;

void write_integer(std::string& out, std::int64_t n) {
    char text[24];
    const auto end = std::to_chars(text, text + sizeof text, n).ptr;
    out.append(text, end);
}

/// ECMAScript's Number::toString: the shortest digits that read back as the same number, plain from
/// 1e-6 up to 1e21, with an exponent outside of that.
void write_double(std::string& out, double d) {
    if (!std::isfinite(d)) {
        out += "null";  // as JSON.stringify does
        return;
    }
    if (d == 0) {
        out += '0';  // also for -0
        return;
    }
    char text[40];
    char* const end = std::to_chars(text, text + sizeof text - 1, std::fabs(d), std::chars_format::scientific).ptr;
    *end = 0;  // atoi below reads up to it
    const std::string_view shortest(text, static_cast<std::size_t>(end - text));
    const auto e = shortest.find('e');
    std::string digits(1, shortest[0]);
    if (e > 2) digits += shortest.substr(2, e - 2);
    // The value is 0.DIGITS times ten to the power of `point`.
    const int point = std::atoi(text + e + 1) + 1;
    const int count = static_cast<int>(digits.size());

    if (d < 0) out += '-';
    if (point > 21 || point <= -6) {
        out += digits[0];
        if (count > 1) out.append(1, '.').append(digits, 1);
        out += point > 0 ? "e+" : "e-";
        write_integer(out, std::abs(point - 1));
    } else if (point <= 0) {
        out.append("0.").append(static_cast<std::size_t>(-point), '0').append(digits);
    } else if (count <= point) {
        out.append(digits).append(static_cast<std::size_t>(point - count), '0');
    } else {
        out.append(digits, 0, static_cast<std::size_t>(point)).append(1, '.');
        out.append(digits, static_cast<std::size_t>(point));
    }
}

/// Length of the well-formed UTF-8 sequence at the start of `s`; 0 when there is none.
std::size_t sequence_length(std::string_view s) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
    const unsigned char first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length == 0 || s.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    if (first == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
    if (first == 0xED && byte(1) > 0x9F) return 0;  // a surrogate
    if (first == 0xF0 && byte(1) < 0x90) return 0;  // overlong
    if (first == 0xF4 && byte(1) > 0x8F) return 0;  // beyond U+10FFFF
    return length;
}

void write_string(std::string& out, std::string_view s) {
    out += '"';
    while (!s.empty()) {
        const auto c = static_cast<unsigned char>(s.front());
        std::size_t taken = 1;
        switch (c) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\b': out += "\\b"; break;
            case '\f': out += "\\f"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            default:
                if (c < 0x20) {
                    constexpr char kHex[] = "0123456789abcdef";
                    out.append("\\u00").append(1, kHex[c >> 4]).append(1, kHex[c & 15]);
                } else if (const std::size_t length = sequence_length(s); length > 0) {
                    out.append(s.substr(0, length));
                    taken = length;
                } else {
                    out += "\xEF\xBF\xBD";  // what a decoder makes of it: U+FFFD
                }
        }
        s.remove_prefix(taken);
    }
    out += '"';
}

struct Writer {
    std::string& out;

    void operator()(std::monostate) const { out += "null"; }
    void operator()(bool b) const { out += b ? "true" : "false"; }
    void operator()(std::int64_t n) const {
        if (n > kExact || n < -kExact) write_double(out, static_cast<double>(n));
        else write_integer(out, n);
    }
    void operator()(double d) const { write_double(out, d); }
    void operator()(const std::string& s) const { write_string(out, s); }
    void operator()(const Value::Array& a) const {
        out += '[';
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (i > 0) out += ',';
            std::visit(*this, a[i].held());
        }
        out += ']';
    }
    void operator()(const Value::Object& o) const {
        out += '{';
        for (std::size_t i = 0; i < o.size(); ++i) {
            if (i > 0) out += ',';
            write_string(out, o[i].first);
            out += ':';
            std::visit(*this, o[i].second.held());
        }
        out += '}';
    }
};

}  // namespace

Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

Value& Value::set(std::string key, Value value) {
    if (!std::holds_alternative<Object>(v_)) v_ = Object{};
    std::get_if<Object>(&v_)->emplace_back(std::move(key), std::move(value));
    return *this;
}

Value& Value::push(Value value) {
    if (!std::holds_alternative<Array>(v_)) v_ = Array{};
    std::get_if<Array>(&v_)->push_back(std::move(value));
    return *this;
}

const Value* Value::find(std::string_view key) const {
    if (const auto* object = std::get_if<Object>(&v_))
        for (const auto& [name, value] : *object)
            if (name == key) return &value;
    return nullptr;
}

std::string Value::json() const {
    std::string out;
    std::visit(Writer{out}, v_);
    return out;
}

}  // namespace driftmark::report
