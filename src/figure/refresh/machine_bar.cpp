// The machine at hand: a preset, its CPUs, nodes and zones. What needs typing is the page's native form.
#include <algorithm>
#include <cmath>

#include "figure/number.hpp"
#include "figure/refresh/parts.hpp"
#include "figure/text_fit.hpp"

namespace driftmark::figure::refresh {
namespace {

constexpr Id kPreset = id("preset"), kNodes = id("nodes"), kCpus = id("cpus");
constexpr double kMostCpus = 8192;
/// More cells than this and a machine is built when the slider is let go, not while it moves.
constexpr std::int64_t kLiveLimit = 200'000;

float to_slider(double cpus) { return static_cast<float>(std::log2(std::max(1.0, cpus)) / std::log2(kMostCpus)); }
std::int64_t from_slider(float v) { return std::llround(std::exp2(static_cast<double>(v) * std::log2(kMostCpus))); }

}  // namespace

/// Which preset this is, by its values; looked up only when the machine changed.
void MachineBar::look_up(const Frame& f) {
    if (known_ && revision_ == f.snapshot.machine_revision) return;
    known_ = true;
    revision_ = f.snapshot.machine_revision;
    names_.clear();
    notes_.clear();
    preset_ = -1;
    const auto& all = scenario::presets();
    for (std::size_t i = 0; i < all.size(); ++i) {
        names_.emplace_back(all[i].label);
        notes_.emplace_back(all[i].name);
        if (preset_ >= 0) continue;
        const auto made = scenario::from_preset(all[i].name);
        if (!made) continue;
        bool same = true;
        for (const scenario::Parameter& p : scenario::parameters()) {
            if (p.view || p.key == "event" || p.key == "step" || p.key == "granularity" || p.key == "variant" || p.key == "script") continue;
            same = same && made->get(p.key) == f.snapshot.state.scenario.get(p.key);
        }
        if (same) preset_ = static_cast<int>(i);
    }
    names_.emplace_back("Open a /proc/zoneinfo …");
    notes_.emplace_back("");
}

void MachineBar::presets(Frame& f, Rect r) {
    look_up(f);
    const std::string shown = preset_ >= 0 ? names_[static_cast<std::size_t>(preset_)]
                                           : "Own machine, " + counted(f.topology().cpus.value, "CPU", "CPUs");
    f.ui.area("preset", r);
    dropdown(f.ui, kPreset, r, shown, Face::text, names_, notes_, preset_, "Another machine: a preset, or your own /proc/zoneinfo");
}

void MachineBar::draw_preset_only(Frame& f, Rect r) { presets(f, r); }

void MachineBar::cpus(Frame& f, Rect r) {
    Ui& ui = f.ui;
    const float base = centred(r.y + r.h / 2, size::label);
    ui.text({r.x, base}, "CPUs", Face::text, size::label, ui.theme.mute);
    const float label = ui.width("CPUs", Face::text, size::label) + 10, number = 46;
    std::int64_t n = f.topology().cpus.value;
    const Rect track{r.x + label, r.y, r.w - label - number, r.h};
    ui.area("cpus", track);
    if (const auto move = slider(ui, kCpus, track, to_slider(static_cast<double>(n)), "How many CPUs the machine has, 1 to 8,192")) {
        const std::int64_t wanted = std::clamp<std::int64_t>(from_slider(move->value), 1, 8192);
        const bool live = std::max(wanted, n) * static_cast<std::int64_t>(f.rows.size()) <= kLiveLimit;
        if (wanted != n && (live || move->done)) ui.act("set cpus=" + std::to_string(wanted));
        n = wanted;
    }
    ui.text({r.right(), base}, thousands(n), Face::strong, size::body, ui.theme.ink, Align::right);
}

void MachineBar::nodes(Frame& f, float& x, float y) {
    Ui& ui = f.ui;
    ui.text({x, centred(y + 16, size::label)}, "Nodes", Face::text, size::label, ui.theme.mute);
    x += ui.width("Nodes", Face::text, size::label) + 8;
    node_counts_.clear();
    const std::int64_t now = f.topology().nodes.value;
    int chosen = -1;
    for (std::int64_t n = 1; n <= 1024; n *= 2) {
        if (n > now && n / 2 < now) {
            chosen = static_cast<int>(node_counts_.size());
            node_counts_.push_back(thousands(now));
        }
        if (n == now) chosen = static_cast<int>(node_counts_.size());
        node_counts_.push_back(thousands(n));
    }
    const Rect box{x, y, ui.width("1,024", Face::strong, size::label) + 44, 32};
    ui.area("nodes", box);
    dropdown(ui, kNodes, box, thousands(now), Face::strong, node_counts_, {}, chosen, "How many NUMA nodes");
    x = box.right();
}

/// As many zones as fit, node by node; the rest counted on a last chip.
void MachineBar::zones(Frame& f, float x, float y, float right) {
    Ui& ui = f.ui;
    const auto& zones = f.topology().zones;
    const std::string_view tip = "Change the zones: opens the form where sizes can be typed";
    std::size_t shown = 0;
    for (; shown < zones.size(); ++shown) {
        const kernel::ZoneSpec& z = zones[shown];
        const bool first = shown == 0 || zones[shown - 1].node != z.node;
        const std::string node = "node " + std::to_string(index_of(z.node));
        const std::string label = z.name + " " + size_text(to_bytes(f.machine().zones()[shown].managed, f.topology().page_size));
        const float head = first ? ui.width(node, Face::text, size::label) + 8 : 0;
        const float w = chip_width(ui, label);
        const std::size_t rest = zones.size() - shown - 1;
        const float more = rest > 0 ? chip_width(ui, "+" + thousands(static_cast<std::int64_t>(rest)) + " zones") + 6 : 0;
        if (x + head + w + more > right) break;
        if (first) ui.text({x, centred(y + 16, size::label)}, node, Face::text, size::label, ui.theme.mute);
        x += head;
        ui.area("zone:" + std::to_string(shown), {x, y + 1, w, 30});
        if (chip(ui, id("zone") + static_cast<Id>(shown), {x, y + 1, w, 30}, label, tip)) ui.result.request = "edit:zones";
        x += w + (shown + 1 < zones.size() && zones[shown + 1].node != z.node ? 14.0f : 6.0f);
    }
    if (shown == zones.size()) return;
    const auto rest = static_cast<std::int64_t>(zones.size() - shown);
    const std::string label = shown == 0 ? counted(rest, "zone", "zones") : "+" + counted(rest, "zone", "zones");
    if (x + chip_width(ui, label) <= right + 1 && chip(ui, id("more zones"), {x, y + 1, chip_width(ui, label), 30}, label, tip))
        ui.result.request = "edit:zones";
}

void MachineBar::draw(Frame& f) {
    Ui& ui = f.ui;
    const auto& bar = f.layout.bar;
    if (bar[0].h <= 0) return;
    float x = bar[0].x;
    const bool narrow = f.layout.arrangement == Arrangement::stacked;
    if (!narrow) {
        ui.text({x, centred(bar[0].y + 16, size::label)}, "Machine", Face::text, size::label, ui.theme.mute);
        x += ui.width("Machine", Face::text, size::label) + 12;
        presets(f, {x, bar[0].y, 216, 32});
        x += 216 + 20;
        const float cpus_w = f.layout.arrangement == Arrangement::wide ? 192.0f : std::max(150.0f, bar[0].right() - x - 150);
        cpus(f, {x, bar[0].y, cpus_w, 32});
        x += cpus_w + 20;
        nodes(f, x, bar[0].y);
        if (bar[1].h > 0) zones(f, bar[1].x, bar[1].y, bar[1].right());
        else zones(f, x + 18, bar[0].y, bar[0].right());
        return;
    }
    presets(f, bar[0]);
    const float nodes_w = ui.width("Nodes", Face::text, size::label) + 8 + ui.width("1,024", Face::strong, size::label) + 44;
    cpus(f, {bar[1].x, bar[1].y, bar[1].w - nodes_w - 16, 32});
    float at = bar[1].right() - nodes_w;
    nodes(f, at, bar[1].y);
    zones(f, bar[2].x, bar[2].y, bar[2].right());
}

void MachineBar::choose(Frame& f, ListChoice c) {
    if (c.entry < 0) return;
    const auto at = static_cast<std::size_t>(c.entry);
    if (c.owner == kPreset && at + 1 == names_.size()) f.ui.result.request = "open:zoneinfo";
    else if (c.owner == kPreset) f.ui.act("preset " + notes_[at]);
    if (c.owner == kNodes) {
        std::string digits = node_counts_[at];
        std::erase(digits, ',');
        f.ui.act("set nodes=" + digits);
    }
}

}  // namespace driftmark::figure::refresh
