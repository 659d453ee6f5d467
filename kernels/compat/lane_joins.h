#pragma once

// How two values become one where the lanes of a warp join theirs.

namespace strata::lanes {

#define STRATA_JOIN(Name, expression)                       \
  struct Name {                                             \
    template <class T>                                      \
    __device__ T operator()(const T& a, const T& b) const { \
      return expression;                                    \
    }                                                       \
  };
STRATA_JOIN(JoinAdd, a + b)
STRATA_JOIN(JoinMin, b < a ? b : a)
STRATA_JOIN(JoinMax, a < b ? b : a)
STRATA_JOIN(JoinAnd, a& b)
STRATA_JOIN(JoinOr, a | b)
STRATA_JOIN(JoinXor, a ^ b)
#undef STRATA_JOIN

}  // namespace strata::lanes
