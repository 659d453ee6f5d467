#pragma once

#include <exception>
#include <new>
#include <string>
#include <utility>

#include "engine/base/result.h"

namespace strata::inline protocol {

/// Calls what may throw (an experiment, a vendor's wrapper) and turns an exception into an Error, so that none crosses
/// a room. `doing` begins the sentence.
template <class Call>
auto guarded(const std::string& doing, Call&& call) -> decltype(call()) {
  try {
    return std::forward<Call>(call)();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, doing + " failed: there is not enough memory. Try a smaller size."};
  } catch (const std::exception& exception) {
    return Error{ErrorCode::Internal, doing + " failed: " + exception.what() + ". This is a bug in Strata."};
  }
}

}  // namespace strata::inline protocol
