#include "observed/json.hpp"

#include <algorithm>
#include <charconv>

namespace driftmark::observed {
namespace {

constexpr int kDeepest = 32;

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::expected<Json, Refusal> whole() {
        Json value;
        if (!read(value, 0)) return refused();
        skip_blanks();
        if (at_ != text_.size()) {
            fail("text after the value's end");
            return refused();
        }
        return value;
    }

private:
    std::unexpected<Refusal> refused() const {
        const auto line = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(failed_at_), '\n') + 1;
        return std::unexpected(Refusal{"line " + std::to_string(line) + ", byte " + std::to_string(failed_at_ + 1), what_,
                                       "a trace as one JSON object"});
    }
    bool fail(std::string what) {
        what_ = std::move(what);
        failed_at_ = std::min(at_, text_.size());
        return false;
    }
    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) ++at_;
    }
    bool take(char c) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    bool read(Json& out, int depth) {
        if (depth > kDeepest) return fail("values nested more than " + std::to_string(kDeepest) + " deep");
        skip_blanks();
        if (at_ == text_.size()) return fail("the text ends where a value should begin");
        switch (text_[at_]) {
            case '{': return read_object(out, depth);
            case '[': return read_array(out, depth);
            case '"': out.kind = Json::Kind::text; return read_text(out.text);
            case 't': out.kind = Json::Kind::boolean; out.boolean = true; return read_word("true");
            case 'f': out.kind = Json::Kind::boolean; return read_word("false");
            case 'n': return read_word("null");
            default: return read_number(out);
        }
    }
    bool read_word(std::string_view word) {
        if (!text_.substr(at_).starts_with(word)) return fail("not a JSON value: " + quoted(text_.substr(at_, 20)));
        at_ += word.size();
        return true;
    }
    bool read_object(Json& out, int depth) {
        out.kind = Json::Kind::object;
        ++at_;
        if (take('}')) return true;
        do {
            skip_blanks();
            if (at_ == text_.size() || text_[at_] != '"') return fail("a name in quotes should stand here");
            out.names.emplace_back();
            if (!read_text(out.names.back())) return false;
            if (!take(':')) return fail("a colon should stand here");
            out.items.emplace_back();
            if (!read(out.items.back(), depth + 1)) return false;
        } while (take(','));
        return take('}') || fail("the object is not closed");
    }
    bool read_array(Json& out, int depth) {
        out.kind = Json::Kind::array;
        ++at_;
        if (take(']')) return true;
        do {
            out.items.emplace_back();
            if (!read(out.items.back(), depth + 1)) return false;
        } while (take(','));
        return take(']') || fail("the array is not closed");
    }
    bool read_text(std::string& out) {
        ++at_;
        while (at_ < text_.size()) {
            const char c = text_[at_++];
            if (c == '"') return true;
            if (static_cast<unsigned char>(c) < 0x20) return fail("a control character within quotes");
            if (c != '\\') {
                out += c;
                continue;
            }
            if (at_ == text_.size()) break;
            switch (const char e = text_[at_++]) {
                case '"': case '\\': case '/': out += e; break;
                case 'b': out += '\b'; break;
                case 'f': out += '\f'; break;
                case 'n': out += '\n'; break;
                case 'r': out += '\r'; break;
                case 't': out += '\t'; break;
                case 'u': {
                    unsigned code = 0;
                    const char* const first = text_.data() + at_;
                    const char* const last = text_.data() + std::min(at_ + 4, text_.size());
                    const auto [end, error] = std::from_chars(first, last, code, 16);
                    if (error != std::errc{} || end != first + 4) return fail("a \\u without four digits");
                    at_ += 4;
                    out += code < 0x80 ? static_cast<char>(code) : '?';  // traces are ASCII
                    break;
                }
                default: return fail("an escape JSON does not know");
            }
        }
        return fail("quotes that are not closed");
    }
    bool read_number(Json& out) {
        const char* const first = text_.data() + at_;
        const char* const end = text_.data() + text_.size();
        const char* last = first;
        bool whole = true;
        for (; last != end && ((*last >= '0' && *last <= '9') || *last == '-' || *last == '+' || *last == '.' || *last == 'e' || *last == 'E'); ++last)
            whole &= (*last >= '0' && *last <= '9') || (*last == '-' && last == first);
        if (last == first) return fail("not a JSON value: " + quoted(text_.substr(at_, 20)));
        if (whole) {
            const auto [stop, error] = std::from_chars(first, last, out.integer);
            if (error != std::errc{} || stop != last) return fail("a number too large: " + quoted({first, last}));
            out.kind = Json::Kind::integer;
        } else {
            // No value the model computes is a fraction; the number only has to be one.
            if (!is_real({first, last})) return fail("not a number: " + quoted({first, last}));
            out.kind = Json::Kind::real;
        }
        at_ += static_cast<std::size_t>(last - first);
        return true;
    }
    static bool is_real(std::string_view t) {
        const auto digits = [&] {
            const auto n = std::min(t.find_first_not_of("0123456789"), t.size());
            t.remove_prefix(n);
            return n > 0;
        };
        if (t.starts_with('-')) t.remove_prefix(1);
        if (!digits()) return false;
        if (t.starts_with('.')) {
            t.remove_prefix(1);
            if (!digits()) return false;
        }
        if (t.starts_with('e') || t.starts_with('E')) {
            t.remove_prefix(1);
            if (t.starts_with('-') || t.starts_with('+')) t.remove_prefix(1);
            if (!digits()) return false;
        }
        return t.empty();
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t failed_at_ = 0;
    std::string what_;
};

}  // namespace

std::expected<Json, Refusal> read_json(std::string_view text) { return Reader(text).whole(); }

}  // namespace driftmark::observed
