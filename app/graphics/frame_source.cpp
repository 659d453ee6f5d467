#include "app/graphics/frame_source.h"

namespace strata::inline graphics {

Result<std::unique_ptr<FrameSource>> makeFrameSource(const FrameAsk& ask, const GlFunctions& gl,
                                                     const AllocatorOnDemand& allocator) {
  switch (ask.way) {
    case FrameWay::Pipe: return makePipeSource(ask, gl);
    case FrameWay::Host: return makeHostSource(ask, gl);
    case FrameWay::InPlace: return makeInPlaceSource(ask, gl);
    case FrameWay::Device: return makeDeviceSource(ask, gl, allocator);
  }
  return Error{ErrorCode::Unsupported, "This viewer does not know that way of sharing frames.", Storey::Other};
}

}  // namespace strata::inline graphics
