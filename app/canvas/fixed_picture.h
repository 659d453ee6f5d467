#pragma once

#include <cstdint>

#include "app/canvas/pixel_picture.h"

namespace strata::inline canvas {

/// A picture that never changes. By its number, which no other has in this process, it is known without a look at its
/// pixels.
class FixedPicture {
 public:
  explicit FixedPicture(PixelPicture content);
  FixedPicture(const FixedPicture&) = delete;
  FixedPicture& operator=(const FixedPicture&) = delete;

  const PixelPicture& content() const { return m_content; }
  std::uint64_t number() const { return m_number; }

 private:
  PixelPicture m_content;
  std::uint64_t m_number;
};

}  // namespace strata::inline canvas
