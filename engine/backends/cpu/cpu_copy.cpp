#include "engine/backends/cpu/cpu_copy.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "engine/device/device_checks.h"

namespace strata::cpu {
namespace {

constexpr std::size_t kStagingBytes = 256 * 1024;

}  // namespace

StagingBuffer::~StagingBuffer() {
  if (m_memory) munmap(m_memory, kStagingBytes);
}

void StagingBuffer::copyThrough(void* to, const void* from, std::size_t bytes) {
  if (!m_memory) {
    void* memory = mmap(nullptr, kStagingBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    m_memory = memory;
    mlock(m_memory, kStagingBytes);  // refused or not: the copy takes the same way
  }
  for (std::size_t done = 0; done < bytes; done += kStagingBytes) {
    const std::size_t part = std::min(kStagingBytes, bytes - done);
    std::memcpy(m_memory, static_cast<const char*>(from) + done, part);
    std::memcpy(static_cast<char*>(to) + done, m_memory, part);
  }
}

Result<CopyPlan> planCopy(Buffer& to, const Buffer& from, std::size_t bytes, std::uint32_t stream) {
  STRATA_TRY(checkCopy(to, from, bytes));
  const bool pageable = to.kind() == MemoryKind::Pageable || from.kind() == MemoryKind::Pageable;
  CopyPlan plan;
  plan.to = to.data();
  plan.from = from.data();
  plan.work.kind = WorkKind::Copy;
  plan.work.stream = stream;
  plan.work.direction = copyDirection(to.kind(), from.kind());
  plan.work.name = copyName(plan.work.direction);
  plan.work.bytes = bytes;
  plan.work.pinned = !pageable && plan.work.direction != CopyDirection::DeviceToDevice;
  plan.staged = pageable;
  return plan;
}

}  // namespace strata::cpu
