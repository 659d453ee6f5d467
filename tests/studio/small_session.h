#pragma once

#include "app/facts/view_state.h"
#include "engine/trace/trace_store.h"

namespace strata {

/// One call: model > runtime on a host thread, a kernel it launched on stream 1, and a little tracing cost.
///   model    [0 ......................... 1000]
///   runtime      [100 200]   [280 380]
///   stream 1           [250 .... 850]
///   cost                                   [900 910]
struct SmallSession {
  SmallSession();
  TraceStore store;
  EventRef kernel, launch, second, model;
  ViewState state() const;
};

}  // namespace strata
