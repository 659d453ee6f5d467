#include "engine/backends/gpu/gpu_buffer.h"

#include <cstdlib>
#include <string>

#include "engine/backends/gpu/gpu_error.h"
#include "engine/base/host_facts.h"
#include "engine/device/device_checks.h"

namespace strata::gpu {
namespace {

constexpr std::size_t kHostAlignment = 256;

Result<void*> allocatePageable(std::size_t bytes) {
  const std::size_t rounded = (bytes + kHostAlignment - 1) / kHostAlignment * kHostAlignment;
  void* memory = rounded <= availableMemory() ? std::aligned_alloc(kHostAlignment, rounded) : nullptr;
  if (!memory) return outOfMemory(bytes, "host memory", availableMemory());
  return memory;
}

/// The vendor's allocator with its failure in our words; a lack of memory is no broken device.
template <class Allocate>
Result<void*> allocateBy(DeviceObserver* observer, const char* function, std::size_t bytes, const char* what,
                         Allocate allocate) {
  void* memory = nullptr;
  const auto done = call(observer, function, "Allocating " + std::to_string(bytes) + " bytes of " + what,
                         [&] { return allocate(&memory, bytes); });
  if (done.ok()) return memory;
  if (done.error().code == ErrorCode::OutOfMemory) return outOfMemory(bytes, what, 0);
  return done.error();
}

Result<void*> allocateMemory(DeviceObserver* observer, std::size_t bytes, MemoryKind kind) {
  switch (kind) {
    case MemoryKind::Device: return allocateBy(observer, STRATA_GPU_NAME(Malloc), bytes, "device memory", gpuMalloc);
    case MemoryKind::Pinned: return allocateBy(observer, kHostAllocName, bytes, "pinned host memory", gpuHostAlloc);
    case MemoryKind::Pageable: break;
  }
  return allocatePageable(bytes);
}

void freeMemory(DeviceObserver* observer, void* memory, MemoryKind kind) {
  // A failure to free was already said by the call that broke the context.
  switch (kind) {
    case MemoryKind::Device:
      (void)call(observer, STRATA_GPU_NAME(Free), "Freeing device memory", [&] { return gpuFree(memory); });
      return;
    case MemoryKind::Pinned:
      (void)call(observer, kHostFreeName, "Freeing pinned memory", [&] { return gpuHostFree(memory); });
      return;
    case MemoryKind::Pageable: std::free(memory);
  }
}

class GpuBuffer final : public Buffer {
 public:
  GpuBuffer(GpuContext& context, void* data, std::size_t bytes, MemoryKind kind)
      : m_context(context), m_data(data), m_bytes(bytes), m_kind(kind) {
    m_context.memory.changed(m_kind, m_data, static_cast<std::int64_t>(m_bytes), m_context.observer);
  }
  ~GpuBuffer() override {
    m_context.memory.changed(m_kind, m_data, -static_cast<std::int64_t>(m_bytes), m_context.observer);
    freeMemory(m_context.observer, m_data, m_kind);
  }
  void* data() const override { return m_data; }
  std::size_t bytes() const override { return m_bytes; }
  MemoryKind kind() const override { return m_kind; }

 private:
  GpuContext& m_context;
  void* m_data;
  std::size_t m_bytes;
  MemoryKind m_kind;
};

}  // namespace

Result<std::unique_ptr<Buffer>> allocateBuffer(GpuContext& context, std::size_t bytes, MemoryKind kind) {
  if (bytes == 0)
    return Error{ErrorCode::Usage, "A buffer of 0 bytes was requested; request at least one.", Storey::Runtime};
  STRATA_ASSIGN(void* memory, allocateMemory(context.observer, bytes, kind));
  return std::unique_ptr<Buffer>(std::make_unique<GpuBuffer>(context, memory, bytes, kind));
}

}  // namespace strata::gpu
