// The controls, each drawn and tried in one call: button, segmented choice, slider, drop-down, chip.
#pragma once

#include <optional>
#include <span>

#include "figure/icon.hpp"
#include "figure/ui.hpp"

namespace driftmark::figure {

struct Button {
    std::string_view label;
    Icon before = Icon::none, after = Icon::none;
    enum class Look : std::uint8_t { plain, primary, quiet } look = Look::plain;
    bool enabled = true;
    std::string_view tip;
};
/// True when it was pressed.
bool button(Ui&, Id, Rect, const Button&);
/// The width its label and icons need with ordinary padding.
float button_width(Ui&, const Button&);

struct Segment { std::string_view label, tip; };
/// A choice of one. The new choice, when there is one. Segments share `r` by the widths of their labels.
std::optional<std::size_t> segmented(Ui&, Id, Rect r, std::span<const Segment>, std::size_t chosen);
float segmented_width(Ui&, std::span<const Segment>);

struct SliderMove { float value = 0; bool done = false; };
/// `value` and the answer within 0..1; `done` when it was let go.
std::optional<SliderMove> slider(Ui&, Id, Rect, float value, std::string_view tip);

/// A box that opens a list; the choice comes from Ui::finish().
void dropdown(Ui&, Id, Rect, std::string_view shown, Face, std::span<const std::string> entries,
              std::span<const std::string> notes, int chosen, std::string_view tip);

/// A rounded value that can be pressed.
bool chip(Ui&, Id, Rect, std::string_view label, std::string_view tip);
float chip_width(Ui&, std::string_view label);

}  // namespace driftmark::figure
