#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/device/device.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"
#include "kernels/matmul/matmul.h"

namespace strata {

/// A matmul request with everything decided.
struct MatmulPlan {
  MatmulShape shape;
  std::uint64_t seed = 1;
  int repeat = 5;
  int streams = 1;
  MemoryKind hostMemory = MemoryKind::Pinned;
  bool fullCheck = true;  ///< against a full fp64 reference
  std::vector<std::string> variants;
};

/// "512×512×512": m×n×k.
std::string shapeText(const MatmulShape& shape);

/// Usage if a parameter or variant is wrong.
Result<MatmulPlan> planMatmul(const ExperimentInfo& info, const Request& request);

/// OutOfMemory, with what is needed and what there is, if the plan does not fit. `hostAvailable` is in bytes, 0 for
/// unknown.
Result<void> checkMemory(const MatmulPlan& plan, const DeviceInfo& device, std::uint64_t hostAvailable);

}  // namespace strata
