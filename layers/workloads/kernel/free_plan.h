#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "kernels/operation/operation.h"
#include "layers/workloads/kernel/formula.h"
#include "layers/workloads/kernel/free_kernel.h"

namespace strata::inline workloads {

/// Values of the sizes that a run may choose; those left out have the file's.
using ChosenSizes = std::map<std::string, std::int64_t, std::less<>>;

/// A free kernel with everything decided.
struct FreePlan {
  std::shared_ptr<const FreeKernel> kernel;
  std::map<std::string, double> sizes;  ///< all of them
  std::vector<TensorInfo> tensors;      ///< as the file declares them
  std::set<std::string> kernelNames;    ///< the launches' names point to these
  std::vector<KernelLaunch> launches;   ///< repetitions written out

  FreePlan() = default;
  FreePlan(FreePlan&&) = default;
  FreePlan& operator=(FreePlan&&) = default;

  FormulaNames numbers() const;
  std::string shapeText() const;  ///< "n=1024 m=64": the chosen ones
  double bytes() const;           ///< of all tensors, each once
};

/// Usage, with the line, where sizes, shapes or launches come to nothing that can be run.
Result<FreePlan> planFree(std::shared_ptr<const FreeKernel> kernel, const ChosenSizes& chosen);

}  // namespace strata::inline workloads
