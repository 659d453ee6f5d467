#pragma once

#include <string>

#include "layers/library/routine.h"

namespace strata {

/// From 0; −1 for a step that is none of the ladder's.
int placeOf(const Ladder& ladder, const LadderStep& step);

/// A step of a ladder of our own.
class StrataRoutine final : public Routine {
 public:
  StrataRoutine(const Ladder& ladder, const LadderStep& step, KernelFinder find, OriginFinder origin = {});

  const Ladder& ladder() const override { return m_ladder; }
  std::string_view variant() const override { return m_step.name; }
  std::string provider() const override { return "Strata"; }
  int rank() const override { return placeOf(m_ladder, m_step); }
  Result<void> supports(const DeviceInfo& device, const Problem& problem) const override;
  Cost cost(const Problem& problem) const override { return m_step.cost(problem); }
  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override;

 private:
  const Ladder& m_ladder;
  const LadderStep& m_step;
  KernelFinder m_find;
  OriginFinder m_origin;
  std::string m_sliceName;  ///< "strata::matmul_tiled"
};

}  // namespace strata
