// What the WebAssembly modules export. A C ABI: handles are small numbers, text is UTF-8 that ends with 0,
// and a returned text stays valid until the next call that returns one.
#pragma once

#if defined(__EMSCRIPTEN__)
#include <emscripten/em_macros.h>
#define DRIFTMARK_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE
#else
#define DRIFTMARK_EXPORT extern "C"
#endif

#include <string>

namespace driftmark::host {
/// Keeps `text` until the next call.
const char* lend(std::string text);
}  // namespace driftmark::host
