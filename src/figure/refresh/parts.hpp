// The parts of the refresh figure. Each draws itself into its place in the layout and says what was asked for.
#pragma once

#include "figure/refresh/frame.hpp"
#include "figure/refresh/timeline_model.hpp"

namespace driftmark::figure::refresh {

/// Preset, CPUs, nodes and zones.
class MachineBar {
public:
    void draw(Frame&);
    void draw_preset_only(Frame&, Rect);
    void choose(Frame&, ListChoice);

private:
    void look_up(const Frame&);
    void presets(Frame&, Rect);
    void cpus(Frame&, Rect);
    void nodes(Frame&, float& x, float y);
    void zones(Frame&, float x, float y, float right);

    std::uint64_t revision_ = 0;
    bool known_ = false;
    int preset_ = -1;
    std::vector<std::string> names_, notes_, node_counts_;
};

void draw_sentence(Frame&);
void draw_variant(Frame&, ledger::Variant);
void draw_code(Frame&, ledger::Variant);
void draw_ledgers(Frame&);
void draw_timeline(Frame&, const TimelineModel&);
void draw_transport(Frame&);
void draw_legend(Frame&, Rect);
/// Arrows, space, home, end, 1 to 5, z and y.
void take_keys(Frame&);
/// What a press of step or back does at the granularity in force.
std::string granularity(const Frame&);

}  // namespace driftmark::figure::refresh
