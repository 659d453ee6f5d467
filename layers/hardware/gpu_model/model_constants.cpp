#include "layers/hardware/gpu_model/gpu_model.h"

// Fitted as docs/gpu-model.md says.

namespace strata::inline hardware {

const ModelConstants& nvidiaConstants() {
  static constexpr ModelConstants kConstants{.memoryShare = 0.9,
                                             .partialWrite = 2.75,
                                             .issueClocks = 2,
                                             .barrierClocks = 30,
                                             .overlap = 1.7,
                                             .launchSeconds = 2e-6};
  return kConstants;
}

const ModelConstants& amdConstants() {
  static constexpr ModelConstants kConstants{.memoryShare = 0.85,
                                             .partialWrite = 2.75,
                                             .issueClocks = 2,
                                             .barrierClocks = 30,
                                             .overlap = 1.7,
                                             .launchSeconds = 4e-6};
  return kConstants;
}

const ModelAccuracy& modelAccuracy() {
  static constexpr ModelAccuracy kAccuracy{.rows = 53, .ofAmd = 3, .medianError = 0.1, .largestFactor = 1.73};
  return kAccuracy;
}

}  // namespace strata::inline hardware
