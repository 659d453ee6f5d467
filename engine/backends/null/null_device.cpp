#include "engine/backends/null/null_device.h"

#include <new>
#include <utility>

#include "engine/backends/null/null_interop.h"
#include "engine/backends/null/null_stream.h"

namespace strata::inline backends {
namespace {

constexpr std::align_val_t kAlignment{256};

class NullBuffer final : public Buffer {
 public:
  NullBuffer(std::shared_ptr<null::NullCore> core, std::size_t bytes, MemoryKind kind)
      : m_core(std::move(core)), m_data(::operator new(bytes, kAlignment)), m_bytes(bytes), m_kind(kind) {
    count(static_cast<std::int64_t>(bytes));
  }
  ~NullBuffer() override {
    null::NullCall call(*m_core, m_kind == MemoryKind::Device ? "strataFree" : "strataFreeHost");
    count(-static_cast<std::int64_t>(m_bytes));
    ::operator delete(m_data, kAlignment);
  }
  NullBuffer(const NullBuffer&) = delete;
  NullBuffer& operator=(const NullBuffer&) = delete;

  void* data() const override { return m_data; }
  std::size_t bytes() const override { return m_bytes; }
  MemoryKind kind() const override { return m_kind; }

 private:
  void count(std::int64_t bytes) { m_core->memory.changed(m_kind, m_data, bytes, m_core->observer); }

  std::shared_ptr<null::NullCore> m_core;
  void* m_data;
  std::size_t m_bytes;
  MemoryKind m_kind;
};

DeviceInfo nullInfo() {
  DeviceInfo info;
  info.backend = "null";
  info.name = "Scripted device";
  info.architecture = "none";
  info.computeUnitName = "unit";
  info.computeUnits = 1;
  info.memoryBytes = std::uint64_t{1} << 30;
  return info;
}

class NullDevice final : public Device {
 public:
  explicit NullDevice(NullScript script) { m_core->script = std::move(script); }

  const DeviceInfo& info() const override { return m_info; }

  Result<std::unique_ptr<Buffer>> allocate(std::size_t bytes, MemoryKind kind) override {
    const char* name = kind == MemoryKind::Device ? "strataMalloc" : "strataHostAlloc";
    null::NullCall call(*m_core, name);
    STRATA_TRY(m_core->ask(name));
    return std::unique_ptr<Buffer>(std::make_unique<NullBuffer>(m_core, bytes, kind));
  }

  Result<std::unique_ptr<Stream>> createStream() override {
    null::NullCall call(*m_core, "strataStreamCreate");
    STRATA_TRY(m_core->ask("strataStreamCreate"));
    auto stream = std::make_unique<null::NullStream>(m_core);
    return std::unique_ptr<Stream>(std::move(stream));
  }

  Result<std::unique_ptr<Event>> createEvent() override {
    null::NullCall call(*m_core, "strataEventCreate");
    STRATA_TRY(m_core->ask("strataEventCreate"));
    return std::unique_ptr<Event>(std::make_unique<null::NullEvent>(m_core));
  }

  Result<void> synchronize() override {
    null::NullCall call(*m_core, "strataDeviceSynchronize");
    STRATA_TRY(m_core->ask("strataDeviceSynchronize"));
    for (null::NullStream* stream : m_core->streams) STRATA_TRY(stream->finish());
    return {};
  }

  std::vector<std::string> running() const override { return m_core->running.names(); }

  void setObserver(DeviceObserver* observer) override { m_core->observer = observer; }

  Interop* interop() override { return m_interop.get(); }

 private:
  const DeviceInfo m_info = nullInfo();
  std::shared_ptr<null::NullCore> m_core = std::make_shared<null::NullCore>();
  std::unique_ptr<Interop> m_interop = null::makeInterop(m_core);
};

}  // namespace

std::unique_ptr<Device> createNullDevice(NullScript script) {
  return std::make_unique<NullDevice>(std::move(script));
}

}  // namespace strata::inline backends
