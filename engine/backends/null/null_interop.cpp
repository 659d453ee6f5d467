#include "engine/backends/null/null_interop.h"

#include <atomic>
#include <utility>

#include "engine/base/shared_memory.h"
#include "engine/device/interop_checks.h"

namespace strata::null {
namespace {

class SharedBuffer final : public Buffer {
 public:
  SharedBuffer(std::shared_ptr<NullCore> core, MappedMemory memory, const MemoryHandle& handle)
      : m_core(std::move(core)), m_memory(std::move(memory)), m_offset(handle.offset), m_bytes(handle.bytes) {
    count(static_cast<std::int64_t>(m_bytes));
  }
  ~SharedBuffer() override {
    NullCall call(*m_core, "strataDestroyExternalMemory");
    count(-static_cast<std::int64_t>(m_bytes));
  }
  SharedBuffer(const SharedBuffer&) = delete;
  SharedBuffer& operator=(const SharedBuffer&) = delete;

  void* data() const override { return m_memory.data() + m_offset; }
  std::size_t bytes() const override { return m_bytes; }
  MemoryKind kind() const override { return MemoryKind::Device; }

 private:
  void count(std::int64_t bytes) { m_core->memory.changed(MemoryKind::Device, data(), bytes, m_core->observer); }

  std::shared_ptr<NullCore> m_core;
  MappedMemory m_memory;
  std::size_t m_offset, m_bytes;
};

/// What it is set to also stands in the descriptor's memory, if it has any: where a counter lies, and for a timeline of
/// Vulkan in the first eight bytes.
class NullTimeline final : public Timeline {
 public:
  NullTimeline(MappedMemory memory, const TimelineHandle& handle)
      : m_memory(std::move(memory)), m_kind(handle.kind), m_offset(handle.offset) {}
  Result<std::uint64_t> value() const override { return m_value; }
  void set(std::uint64_t value) {
    m_value = value;
    if (!m_memory.data()) return;
    if (m_kind == SharedKind::OpaqueTimeline)
      at<std::uint64_t>().store(value);
    else
      at<std::uint32_t>().store(static_cast<std::uint32_t>(value));
  }

 private:
  template <class T>
  std::atomic_ref<T> at() const {
    return std::atomic_ref<T>(*reinterpret_cast<T*>(m_memory.data() + m_offset));
  }

  MappedMemory m_memory;
  SharedKind m_kind;
  std::size_t m_offset;
  std::uint64_t m_value = 0;
};

class NullInterop final : public Interop {
 public:
  explicit NullInterop(std::shared_ptr<NullCore> core) : m_core(std::move(core)) {}

  InteropIdentity identity() const override { return m_core->script.identity; }

  Result<void> canImport(SharedKind kind) const override {
    if (m_core->script.refuses)
      if (std::optional<Error> error = m_core->script.refuses(kind)) return *error;
    return {};
  }

  Result<std::unique_ptr<Buffer>> importMemory(const MemoryHandle& handle) override {
    NullCall call(*m_core, "strataImportExternalMemory");
    STRATA_TRY(m_core->ask("strataImportExternalMemory"));
    STRATA_TRY(canImport(handle.kind));
    const bool opaque = handle.kind == SharedKind::OpaqueMemory;
    STRATA_TRY(checkShared(handle, opaque ? handle.kind : SharedKind::HostMemory));
    if (opaque) STRATA_TRY(checkOwner(handle, identity()));
    STRATA_ASSIGN(MappedMemory memory, MappedMemory::map(handle.fd, handle.allocationBytes));
    return std::unique_ptr<Buffer>(std::make_unique<SharedBuffer>(m_core, std::move(memory), handle));
  }

  Result<std::unique_ptr<Timeline>> importTimeline(const TimelineHandle& handle) override {
    NullCall call(*m_core, "strataImportExternalSemaphore");
    STRATA_TRY(m_core->ask("strataImportExternalSemaphore"));
    STRATA_TRY(canImport(handle.kind));
    MappedMemory memory;
    if (handle.fd >= 0) {
      STRATA_ASSIGN(memory, MappedMemory::map(handle.fd, handle.offset + sizeof(std::uint64_t)));
    }
    return std::unique_ptr<Timeline>(std::make_unique<NullTimeline>(std::move(memory), handle));
  }

  Result<void> wait(Stream& stream, Timeline& timeline, std::uint64_t value) override {
    STRATA_TRY(ownTimeline<NullTimeline>(timeline));
    STRATA_ASSIGN(NullStream* const own, ownStream<NullStream>(stream));
    return own->waitFor(value);
  }

  Result<void> signal(Stream& stream, Timeline& timeline, std::uint64_t value) override {
    STRATA_ASSIGN(NullTimeline* const counted, ownTimeline<NullTimeline>(timeline));
    STRATA_ASSIGN(NullStream* const own, ownStream<NullStream>(stream));
    NullCall call(*m_core, "strataStreamWriteValue32");
    STRATA_TRY(m_core->ask("strataStreamWriteValue32"));
    if (!own->blocked()) counted->set(value);
    return {};
  }

  Result<void> enqueueNative(Stream& stream, const std::function<void(const NativeHandles&)>& work) override {
    STRATA_TRY(ownStream<NullStream>(stream));
    work({});
    return {};
  }

  NativeHandles nativeOf(const Buffer& buffer) const override {
    NativeHandles handles;
    handles.pointer = buffer.data();
    return handles;
  }

 private:
  std::shared_ptr<NullCore> m_core;
};

}  // namespace

std::unique_ptr<Interop> makeInterop(std::shared_ptr<NullCore> core) {
  return std::make_unique<NullInterop>(std::move(core));
}

}  // namespace strata::null
