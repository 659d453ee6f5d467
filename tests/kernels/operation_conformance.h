#pragma once

#include <functional>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/operation/operation.h"

namespace strata {

/// One problem for an operation: values of the parameters that differ from their defaults.
using LadderCase = std::vector<std::pair<std::string_view, std::int64_t>>;

Problem problemOf(const Operation& operation, const LadderCase& values);

/// Runs one step on the test device (test_device.h): seeded inputs, NaN around every input, around the workspace and
/// in it, sentinels around the output; expects the error against fp64 within the operation's limit, and everything
/// around untouched. Skips what the device refuses, with the reason.
void checkStep(const Operation& operation, const Step& step, const LadderCase& values);

/// Registers one test per step and case, named "<operation>/<step>.<case>". Call it from a static initialiser:
///   const bool kRegistered = registerConformanceTests(matmulOperation(), {{{"n", 1}}, {{"m", 257}, {"n", 130}, {"k",
///   511}}});
bool registerConformanceTests(const Operation& operation, std::vector<LadderCase> cases);

}  // namespace strata
