#include "engine/backends/gpu/registered_memory.h"

#include <utility>

#include "engine/backends/gpu/gpu_error.h"

namespace strata::gpu {

Result<std::unique_ptr<RegisteredMemory>> RegisteredMemory::map(GpuContext& context, int fd, std::size_t allBytes,
                                                                std::size_t offset, std::size_t bytes) {
  STRATA_ASSIGN(MappedMemory memory, MappedMemory::map(fd, allBytes));
  const std::size_t inPage = offset % wholePages(1);
  std::byte* const page = memory.data() + offset - inPage;
  std::unique_ptr<RegisteredMemory> own(new RegisteredMemory(context, std::move(memory)));
  STRATA_TRY(asUnsupported(call(context.observer, STRATA_GPU_NAME(HostRegister), "Registering shared host memory",
                                [&] { return gpuHostRegister(page, inPage + bytes); })));
  own->m_registered = page;
  own->m_data = page + inPage;
  void* onDevice = nullptr;
  STRATA_TRY(call(context.observer, STRATA_GPU_NAME(HostGetDevicePointer), "Asking where kernels find host memory",
                  [&] { return gpuHostGetDevicePointer(&onDevice, page); }));
  own->m_onDevice = static_cast<std::byte*>(onDevice) + inPage;
  return own;
}

RegisteredMemory::~RegisteredMemory() {
  if (!m_registered) return;
  (void)call(m_context.observer, STRATA_GPU_NAME(DeviceSynchronize), "Waiting for the device",
             [] { return gpuDeviceSynchronize(); });
  (void)call(m_context.observer, STRATA_GPU_NAME(HostUnregister), "Giving back shared host memory",
             [this] { return gpuHostUnregister(m_registered); });
}

}  // namespace strata::gpu
