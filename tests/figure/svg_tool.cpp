// Writes the refresh figure as SVG, to be looked at: driftmark_figure_svg SCENARIO EVENT SHARE WIDTH HEIGHT THEME [embed] > x.svg
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "figure/fixture.hpp"
#include "figure/svg_painter.hpp"
#include "figure/theme.hpp"

int main(int argc, char** argv) {
    using namespace driftmark;
    if (argc < 7) {
        std::fputs("driftmark_figure_svg preset=NAME&KEY=VALUE EVENT SHARE WIDTH HEIGHT light|dark [embed] [X Y pointer]\n", stderr);
        return 2;
    }
    test::Scene s = test::scene(argv[1]);
    s.seek_share(static_cast<std::size_t>(std::atoll(argv[2])), std::atof(argv[3]));
    figure::View v;
    v.width = std::strtof(argv[4], nullptr);
    v.height = std::strtof(argv[5], nullptr);
    v.theme = std::string_view(argv[6]) == "dark" ? figure::ThemeName::dark : figure::ThemeName::light;
    v.embed = argc > 7 && std::string_view(argv[7]) == "embed";
    const auto fig = figure::make_figure("refresh");
    const float height = v.height > 0 && !v.embed ? std::max(v.height, fig->height(v, s.snapshot)) : fig->height(v, s.snapshot);
    figure::Input in;
    if (argc > 9) {
        in.inside = true;
        in.pointer = {std::strtof(argv[8], nullptr), std::strtof(argv[9], nullptr)};
    }
    figure::SvgPainter p(v.width, height, figure::theme(v.theme).paper, s.snapshot.sentence);
    if (argc > 10) {  // press and let go there first
        for (const bool down : {true, false}) {
            figure::SvgPainter nothing(v.width, height, {}, "");
            in.pressed = in.down = down;
            in.released = !down;
            fig->draw(nothing, in, v, s.snapshot);
        }
        in.released = false;
    }
    const auto start = std::chrono::steady_clock::now();
    const auto r = fig->draw(p, in, v, s.snapshot);
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    std::fprintf(stderr, "height %.0f, %.2f ms, %s\n", static_cast<double>(fig->height(v, s.snapshot)), ms, r.tooltip.c_str());
    std::fputs(p.take().c_str(), stdout);
}
