#include "engine/backends/gpu/gpu_interop.h"

#include <string>
#include <utility>

#include "engine/backends/gpu/gpu_error.h"
#include "engine/backends/gpu/gpu_stream.h"
#include "engine/backends/gpu/gpu_timeline.h"
#include "engine/backends/gpu/imported_memory.h"
#include "engine/device/device_checks.h"
#include "engine/device/interop_checks.h"

namespace strata::gpu {

class GpuInterop final : public Interop {
 public:
  explicit GpuInterop(GpuContext& context) : m_context(context) {
    if (gpuReadUuid(m_identity.device.data(), context.info.index) != kSuccess) (void)gpuGetLastError();
  }

  InteropIdentity identity() const override { return m_identity; }

  Result<void> canImport(SharedKind kind) const override {
    switch (kind) {
      case SharedKind::HostTimeline: return canImportHostTimelines(m_context);
      case SharedKind::OpaqueTimeline: return canImportOpaqueTimelines(m_context);
      case SharedKind::HostMemory:
      case SharedKind::OpaqueMemory: break;
    }
    return {};
  }

  Result<std::unique_ptr<Buffer>> importMemory(const MemoryHandle& handle) override {
    if (handle.kind != SharedKind::OpaqueMemory) {
      STRATA_TRY(checkShared(handle, SharedKind::HostMemory));
      return importHostMemory(m_context, handle);
    }
    STRATA_TRY(checkShared(handle, SharedKind::OpaqueMemory));
    STRATA_TRY(checkOwner(handle, m_identity));
    return importOpaqueMemory(m_context, handle);
  }

  Result<std::unique_ptr<Timeline>> importTimeline(const TimelineHandle& handle) override {
    const bool opaque = handle.kind == SharedKind::OpaqueTimeline;
    STRATA_TRY(checkShared(handle, opaque ? handle.kind : SharedKind::HostTimeline));
    STRATA_TRY(canImport(handle.kind));
    STRATA_ASSIGN(std::unique_ptr<Timeline> timeline,
                  opaque ? importOpaqueTimeline(m_context, handle) : importHostTimeline(m_context, handle));
    return timeline;
  }

  Result<void> wait(Stream& stream, Timeline& timeline, std::uint64_t value) override {
    STRATA_ASSIGN(GpuStream* const own, ownStream<GpuStream>(stream));
    STRATA_ASSIGN(GpuTimeline* const shared, ownTimeline<GpuTimeline>(timeline));
    if (own->m_capturing) return notCapturable("A wait for a timeline");
    DeviceWork work;
    work.kind = WorkKind::Wait;
    work.name = kWaitName;
    work.value = value;
    return own->start(shared->waitCall(), "Queueing a wait for " + std::to_string(value), work,
                      [&] { return shared->wait(own->m_handle, value); });
  }

  Result<void> signal(Stream& stream, Timeline& timeline, std::uint64_t value) override {
    STRATA_ASSIGN(GpuStream* const own, ownStream<GpuStream>(stream));
    STRATA_ASSIGN(GpuTimeline* const shared, ownTimeline<GpuTimeline>(timeline));
    if (own->m_capturing) return notCapturable("A signal of a timeline");
    return call(m_context.observer, shared->signalCall(), "Queueing a signal of " + std::to_string(value),
                [&] { return shared->signal(own->m_handle, value); });
  }

  Result<void> enqueueNative(Stream& stream, const std::function<void(const NativeHandles&)>& work) override {
    STRATA_ASSIGN(GpuStream* const own, ownStream<GpuStream>(stream));
    work({gpuCurrentContext(), own->native(), nullptr, m_context.info.index});
    return {};
  }

  NativeHandles nativeOf(const Buffer& buffer) const override {
    return {gpuCurrentContext(), nullptr, addressOnDevice(buffer), m_context.info.index};
  }

 private:
  GpuContext& m_context;
  InteropIdentity m_identity;
};

std::unique_ptr<Interop> makeInterop(GpuContext& context) {
  return std::make_unique<GpuInterop>(context);
}

}  // namespace strata::gpu
