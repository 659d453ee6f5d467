#pragma once

#include <string_view>

#include "engine/trace/trace_recorder.h"
#include "layers/common/current_call.h"

namespace strata::inline workloads {

/// One thing an experiment does: a new call and its slice on the model storey, around all that happens below for it.
class ModelScope {
 public:
  ModelScope(TraceRecorder& recorder, std::string_view name)
      : m_id(recorder.newCall()), m_call(m_id), m_slice(recorder, Storey::Model, recorder.intern(name), m_id) {}

  CallId id() const { return m_id; }

 private:
  CallId m_id;
  CallScope m_call;
  TraceScope m_slice;
};

}  // namespace strata::inline workloads
