// Both refresh algorithms and the boot said again, plainly, over arrays: the second opinion that the model
// and the census are held to. It shares no header with src/ on purpose.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace restated {

struct Zone {
    int node = 0;
    int type = 2;  // 0 DMA, 1 DMA32, 2 Normal, 3 HighMem, 4 Movable, 5 Device
    long long managed = 0, present = 0;
    long long min = 0, low = 0, high = 0, mark = 0;
};

struct Counts {
    long long iterations = 0, loads = 0, stores = 0, silent = 0, exposed = 0, written = 0, read = 0;
    bool operator==(const Counts&) const = default;
};

// One access of one variant, as a stepper should see it.
struct Access {
    bool store = false;
    int zone = -1, node = -1;  // one of them
    int cpu = 0;
    int before = 0, after = 0;
    bool operator==(const Access&) const = default;
};

inline int highest_bit(long long x) {
    int n = 0;
    for (; x > 0; x /= 2) ++n;
    return n;
}

struct Machine {
    int cpus = 1, nodes = 1, page_shift = 12;
    std::vector<bool> online;
    std::vector<bool> node_online;
    std::vector<Zone> zones;
    std::vector<std::vector<int>> zone_threshold;  // [zone][cpu]
    std::vector<std::vector<int>> node_threshold;  // [node][cpu]

    long long online_count() const { return std::count(online.begin(), online.end(), true); }
    int threshold(const Zone& z) const {
        long long units = z.managed;
        for (int i = 0; i < 27 - page_shift; ++i) units /= 2;
        return static_cast<int>(std::min(125LL, 2LL * highest_bit(online_count()) * (1 + highest_bit(units))));
    }
    void note_mark(Zone& z) const {
        const long long drift = online_count() * threshold(z);
        if (drift > z.low - z.min) z.mark = z.high + drift;
    }

    Counts rewrite(std::vector<Access>* trace = nullptr) {
        Counts c;
        std::vector<std::vector<bool>> zone_written(zones.size(), std::vector<bool>(online.size()));
        std::vector<std::vector<bool>> node_written(static_cast<std::size_t>(nodes), std::vector<bool>(online.size()));
        for (int n = 0; n < nodes; ++n) {
            if (!node_online[n]) continue;
            for (int cpu = 0; cpu < cpus; ++cpu) {
                if (!online[cpu]) continue;
                ++c.iterations;
                int& t = node_threshold[n][cpu];
                if (trace) trace->push_back({true, -1, n, cpu, t, 0});
                ++c.stores;
                if (t == 0) ++c.silent;
                else ++c.exposed;
                t = 0;
                node_written[n][cpu] = true;
            }
        }
        for (std::size_t i = 0; i < zones.size(); ++i) {
            Zone& z = zones[i];
            if (z.present <= 0) continue;
            const int t = threshold(z);
            for (int cpu = 0; cpu < cpus; ++cpu) {
                if (!online[cpu]) continue;
                ++c.iterations;
                int& zt = zone_threshold[i][cpu];
                if (trace) trace->push_back({true, static_cast<int>(i), -1, cpu, zt, t});
                ++c.stores;
                if (zt == t) ++c.silent;
                zt = t;
                zone_written[i][cpu] = true;
                int& nt = node_threshold[z.node][cpu];
                if (trace) trace->push_back({false, -1, z.node, cpu, nt, nt});
                ++c.loads;
                const int larger = std::max(nt, t);
                if (trace) trace->push_back({true, -1, z.node, cpu, nt, larger});
                ++c.stores;
                if (larger == nt) ++c.silent;
                nt = larger;
                node_written[z.node][cpu] = true;
            }
            note_mark(z);
        }
        for (const auto& row : zone_written) c.written += std::count(row.begin(), row.end(), true);
        for (const auto& row : node_written) c.written += std::count(row.begin(), row.end(), true);
        return c;
    }

    Counts skip_unchanged(std::vector<Access>* trace = nullptr) {
        Counts c;
        const auto visit = [&](int& held, int wanted, int zone, int node, int cpu) {
            ++c.iterations;
            ++c.loads;
            if (trace) trace->push_back({false, zone, node, cpu, held, held});
            if (held == wanted) {
                ++c.read;
                return;
            }
            if (trace) trace->push_back({true, zone, node, cpu, held, wanted});
            ++c.stores;
            ++c.written;
            held = wanted;
        };
        for (int n = 0; n < nodes; ++n) {
            if (!node_online[n]) continue;
            int largest = 0;
            for (std::size_t i = 0; i < zones.size(); ++i) {
                Zone& z = zones[i];
                if (z.node != n || z.present <= 0) continue;
                const int t = threshold(z);
                largest = std::max(largest, t);
                for (int cpu = 0; cpu < cpus; ++cpu)
                    if (online[cpu]) visit(zone_threshold[i][cpu], t, static_cast<int>(i), -1, cpu);
                note_mark(z);
            }
            for (int cpu = 0; cpu < cpus; ++cpu)
                if (online[cpu]) visit(node_threshold[n][cpu], largest, -1, n, cpu);
        }
        return c;
    }
};

}  // namespace restated
