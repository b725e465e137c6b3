// A JSON text as values. Reads what traces hold, says where a text stops being JSON, and never throws.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "observed/refusal.hpp"

namespace driftmark::observed {

struct Json {
    enum class Kind : std::uint8_t { null, boolean, integer, real, text, array, object };
    Kind kind = Kind::null;
    bool boolean = false;
    std::int64_t integer = 0;                           ///< `real` values are not kept: no trace needs them
    std::string text;
    std::vector<Json> items;                            ///< of an array, or the values of an object
    std::vector<std::string> names;                     ///< of an object's values

    bool is(Kind k) const { return kind == k; }
    /// The value under `name`; nothing when this is no object or has none.
    const Json* find(std::string_view name) const {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == name) return &items[i];
        return nullptr;
    }
};

/// The whole text is one value; nesting is at most 32 deep.
std::expected<Json, Refusal> read_json(std::string_view text);

}  // namespace driftmark::observed
