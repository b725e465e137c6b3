// Machines of the reports, and everyday ones. What no source gives says so.
#include <algorithm>

#include "scenario/scenario.hpp"
#include "scenario/text.hpp"

namespace driftmark::scenario {

const std::vector<Preset>& presets() {
    static const std::vector<Preset> all{
        {.name = "xeon480", .label = "Xeon 6985P-C, 480 CPUs",
         .summary = "The 2-socket Intel machine on which the 2026 patch was measured: 479 CPUs off one by one, then on again.",
         .values = {{"cpus", "480"}, {"nodes", "2"}, {"zones", "0:DMA=15M,DMA32=3G,Normal=381G;1:Normal=384G"}},
         .assumed = {"The report gives neither memory nor zones: 768 GiB in two nodes, one a socket, are taken.",
                     "CPUs 0 to 239 are taken to sit on node 0, the rest on node 1."}},
        {.name = "epyc512", .label = "EPYC 9B45, 512 CPUs",
         .summary = "The 2-socket AMD machine on which the 2026 patch was measured: 511 CPUs off one by one, then on again.",
         .values = {{"cpus", "512"}, {"nodes", "2"}, {"memory", "1536G"}},
         .assumed = {"The report gives neither memory nor zones: 1.5 TiB in two nodes, one a socket, are taken.",
                     "CPUs 0 to 255 are taken to sit on node 0, the rest on node 1."}},
        {.name = "smp1024", .label = "1,024 CPUs, no NUMA",
         .summary = "The machine of the 2024 boot report without NUMA: 1,023 refreshes while its CPUs come up.",
         .values = {{"cpus", "1024"}, {"nodes", "1"}, {"memory", "1T"}, {"boot_refresh", "per_cpu"}},
         .assumed = {"The report gives no memory: 1 TiB in x86-64's three zones is taken.",
                     "The kernel is taken to be one before the boot deferral in all else as well; the watermark rule is that of 7.3."}},
        {.name = "numa1024", .label = "1,024 CPUs, 16 nodes",
         .summary = "The machine of the 2024 boot report with 16 nodes: its refreshes took about 4.5 s of the boot.",
         .values = {{"cpus", "1024"}, {"nodes", "16"}, {"memory", "4T"}, {"boot_refresh", "per_cpu"}},
         .assumed = {"The report gives no memory: 256 GiB a node are taken, x86-64's three zones on node 0 and one on each other.",
                     "64 CPUs are taken to sit on each node."}},
        {.name = "uv640", .label = "SGI UV, 640 CPUs",
         .summary = "The machine of the 2011 report on tmpfs writes, where 120 threads contended for vm_stat.",
         .values = {{"cpus", "640"}, {"nodes", "40"}, {"memory", "2560G"}, {"kernel", "6.1"}, {"boot_refresh", "per_cpu"}},
         .assumed = {"The report gives neither nodes nor memory: 40 nodes, one a socket of 16 threads, with 64 GiB each are taken.",
                     "Its kernel was 3.1, which had no node thresholds yet; the model's oldest rules, those of 6.1, are taken."}},
        {.name = "broadwell88", .label = "2-socket Broadwell, 88 threads",
         .summary = "The machine of the 2017 measurements of NUMA counters: 88 threads, 2 sockets, 126 GB.",
         .values = {{"cpus", "88"}, {"nodes", "2"}, {"memory", "126G"}, {"kernel", "6.1"}, {"boot_refresh", "per_cpu"}},
         .assumed = {"126 GB are taken as 126 GiB, split equally over the sockets.",
                     "Its kernels were 4.13 and 4.14; the model's oldest rules, those of 6.1, are taken.",
                     "CPUs 0 to 43 are taken to sit on node 0, the rest on node 1."}},
        {.name = "laptop", .label = "Laptop, 16 CPUs",
         .summary = "An everyday machine: suspend and resume take 15 of its 16 CPUs off and on.",
         .values = {{"cpus", "16"}, {"nodes", "1"}, {"memory", "32G"}},
         .assumed = {"No report stands behind it: 16 CPUs and 32 GiB are taken as usual."}},
        {.name = "vm2", .label = "Virtual machine, 2 CPUs",
         .summary = "The smallest machine on which CPUs come and go.",
         .values = {{"cpus", "2"}, {"nodes", "1"}, {"memory", "4G"}},
         .assumed = {"No report stands behind it: 2 CPUs and 4 GiB are taken as usual."}},
        {.name = "phone", .label = "Phone, 8 CPUs, 16 KiB pages",
         .summary = "An arm64 phone with 16 KiB pages: two zones, and CPU 0 can go offline too.",
         .values = {{"cpus", "8"}, {"nodes", "1"}, {"memory", "8G"}, {"page_size", "16K"}, {"thp", "never"}},
         .assumed = {"No report stands behind it: 8 CPUs and 8 GiB from address 0 on are taken as usual.",
                     "Transparent huge pages are taken to be off."}},
    };
    return all;
}

Result<Scenario> from_preset(std::string_view name) {
    std::vector<std::string_view> known;
    std::string list;
    for (const auto& p : presets()) {
        if (p.name == name) return Scenario{}.with(Assignments(p.values.begin(), p.values.end()));
        known.push_back(p.name);
        list += (list.empty() ? "" : ", ") + std::string(p.name);
    }
    const auto near = nearest(name, known);
    return wrong("preset", "there is none called " + quoted(name), near ? std::string(*near) : list);
}

}  // namespace driftmark::scenario
