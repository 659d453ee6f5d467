#pragma once

#include "engine/base/ids.h"

namespace strata {

/// The call the calling thread works for; None outside any. Everything the storeys below record carries it.
CallId currentCall();

/// Makes `call` the calling thread's current call until the scope ends; scopes nest.
class CallScope {
 public:
  explicit CallScope(CallId call);
  ~CallScope();
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;

 private:
  CallId m_outer;
};

}  // namespace strata
