// Files of evidence: /proc/zoneinfo texts and recorded traces, read in chunks.
#pragma once

#include <string>

#include "observed/check.hpp"
#include "observed/verify.hpp"
#include "scenario/error.hpp"

namespace driftmark::cli {

/// A /proc/zoneinfo; what is none is refused within its first 64 KiB, and not read on.
scenario::Result<observed::Zoneinfo> read_zoneinfo_file(const std::string& path);
/// A trace, replayed.
scenario::Result<observed::VerifyResult> verify_file(const std::string& path);

}  // namespace driftmark::cli
