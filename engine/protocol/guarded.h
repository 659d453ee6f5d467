#pragma once

#include <exception>
#include <string>
#include <utility>

#include "engine/base/exception_error.h"

namespace strata::inline protocol {

/// Calls what may throw (an experiment, a vendor's wrapper) and turns an exception into an Error, so that none crosses
/// a room. `doing` begins the sentence.
template <class Call>
auto guarded(const std::string& doing, Call&& call) -> decltype(call()) {
  try {
    return std::forward<Call>(call)();
  } catch (const std::exception& exception) {
    return exceptionError(doing, exception);
  }
}

}  // namespace strata::inline protocol
