// What is on screen now, in plain words; and what was wrong with the last thing asked for.
#include <algorithm>

#include "figure/refresh/parts.hpp"
#include "figure/text_fit.hpp"

namespace driftmark::figure::refresh {

void draw_sentence(Frame& f) {
    Ui& ui = f.ui;
    const Theme& t = ui.theme;
    const Layout& l = f.layout;
    const auto lines = [&](Rect r, std::string_view s, Face face, float size, Color c, std::size_t most) {
        const float pitch = size + (size > 14 ? 5 : 4);
        float base = r.y + size;
        for (const std::string& line : wrap(ui.paint, s, face, size, r.w, most)) {
            ui.text({r.x, base}, line, face, size, c);
            base += pitch;
        }
        return base - size;
    };
    Rect sentence = l.sentence;
    const Button undo{"Undo", Icon::undo, Icon::none, Button::Look::plain, true, "Take the last change back (key Z)"};
    if (f.snapshot.can_undo) {
        const float w = button_width(ui, undo);
        const Rect box{sentence.right() - w, sentence.y - 4, w, 28};
        ui.area("undo", box);
        if (button(ui, id("undo"), box, undo)) ui.act("undo");
        sentence.w -= w + 12;
    }
    float lead = l.sentence_size;  // a line that almost fits is better smaller than cut
    if (l.sentence_lines == 1)
        for (const float smaller : {size::body, size::label})
            if (ui.width(f.snapshot.sentence, Face::strong, lead) > sentence.w && smaller < lead) lead = smaller;
    const float end = lines(sentence, f.snapshot.sentence, Face::strong, lead, t.ink, l.sentence_lines);
    Rect detail = l.detail;  // follows the sentence at once, and may use the lines it left
    std::size_t detail_lines = l.detail_lines;
    if (l.sentence_lines > 1) {
        detail = {detail.x, end + 1, detail.w, detail.bottom() - end - 1};
        detail_lines = std::max<std::size_t>(1, static_cast<std::size_t>(detail.h / (l.detail_size + 4)));
    }

    if (!f.snapshot.message.empty()) {
        const Rect r{detail.x - 8, detail.y - 2, detail.w + 16, 22};
        ui.paint.fill(r, mix(t.paper, t.exposed, 0.12f), 5);
        ui.paint.fill({r.x, r.y, 3, r.h}, t.exposed);
        ui.text({detail.x + 4, centred(r.y + r.h / 2, size::label)}, fit(ui.paint, f.snapshot.message, Face::text, size::label, detail.w - 8),
                Face::text, size::label, t.ink);
        if (ui.hovers(r)) ui.tip(f.snapshot.message);
        return;
    }
    float size = l.detail_size;
    if (detail_lines == 1)
        for (const float smaller : {size::label, size::small})
            if (ui.width(f.snapshot.detail, Face::text, size) > detail.w && smaller < size) size = smaller;
    lines(detail, f.snapshot.detail, Face::text, size, t.mute, detail_lines);
}

}  // namespace driftmark::figure::refresh
