#include "engine/backends/cpu/cpu_interop.h"

#include <optional>
#include <utility>

#include "engine/backends/cpu/api_call.h"
#include "engine/backends/cpu/cpu_buffer.h"
#include "engine/backends/cpu/cpu_stream.h"
#include "engine/backends/cpu/cpu_timeline.h"
#include "engine/backends/cpu/lavapipe.h"
#include "engine/base/shared_memory.h"
#include "engine/device/interop_checks.h"

namespace strata::cpu {
namespace {

Error noOpaqueTimelines() {
  return {ErrorCode::Unsupported,
          "Vulkan on the processor hands out no timelines: share a counter in host memory instead.", Storey::Runtime};
}

class CpuInterop final : public Interop {
 public:
  explicit CpuInterop(std::shared_ptr<CpuCore> core) : m_core(std::move(core)) {}

  InteropIdentity identity() const override {
    const auto& vulkan = lavapipe();
    return vulkan.ok() ? vulkan.value()->identity() : InteropIdentity{};
  }

  Result<void> canImport(SharedKind kind) const override {
    switch (kind) {
      case SharedKind::HostMemory:
      case SharedKind::HostTimeline: return {};
      case SharedKind::OpaqueMemory: return lavapipe().ok() ? Result<void>() : lavapipe().error();
      case SharedKind::OpaqueTimeline: break;
    }
    return noOpaqueTimelines();
  }

  Result<std::unique_ptr<Buffer>> importMemory(const MemoryHandle& handle) override {
    STRATA_TRY(checkShared(handle, handle.kind == SharedKind::OpaqueMemory ? handle.kind : SharedKind::HostMemory));
    return handle.kind == SharedKind::OpaqueMemory ? importOpaque(handle) : importHost(handle);
  }

  Result<std::unique_ptr<Timeline>> importTimeline(const TimelineHandle& handle) override {
    if (handle.kind == SharedKind::OpaqueTimeline) return noOpaqueTimelines();
    STRATA_TRY(checkShared(handle, SharedKind::HostTimeline));
    ApiCall call(m_core->observer, ApiDomain::Runtime, "strataHostRegister");
    STRATA_ASSIGN(MappedMemory memory, map(handle.fd, handle.offset + sizeof(std::uint32_t)));
    return std::unique_ptr<Timeline>(
        std::make_unique<CpuTimeline>(std::make_shared<SharedCounter>(std::move(memory), handle.offset)));
  }

  Result<void> wait(Stream& stream, Timeline& timeline, std::uint64_t value) override {
    STRATA_ASSIGN(CpuStream* const own, ownStream<CpuStream>(stream));
    STRATA_ASSIGN(CpuTimeline* const counted, ownTimeline<CpuTimeline>(timeline));
    return own->wait(counted->counter(), value);
  }

  Result<void> signal(Stream& stream, Timeline& timeline, std::uint64_t value) override {
    STRATA_ASSIGN(CpuStream* const own, ownStream<CpuStream>(stream));
    STRATA_ASSIGN(CpuTimeline* const counted, ownTimeline<CpuTimeline>(timeline));
    return own->signal(counted->counter(), value);
  }

  Result<void> enqueueNative(Stream& stream, const std::function<void(const NativeHandles&)>& work) override {
    STRATA_TRY(ownStream<CpuStream>(stream));
    work({});
    return {};
  }

  NativeHandles nativeOf(const Buffer& buffer) const override {
    NativeHandles handles;
    handles.pointer = buffer.data();
    return handles;
  }

 private:
  const Result<std::shared_ptr<Lavapipe>>& lavapipe() const {
    if (!m_lavapipe) m_lavapipe = Lavapipe::open();
    return *m_lavapipe;
  }

  Result<MappedMemory> map(int fd, std::size_t bytes) {
    return systemCall(m_core->observer, "mmap", [&] { return MappedMemory::map(fd, bytes); });
  }

  Result<std::unique_ptr<Buffer>> importHost(const MemoryHandle& handle) {
    ApiCall call(m_core->observer, ApiDomain::Runtime, "strataHostRegister");
    STRATA_ASSIGN(MappedMemory memory, map(handle.fd, handle.allocationBytes));
    std::byte* const data = memory.data() + handle.offset;
    return sharedBuffer(m_core, {data, handle.bytes}, std::make_shared<MappedMemory>(std::move(memory)),
                        MemoryKind::Pinned, "strataHostUnregister");
  }

  Result<std::unique_ptr<Buffer>> importOpaque(const MemoryHandle& handle) {
    ApiCall call(m_core->observer, ApiDomain::Runtime, "strataImportExternalMemory");
    STRATA_TRY(lavapipe());
    STRATA_TRY(checkOwner(handle, identity()));
    STRATA_ASSIGN(std::shared_ptr<std::byte> memory, lavapipe().value()->import(handle.fd, handle.allocationBytes));
    std::byte* const data = memory.get() + handle.offset;
    return sharedBuffer(m_core, {data, handle.bytes}, std::move(memory), MemoryKind::Device,
                        "strataDestroyExternalMemory");
  }

  std::shared_ptr<CpuCore> m_core;
  mutable std::optional<Result<std::shared_ptr<Lavapipe>>> m_lavapipe;  ///< once it was asked for
};

}  // namespace

std::unique_ptr<Interop> makeInterop(std::shared_ptr<CpuCore> core) {
  return std::make_unique<CpuInterop>(std::move(core));
}

}  // namespace strata::cpu
