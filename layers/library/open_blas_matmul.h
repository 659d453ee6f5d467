#pragma once

#include "layers/library/matmul_routine.h"
#include "layers/library/open_blas.h"

namespace strata {

/// OpenBLAS's sgemm, in the order of a stream of the CPU device.
class OpenBlasMatmul final : public MatmulRoutine {
 public:
  using Provider = const Result<std::shared_ptr<const OpenBlas>>& (*)();
  /// `provider` is asked when the library is first needed, not before.
  explicit OpenBlasMatmul(Provider provider = openBlas) : m_provider(provider) {}

  std::string_view variant() const override { return "library"; }
  Result<void> ready() const override;
  Cost cost(const MatmulShape& shape) const override { return operandCost(shape); }
  Result<void> start(TraceRecorder& recorder, Stream& stream, const MatmulOperands& operands) const override;

 private:
  Provider m_provider;
};

}  // namespace strata
