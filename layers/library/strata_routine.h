#pragma once

#include <string>

#include "layers/library/routine.h"

namespace strata::inline library {

/// A step of our own.
class StrataRoutine final : public Routine {
 public:
  StrataRoutine(const Operation& operation, const Step& step, KernelFinder find, OriginFinder origin = {});

  const Operation& operation() const override { return m_operation; }
  std::string_view variant() const override { return m_step.name; }
  std::string provider() const override { return "Strata"; }
  const Step* step() const override { return &m_step; }
  Result<void> supports(const DeviceInfo& device, const Problem& problem) const override;
  Cost cost(const Problem& problem) const override { return m_step.cost(problem); }
  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override;

 private:
  const Operation& m_operation;
  const Step& m_step;
  KernelFinder m_find;
  OriginFinder m_origin;
  std::string m_sliceName;  ///< "strata::matmul_tiled"
};

}  // namespace strata::inline library
