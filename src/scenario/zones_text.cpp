#include "scenario/zones_text.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "scenario/id_list.hpp"
#include "scenario/size_text.hpp"
#include "scenario/text.hpp"

namespace driftmark::scenario {
namespace {

constexpr std::size_t kMaxNameLength = 32;
constexpr std::size_t kMaxZonesOfNode = 16;
/// More pages than the largest zone has.
constexpr std::int64_t kMaxWatermark = std::int64_t{1} << 40;
constexpr std::string_view kForm = "NODES:NAME=MANAGED[/PRESENT][@MIN:LOW:HIGH], as in 0:DMA=15M,Normal=64G;1:Normal=64G";
constexpr std::array<std::string_view, kernel::kZoneTypes> kKnown{"DMA", "DMA32", "Normal", "HighMem", "Movable", "Device"};

/// A known name in any case, or a vendor's as it is.
Result<std::string> zone_name(std::string_view text, const std::string& where) {
    if (!zone_name_fits(text))
        return wrong(where, quoted(text) + " is no zone name", "DMA, DMA32, Normal, HighMem, Movable, Device or a vendor's name");
    for (const auto known : kKnown)
        if (lower(known) == lower(text)) return std::string(known);
    // One slip away from a known name is a slip; a vendor's name is further away.
    for (const auto known : kKnown)
        if (known.size() > 4 && edit_distance(lower(known), lower(text)) == 1)
            return wrong(where, "no zone is called " + quoted(text), std::string(known));
    return std::string(text);
}

Result<Pages> zone_size(std::string_view text, PageSize page_size, const std::string& where, const std::string& what) {
    const std::string accepted = "a size from 0 to 64T in whole pages of " + print_size(to_bytes(Pages{1}, page_size)) + ", as in 381G";
    const auto size = parse_size(text);
    if (!size) return wrong(where, text.empty() ? "no " + what + " size" : what + ' ' + quoted(text) + " is no size", accepted);
    if (*size > kMaxZoneBytes) return wrong(where, what + ' ' + quoted(text) + " is more than a zone can hold", accepted);
    if (to_bytes(to_pages(*size, page_size), page_size) != *size)
        return wrong(where, what + ' ' + quoted(text) + " is not a whole number of pages", accepted);
    return to_pages(*size, page_size);
}

Result<kernel::Watermarks> watermarks(std::string_view text, const std::string& where) {
    const std::string accepted = "MIN:LOW:HIGH in pages, in ascending order, as in @1000:1250:1500";
    const auto parts = split(text, ':');
    std::array<std::int64_t, 3> w{};
    bool good = parts.size() == 3;
    for (std::size_t i = 0; good && i < 3; ++i) {
        const auto n = whole_number(trimmed(parts[i]));
        good = n && *n <= kMaxWatermark;
        if (good) w[i] = *n;
    }
    if (!good) return wrong(where, "watermarks " + quoted(text) + " are not three page counts", accepted);
    if (w[0] > w[1] || w[1] > w[2]) return wrong(where, "watermarks " + quoted(text) + " are out of order", accepted);
    return kernel::Watermarks{Pages{w[0]}, Pages{w[1]}, Pages{w[2]}};
}

Result<kernel::ZoneSpec> zone(std::string_view text, PageSize page_size, const std::string& entry) {
    const auto named = cut(text, '=');
    if (!named) return wrong(entry, quoted(text) + " has no =", std::string(kForm));
    const auto name = zone_name(trimmed(named->first), entry);
    if (!name) return std::unexpected(name.error());
    const std::string where = entry + ", " + *name;

    std::string_view sizes = named->second;
    kernel::ZoneSpec z;
    z.name = *name;
    // A vendor's zone follows the rules of ordinary memory.
    z.type = kernel::zone_type_of(*name).value_or(kernel::ZoneType::Normal);
    if (const auto marked = cut(sizes, '@')) {
        const auto w = watermarks(trimmed(marked->second), where);
        if (!w) return std::unexpected(w.error());
        z.given_watermarks = *w;
        sizes = marked->first;
    }
    const auto both = cut(sizes, '/');
    const auto managed = zone_size(trimmed(both ? both->first : sizes), page_size, where, "managed");
    if (!managed) return std::unexpected(managed.error());
    z.managed = z.present = *managed;
    if (both) {
        const auto present = zone_size(trimmed(both->second), page_size, where, "present");
        if (!present) return std::unexpected(present.error());
        if (*present < *managed) return wrong(where, "present is less than managed", "PRESENT of at least MANAGED");
        z.present = *present;
    }
    if (z.type == kernel::ZoneType::Device && z.present > Pages{})
        return wrong(where, "a Device zone never has present pages", "Device=0");
    return z;
}

std::string print_zone(const kernel::ZoneSpec& z, PageSize page_size) {
    std::string out = z.name + '=' + print_size(to_bytes(z.managed, page_size));
    if (z.present != z.managed) out += '/' + print_size(to_bytes(z.present, page_size));
    if (const auto& w = z.given_watermarks)
        out += '@' + std::to_string(w->min.value) + ':' + std::to_string(w->low.value) + ':' + std::to_string(w->high.value);
    return out;
}

}  // namespace

bool zone_name_fits(std::string_view name) {
    return !name.empty() && name.size() <= kMaxNameLength && std::ranges::all_of(name, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
    });
}

Result<Zones> parse_zones(std::string_view text, NodeCount nodes, PageSize page_size) {
    std::vector<Zones> of_node(static_cast<std::size_t>(nodes.value));
    const auto entries = split(text, ';');
    for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto entry = trimmed(entries[e]);
        const std::string where = entries.size() == 1 ? "zones" : "zones, entry " + std::to_string(e + 1);
        if (entry.empty()) return wrong(where, "no zones given", "auto, or " + std::string(kForm));
        const auto parts = cut(entry, ':');
        // A watermark has colons too, so only one before the first = ends the nodes.
        if (!parts || parts->first.find('=') != parts->first.npos)
            return wrong(where, quoted(entry) + " does not begin with NODES:", std::string(kForm));
        const auto on = parse_ids(trimmed(parts->first), nodes.value, where, "node");
        if (!on) return std::unexpected(on.error());
        for (const auto piece : split(parts->second, ',')) {
            const auto z = zone(trimmed(piece), page_size, where);
            if (!z) return std::unexpected(z.error());
            for (const auto n : *on) {
                Zones& zones = of_node[n];
                if (std::ranges::any_of(zones, [&](const auto& other) { return other.name == z->name; }))
                    return wrong(where, "node " + std::to_string(n) + " has two zones " + z->name, "each zone once a node");
                if (zones.size() == kMaxZonesOfNode)
                    return wrong(where, "node " + std::to_string(n) + " has too many zones", "at most 16 zones a node");
                zones.push_back(*z);
                zones.back().node = NodeId{n};
            }
        }
    }
    Zones all;
    bool any_memory = false;
    for (Zones& zones : of_node) {
        std::ranges::stable_sort(zones, {}, &kernel::ZoneSpec::type);
        for (auto& z : zones) {
            any_memory = any_memory || z.managed > Pages{};
            all.push_back(std::move(z));
        }
    }
    if (!any_memory) return wrong("zones", "no zone has any memory", "at least one zone of more than 0");
    return all;
}

std::string print_zones(const Zones& zones, PageSize page_size) {
    std::string out, text;
    std::uint32_t first = 0, last = 0;
    const auto flush = [&] {
        if (text.empty()) return;
        if (!out.empty()) out += ';';
        out += std::to_string(first);
        if (last > first) out += '-' + std::to_string(last);
        out += ':' + text;
    };
    for (std::size_t i = 0; i < zones.size();) {
        const std::uint32_t node = index_of(zones[i].node);
        std::string here;
        for (; i < zones.size() && index_of(zones[i].node) == node; ++i) {
            if (!here.empty()) here += ',';
            here += print_zone(zones[i], page_size);
        }
        if (here == text && node == last + 1) {
            last = node;
            continue;
        }
        flush();
        text = std::move(here);
        first = last = node;
    }
    flush();
    return out;
}

Result<Zones> auto_zones(Bytes memory, NodeCount nodes, PageSize page_size) {
    struct Band { kernel::ZoneType type; std::int64_t end; };  // in pages of the address space
    const auto pages = [&](std::int64_t bytes) { return to_pages(Bytes{bytes}, page_size).value; };
    constexpr std::int64_t M = std::int64_t{1} << 20, G = std::int64_t{1} << 30;
    std::vector<Band> bands;
    if (page_size == PageSize::k4K) bands = {{kernel::ZoneType::DMA, pages(16 * M)}, {kernel::ZoneType::DMA32, pages(4 * G)}};
    else bands = {{kernel::ZoneType::DMA, pages(4 * G)}};
    bands.push_back({kernel::ZoneType::Normal, INT64_MAX});

    const std::int64_t total = to_pages(memory, page_size).value;
    Zones zones;
    for (std::int64_t n = 0; n < nodes.value; ++n) {
        const std::int64_t from = total / nodes.value * n + total % nodes.value * n / nodes.value;
        const std::int64_t to = total / nodes.value * (n + 1) + total % nodes.value * (n + 1) / nodes.value;
        std::int64_t begin = 0;
        for (const Band& band : bands) {
            const std::int64_t size = std::min(to, band.end) - std::max(from, begin);
            begin = band.end;
            if (size <= 0) continue;
            kernel::ZoneSpec z;
            z.node = NodeId{static_cast<std::uint32_t>(n)};
            z.type = band.type;
            z.name = std::string(kernel::zone_type_name(band.type));
            z.managed = z.present = Pages{size};
            if (page_size == PageSize::k4K && band.type == kernel::ZoneType::DMA && from == 0)
                z.managed = std::max(Pages{}, Pages{size - pages(M)});
            if (to_bytes(z.present, page_size) > kMaxZoneBytes)
                return wrong("memory", print_size(memory) + " on " + std::to_string(nodes.value) + (nodes.value == 1 ? " node" : " nodes") +
                             " makes a Normal zone of more than 64T", "at most 64T a zone: less memory or more nodes");
            zones.push_back(std::move(z));
        }
    }
    return zones;
}

Bytes total_present(const Zones& zones, PageSize page_size) {
    Pages sum;
    for (const auto& z : zones) sum += z.present;
    return to_bytes(sum, page_size);
}

}  // namespace driftmark::scenario
