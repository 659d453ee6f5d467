#pragma once

#include "layers/library/one_dnn.h"
#include "layers/library/routine.h"

namespace strata::inline library {

/// oneDNN's way of conv2d or matmul, in the order of a stream of the CPU device.
class OneDnnRoutine final : public Routine {
 public:
  using Provider = const Result<std::shared_ptr<const OneDnn>>& (*)();
  /// `library` is asked when the library is first needed, not before.
  OneDnnRoutine(const Operation& operation, std::string_view variant, Provider library = oneDnn)
      : m_operation(operation), m_variant(variant), m_provider(library) {}

  const Operation& operation() const override { return m_operation; }
  std::string_view variant() const override { return m_variant; }
  std::string provider() const override { return "oneDNN"; }
  Result<void> supports(const DeviceInfo& device, const Problem& problem) const override;
  Cost cost(const Problem& problem) const override { return operandCost(m_operation, problem); }
  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override;

 private:
  Result<OneDnnPrimitive> choose(const Problem& problem) const;

  const Operation& m_operation;
  std::string_view m_variant;
  Provider m_provider;
};

}  // namespace strata::inline library
