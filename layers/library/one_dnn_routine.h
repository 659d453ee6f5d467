#pragma once

#include "layers/library/one_dnn.h"
#include "layers/library/routine.h"

namespace strata {

/// oneDNN's way of a ladder (conv2d or matmul), in the order of a stream of the CPU device.
class OneDnnRoutine final : public Routine {
 public:
  using Provider = const Result<std::shared_ptr<const OneDnn>>& (*)();
  /// `library` is asked when the library is first needed, not before.
  OneDnnRoutine(const Ladder& ladder, std::string_view variant, Provider library = oneDnn)
      : m_ladder(ladder), m_variant(variant), m_provider(library) {}

  const Ladder& ladder() const override { return m_ladder; }
  std::string_view variant() const override { return m_variant; }
  std::string provider() const override { return "oneDNN"; }
  int rank() const override { return m_variant == "library" ? kLibraryRank : kOtherLibraryRank; }
  Result<void> supports(const DeviceInfo& device, const Problem& problem) const override;
  Cost cost(const Problem& problem) const override { return operandCost(m_ladder, problem); }
  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override;

 private:
  Result<OneDnnPrimitive> choose(const Problem& problem) const;

  const Ladder& m_ladder;
  std::string_view m_variant;
  Provider m_provider;
};

}  // namespace strata
