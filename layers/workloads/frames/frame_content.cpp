#include "layers/workloads/frames/frame_content.h"

namespace strata::inline workloads {

Result<std::unique_ptr<FrameContent>> makeContent(const ContentParts& parts, std::uint32_t side) {
  return parts.asked.content == "mandelbrot" ? makeMandelbrot(parts, side) : makeHeat(parts, side);
}

}  // namespace strata::inline workloads
