#include "engine/backends/gpu/registered_memory.h"

#include <utility>

#include "engine/backends/gpu/gpu_error.h"

namespace strata::gpu {

Result<std::unique_ptr<RegisteredMemory>> RegisteredMemory::map(GpuContext& context, int fd, std::size_t bytes) {
  STRATA_ASSIGN(MappedMemory memory, MappedMemory::map(fd, bytes));
  std::unique_ptr<RegisteredMemory> own(new RegisteredMemory(context, std::move(memory)));
  STRATA_TRY(asUnsupported(call(context.observer, STRATA_GPU_NAME(HostRegister), "Registering shared host memory",
                                [&] { return gpuHostRegister(own->data(), bytes); })));
  own->m_registered = true;
  void* onDevice = nullptr;
  STRATA_TRY(call(context.observer, STRATA_GPU_NAME(HostGetDevicePointer), "Asking where kernels find host memory",
                  [&] { return gpuHostGetDevicePointer(&onDevice, own->data()); }));
  own->m_onDevice = static_cast<std::byte*>(onDevice);
  return own;
}

RegisteredMemory::~RegisteredMemory() {
  if (!m_registered) return;
  (void)call(m_context.observer, STRATA_GPU_NAME(DeviceSynchronize), "Waiting for the device",
             [] { return gpuDeviceSynchronize(); });
  (void)call(m_context.observer, STRATA_GPU_NAME(HostUnregister), "Giving back shared host memory",
             [this] { return gpuHostUnregister(data()); });
}

}  // namespace strata::gpu
