// Random scenarios as a reader might set them, for property tests.
#pragma once

#include <rapidcheck.h>

#include <string>

#include "scenario/scenario.hpp"

namespace support {

inline std::string number(int least, int most) { return std::to_string(*rc::gen::inRange(least, most + 1)); }

inline std::string random_zones(int nodes) {
    std::string out;
    for (int n = 0; n < nodes; ++n) {
        std::string zones;
        for (const char* name : {"DMA", "DMA32", "Normal", "HighMem", "Movable", "Vendor-1"}) {
            const bool must = n == 0 && std::string(name) == "Normal";
            if (!must && *rc::gen::inRange(0, 3) == 0) continue;
            if (!zones.empty()) zones += ',';
            const int managed = *rc::gen::inRange(must ? 1 : 0, 5000);
            zones += std::string(name) + '=' + std::to_string(managed) + *rc::gen::element<std::string>("M", "G");
            if (*rc::gen::inRange(0, 4) == 0) zones += "/6000G";
            if (*rc::gen::inRange(0, 4) == 0) zones += '@' + number(0, 10) + ':' + number(10, 99) + ':' + number(99, 999);
        }
        if (zones.empty()) continue;
        if (!out.empty()) out += ';';
        out += std::to_string(n) + ':' + zones;
    }
    return out;
}

/// Items that any machine with these CPUs and nodes and a zone node 0 Normal can be given.
inline std::string random_script(int cpus, int nodes) {
    std::string out;
    const int items = *rc::gen::inRange(1, 8);
    for (int i = 0; i < items; ++i) {
        if (!out.empty()) out += ',';
        switch (*rc::gen::inRange(0, 8)) {
            case 0: out += "offline:" + number(0, cpus - 1); break;
            case 1: out += "online:" + number(0, cpus - 1); break;
            case 2: out += "offline:" + number(0, cpus - 1) + '-' + number(0, cpus - 1); break;
            case 3: out += "online:" + number(0, cpus - 1) + '-' + number(0, cpus - 1); break;
            case 4: out += "kswapd:" + *rc::gen::element<std::string>("wake:", "sleep:") + number(0, nodes - 1); break;
            case 5: out += "sysctl:" + *rc::gen::element<std::string>("thp=never", "thp=always", "min_free_kbytes=90112", "watermark_scale_factor=0"); break;
            case 6: out += "memory:" + *rc::gen::element<std::string>("offline", "online") + ":0/Normal=" + *rc::gen::element<std::string>("128M", "1G", "64M"); break;
            default: out += "managed:0/Normal=" + number(0, 900) + "M"; break;
        }
    }
    return out;
}

inline driftmark::scenario::Assignments random_assignments() {
    const int cpus = *rc::gen::inRange(1, 70), nodes = *rc::gen::inRange(1, 6);
    driftmark::scenario::Assignments a{{"cpus", std::to_string(cpus)}, {"nodes", std::to_string(nodes)}};
    const auto maybe = [&](const char* key, const std::string& value) {
        if (*rc::gen::inRange(0, 3) == 0) a.emplace_back(key, value);
    };
    if (*rc::gen::arbitrary<bool>()) a.emplace_back("zones", random_zones(nodes));
    else a.emplace_back("zones", "0-" + std::to_string(nodes - 1) + ":Normal=" + number(1, 999) + "G");
    maybe("cpu_nodes", "interleave");
    maybe("online", number(1, cpus));
    maybe("page_size", *rc::gen::element<std::string>("4K", "16K", "64K"));
    maybe("thp", *rc::gen::element<std::string>("never", "madvise"));
    maybe("kernel", "6.1");
    maybe("boot_refresh", *rc::gen::element<std::string>("per_cpu", "per_cpu_late"));
    maybe("min_free_kbytes", number(0, 1000000));
    maybe("watermark_scale_factor", number(1, 3000));
    maybe("boost", number(0, 5000));
    maybe("kswapd", *rc::gen::element<std::string>("awake", "awake:0"));
    maybe("script", random_script(cpus, nodes));
    maybe("step", number(0, 5000));
    maybe("granularity", *rc::gen::element<std::string>("store", "cpu", "zone", "refresh", "event"));
    maybe("theme", "dark");
    maybe("autoplay", "on");
    return a;
}

}  // namespace support
