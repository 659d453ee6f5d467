#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::inline facts {

/// A name of C++ without what makes it long: "elementwise_kernel<…>(…)" for the template's arguments, the parameters
/// behind them and the result before them. Any other name as it is.
std::string shortName(std::string_view name);

/// Short names, and behind those that are then alike what tells them apart:
/// "elementwise_kernel<…>(…) · MulFunctor<…>".
std::vector<std::string> toldApart(std::span<const std::string_view> names);

/// The name of a call without what differs from one call to the next: addresses, sizes ("naive 256×256×256"),
/// ordinals ("ProfilerStep#6") that stand for themselves, and which token a step of a text reads ("token 28 ' the'").
/// What is in an identifier ("sgemm_64x64_tn", "chains_8") stays.
std::string callName(std::string_view name);

/// A name without what differs from one recording to the next: short (see above), and without line numbers, addresses,
/// sizes ("128x64", "256×256×256"), ordinals ("Linear_12", "ProfilerStep#6") and the memory that is copied from and to:
/// "model.py: forward", "gemm_…_ldg8", "ProfilerStep", "Memcpy HtoD".
std::string bareName(std::string_view name);

}  // namespace strata::inline facts
