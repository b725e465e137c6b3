#include "figure/refresh/refresh_figure.hpp"

#include <array>

#include "figure/refresh/parts.hpp"

namespace driftmark::figure::refresh {
namespace {

constexpr std::array<Segment, 3> kTabs{Segment{"Machine", "Rows by CPUs"}, Segment{"Code", "The algorithm, the line at work lit"},
                                       Segment{"Timeline", "Stores of every event"}};

Shape shape_of(const kernel::Topology& t) {
    Shape s{static_cast<std::size_t>(t.nodes.value), static_cast<std::size_t>(t.nodes.value)};
    for (const kernel::ZoneSpec& z : t.zones) s.rows += z.present.value > 0 ? 1 : 0;
    return s;
}

class RefreshFigure final : public Figure {
public:
    std::string_view name() const override { return "refresh"; }

    float height(const View& v, const session::Snapshot& s) const override {
        View natural = v;
        if (!v.embed) natural.height = 0;
        return s.machine ? lay_out(natural, shape_of(s.machine->topology()), tab_).height : 0;
    }

    FrameResult draw(Painter& p, const Input& in, const View& v, const session::Snapshot& s) override {
        FrameResult result;
        if (!s.machine || !s.playhead || !s.timeline) return result;
        const Layout layout = lay_out(v, shape_of(s.machine->topology()), tab_);
        const Theme& t = theme(v.theme);
        Ui ui(p, in, t, interaction_, result, {0, 0, v.width, layout.height});
        const ledger::RefreshPlan* plan = s.playhead->plan();
        const Source source{s.machine, plan, plan ? s.playhead->step_in_refresh() : 0};
        Frame f{ui, s, layout, source, s.playhead->so_far(), s.playhead->whole(), rows_of(source)};

        p.fill({0, 0, v.width, layout.height}, t.paper);
        for (const float y : layout.rules)
            if (y > 0) p.fill({0, y, v.width, 1}, t.hair);
        if (layout.ledger_rule > 0)
            p.fill({layout.ledger_rule, layout.ledger_head.y, 1, layout.avoided.bottom() - layout.ledger_head.y}, t.hair);

        bar_.draw(f);
        draw_tabs(f);
        draw_sentence(f);
        for (const ledger::Variant variant : ledger::kVariants) {
            draw_variant(f, variant);
            draw_code(f, variant);
        }
        draw_ledgers(f);
        if (layout.timeline.h > 0) {
            const float left = layout.timeline.x + (v.width < 600 ? 64.0f : 68.0f);
            draw_timeline(f, timeline_.get(s, left, layout.timeline.right() - 12));
        }
        draw_transport(f);
        take_keys(f);
        bar_.choose(f, ui.finish());
        return result;
    }

private:
    void draw_tabs(Frame& f) {
        const Rect r = f.layout.tabs;
        if (r.h <= 0) return;
        const float w = std::min(segmented_width(f.ui, kTabs), r.w * 0.5f);
        f.ui.area("tabs", {r.x, r.y, w, r.h});
        if (const auto chosen = segmented(f.ui, id("tabs"), {r.x, r.y, w, r.h}, kTabs, static_cast<std::size_t>(tab_))) {
            tab_ = static_cast<Tab>(*chosen);
            f.ui.result.again = true;
        }
        const float machine = std::min(220.0f, r.w - w - 16);
        bar_.draw_preset_only(f, {r.right() - machine, r.y, machine, r.h});
    }

    Interaction interaction_;
    MachineBar bar_;
    TimelineCache timeline_;
    Tab tab_ = Tab::machine;  // which part an embed shows: how it is looked at, no state of the sitting
};

}  // namespace

std::unique_ptr<Figure> make_refresh_figure() { return std::make_unique<RefreshFigure>(); }

}  // namespace driftmark::figure::refresh
