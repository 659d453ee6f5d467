#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/frames/control_page.h"
#include "engine/protocol/run_result.h"
#include "engine/protocol/workload.h"
#include "layers/framework/ops.h"
#include "layers/workloads/frames/frames_request.h"

namespace strata::inline workloads {

/// What the kernels that make a content's frames may use.
struct ContentParts {
  WorkContext& context;
  Ops& ops;
  const Routines& routines;
  Stream& stream;
  const FramesRequest& asked;
};

/// A field of numbers that a frame shows as colours, computed on the device. One thread.
class FrameContent {
 public:
  virtual ~FrameContent() = default;
  /// Puts the next field's computation into the stream. `strokes` were drawn since the last one; `sight` is what is
  /// looked at.
  virtual Result<void> advance(const FrameSight& sight, std::span<const FrameStroke> strokes) = 0;
  /// The same for a hand that draws or looks elsewhere while no time passes: what it did is seen, and nothing else
  /// changes. A picture of the hand's work alone is computed anew.
  virtual Result<void> touch(const FrameSight& sight, std::span<const FrameStroke> strokes) {
    return advance(sight, strokes);
  }
  /// Rows and columns of fp32 on the device.
  virtual Tensor& field() = 0;
  /// The values that take the first and last colour.
  struct Range {
    double low = 0, high = 1;
  };
  virtual Range range() const = 0;
  /// The first field against the truth; waits for the device. Call after the first advance().
  virtual Result<RunResult::Check> check() = 0;
};

/// Usage for a kernel that its ladder has not.
Result<std::unique_ptr<FrameContent>> makeContent(const ContentParts& parts, std::uint32_t side);

// `side` is the picture's; what has a size of its own keeps it.
Result<std::unique_ptr<FrameContent>> makeHeat(const ContentParts& parts, std::uint32_t side);
Result<std::unique_ptr<FrameContent>> makeMandelbrot(const ContentParts& parts, std::uint32_t side);
Result<std::unique_ptr<FrameContent>> makeFeatures(const ContentParts& parts, std::uint32_t side);
Result<std::unique_ptr<FrameContent>> makeAttention(const ContentParts& parts, std::uint32_t side);

}  // namespace strata::inline workloads
