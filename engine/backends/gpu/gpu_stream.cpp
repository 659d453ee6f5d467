#include "engine/backends/gpu/gpu_stream.h"

#include <utility>

#include "engine/backends/gpu/gpu_error.h"
#include "engine/backends/gpu/gpu_event.h"
#include "engine/device/device_checks.h"

namespace strata::gpu {
namespace {

dim3 toVendor(Dim3 d) {
  return dim3(d.x, d.y, d.z);
}

gpuMemcpyKind toVendor(CopyDirection direction) {
  switch (direction) {
    case CopyDirection::HostToDevice: return STRATA_GPU(MemcpyHostToDevice);
    case CopyDirection::DeviceToHost: return STRATA_GPU(MemcpyDeviceToHost);
    case CopyDirection::DeviceToDevice: return STRATA_GPU(MemcpyDeviceToDevice);
    case CopyDirection::HostToHost: break;
  }
  return STRATA_GPU(MemcpyHostToHost);
}

gpuFunction loadedFunction(const KernelEntry& kernel) {
  return static_cast<gpuFunction>(const_cast<void*>(kernel.function));
}

const char* launchNameOf(const KernelEntry& kernel, bool early) {
  if (kernel.loaded) return kLaunchLoadedName;
  return early ? kLaunchEarlyName : STRATA_GPU_NAME(LaunchKernel);
}

Result<void> allowShared(const KernelEntry& kernel, std::size_t bytes) {
  if (bytes <= kSharedBytesOfAll) return {};
  const std::string tried = "Allowing " + std::string(kernel.name) + " its shared memory";
  if (kernel.loaded)
    return call(nullptr, STRATA_GPU_DRIVER_NAME(FuncSetAttribute), tried,
                [&] { return gpuAllowSharedLoaded(loadedFunction(kernel), bytes); });
  return call(nullptr, STRATA_GPU_NAME(FuncSetAttribute), tried,
              [&] { return gpuAllowShared(kernel.function, bytes); });
}

void runHostFunction(void* data) {
  const std::unique_ptr<std::function<void()>> work(static_cast<std::function<void()>*>(data));
  (*work)();
}

}  // namespace

Result<std::unique_ptr<GpuStream>> GpuStream::create(GpuContext& context) {
  gpuStream handle{};
  STRATA_TRY(call(context.observer, STRATA_GPU_NAME(StreamCreateWithFlags), "Creating a stream",
                  [&] { return gpuStreamCreate(&handle); }));
  return std::unique_ptr<GpuStream>(new GpuStream(context, handle));
}

GpuStream::GpuStream(GpuContext& context, gpuStream handle)
    : Stream(context.streamNumbers.take(), handle), m_context(context), m_handle(handle) {
  if (m_context.observer) m_timer = std::make_unique<EventTimer>(m_context, m_handle);
}

GpuStream::~GpuStream() {
  m_timer.reset();
  m_context.running.ended(number());
  (void)call(m_context.observer, STRATA_GPU_NAME(StreamDestroy), "Destroying a stream",
             [&] { return gpuStreamDestroy(m_handle); });
  m_context.streamNumbers.give(number());
}

Result<void> GpuStream::launch(const KernelEntry& kernel, const LaunchShape& shape, std::span<void*> arguments) {
  STRATA_TRY(checkLaunch(m_context.info, kernel, shape));
  DeviceWork work;
  work.kind = WorkKind::Kernel;
  work.name = kernel.name;
  work.shape = shape;
  STRATA_TRY(allowShared(kernel, shape.sharedBytes));
  const bool early = overlap() && startsEarly(kernel);
  return start(launchNameOf(kernel, early), "Launching " + std::string(kernel.name), work, [&] {
    const dim3 grid = toVendor(shape.grid), block = toVendor(shape.block);
    if (kernel.loaded)
      return gpuLaunchLoaded(loadedFunction(kernel), grid, block, arguments.data(),
                             static_cast<unsigned int>(shape.sharedBytes), m_handle);
    const auto launch = early ? gpuLaunchEarly : gpuLaunchKernel;
    return launch(kernel.function, grid, block, arguments.data(), shape.sharedBytes, m_handle);
  });
}

bool GpuStream::startsEarly(const KernelEntry& kernel) {
  if (!kernel.waits || kernel.loaded) return false;
  const auto [known, isNew] = m_waitsByItself.try_emplace(kernel.function, false);
  if (isNew) known->second = gpuWaitsByItself(kernel.function);
  return known->second;
}

Result<void> GpuStream::launchHost(std::string_view name, std::function<void()> function) {
  // The vendor would call it at every launch of the graph, and it is given away with the first.
  if (m_capturing) return notCapturable("A host function on a GPU");
  DeviceWork work;
  work.kind = WorkKind::Kernel;
  work.name = name;
  auto data = std::make_unique<std::function<void()>>(std::move(function));
  STRATA_TRY(start(kHostWorkName, "Queueing the host function " + std::string(name), work,
                   [&] { return gpuLaunchHostWork(m_handle, runHostFunction, data.get()); }));
  (void)data.release();  // runHostFunction owns it now
  return {};
}

Result<void> GpuStream::hold(std::shared_ptr<StreamGate> gate) {
  if (m_capturing) return notCapturable("A gate");
  auto data = std::make_unique<std::function<void()>>([gate = std::move(gate)] { gate->pass(); });
  STRATA_TRY(call(m_context.observer, kHostWorkName, "Holding a stream",
                  [&] { return gpuLaunchHostWork(m_handle, runHostFunction, data.get()); }));
  (void)data.release();  // runHostFunction owns it now
  return {};
}

Result<void> GpuStream::copy(Buffer& to, const Buffer& from, std::size_t bytes) {
  STRATA_TRY(checkCopy(to, from, bytes));
  DeviceWork work;
  work.kind = WorkKind::Copy;
  work.direction = copyDirection(to.kind(), from.kind());
  work.name = copyName(work.direction);
  work.pinned = to.kind() == MemoryKind::Pinned || from.kind() == MemoryKind::Pinned;
  work.bytes = bytes;
  const bool pageable = to.kind() == MemoryKind::Pageable || from.kind() == MemoryKind::Pageable;
  if (m_capturing && pageable) return notCapturable("A copy of pageable memory");
  STRATA_TRY(start(STRATA_GPU_NAME(MemcpyAsync), "Copying " + std::to_string(bytes) + " bytes", work,
                   [&] { return gpuMemcpyAsync(to.data(), from.data(), bytes, toVendor(work.direction), m_handle); }));
  if (kPageableCopiesReturnEarly && pageable) return synchronize();
  return {};
}

Result<void> GpuStream::record(Event& event) {
  if (m_capturing) return notCapturable("An event");
  STRATA_ASSIGN(GpuEvent* const own, ownEvent<GpuEvent>(event));
  STRATA_TRY(call(m_context.observer, STRATA_GPU_NAME(EventRecord), "Recording an event",
                  [&] { return gpuEventRecord(own->handle(), m_handle); }));
  own->setRecorded();
  return {};
}

Result<void> GpuStream::wait(Event& event) {
  if (m_capturing) return notCapturable("A wait for an event");
  STRATA_ASSIGN(GpuEvent* const own, ownEvent<GpuEvent>(event));
  return call(m_context.observer, STRATA_GPU_NAME(StreamWaitEvent), "Waiting for an event",
              [&] { return gpuStreamWaitEvent(m_handle, own->handle()); });
}

Result<void> GpuStream::synchronize() {
  if (m_capturing) return notCapturable("A wait for the stream");
  const std::string tried = "Waiting for " + (m_lastWork.empty() ? "the stream" : m_lastWork);
  const auto done = call(m_context.observer, STRATA_GPU_NAME(StreamSynchronize), tried,
                         [&] { return gpuStreamSynchronize(m_handle); });
  if (m_timer) m_timer->report();
  m_context.running.ended(number());
  if (done.ok()) return {};
  Error error = done.error();
  error.storey = Storey::Hardware;
  return error;
}

}  // namespace strata::gpu
