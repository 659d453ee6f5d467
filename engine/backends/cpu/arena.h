#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/device/device_observer.h"

namespace strata::cpu {

/// The CPU device's own memory: taken from Linux in segments by mmap, handed out 256-byte aligned as cudaMalloc does.
/// First fit; neighbouring free pieces join; a segment that is empty goes back unless it is the only one.
/// Any thread.
class Arena {
 public:
  static constexpr std::size_t kAlignment = 256;

  /// Hands out at most `capacity` bytes.
  explicit Arena(std::uint64_t capacity) : m_capacity(capacity) {}
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// nullptr where the capacity or the machine's free memory does not suffice.
  void* allocate(std::size_t bytes, DeviceObserver* observer);
  void free(void* memory, DeviceObserver* observer);

  /// What Linux is asked for where no segment has room for so many bytes.
  static std::size_t segmentBytes(std::size_t bytes);

  std::uint64_t capacity() const { return m_capacity; }
  std::uint64_t used() const;
  /// All pieces handed out, by address.
  std::vector<std::span<const std::byte>> inUse() const;

 private:
  struct Segment {
    char* begin = nullptr;
    std::size_t bytes = 0;
    std::map<std::size_t, std::size_t> free;  ///< offset to size
  };
  static void* take(Segment& segment, std::size_t bytes);
  Segment* addSegment(std::size_t bytes, DeviceObserver* observer) STRATA_REQUIRES(m_mutex);
  static void giveBack(Segment& segment, std::size_t offset, std::size_t bytes);

  const std::uint64_t m_capacity;
  mutable Mutex m_mutex;
  std::uint64_t m_used STRATA_GUARDED_BY(m_mutex) = 0;
  std::vector<Segment> m_segments STRATA_GUARDED_BY(m_mutex);
  std::map<void*, std::size_t> m_allocated STRATA_GUARDED_BY(m_mutex);
};

}  // namespace strata::cpu
