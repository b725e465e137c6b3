// Nothing overlaps, nothing is cut off, at any width.
#include <doctest/doctest.h>

#include <set>

#include "figure/figure.hpp"
#include "figure/fixture.hpp"
#include "figure/recorder.hpp"
#include "figure/theme.hpp"

using namespace driftmark;

namespace {

std::string name_of(const test::DrawnText& t) {
    return "\"" + t.text + "\" at " + std::to_string(static_cast<int>(t.box.x)) + "," + std::to_string(static_cast<int>(t.box.y)) + " w " +
           std::to_string(static_cast<int>(t.box.w));
}

/// What is wrong with a frame's texts, one line each; empty when nothing is.
std::string faults_of(const test::Recorder& r) {
    static const std::set<float> kSizes{12, 13, 14, 16, 21};
    std::string out;
    for (std::size_t i = 0; i < r.texts.size(); ++i) {
        const test::DrawnText& a = r.texts[i];
        if (!kSizes.contains(a.style.size)) out += name_of(a) + " has a size of its own\n";
        if (a.box.x < a.clip.x - 0.5f || a.box.right() > a.clip.right() + 0.5f || a.box.y < a.clip.y - 0.5f ||
            a.box.bottom() > a.clip.bottom() + 0.5f)
            out += name_of(a) + " is cut off\n";
        for (std::size_t j = 0; j < i; ++j) {
            const test::DrawnText& b = r.texts[j];
            const float dx = std::min(a.box.right(), b.box.right()) - std::max(a.box.x, b.box.x);
            const float dy = std::min(a.box.bottom(), b.box.bottom()) - std::max(a.box.y, b.box.y);
            if (dx > 0.5f && dy > 0.5f) out += name_of(a) + " overlaps " + name_of(b) + "\n";
        }
    }
    if (r.strange) out += "a rectangle has a strange size\n";
    if (!r.balanced()) out += "a clip was left open\n";
    return out;
}

}  // namespace

TEST_CASE("no text overlaps another or leaves the figure") {
    for (const char* machine : {"preset=vm2", "preset=xeon480", "preset=numa1024", "preset=phone", "cpus=8192&nodes=1024"}) {
        test::Scene s = test::scene(machine);
        const std::size_t last = s.timeline->size() - 1;
        for (const auto& [event, share] : {std::pair{std::size_t{0}, 1.0}, {std::size_t{1}, 0.0}, {std::min<std::size_t>(224, last), 0.35},
                                           {last / 2, 0.7}, {last, 0.99}, {last, 1.0}}) {
            s.seek_share(event, share);
            for (const float width : {320.0f, 360.0f, 414.0f, 600.0f, 620.0f, 640.0f, 768.0f, 960.0f, 1024.0f, 1280.0f, 1600.0f, 2000.0f}) {
                for (const bool embed : {false, true}) {
                    figure::View v;
                    v.width = width;
                    v.embed = embed;
                    v.theme = event % 2 == 0 ? figure::ThemeName::light : figure::ThemeName::dark;
                    for (int tab = 0; tab < (embed && width >= 620 ? 3 : 1); ++tab) {
                        const auto fig = figure::make_figure("refresh");
                        const float height = fig->height(v, s.snapshot);
                        if (tab > 0) {  // press the switch
                            figure::Input in;
                            test::Recorder ignored(width, height);
                            for (const auto& [area, r] : fig->draw(ignored, in, v, s.snapshot).areas)
                                if (area == "tabs") in.pointer = {r.x + r.w * (tab == 1 ? 0.45f : 0.8f), r.y + r.h / 2};
                            in.inside = in.pressed = in.released = true;
                            fig->draw(ignored, in, v, s.snapshot);
                        }
                        test::Recorder r(width, height);
                        fig->draw(r, {}, v, s.snapshot);
                        CAPTURE(machine);
                        CAPTURE(event);
                        CAPTURE(share);
                        CAPTURE(width);
                        CAPTURE(embed);
                        CAPTURE(tab);
                        CHECK(faults_of(r) == "");
                    }
                }
            }
        }
    }
}

TEST_CASE("the theme's text can be read") {
    for (const auto name : {figure::ThemeName::light, figure::ThemeName::dark}) {
        const figure::Theme& t = figure::theme(name);
        for (const auto text : {t.ink, t.mute, t.silent_text, t.changed_text, t.saved_text}) {
            CHECK(figure::contrast(text, t.paper) >= 4.5);
            CHECK(figure::contrast(text, t.wash) >= 4.5);
        }
        CHECK(figure::contrast(t.saved_text, t.saved_wash) >= 4.5);
        CHECK(figure::contrast(t.changed_text, t.tint) >= 4.5);
        CHECK(figure::contrast(t.on_action, t.action) >= 4.5);
    }
    const std::string css = figure::theme_css();
    CHECK(css.find("--dm-changed: #0072b2;") != css.npos);
    CHECK(css.find("--dm-paper: #14171b;") != css.npos);
}
