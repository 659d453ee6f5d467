#pragma once

#include <string>
#include <string_view>

#include "engine/device/device.h"
#include "engine/trace/trace_recorder.h"
#include "layers/framework/tensor.h"
#include "layers/library/matmul_routine.h"

namespace strata {

/// Dispatches ops into streams. An op outside any call opens one; everything below carries its id. One thread.
class Ops {
 public:
  /// `routines` must outlive the ops.
  Ops(TraceRecorder& recorder, const MatmulRoutines& routines) : m_recorder(recorder), m_routines(routines) {}

  /// Starts C = A · B with a variant by name, or with the fastest ready one where `variant` is empty. Usage if the
  /// shapes do not fit or nobody knows the variant; Unavailable or Unsupported if it cannot run here.
  Result<void> matmul(Stream& stream, const Tensor& a, const Tensor& b, Tensor& c, std::string_view variant = {});

  /// Start a copy of a whole tensor; both have the same shape.
  Result<void> upload(Stream& stream, const Tensor& host, Tensor& device) {
    return copy("upload", stream, host, device);
  }
  Result<void> download(Stream& stream, const Tensor& device, Tensor& host) {
    return copy("download", stream, device, host);
  }

  /// The routine of a variant; nullptr if there is none.
  const MatmulRoutine* find(std::string_view variant) const;

 private:
  struct Choice {
    const MatmulRoutine* routine = nullptr;
    std::string reason;
  };
  Result<Choice> choose(std::string_view variant) const;
  Result<void> copy(std::string_view op, Stream& stream, const Tensor& from, Tensor& to);
  void describe(const MatmulShape& shape, const Choice& choice);

  TraceRecorder& m_recorder;
  const MatmulRoutines& m_routines;
};

}  // namespace strata
