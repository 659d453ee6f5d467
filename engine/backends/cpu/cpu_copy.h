#pragma once

#include <cstddef>

#include "engine/device/device.h"

namespace strata::cpu {

/// Locked memory of a stream through which copies from and to pageable memory go, as they do on a GPU, whose copy
/// engine reads only memory that stays in place. Made at first use.
class StagingBuffer {
 public:
  StagingBuffer() = default;
  ~StagingBuffer();
  StagingBuffer(const StagingBuffer&) = delete;
  StagingBuffer& operator=(const StagingBuffer&) = delete;

  void copyThrough(void* to, const void* from, std::size_t bytes);

 private:
  void* m_memory = nullptr;
};

/// A copy as it is queued: taken from buffers that were checked.
struct CopyPlan {
  void* to = nullptr;
  const void* from = nullptr;
  DeviceWork work;  ///< without token
  bool staged = false;
};

/// Checks the sizes and finds out the way.
Result<CopyPlan> planCopy(Buffer& to, const Buffer& from, std::size_t bytes, std::uint32_t stream);

}  // namespace strata::cpu
