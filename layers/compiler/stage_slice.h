#pragma once

#include <optional>
#include <string_view>

#include "engine/trace/trace_recorder.h"
#include "layers/common/current_call.h"

namespace strata::inline compiler {

/// A stage of compilation as a slice on the compiler storey, in the current call, while the object lives. Without a
/// recorder nothing is recorded.
class StageSlice {
 public:
  StageSlice(TraceRecorder* recorder, std::string_view name) {
    if (recorder) m_scope.emplace(*recorder, Storey::Compiler, recorder->intern(name), currentCall());
  }

 private:
  std::optional<TraceScope> m_scope;
};

}  // namespace strata::inline compiler
