#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "layers/workloads/kernel/free_kernel.h"

// The statements of a free kernel's leading comment, one by one. Errors say what is wrong, without the line.

namespace strata::inline workloads {

/// What a comment may say, and a whole one.
inline constexpr std::string_view kFreeStatements =
    "\"n = 1024\", \"in float x[n] = random\", \"out float y[n]\", \"kernel<<<(n + 255) / 256, 256>>>(x, y, n)\", "
    "\"repeat t < 10\" with its \"end\", \"expect y[i] = 2 * x[i]\".";
inline constexpr std::string_view kFreeExample =
    "// strata: n = 1024\n"
    "// in float x[n] = random\n"
    "// out float y[n]\n"
    "// scale<<<(n + 255) / 256, 256>>>(y, x, n)\n"
    "// expect y[i] = 2 * x[i]";

struct FreeStatement {
  enum class Kind { Size, Tensor, Launch, Repeat, End, Expect, Unknown } kind = Kind::Unknown;
  std::string text;  ///< in one line
  int line = 0;      ///< where it begins
};

/// Of the leading comment from "strata:" on. One whose brackets are open goes on in the next line.
std::vector<FreeStatement> statementsOf(std::string_view text);

Result<FreeKernel::Size> sizeOf(const FreeStatement& statement);
Result<FreeKernel::Tensor> tensorOf(const FreeStatement& statement);
Result<FreeKernel::Step> launchOf(const FreeStatement& statement);
Result<FreeKernel::Step> repeatOf(const FreeStatement& statement);
/// "expect none"
bool expectsNothing(const FreeStatement& statement);
Result<FreeKernel::Expectation> expectationOf(const FreeStatement& statement);

}  // namespace strata::inline workloads
