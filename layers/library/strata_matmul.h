#pragma once

#include <string>

#include "layers/library/matmul_routine.h"

namespace strata {

/// A step of our own ladder: here Strata is the library.
class StrataMatmul final : public MatmulRoutine {
 public:
  StrataMatmul(const MatmulStep& step, KernelEntry entry);

  std::string_view variant() const override { return m_step.name; }
  Result<void> ready() const override;
  Cost cost(const MatmulShape& shape) const override { return m_step.cost(shape); }
  Result<void> start(TraceRecorder& recorder, Stream& stream, const MatmulOperands& operands) const override;

 private:
  const MatmulStep& m_step;
  KernelEntry m_entry;
  std::string m_sliceName;  ///< "strata::matmul_tiled"
};

/// Our own steps of the ladder, slowest first, with the device code that `entry` gives.
MatmulRoutines strataMatmulRoutines(KernelEntry (*entry)(std::string_view step));

}  // namespace strata
