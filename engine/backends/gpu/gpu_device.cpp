#include "engine/backends/gpu/gpu_device.h"

#include <string>
#include <utility>

#include "engine/backends/gpu/gpu_buffer.h"
#include "engine/backends/gpu/gpu_context.h"
#include "engine/backends/gpu/gpu_error.h"
#include "engine/backends/gpu/gpu_event.h"
#include "engine/backends/gpu/gpu_facts.h"
#include "engine/backends/gpu/gpu_interop.h"
#include "engine/backends/gpu/gpu_stream.h"
#include "engine/backends/gpu/tensor_maps.h"
#include "engine/device/device_checks.h"

namespace strata::inline backends {
namespace {

using namespace gpu;

class GpuDevice final : public Device {
 public:
  explicit GpuDevice(DeviceInfo info) { m_context.info = std::move(info); }

  const DeviceInfo& info() const override { return m_context.info; }
  Result<std::unique_ptr<Buffer>> allocate(std::size_t bytes, MemoryKind kind) override {
    return allocateBuffer(m_context, bytes, kind);
  }
  std::optional<std::uint64_t> freeMemory() override {
    std::size_t free = 0, all = 0;
    const auto done = call(m_context.observer, STRATA_GPU_NAME(MemGetInfo), "Asking how much memory is free",
                           [&] { return gpuMemGetInfo(&free, &all); });
    return done.ok() ? std::optional<std::uint64_t>(free) : std::nullopt;
  }
  Result<std::unique_ptr<Stream>> createStream() override {
    STRATA_ASSIGN(std::unique_ptr<Stream> stream, GpuStream::create(m_context));
    return stream;
  }
  Result<std::unique_ptr<Event>> createEvent() override {
    STRATA_ASSIGN(std::unique_ptr<Event> event, GpuEvent::create(m_context));
    return event;
  }
  Result<void> synchronize() override {
    STRATA_TRY(call(m_context.observer, STRATA_GPU_NAME(DeviceSynchronize), "Waiting for the device",
                    [] { return gpuDeviceSynchronize(); }));
    m_context.running.allEnded();
    return {};
  }
  std::vector<std::string> running() const override { return m_context.running.names(); }
  void setObserver(DeviceObserver* observer) override { m_context.observer = observer; }
  Interop* interop() override { return m_interop.get(); }
  Result<TensorMap> tensorMap(const BoxedTensor& tensor) override {
    STRATA_TRY(checkBoxes(tensor));
    return makeTensorMap(tensor);
  }

 private:
  GpuContext m_context;
  std::unique_ptr<Interop> m_interop = makeInterop(m_context);
};

}  // namespace

Result<std::unique_ptr<Device>> openGpuDevice(int index) {
  STRATA_ASSIGN(const int count, countDevices());
  if (index < 0 || index >= count)
    return Error{ErrorCode::Unavailable,
                 std::string("There is no device ") + kBackend + ":" + std::to_string(index) + "; this machine has " +
                     std::to_string(count) + ".",
                 Storey::Hardware};
  STRATA_TRY(call(nullptr, STRATA_GPU_NAME(SetDevice), "Choosing the device", [&] { return gpuSetDevice(index); }));
  STRATA_ASSIGN(DeviceInfo info, readDeviceInfo(index));
  return std::unique_ptr<Device>(std::make_unique<GpuDevice>(std::move(info)));
}

}  // namespace strata::inline backends
