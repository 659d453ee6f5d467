#include "engine/backends/gpu/gpu_error.h"
#include "engine/backends/gpu/gpu_timeline.h"
#include "engine/base/shared_memory.h"
#include "engine/base/unique_fd.h"

// Timelines of Vulkan on CUDA.

namespace strata::gpu {
namespace {

class OpaqueTimeline final : public GpuTimeline {
 public:
  OpaqueTimeline(GpuContext& context, cudaExternalSemaphore_t handle) : m_context(context), m_handle(handle) {}
  ~OpaqueTimeline() override {
    (void)call(m_context.observer, "cudaDeviceSynchronize", "Waiting for the device",
               [] { return gpuDeviceSynchronize(); });
    (void)call(m_context.observer, "cudaDestroyExternalSemaphore", "Giving back a shared timeline",
               [this] { return cudaDestroyExternalSemaphore(m_handle); });
  }
  OpaqueTimeline(const OpaqueTimeline&) = delete;
  OpaqueTimeline& operator=(const OpaqueTimeline&) = delete;

  Result<std::uint64_t> value() const override {
    return Error{ErrorCode::Unsupported, "CUDA does not read a Vulkan timeline: ask Vulkan, which made it.",
                 Storey::Runtime};
  }
  const char* waitCall() const override { return "cudaWaitExternalSemaphoresAsync"; }
  const char* signalCall() const override { return "cudaSignalExternalSemaphoresAsync"; }
  gpuError wait(gpuStream stream, std::uint64_t value) override {
    cudaExternalSemaphoreWaitParams reached{};
    reached.params.fence.value = value;
    return cudaWaitExternalSemaphoresAsync(&m_handle, &reached, 1, stream);
  }
  gpuError signal(gpuStream stream, std::uint64_t value) override {
    cudaExternalSemaphoreSignalParams done{};
    done.params.fence.value = value;
    return cudaSignalExternalSemaphoresAsync(&m_handle, &done, 1, stream);
  }

 private:
  GpuContext& m_context;
  cudaExternalSemaphore_t m_handle;
};

}  // namespace

Result<void> canImportOpaqueTimelines(const GpuContext& context) {
  int can = 0;
  const cudaError_t asked =
      cudaDeviceGetAttribute(&can, cudaDevAttrTimelineSemaphoreInteropSupported, context.info.index);
  if (asked == cudaSuccess && can != 0) return {};
  (void)gpuGetLastError();
  return Error{
      ErrorCode::Unsupported,
      "This device or its driver does not wait for Vulkan's timelines: share a counter in host memory instead.",
      Storey::Driver};
}

/// The vendor takes a descriptor that it imports, and only then; so it is given one of its own.
Result<std::unique_ptr<GpuTimeline>> importOpaqueTimeline(GpuContext& context, const TimelineHandle& handle) {
  STRATA_ASSIGN(UniqueFd own, duplicate(handle.fd));
  cudaExternalSemaphoreHandleDesc semaphore{};
  semaphore.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
  semaphore.handle.fd = own.get();
  cudaExternalSemaphore_t imported{};
  STRATA_TRY(asUnsupported(call(context.observer, "cudaImportExternalSemaphore", "Importing a shared timeline",
                                [&] { return cudaImportExternalSemaphore(&imported, &semaphore); })));
  (void)own.release();
  return std::unique_ptr<GpuTimeline>(std::make_unique<OpaqueTimeline>(context, imported));
}

}  // namespace strata::gpu
