#pragma once

#include <string>
#include <string_view>

#include "engine/base/time.h"
#include "kernels/operation/operation.h"

namespace strata::inline workloads {

/// A step whose warm-up and repeats should take longer is left out, unless the request says otherwise.
inline constexpr Duration kSlowStep{60'000'000'000};

/// The figure of a result that says how long the host counted a variant, for its time on a GPU that is not here.
inline constexpr std::string_view kCountingTime = "counting_seconds";

/// How much there is to do, in units in which a variant compares with itself at another size: FLOP, those of padding
/// too, or bytes where nothing is calculated.
double workOf(const Cost& cost);
/// Of one of a ladder's variants, a library's routine too.
double workOf(const Operation& operation, std::string_view variant, const Problem& problem);

/// "2.4 s", "3 min": a time for which one or two figures are enough.
std::string roughly(Duration time);
/// The same of a time beyond a limit, "just over 60 s" where the two would read alike.
std::string roughlyBeyond(Duration time, Duration limit);

}  // namespace strata::inline workloads
