#include "app/canvas/fixed_picture.h"

#include <atomic>
#include <utility>

namespace strata::inline canvas {
namespace {

std::uint64_t nextPictureNumber() {
  static std::atomic<std::uint64_t> next{1};
  return next++;
}

}  // namespace

FixedPicture::FixedPicture(PixelPicture content) : m_content(std::move(content)), m_number(nextPictureNumber()) {}

}  // namespace strata::inline canvas
