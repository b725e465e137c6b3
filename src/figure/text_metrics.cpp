#include "figure/text_metrics.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace driftmark::figure {
namespace {

// Advances in thousandths of the size: Inter 4 regular and semibold with tabular digits, JetBrains Mono 2.
constexpr std::array<std::uint16_t, 95> kText{
    281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 280, 460, 276, 357,
    648, 648, 648, 648, 648, 648, 648, 648, 648, 648, 276, 280, 659, 659, 659, 507,
    936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 562, 889, 753, 761,
    635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452,
    497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597,
    609, 609, 372, 523, 364, 581, 557, 812, 540, 557, 541, 362, 327, 362, 659};
constexpr std::array<std::uint16_t, 95> kStrong{
    248, 309, 396, 643, 649, 844, 663, 213, 393, 393, 543, 673, 295, 466, 290, 379,
    670, 670, 670, 670, 670, 670, 670, 670, 670, 670, 290, 295, 673, 673, 673, 544,
    999, 724, 657, 744, 724, 608, 586, 755, 744, 275, 561, 677, 566, 906, 741, 775,
    643, 776, 651, 649, 660, 734, 724, 1007, 690, 705, 653, 393, 379, 393, 481, 468,
    497, 575, 630, 577, 630, 593, 377, 625, 613, 261, 261, 569, 261, 898, 610, 608,
    625, 625, 397, 549, 380, 608, 576, 837, 562, 576, 562, 393, 358, 393, 673};
constexpr int kMono = 600;

struct Extra { char32_t code; std::uint16_t text, strong; };
constexpr Extra kExtra[] = {
    {0x00b7, 276, 290},
    {0x00d7, 659, 673},
    {0x2190, 955, 955},
    {0x2192, 955, 955},
    {0x2264, 659, 673},
    {0x2265, 659, 673},
    {0x2260, 659, 673},
    {0x2026, 821, 806},
    {0x2212, 659, 673},
    {0x2013, 500, 500},
    {0x00b1, 659, 673},
    {0x00f7, 659, 673},
    {0x221e, 930, 966},
    {0x2248, 659, 673},
    {0x2019, 185, 214},
    {0x00b5, 622, 652},};

int advance(char32_t c, Face face) {
    if (face == Face::mono) return kMono;
    const bool strong = face == Face::strong;
    if (c >= 32 && c < 127) return (strong ? kStrong : kText)[c - 32];
    const auto* extra = std::ranges::find(kExtra, c, &Extra::code);
    if (extra == std::end(kExtra)) return 1000;  // a letter of another script: assume a wide one
    return strong ? extra->strong : extra->text;
}

}  // namespace

char32_t next_code(std::string_view& text) {
    const auto first = static_cast<unsigned char>(text.front());
    std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    length = std::min(length, text.size());
    char32_t code = length == 1 ? first : first & (0xffu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
    text.remove_prefix(length);
    return code;
}

float table_width(std::string_view text, Face face, float size) {
    int sum = 0;
    while (!text.empty()) sum += advance(next_code(text), face);
    return static_cast<float>(sum) * size / 1000;
}

std::string_view extra_characters() { return "·×←→≤≥≠…−–±÷∞≈’µ"; }

}  // namespace driftmark::figure
