#include "engine/backends/gpu/gpu_buffer.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "engine/backends/gpu/gpu_error.h"

namespace strata::gpu {
namespace {

constexpr std::size_t kHostAlignment = 256;

Result<void*> allocatePageable(std::size_t bytes) {
  const std::size_t rounded = (bytes + kHostAlignment - 1) / kHostAlignment * kHostAlignment;
  if (void* memory = std::aligned_alloc(kHostAlignment, rounded)) return memory;
  return Error{ErrorCode::OutOfMemory,
               "Allocating " + std::to_string(bytes) + " bytes of host memory failed. Choose a smaller size.",
               Storey::Runtime};
}

Result<void*> allocateDevice(DeviceObserver* observer, std::size_t bytes) {
  void* memory = nullptr;
  STRATA_TRY(call(observer, STRATA_GPU_NAME(Malloc), "Allocating " + std::to_string(bytes) + " bytes of device memory",
                  [&] { return gpuMalloc(&memory, bytes); }));
  return memory;
}

Result<void*> allocatePinned(DeviceObserver* observer, std::size_t bytes) {
  void* memory = nullptr;
  STRATA_TRY(call(observer, kHostAllocName, "Allocating " + std::to_string(bytes) + " bytes of pinned host memory",
                  [&] { return gpuHostAlloc(&memory, bytes); }));
  return memory;
}

Result<void*> allocateMemory(DeviceObserver* observer, std::size_t bytes, MemoryKind kind) {
  switch (kind) {
    case MemoryKind::Device: return allocateDevice(observer, bytes);
    case MemoryKind::Pinned: return allocatePinned(observer, bytes);
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
    m_context.memoryChanged(m_kind, static_cast<std::int64_t>(m_bytes));
  }
  ~GpuBuffer() override {
    freeMemory(m_context.observer, m_data, m_kind);
    m_context.memoryChanged(m_kind, -static_cast<std::int64_t>(m_bytes));
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
  STRATA_ASSIGN(void* memory, allocateMemory(context.observer, std::max<std::size_t>(bytes, 1), kind));
  return std::unique_ptr<Buffer>(std::make_unique<GpuBuffer>(context, memory, bytes, kind));
}

}  // namespace strata::gpu
