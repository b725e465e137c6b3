// A painter that draws nothing and remembers where texts stood and which sizes they had.
#pragma once

#include <string>
#include <vector>

#include "figure/painter.hpp"

namespace driftmark::test {

struct DrawnText {
    std::string text;
    figure::Rect box, clip;
    figure::TextStyle style;
};

class Recorder final : public figure::Painter {
public:
    Recorder(float width, float height) : clips_{{0, 0, width, height}} {}

    void fill(figure::Rect r, figure::Color, float) override { note(r); }
    void outline(figure::Rect r, figure::Color, float, float) override { note(r); }
    void line(figure::Point, figure::Point, figure::Color, float) override { ++shapes; }
    void polyline(std::span<const figure::Point>, figure::Color, float) override { ++shapes; }
    void polygon(std::span<const figure::Point>, figure::Color) override { ++shapes; }
    void disc(figure::Point, float, figure::Color) override { ++shapes; }
    void ring(figure::Point, float, figure::Color, float) override { ++shapes; }
    void hatch(figure::Rect r, figure::Color, float, float) override { note(r); }
    void text(figure::Point, std::string_view, const figure::TextStyle&) override;
    float text_width(std::string_view, figure::Face, float size) override;
    void push_clip(figure::Rect) override;
    void pop_clip() override { clips_.pop_back(); }

    std::vector<DrawnText> texts;
    std::size_t shapes = 0;
    bool strange = false;  ///< a rectangle with a negative or unbounded side
    bool balanced() const { return clips_.size() == 1; }

private:
    void note(figure::Rect r) {
        ++shapes;
        if (!(r.w >= 0 && r.h >= 0 && r.w < 1e5f && r.h < 1e5f)) strange = true;
    }
    std::vector<figure::Rect> clips_;
};

}  // namespace driftmark::test
