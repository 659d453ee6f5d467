#include "layers/workloads/frames/frame_content.h"

#include <algorithm>

#include "layers/workloads/frames/frames_experiment.h"

namespace strata::inline workloads {

Result<std::unique_ptr<FrameContent>> makeContent(const ContentParts& parts, std::uint32_t side) {
  using Make = Result<std::unique_ptr<FrameContent>> (*)(const ContentParts&, std::uint32_t);
  constexpr std::array<Make, kFrameContents.size()> kMakers{makeHeat, makeMandelbrot, makeFeatures, makeAttention};
  const auto which = std::ranges::find(kFrameContents, parts.asked.content) - kFrameContents.begin();
  return kMakers.at(static_cast<std::size_t>(which))(parts, side);
}

}  // namespace strata::inline workloads
