// The end of a session in the module without figures.
#include "host/exports.hpp"
#include "host/sittings.hpp"

DRIFTMARK_EXPORT void dm_destroy(int handle) { driftmark::host::close_sitting(handle); }
