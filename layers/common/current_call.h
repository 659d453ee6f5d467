#pragma once

#include "engine/base/ids.h"

namespace strata::inline common {

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

/// Hears on each thread which call it works for from now on: how a vendor's profiler learns which call its records
/// belong to.
class CallListener {
 public:
  virtual ~CallListener() = default;
  virtual void callChanges(CallId before, CallId now) = 0;  ///< None: for none
};

/// One listener per process, set while no scope is open; nullptr for none.
void setCallListener(CallListener* listener);

}  // namespace strata::inline common
