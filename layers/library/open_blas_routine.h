#pragma once

#include "layers/library/open_blas.h"
#include "layers/library/routine.h"

namespace strata::inline library {

/// OpenBLAS's sgemm, in the order of a stream of the CPU device.
class OpenBlasRoutine final : public Routine {
 public:
  using Provider = const Result<std::shared_ptr<const OpenBlas>>& (*)();
  /// `library` is asked when the library is first needed, not before.
  explicit OpenBlasRoutine(Provider library = openBlas) : m_provider(library) {}

  const Operation& operation() const override;
  std::string_view variant() const override { return "library"; }
  std::string provider() const override { return "OpenBLAS"; }
  Result<void> supports(const DeviceInfo& device, const Problem& problem) const override;
  Cost cost(const Problem& problem) const override { return operandCost(operation(), problem); }
  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override;

 private:
  Provider m_provider;
};

}  // namespace strata::inline library
