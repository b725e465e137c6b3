// What stands above the figure, for every kind of event. Plain words, and true ones.
#include <doctest/doctest.h>

#include "session/session.hpp"

using namespace driftmark;
using session::Session;

namespace {

Session after(const std::string& machine, const std::string& where) {
    Session s;
    s.act(machine);
    s.act(where);
    CHECK(s.snapshot().message == "");
    return s;
}
std::string sentence(const Session& s) { return s.snapshot().sentence; }
std::string detail(const Session& s) { return s.snapshot().detail; }

}  // namespace

TEST_CASE("the picture's words") {
    Session s = after("preset xeon480", "seek 224 700");
    CHECK(sentence(s) == "CPU 256 goes offline: 256 of 480 CPUs remain. Both kernels now visit every online CPU.");
    CHECK(detail(s) == "fls(256) = fls(257) = 9, so no threshold changes: the old code still stores 2,560 times, the new code not once.");
    CHECK(s.snapshot().moment == "Step 700 of 4,096, CPU 62, node 0 DMA: the old code reads 0, the new code waits.");
}

TEST_CASE("within a refresh the sentence follows the loops") {
    Session s = after("preset xeon480", "seek 224 0");
    CHECK(sentence(s).ends_with("Both kernels are about to visit every online CPU."));
    s.act("step");
    CHECK(sentence(s).ends_with("The old code now zeroes every node threshold; the new code waits."));
    s.act("step event");
    CHECK(sentence(s).ends_with("Both kernels have visited every online CPU."));
    s.act("back");
    CHECK(sentence(s).ends_with("The new code now compares the node's own thresholds; the old code waits."));
}

TEST_CASE("thresholds that change, and those of a CPU that comes back") {
    CHECK(detail(after("preset xeon480", "seek 225")) ==
          "fls(255) = 8 after fls(256) = 9, so the threshold of 2 of 4 zones falls: the old code stores 2,550 times, the new code 510 times.");
    CHECK(detail(after("set cpus=480&memory=64G&script=offline:479-240,online:479", "seek 241")).starts_with("fls(241) = fls(240) = 8, so only CPU 479 changes, whose thresholds had gone stale:"));
    CHECK(detail(after("set cpus=2&memory=4G", "seek 1")).starts_with("fls(1) = 1 after fls(2) = 2, so all thresholds fall: "));
    CHECK(sentence(after("set cpus=2", "seek 1")).starts_with("CPU 1 goes offline: 1 of 2 CPUs remains."));
    CHECK(sentence(after("set cpus=2", "seek 2")).starts_with("CPU 1 comes online: 2 of 2 CPUs are up."));
    CHECK(detail(after("set cpus=256&zones=0:Normal=999G", "seek 1")).find("yet every zone is at the limit of 125") != std::string::npos);
    CHECK(detail(after("preset xeon480", "set script=managed:0/Normal=1G,offline:479&event=2")).find("1 zone has another size") != std::string::npos);
    CHECK(detail(after("preset xeon480", "set script=kswapd:wake:0,offline:479&event=2")).find("kswapd had set the threshold of 2 zones otherwise") != std::string::npos);
}

TEST_CASE("events without a refresh") {
    const std::string scripted = "set script=offline:0,offline:3,offline:3,sysctl:min_free_kbytes=4000000,kswapd:wake:0,kswapd:wake:0,kswapd:sleep:0,"
                                 "memory:offline:1/Normal=1G,memory:offline:1/Normal=5M,managed:0/Normal=3G,sysctl:watermark_scale_factor=5000,sysctl:thp=never&event=";
    const auto at = [&](int k) { return after("preset xeon480", scripted + std::to_string(k)); };
    CHECK(sentence(at(1)) == "CPU 0 stays online: x86 does not take CPU 0 offline.");
    CHECK(detail(at(1)) == "Nothing changes, and neither kernel refreshes.");
    CHECK(sentence(at(3)) == "CPU 3 is offline already.");
    CHECK(sentence(at(4)) == "min_free_kbytes is set to 4,000,000: the watermarks follow, thresholds and drift marks stay.");
    CHECK(sentence(at(5)).starts_with("kswapd of node 0 wakes: it sets the pressure threshold on 2 zones"));
    CHECK(sentence(at(6)) == "kswapd of node 0 is awake already.");
    CHECK(sentence(at(7)).starts_with("kswapd of node 0 goes back to sleep: it sets the normal threshold"));
    CHECK(sentence(at(8)).starts_with("1 GiB of node 1 Normal goes offline: 383 GiB remain."));
    CHECK(detail(at(8)).find("a refresh follows") != std::string::npos);
    CHECK(sentence(at(9)) == "5 MiB of node 1 Normal cannot go offline: memory goes on and off in blocks of 128 MiB.");
    CHECK(sentence(at(10)) == "Managed memory of node 0 Normal is set to 3 GiB without a refresh, as a balloon does.");
    CHECK(detail(at(10)) == "Its threshold stays 125 until the next refresh, which will make it 108.");
    CHECK(sentence(at(11)) == "The write of 5,000 to watermark_scale_factor fails: the kernel does not accept this value.");
    CHECK(sentence(at(12)).starts_with("Transparent huge pages are set to never:"));
    CHECK(sentence(after("preset phone", "set script=offline:7-0&event=8")).starts_with("CPU 0 stays online: the last online CPU cannot go offline"));
}

TEST_CASE("the boot") {
    CHECK(sentence(after("preset xeon480", "seek 0")) == "The machine has booted: 480 CPUs are online.");
    CHECK(sentence(after("set cpus=8&online=3", "seek 0")) == "The machine has booted: 3 of 8 CPUs are online.");
    CHECK(detail(after("preset xeon480", "seek 0")).starts_with("Booting refreshed the thresholds twice: "));
    CHECK(sentence(after("preset numa1024", "seek 0 5000")).starts_with("The machine boots: CPU 10 has come up"));
    CHECK(sentence(after("preset xeon480", "seek 0 5")).find("postcore") != std::string::npos);
    CHECK(sentence(after("set cpus=1", "seek 0")) == "The machine has booted: 1 CPU is online.");
}
