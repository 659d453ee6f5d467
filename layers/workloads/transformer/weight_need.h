#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/modelfile/model_file.h"
#include "kernels/linear/linear_operation.h"

namespace strata::inline workloads {

/// What a model's weights take of a device, summed from its header: none is read.
struct WeightNeed {
  /// All that lie in one type in the file and in one on the device.
  struct Kind {
    std::string_view stored, kept;  ///< "Q4_0", "fp32"
    bool asStored = false;          ///< they are the same
    double bytes = 0;               ///< on the device
  };
  std::vector<Kind> kinds;  ///< what takes most comes first
  double bytes = 0;
  /// The most there is at once while they are loaded, where the host's copy of what is on its way takes of the same
  /// memory.
  double peakWithCopies = 0;
};

/// `matricesAs`: as if the file kept its matrices so. Usage where the model lacks a tensor.
Result<WeightNeed> weightNeed(const ModelFile& model, std::optional<LinearType> matricesAs = {});

}  // namespace strata::inline workloads
