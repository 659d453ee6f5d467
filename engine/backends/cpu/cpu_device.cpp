#include "engine/backends/cpu/cpu_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "engine/backends/cpu/api_call.h"
#include "engine/backends/cpu/cpu_buffer.h"
#include "engine/backends/cpu/cpu_core.h"
#include "engine/backends/cpu/cpu_event.h"
#include "engine/backends/cpu/cpu_interop.h"
#include "engine/backends/cpu/cpu_stream.h"
#include "engine/backends/cpu/describe_host.h"
#include "engine/base/host_facts.h"
#include "engine/device/device_checks.h"

namespace strata::inline backends {
namespace {

class CpuDevice final : public Device {
 public:
  explicit CpuDevice(std::shared_ptr<cpu::CpuCore> core)
      : m_core(std::move(core)), m_interop(cpu::makeInterop(m_core)) {}

  const DeviceInfo& info() const override { return m_core->info; }

  Result<std::unique_ptr<Buffer>> allocate(std::size_t bytes, MemoryKind kind) override {
    return cpu::allocateBuffer(m_core, bytes, kind);
  }

  std::optional<std::uint64_t> freeMemory() override {
    return std::min(m_core->arena.capacity() - m_core->arena.used(), availableMemory());
  }

  Result<std::unique_ptr<Stream>> createStream() override {
    cpu::ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamCreate");
    return std::unique_ptr<Stream>(std::make_unique<cpu::CpuStream>(m_core));
  }

  Result<std::unique_ptr<Event>> createEvent() override {
    cpu::ApiCall call(m_core->observer, ApiDomain::Runtime, "strataEventCreate");
    return std::unique_ptr<Event>(std::make_unique<cpu::CpuEvent>(m_core));
  }

  Result<void> synchronize() override {
    cpu::ApiCall call(m_core->observer, ApiDomain::Runtime, "strataDeviceSynchronize");
    m_core->drain();
    Result<void> first = m_core->whole();
    for (cpu::CpuStream* stream : m_core->streams()) {
      Result<void> result = stream->takeError();
      if (first.ok()) first = result;
    }
    return first;
  }

  std::vector<std::string> running() const override { return m_core->running.names(); }

  void setObserver(DeviceObserver* observer) override { m_core->observer = observer; }

  void setControl(WorkControl* control) override { m_core->control = control; }

  Interop* interop() override { return m_interop.get(); }

  Result<TensorMap> tensorMap(const BoxedTensor& tensor) override {
    STRATA_TRY(checkBoxes(tensor));
    BoxedTensor own = tensor;
    own.planeLines = tensor.linesApart();
    TensorMap map{};
    std::memcpy(map.bits, &own, sizeof(own));  // as kernels/compat/tma_cpu.h reads it
    return map;
  }

 private:
  std::shared_ptr<cpu::CpuCore> m_core;
  std::unique_ptr<Interop> m_interop;
};

Result<std::uint32_t> chooseWaveSize(unsigned asked) {
  const char* text = std::getenv("STRATA_CPU_WAVE");
  const std::string words = asked != 0 ? std::to_string(asked) : text ? text : "32";
  if (words == "32") return std::uint32_t{32};
  if (words == "64") return std::uint32_t{64};
  return Error{ErrorCode::Usage,
               fmt::format("A CPU device with warps of {} lanes was requested; only 32 and 64 are possible: set "
                           "STRATA_CPU_WAVE to one of them, or unset it.",
                           words),
               Storey::Hardware};
}

}  // namespace

Result<std::unique_ptr<Device>> openCpuDevice(int index, const CpuDeviceOptions& options) {
  if (index != 0)
    return Error{ErrorCode::Unavailable,
                 fmt::format("Device cpu:{} was requested, but a machine has only one CPU device: use cpu.", index),
                 Storey::Hardware};
  DeviceInfo info = cpu::describeHost(options.memoryBytes ? options.memoryBytes : totalMemory() / 4 * 3);
  STRATA_ASSIGN(info.waveSize, chooseWaveSize(options.waveSize));
  if (options.workers) info.computeUnits = options.workers;
  const unsigned workers = info.computeUnits;
  return std::unique_ptr<Device>(std::make_unique<CpuDevice>(std::make_shared<cpu::CpuCore>(std::move(info), workers)));
}

}  // namespace strata::inline backends
