// The algorithm of one variant, the line at work lit and filled in.
#include <algorithm>

#include "figure/refresh/code_lines.hpp"
#include "figure/refresh/parts.hpp"
#include "figure/text_fit.hpp"

namespace driftmark::figure::refresh {
namespace {

/// The same line with half its indentation, for where there is hardly room.
std::string tightened(std::string_view code) {
    const std::size_t indent = std::min(code.find_first_not_of(' '), code.size());
    return std::string(indent / 2, ' ') + std::string(code.substr(indent));
}

}  // namespace

void draw_code(Frame& f, ledger::Variant v) {
    const Rect r = f.layout.side[static_cast<std::size_t>(v)].code;
    if (r.h <= 0) return;
    const Theme& t = f.ui.theme;
    f.ui.paint.fill(r, t.wash, kRadius);
    const bool named = f.layout.arrangement == Arrangement::stacked;  // far from its title: say whose code it is
    float y = r.y + 6;
    if (named) {
        f.ui.text({r.x + 14, y + 16}, kNames[static_cast<std::size_t>(v)], Face::strong, size::label, t.ink);
        y += 22;
    }
    const auto lines = code_lines(v);
    const CodeMoment now = code_moment(f, v);
    const float sentence_lines = r.w < 380 ? 2 : 1;
    const float left = r.x + (r.w < 260 ? 10.0f : 14.0f), room = r.right() - 8 - left;
    f.ui.paint.push_clip(r);

    float code_w = 0, values_w = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        code_w = std::max(code_w, f.ui.width(lines[i].full, Face::mono, size::small));
        values_w = std::max(values_w, f.ui.width(now.values[i], Face::mono, size::small));
    }
    // "125 ← 125  same value" is the longest of values; one form of the code for all moments keeps it still.
    const float longest = f.ui.width("125 ← 125  same value", Face::mono, size::small);
    const bool brief = code_w + 12 + longest > room;
    if (brief) {
        code_w = 0;
        for (const CodeLine& l : lines) code_w = std::max(code_w, f.ui.width(l.brief, Face::mono, size::small));
    }
    const bool tight = code_w > room;
    const bool aside = code_w + 12 + f.ui.width("125 ≠ 125  store", Face::mono, size::small) <= room;  // values beside the code
    const float below = 8 + 17 * sentence_lines;
    const float pitch = std::min(18.0f, (r.bottom() - y - below - (aside ? 0.0f : 4.0f)) / static_cast<float>(lines.size() + (aside ? 0 : 1)));
    const float column = left + std::min(code_w + 24, room - std::max(values_w, longest));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool active = static_cast<int>(i) == now.active;
        const Rect line{r.x, y, r.w, pitch};
        if (active) {
            f.ui.paint.fill(line, t.tint);
            f.ui.paint.fill({line.x, line.y, 3, line.h}, t.action);
        }
        const std::string code = tight ? tightened(lines[i].brief) : std::string(brief ? lines[i].brief : lines[i].full);
        const float base = centred(line.y + pitch / 2, size::small);
        const float w = f.ui.width(code, Face::mono, size::small);
        f.ui.text({left, base}, code, Face::mono, size::small, active ? t.ink : t.mute);
        const float x = std::max(column, left + w + 10);
        std::string_view value = now.values[i];
        if (f.ui.width(value, Face::mono, size::small) > r.right() - 8 - x && value.find("= ") != value.npos)
            value.remove_prefix(value.find("= "));  // the result without its formula
        if (!value.empty() && (aside || !active))
            f.ui.text({x, base}, fit(f.ui.paint, value, Face::mono, size::small, r.right() - 8 - x), Face::mono, size::small,
                      active ? t.ink : t.mute);
        y += pitch;
    }
    if (!aside && now.active >= 0) {  // below the code, in the colours of the line they belong to
        const Rect line{r.x, y + 4, r.w, pitch};
        f.ui.paint.fill(line, t.tint);
        f.ui.paint.fill({line.x, line.y, 3, line.h}, t.action);
        f.ui.text({left, centred(line.y + pitch / 2, size::small)},
                  fit(f.ui.paint, now.values[static_cast<std::size_t>(now.active)], Face::mono, size::small, room), Face::mono, size::small, t.ink);
        y = line.bottom();
    }
    const auto said = wrap(f.ui.paint, now.sentence, Face::strong, size::small, room, static_cast<std::size_t>(sentence_lines));
    const float room_below = r.bottom() - y;
    float base = y + (room_below - 17 * static_cast<float>(said.size())) / 2 + 13;
    for (const std::string& s : said) {
        f.ui.text({left, base}, s, Face::strong, size::small, t.ink);
        base += 17;
    }
    f.ui.paint.pop_clip();
}

}  // namespace driftmark::figure::refresh
