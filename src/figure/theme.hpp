// The design tokens, once. Figures and the page's style sheet both derive from here.
#pragma once

#include <string>

#include "figure/figure.hpp"
#include "figure/painter.hpp"
#include "kernel/units.hpp"
#include "ledger/refresh_plan.hpp"

namespace driftmark::figure {

/// Text sizes; there are no others.
namespace size {
inline constexpr float small = 12, label = 13, body = 14, lead = 16, number = 21;
}
inline constexpr float kGrid = 8;
inline constexpr float kRadius = 7;
inline constexpr float kTarget = 24;       ///< least side of what can be clicked
inline constexpr float kTouchTarget = 44;  ///< the same under a finger

struct Theme {
    Color paper, wash, hair;        ///< ground, panels, rules
    Color ink, mute;                ///< text, secondary text
    Color control;                  ///< edge of a control: 3:1 against the paper
    Color action, on_action, tint;  ///< the one accent, text on it, what is chosen
    Color changed, silent, silent_edge, exposed, read, read_edge, saved, saved_wash;
    Color silent_text, changed_text, saved_text;  ///< the same meanings, readable as text
    Color threshold_low, threshold_high;
    Color stripe;                   ///< the offline hatch

    /// What was done to a cell; untouched cells have no colour of their own.
    Color of(ledger::Effect) const;
    Color edge(ledger::Effect) const;
    /// Text on a cell of that colour.
    Color on(Color ground) const;
    Color threshold(int value) const;
};

const Theme& theme(ThemeName);

/// The tokens as CSS custom properties (--dm-ink ...), light, dark, and dark by the system's preference.
std::string theme_css();

Color mix(Color a, Color b, float share_of_b);
Color with_alpha(Color, float alpha);
/// WCAG contrast ratio of two opaque colours.
double contrast(Color, Color);
std::string css_color(Color);

}  // namespace driftmark::figure
