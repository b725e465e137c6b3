// `check` and `verify`: what real kernels printed and recorded, beside what the model says.
#pragma once

#include <vector>

#include "observed/check.hpp"
#include "observed/verify.hpp"
#include "report/report.hpp"

namespace driftmark::report {

Report check_report(const observed::CheckResult&);
/// Of one trace or several.
Report verify_report(const std::vector<observed::VerifyResult>&);

}  // namespace driftmark::report
