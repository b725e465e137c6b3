#include "scenario/id_list.hpp"

#include "scenario/text.hpp"

namespace driftmark::scenario {

Result<Ids> parse_ids(std::string_view text, std::int64_t limit, const std::string& where, const std::string& thing) {
    const std::string accepted = thing + " numbers from 0 to " + std::to_string(limit - 1) + ", as in 0-3,8";
    std::vector<bool> in(static_cast<std::size_t>(limit));
    const auto pieces = split(text, ',');
    if (pieces.size() > in.size()) return wrong(where, "the list has more entries than there can be numbers", accepted);
    for (const auto raw : pieces) {
        const auto piece = trimmed(raw);
        const auto ends = cut(piece, '-');
        const auto first = whole_number(trimmed(ends ? ends->first : piece));
        const auto last = ends ? whole_number(trimmed(ends->second)) : first;
        if (!first || !last) return wrong(where, quoted(piece) + " is no " + thing + " number or range", accepted);
        if (*first > *last) return wrong(where, "the range " + quoted(piece) + " runs backwards", accepted);
        if (*last >= limit) return wrong(where, thing + ' ' + std::to_string(*last) + " does not exist", accepted);
        for (auto i = *first; i <= *last; ++i) {
            if (in[static_cast<std::size_t>(i)]) return wrong(where, thing + ' ' + std::to_string(i) + " is named twice", accepted);
            in[static_cast<std::size_t>(i)] = true;
        }
    }
    Ids ids;
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in[i]) ids.push_back(static_cast<std::uint32_t>(i));
    return ids;
}

std::string print_ids(const Ids& ids) {
    std::string out;
    for (std::size_t i = 0; i < ids.size();) {
        std::size_t j = i;
        while (j + 1 < ids.size() && ids[j + 1] == ids[j] + 1) ++j;
        if (!out.empty()) out += ',';
        out += std::to_string(ids[i]);
        if (j > i) out += '-' + std::to_string(ids[j]);
        i = j + 1;
    }
    return out;
}

Ids ids_of(const kernel::CpuSet& set) {
    Ids ids;
    ids.reserve(static_cast<std::size_t>(set.count().value));
    set.for_each([&](CpuId c) { ids.push_back(index_of(c)); });
    return ids;
}

}  // namespace driftmark::scenario
