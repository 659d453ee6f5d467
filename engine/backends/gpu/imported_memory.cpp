#include "engine/backends/gpu/imported_memory.h"

#include <utility>

#include "engine/backends/gpu/gpu_error.h"
#include "engine/backends/gpu/registered_memory.h"
#include "engine/base/unique_fd.h"

namespace strata::gpu {
namespace {

class HostBuffer final : public Buffer {
 public:
  HostBuffer(GpuContext& context, std::unique_ptr<RegisteredMemory> memory, std::size_t bytes)
      : m_context(context), m_memory(std::move(memory)), m_bytes(bytes) {
    count(static_cast<std::int64_t>(m_bytes));
  }
  ~HostBuffer() override { count(-static_cast<std::int64_t>(m_bytes)); }
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;

  void* data() const override { return m_memory->data(); }
  std::size_t bytes() const override { return m_bytes; }
  MemoryKind kind() const override { return MemoryKind::Pinned; }
  void* onDevice() const { return m_memory->onDevice(); }

 private:
  void count(std::int64_t bytes) { m_context.memory.changed(MemoryKind::Pinned, data(), bytes, m_context.observer); }

  GpuContext& m_context;
  std::unique_ptr<RegisteredMemory> m_memory;
  std::size_t m_bytes;
};

/// What another API allocated, as the vendor's runtime holds it.
class ExternalMemory {
 public:
  static Result<std::unique_ptr<ExternalMemory>> import(GpuContext& context, int fd, std::size_t allocationBytes);
  ~ExternalMemory() {
    (void)call(m_context.observer, STRATA_GPU_NAME(DestroyExternalMemory), "Giving back shared memory",
               [this] { return gpuDestroyExternalMemory(m_handle); });
  }
  ExternalMemory(const ExternalMemory&) = delete;
  ExternalMemory& operator=(const ExternalMemory&) = delete;

  gpuExternalMemory handle() const { return m_handle; }

 private:
  ExternalMemory(GpuContext& context, gpuExternalMemory handle) : m_context(context), m_handle(handle) {}

  GpuContext& m_context;
  gpuExternalMemory m_handle;
};

/// A buffer within it; its mapping is freed before the memory goes, and the device waited for before that.
class ExternalBuffer final : public Buffer {
 public:
  ExternalBuffer(GpuContext& context, std::unique_ptr<ExternalMemory> memory, void* data, std::size_t bytes)
      : m_context(context), m_memory(std::move(memory)), m_data(data), m_bytes(bytes) {
    count(static_cast<std::int64_t>(m_bytes));
  }
  ~ExternalBuffer() override {
    count(-static_cast<std::int64_t>(m_bytes));
    (void)call(m_context.observer, STRATA_GPU_NAME(DeviceSynchronize), "Waiting for the device",
               [] { return gpuDeviceSynchronize(); });
    (void)call(m_context.observer, STRATA_GPU_NAME(Free), "Freeing the mapping of shared memory",
               [this] { return gpuFree(m_data); });
  }
  ExternalBuffer(const ExternalBuffer&) = delete;
  ExternalBuffer& operator=(const ExternalBuffer&) = delete;

  void* data() const override { return m_data; }
  std::size_t bytes() const override { return m_bytes; }
  MemoryKind kind() const override { return MemoryKind::Device; }

 private:
  void count(std::int64_t bytes) { m_context.memory.changed(MemoryKind::Device, m_data, bytes, m_context.observer); }

  GpuContext& m_context;
  std::unique_ptr<ExternalMemory> m_memory;
  void* m_data;
  std::size_t m_bytes;
};

/// The vendor takes a descriptor that it imports, and only then; so it is given one of its own.
Result<std::unique_ptr<ExternalMemory>> ExternalMemory::import(GpuContext& context, int fd,
                                                               std::size_t allocationBytes) {
  STRATA_ASSIGN(UniqueFd own, duplicate(fd));
  gpuExternalMemory handle{};
  STRATA_TRY(asUnsupported(call(context.observer, STRATA_GPU_NAME(ImportExternalMemory), "Importing shared memory",
                                [&] { return gpuImportExternalMemory(&handle, own.get(), allocationBytes); })));
  (void)own.release();
  return std::unique_ptr<ExternalMemory>(new ExternalMemory(context, handle));
}

}  // namespace

Result<std::unique_ptr<Buffer>> importHostMemory(GpuContext& context, const MemoryHandle& handle) {
  STRATA_ASSIGN(auto memory,
                RegisteredMemory::map(context, handle.fd, handle.allocationBytes, handle.offset, handle.bytes));
  return std::unique_ptr<Buffer>(std::make_unique<HostBuffer>(context, std::move(memory), handle.bytes));
}

Result<std::unique_ptr<Buffer>> importOpaqueMemory(GpuContext& context, const MemoryHandle& handle) {
  STRATA_ASSIGN(auto memory, ExternalMemory::import(context, handle.fd, handle.allocationBytes));
  void* data = nullptr;
  STRATA_TRY(call(context.observer, STRATA_GPU_NAME(ExternalMemoryGetMappedBuffer), "Mapping shared memory", [&] {
    return gpuExternalMemoryGetMappedBuffer(&data, memory->handle(), handle.offset, handle.bytes);
  }));
  return std::unique_ptr<Buffer>(std::make_unique<ExternalBuffer>(context, std::move(memory), data, handle.bytes));
}

void* addressOnDevice(const Buffer& buffer) {
  const auto* const host = dynamic_cast<const HostBuffer*>(&buffer);
  return host ? host->onDevice() : buffer.data();
}

}  // namespace strata::gpu
