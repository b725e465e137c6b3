// A JSON value that keeps the order of its members, and its text as JSON.stringify would print it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace driftmark::report {

class Value {
public:
    using Array = std::vector<Value>;
    using Member = std::pair<std::string, Value>;
    using Object = std::vector<Member>;

    Value() = default;  ///< null
    Value(bool b) : v_(b) {}
    Value(int n) : v_(std::int64_t{n}) {}
    Value(std::int64_t n) : v_(n) {}
    Value(double d) : v_(d) {}
    Value(std::string s) : v_(std::move(s)) {}
    Value(std::string_view s) : v_(std::string(s)) {}
    Value(const char* s) : v_(std::string(s)) {}
    Value(Array a) : v_(std::move(a)) {}
    Value(Object o) : v_(std::move(o)) {}

    // Out of line: a variant of seven is much code, and g++ 12 warns without cause when it is inlined.
    Value(const Value&);
    Value(Value&&) noexcept;
    Value& operator=(const Value&);
    Value& operator=(Value&&) noexcept;
    ~Value();

    /// Appends a member (to a null value: makes it an object). Keys are not checked for repetition.
    Value& set(std::string key, Value value);
    /// Appends an element (to a null value: makes it an array).
    Value& push(Value value);
    /// The member of that key; null when absent or when this is no object.
    const Value* find(std::string_view key) const;

    const auto& held() const { return v_; }
    std::string json() const;  ///< compact; numbers and escapes as JSON.stringify writes them

private:
    std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> v_;
};

}  // namespace driftmark::report
