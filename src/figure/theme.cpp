#include "figure/theme.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace driftmark::figure {
namespace {

constexpr Color hex(std::uint32_t rgb) {
    return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8 & 255),
            static_cast<std::uint8_t>(rgb & 255), 255};
}

constexpr Theme kLight{
    .paper = hex(0xffffff), .wash = hex(0xf6f7f9), .hair = hex(0xe3e6ea),
    .ink = hex(0x1d2126), .mute = hex(0x5f6873), .control = hex(0xc9ced5),
    .action = hex(0x0072b2), .on_action = hex(0xffffff), .tint = hex(0xe6eef6),
    .changed = hex(0x0072b2), .silent = hex(0xe69f00), .silent_edge = hex(0x8a5f00),
    .exposed = hex(0xd55e00), .read = hex(0x56b4e9), .read_edge = hex(0x1f6f9f),
    .saved = hex(0x009e73), .saved_wash = hex(0xe6f4ef),
    .silent_text = hex(0x8a5f00), .changed_text = hex(0x0069a5), .saved_text = hex(0x007a58),
    .threshold_low = hex(0xecf0f5), .threshold_high = hex(0x405673), .stripe = hex(0xdfe3e8)};

constexpr Theme kDark{
    .paper = hex(0x14171b), .wash = hex(0x1c2026), .hair = hex(0x2c3138),
    .ink = hex(0xe8eaed), .mute = hex(0x9aa3ad), .control = hex(0x454c56),
    .action = hex(0x4aa3df), .on_action = hex(0x0d1013), .tint = hex(0x1f2e3b),
    .changed = hex(0x4aa3df), .silent = hex(0xf0b429), .silent_edge = hex(0xf8d27a),
    .exposed = hex(0xff7a33), .read = hex(0x7cc4f0), .read_edge = hex(0xb9e0f8),
    .saved = hex(0x2cc295), .saved_wash = hex(0x16302a),
    .silent_text = hex(0xf0b429), .changed_text = hex(0x6db6e8), .saved_text = hex(0x2cc295),
    .threshold_low = hex(0x232a33), .threshold_high = hex(0x9db4d0), .stripe = hex(0x2c3138)};

struct Token { std::string_view name; Color Theme::*member; };
constexpr std::array kTokens{
    Token{"paper", &Theme::paper}, Token{"wash", &Theme::wash}, Token{"hair", &Theme::hair},
    Token{"ink", &Theme::ink}, Token{"mute", &Theme::mute}, Token{"control", &Theme::control},
    Token{"action", &Theme::action}, Token{"on-action", &Theme::on_action}, Token{"tint", &Theme::tint},
    Token{"changed", &Theme::changed}, Token{"silent", &Theme::silent}, Token{"silent-edge", &Theme::silent_edge},
    Token{"exposed", &Theme::exposed}, Token{"read", &Theme::read}, Token{"read-edge", &Theme::read_edge},
    Token{"saved", &Theme::saved}, Token{"saved-wash", &Theme::saved_wash}, Token{"silent-text", &Theme::silent_text},
    Token{"changed-text", &Theme::changed_text}, Token{"saved-text", &Theme::saved_text},
    Token{"threshold-low", &Theme::threshold_low}, Token{"threshold-high", &Theme::threshold_high}};

std::string block(std::string_view selector, const Theme& t, std::string_view scheme, std::string_view indent) {
    std::string out;
    out.append(indent).append(selector).append(" {\n");
    out.append(indent).append("  color-scheme: ").append(scheme).append(";\n");
    for (const Token& token : kTokens)
        out.append(indent).append("  --dm-").append(token.name).append(": ").append(css_color(t.*token.member)).append(";\n");
    out.append(indent).append("}\n");
    return out;
}

double channel(std::uint8_t v) {
    const double c = v / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
double luminance(Color c) { return 0.2126 * channel(c.r) + 0.7152 * channel(c.g) + 0.0722 * channel(c.b); }

}  // namespace

Color Theme::of(ledger::Effect e) const {
    switch (e) {
        case ledger::Effect::untouched: return threshold_low;
        case ledger::Effect::read: return read;
        case ledger::Effect::changed: return changed;
        case ledger::Effect::silent: return silent;
        case ledger::Effect::exposed: return exposed;
    }
    return threshold_low;
}

Color Theme::edge(ledger::Effect e) const {
    if (e == ledger::Effect::silent) return silent_edge;
    if (e == ledger::Effect::read) return read_edge;
    return of(e);
}

Color Theme::on(Color ground) const {
    const Color dark = hex(0x111418), light = hex(0xffffff);
    return contrast(dark, ground) > contrast(light, ground) ? dark : light;
}

Color Theme::threshold(int value) const {
    return mix(threshold_low, threshold_high, std::clamp(static_cast<float>(value) / kThresholdMax, 0.0f, 1.0f));
}

const Theme& theme(ThemeName name) { return name == ThemeName::dark ? kDark : kLight; }

std::string theme_css() {
    std::string out = "/* Written from the figures' design tokens; not edited by hand. */\n";
    out += ":root {\n  --dm-text: Inter, system-ui, sans-serif;\n"
           "  --dm-mono: \"JetBrains Mono\", ui-monospace, monospace;\n"
           "  --dm-grid: 8px;\n  --dm-radius: 7px;\n"
           "  --dm-size-small: 12px;\n  --dm-size-label: 13px;\n  --dm-size-body: 14px;\n"
           "  --dm-size-lead: 16px;\n  --dm-size-number: 21px;\n}\n";
    out += block(":root, [data-theme=\"light\"]", kLight, "light", "");
    out += block("[data-theme=\"dark\"]", kDark, "dark", "");
    out += "@media (prefers-color-scheme: dark) {\n";
    out += block(":root:not([data-theme])", kDark, "dark", "  ");
    return out + "}\n";
}

Color mix(Color a, Color b, float t) {
    const auto blend = [t](std::uint8_t x, std::uint8_t y) {
        return static_cast<std::uint8_t>(std::lround(static_cast<float>(x) + (static_cast<float>(y) - static_cast<float>(x)) * t));
    };
    return {blend(a.r, b.r), blend(a.g, b.g), blend(a.b, b.b), blend(a.a, b.a)};
}

Color with_alpha(Color c, float alpha) {
    c.a = static_cast<std::uint8_t>(std::lround(255 * std::clamp(alpha, 0.0f, 1.0f)));
    return c;
}

double contrast(Color a, Color b) {
    const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

std::string css_color(Color c) {
    char text[40];
    if (c.a == 255) std::snprintf(text, sizeof text, "#%02x%02x%02x", c.r, c.g, c.b);
    else std::snprintf(text, sizeof text, "rgba(%d,%d,%d,%.3g)", c.r, c.g, c.b, c.a / 255.0);
    return text;
}

}  // namespace driftmark::figure
