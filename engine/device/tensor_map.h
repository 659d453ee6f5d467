#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace strata::inline device {

/// A tensor in device memory whose boxes the device itself copies to shared memory (NVIDIA's tensor memory
/// accelerator, TMA), for kernels/compat/tma.h. Sizes begin with the side whose elements are neighbours in memory.
struct BoxedTensor {
  void* data = nullptr;  ///< aligned to 16 bytes
  std::uint32_t elementBytes = 2;
  std::array<std::uint32_t, 3> sizes{};  ///< in elements; a line is a multiple of 16 bytes
  std::array<std::uint32_t, 3> box{};    ///< of one copy, in elements, at most 256; a line of it is 128 bytes
  std::uint32_t planeLines = 0;          ///< from a plane to the next, where that is more than sizes[1]

  constexpr std::uint32_t linesApart() const { return planeLines > sizes[1] ? planeLines : sizes[1]; }
};

/// What a kernel is given of such a tensor, by value. Only the device that made it knows what is inside.
struct TensorMap {
  std::byte bits[128];
};

}  // namespace strata::inline device
