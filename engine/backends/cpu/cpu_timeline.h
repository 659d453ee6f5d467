#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include "engine/base/shared_counter.h"
#include "engine/base/shared_memory.h"
#include "engine/device/interop.h"

namespace strata::cpu {

/// A counter in host memory, kept by the timeline and by what is queued for it.
class SharedCounter {
 public:
  /// `offset` is aligned and the counter within `memory`.
  SharedCounter(MappedMemory memory, std::size_t offset)
      : m_memory(std::move(memory)),
        m_counter(*reinterpret_cast<std::atomic<std::uint32_t>*>(m_memory.data() + offset)) {}

  std::atomic<std::uint32_t>& operator*() { return m_counter; }

 private:
  MappedMemory m_memory;
  std::atomic<std::uint32_t>& m_counter;
};

class CpuTimeline final : public Timeline {
 public:
  explicit CpuTimeline(std::shared_ptr<SharedCounter> counter) : m_counter(std::move(counter)) {}
  Result<std::uint64_t> value() const override { return std::uint64_t{(**m_counter).load(std::memory_order_acquire)}; }
  bool wakes() const override { return true; }
  const std::shared_ptr<SharedCounter>& counter() const { return m_counter; }

 private:
  std::shared_ptr<SharedCounter> m_counter;
};

}  // namespace strata::cpu
