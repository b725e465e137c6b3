// A figure without a display: frames are painted into nothing and counted. For tests, which press by name.
#pragma once

#include <optional>
#include <string_view>

#include "host/seat.hpp"

namespace driftmark::host {

/// Counts what is painted; texts have the widths that SVG gives them.
class NullPainter final : public figure::Painter {
public:
    std::size_t shapes = 0, texts = 0;
    int clips = 0;  ///< pushed and not popped: 0 after a frame

    void fill(figure::Rect, figure::Color, float) override { ++shapes; }
    void outline(figure::Rect, figure::Color, float, float) override { ++shapes; }
    void line(figure::Point, figure::Point, figure::Color, float) override { ++shapes; }
    void polyline(std::span<const figure::Point>, figure::Color, float) override { ++shapes; }
    void polygon(std::span<const figure::Point>, figure::Color) override { ++shapes; }
    void disc(figure::Point, float, figure::Color) override { ++shapes; }
    void ring(figure::Point, float, figure::Color, float) override { ++shapes; }
    void hatch(figure::Rect, figure::Color, float, float) override { ++shapes; }
    void text(figure::Point, std::string_view, const figure::TextStyle&) override { ++texts; }
    float text_width(std::string_view, figure::Face, float size) override;
    void push_clip(figure::Rect) override { ++clips; }
    void pop_clip() override { --clips; }
};

class NullHost {
public:
    explicit NullHost(session::Session&, std::string_view figure, float width = 1280);

    Seat& seat() { return seat_; }
    const NullPainter& painter() const { return painter_; }
    std::size_t frames() const { return frames_; }

    /// One frame. What Seat::draw returns.
    std::optional<double> draw();
    /// Frames until the figure rests or only time would move it; false when it does not within `most`.
    bool rest(std::size_t most = 60);
    /// Lets time pass, then draws.
    std::optional<double> wait(double ms);
    /// Presses the middle of a named area and comes to rest. False when the last frame has none of that name.
    bool press(std::string_view area, float across = 0.5f);
    std::optional<figure::Rect> area(std::string_view name) const;

private:
    Seat seat_;
    NullPainter painter_;
    float width_;
    double time_ = 0;
    std::size_t frames_ = 0;
};

}  // namespace driftmark::host
