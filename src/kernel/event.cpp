#include "kernel/event.hpp"

namespace driftmark::kernel {

std::string refusal_text(Refusal r) {
    switch (r) {
        case Refusal::none: return "";
        case Refusal::last_cpu: return "the last online CPU cannot go offline";
        case Refusal::boot_cpu: return "x86 does not take CPU 0 offline";
        case Refusal::already_so: return "it is so already";
        case Refusal::bad_value: return "the kernel does not accept this value";
        case Refusal::too_little: return "the zone has less memory than that";
        case Refusal::too_much: return "the zone would grow beyond 64 TiB";
        case Refusal::not_a_block: return "memory goes on and off in blocks of 128 MiB";
        case Refusal::device_memory: return "a Device zone never has present pages";
    }
    return "";
}

}  // namespace driftmark::kernel
