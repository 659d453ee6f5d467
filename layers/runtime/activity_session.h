#pragma once

#include "layers/common/current_call.h"

namespace strata::inline runtime {

/// A vendor's profiler at work: what it hears goes to a recorder while this lives, in the call it belongs to.
class ActivitySession : public CallListener {
 public:
  /// Everything that has finished on the device is in the recorder when this returns.
  virtual void flush() = 0;
};

}  // namespace strata::inline runtime
