#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <utility>

#include "tests/gpu/gpu_runtime_fake.h"

using namespace strata::test;

namespace {

gpuError refused() {
  gpuRuntimeFake().lastError = STRATA_GPU(ErrorInvalidValue);
  return STRATA_GPU(ErrorInvalidValue);
}

template <class Handle>
gpuError take(Handle* handle, const GpuRuntimeFake::Imported& imported) {
  if (gpuRuntimeFake().refusesImports) return refused();
  gpuRuntimeFake().imports.push_back(imported);
  *handle = reinterpret_cast<Handle>(new int(imported.fd));
  return kSuccess;
}

template <class Handle>
gpuError giveBack(Handle handle) {
  int* const fd = reinterpret_cast<int*>(handle);
  close(*fd);
  delete fd;
  return kSuccess;
}

}  // namespace

extern "C" {

gpuError STRATA_GPU(ImportExternalMemory)(STRATA_GPU(ExternalMemory_t) * memory,
                                          const STRATA_GPU(ExternalMemoryHandleDesc) * handle) {
  gpuRuntimeFake().note(STRATA_GPU_NAME(ImportExternalMemory));
  return take(memory, {static_cast<int>(handle->type), handle->handle.fd, handle->size, handle->flags});
}
gpuError STRATA_GPU(ExternalMemoryGetMappedBuffer)(void** data, STRATA_GPU(ExternalMemory_t) memory,
                                                   const STRATA_GPU(ExternalMemoryBufferDesc) * part) {
  gpuRuntimeFake().note(STRATA_GPU_NAME(ExternalMemoryGetMappedBuffer));
  if (gpuRuntimeFake().refusesMappings) return refused();
  *data = mmap(nullptr, part->size, PROT_READ | PROT_WRITE, MAP_SHARED, *reinterpret_cast<int*>(memory),
               static_cast<off_t>(part->offset));
  gpuRuntimeFake().mappings[*data] = part->size;
  return kSuccess;
}
gpuError STRATA_GPU(DestroyExternalMemory)(STRATA_GPU(ExternalMemory_t) memory) {
  gpuRuntimeFake().note(STRATA_GPU_NAME(DestroyExternalMemory));
  return giveBack(memory);
}

gpuError STRATA_GPU(HostRegister)(void* memory, std::size_t bytes, unsigned flags) {
  gpuRuntimeFake().note(STRATA_GPU_NAME(HostRegister));
  if (gpuRuntimeFake().refusesImports || flags != STRATA_GPU(HostRegisterMapped)) return refused();
  gpuRuntimeFake().registered[memory] = bytes;
  return kSuccess;
}
gpuError STRATA_GPU(HostUnregister)(void* memory) {
  gpuRuntimeFake().note(STRATA_GPU_NAME(HostUnregister));
  gpuRuntimeFake().registered.erase(memory);
  return kSuccess;
}
gpuError STRATA_GPU(HostGetDevicePointer)(void** device, void* memory, unsigned) {
  *device = memory;
  return kSuccess;
}

#if defined(STRATA_GPU_CUDA)
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void* data) {
  function(data);
  return cudaSuccess;
}

cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t* semaphore,
                                        const cudaExternalSemaphoreHandleDesc* handle) {
  gpuRuntimeFake().note("cudaImportExternalSemaphore");
  return take(semaphore, {static_cast<int>(handle->type), handle->handle.fd, 0, handle->flags});
}
cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t*,
                                            const cudaExternalSemaphoreWaitParams* params, unsigned count,
                                            cudaStream_t) {
  gpuRuntimeFake().calls.push_back("wait " + std::to_string(count) + " " + std::to_string(params->params.fence.value));
  return cudaSuccess;
}
cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t*,
                                              const cudaExternalSemaphoreSignalParams* params, unsigned count,
                                              cudaStream_t) {
  gpuRuntimeFake().calls.push_back("signal " + std::to_string(count) + " " +
                                   std::to_string(params->params.fence.value));
  return cudaSuccess;
}
cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore) {
  gpuRuntimeFake().note("cudaDestroyExternalSemaphore");
  return giveBack(semaphore);
}
#endif

}  // extern "C"
