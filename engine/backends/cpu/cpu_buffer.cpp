#include "engine/backends/cpu/cpu_buffer.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>
#include <string_view>
#include <utility>

#include "engine/backends/cpu/api_call.h"
#include "engine/base/host_facts.h"
#include "engine/device/device_checks.h"

namespace strata::cpu {
namespace {

constexpr std::align_val_t kPageableAlignment{64};

/// Counts the memory of a buffer until it is given back.
class CountedBuffer : public Buffer {
 public:
  CountedBuffer(std::shared_ptr<CpuCore> core, void* data, std::size_t bytes, MemoryKind kind)
      : CountedBuffer(std::move(core), data, bytes, kind, kind) {}
  CountedBuffer(std::shared_ptr<CpuCore> core, void* data, std::size_t bytes, MemoryKind kind, MemoryKind countedAs)
      : m_core(std::move(core)), m_data(data), m_bytes(bytes), m_kind(kind), m_countedAs(countedAs) {
    m_core->memory.changed(m_countedAs, data, static_cast<std::int64_t>(bytes), m_core->observer);
  }
  CountedBuffer(const CountedBuffer&) = delete;
  CountedBuffer& operator=(const CountedBuffer&) = delete;

  void* data() const override { return m_data; }
  std::size_t bytes() const override { return m_bytes; }
  MemoryKind kind() const override { return m_kind; }

 protected:
  CpuCore& core() { return *m_core; }
  void givesBack() {
    m_core->memory.changed(m_countedAs, m_data, -static_cast<std::int64_t>(m_bytes), m_core->observer);
  }

 private:
  std::shared_ptr<CpuCore> m_core;
  void* m_data;
  std::size_t m_bytes;
  MemoryKind m_kind, m_countedAs;
};

class DeviceBuffer final : public CountedBuffer {
 public:
  DeviceBuffer(std::shared_ptr<CpuCore> core, void* data, std::size_t bytes)
      : CountedBuffer(std::move(core), data, bytes, MemoryKind::Device) {}
  ~DeviceBuffer() override {
    ApiCall call(core().observer, ApiDomain::Runtime, "strataFree");
    core().drain();
    givesBack();
    core().arena.free(data(), core().observer);
  }
};

class PinnedBuffer final : public CountedBuffer {
 public:
  PinnedBuffer(std::shared_ptr<CpuCore> core, void* data, std::size_t bytes)
      : CountedBuffer(std::move(core), data, bytes, MemoryKind::Pinned) {}
  ~PinnedBuffer() override {
    ApiCall call(core().observer, ApiDomain::Runtime, "strataFreeHost");
    core().drain();
    givesBack();
    systemCall(core().observer, "munmap", [this] { return munmap(data(), bytes()); });  // unlocks it as well
  }
};

class PageableBuffer final : public CountedBuffer {
 public:
  PageableBuffer(std::shared_ptr<CpuCore> core, void* data, std::size_t bytes)
      : CountedBuffer(std::move(core), data, bytes, MemoryKind::Pageable) {}
  ~PageableBuffer() override {
    givesBack();
    ::operator delete(data(), kPageableAlignment);
  }
};

class SharedBuffer final : public CountedBuffer {
 public:
  SharedBuffer(std::shared_ptr<CpuCore> core, std::span<std::byte> memory, std::shared_ptr<void> owner,
               MemoryKind countedAs, const char* freeCall)
      : CountedBuffer(std::move(core), memory.data(), memory.size(), MemoryKind::Device, countedAs),
        m_owner(std::move(owner)),
        m_freeCall(freeCall) {}
  ~SharedBuffer() override {
    ApiCall call(core().observer, ApiDomain::Runtime, m_freeCall);
    core().drain();
    givesBack();
    m_owner.reset();
  }

 private:
  std::shared_ptr<void> m_owner;
  const char* m_freeCall;
};

Result<std::unique_ptr<Buffer>> allocateDevice(std::shared_ptr<CpuCore> core, std::size_t bytes) {
  ApiCall call(core->observer, ApiDomain::Runtime, "strataMalloc");
  void* data = core->arena.allocate(bytes, core->observer);
  if (!data) {
    constexpr std::string_view kWhat = "the CPU device's memory";
    const std::uint64_t room = core->arena.capacity() - core->arena.used(), left = availableMemory();
    return bytes > room - room % Arena::kAlignment ? outOfMemory(bytes, kWhat, std::min(room, left))
                                                   : outOfPieces(bytes, kWhat, Arena::segmentBytes(bytes), left);
  }
  return std::unique_ptr<Buffer>(std::make_unique<DeviceBuffer>(std::move(core), data, bytes));
}

Result<std::unique_ptr<Buffer>> allocatePageable(std::shared_ptr<CpuCore> core, std::size_t bytes) {
  void* data = bytes <= availableMemory() ? ::operator new(bytes, kPageableAlignment, std::nothrow) : nullptr;
  if (!data) return outOfMemory(bytes, "host memory", availableMemory());
  return std::unique_ptr<Buffer>(std::make_unique<PageableBuffer>(std::move(core), data, bytes));
}

/// Locked memory, or nullptr.
void* lockedMemory(DeviceObserver* observer, std::size_t bytes) {
  if (bytes > availableMemory()) return nullptr;
  void* data = systemCall(observer, "mmap", [bytes] {
    return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  });
  if (data == MAP_FAILED) return nullptr;
  if (systemCall(observer, "mlock", [=] { return mlock(data, bytes); }) == 0) return data;
  systemCall(observer, "munmap", [=] { return munmap(data, bytes); });
  return nullptr;
}

Result<std::unique_ptr<Buffer>> allocatePinned(std::shared_ptr<CpuCore> core, std::size_t bytes) {
  ApiCall call(core->observer, ApiDomain::Runtime, "strataHostAlloc");
  void* data = lockedMemory(core->observer, bytes);
  if (!data) return allocatePageable(std::move(core), bytes);
  return std::unique_ptr<Buffer>(std::make_unique<PinnedBuffer>(std::move(core), data, bytes));
}

}  // namespace

Result<std::unique_ptr<Buffer>> allocateBuffer(std::shared_ptr<CpuCore> core, std::size_t bytes, MemoryKind kind) {
  if (bytes == 0)
    return Error{ErrorCode::Usage, "A buffer of 0 bytes was requested; request at least one.", Storey::Runtime};
  switch (kind) {
    case MemoryKind::Device: return allocateDevice(std::move(core), bytes);
    case MemoryKind::Pinned: return allocatePinned(std::move(core), bytes);
    case MemoryKind::Pageable: return allocatePageable(std::move(core), bytes);
  }
  return Error{ErrorCode::Internal, "Unknown kind of memory.", Storey::Runtime};
}

std::unique_ptr<Buffer> sharedBuffer(std::shared_ptr<CpuCore> core, std::span<std::byte> memory,
                                     std::shared_ptr<void> owner, MemoryKind countedAs, const char* freeCall) {
  return std::make_unique<SharedBuffer>(std::move(core), memory, std::move(owner), countedAs, freeCall);
}

}  // namespace strata::cpu
