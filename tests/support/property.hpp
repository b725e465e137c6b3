// RapidCheck inside doctest: a property that fails fails the test case, with the counterexample.
#pragma once

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <string>

namespace support {

/// Runs the property `runs` times.
template <class F>
void check(const std::string& name, int runs, F&& property) {
    const rc::detail::TestParams params = [&] {
        rc::detail::TestParams p = rc::detail::configuration().testParams;
        p.maxSuccess = runs;
        return p;
    }();
    rc::detail::TestMetadata metadata;
    metadata.description = name;
    const auto result = rc::detail::checkTestable(std::forward<F>(property), metadata, params);
    std::ostringstream told;
    if (!result.template is<rc::detail::SuccessResult>()) rc::detail::printResultMessage(result, told);
    CHECK_MESSAGE(result.template is<rc::detail::SuccessResult>(), told.str());
}

}  // namespace support
