#include <atomic>
#include <string>
#include <utility>

#include "engine/backends/gpu/gpu_timeline.h"
#include "engine/backends/gpu/registered_memory.h"

namespace strata::gpu {
namespace {

/// A counter in host memory. Nobody who sleeps on it is woken when the device sets it.
class HostTimeline final : public GpuTimeline {
 public:
  explicit HostTimeline(std::unique_ptr<RegisteredMemory> memory) : m_memory(std::move(memory)) {}

  Result<std::uint64_t> value() const override {
    const auto* const counter = reinterpret_cast<const std::atomic<std::uint32_t>*>(m_memory->data());
    return std::uint64_t{counter->load(std::memory_order_acquire)};
  }
  const char* waitCall() const override { return kWaitValueName; }
  const char* signalCall() const override { return kWriteValueName; }
  gpuError wait(gpuStream stream, std::uint64_t value) override {
    return gpuStreamWaitValue(stream, m_memory->onDevice(), static_cast<unsigned>(value));
  }
  gpuError signal(gpuStream stream, std::uint64_t value) override {
    return gpuStreamWriteValue(stream, m_memory->onDevice(), static_cast<unsigned>(value));
  }

 private:
  std::unique_ptr<RegisteredMemory> m_memory;
};

}  // namespace

Result<void> canImportHostTimelines(const GpuContext& context) {
  if (gpuWaitsForValues(context.info.index)) return {};
  return Error{ErrorCode::Unsupported,
               std::string("The queues of this device do not wait for values in memory: a newer ") + kVendorName +
                   " driver may let them.",
               Storey::Driver};
}

Result<std::unique_ptr<GpuTimeline>> importHostTimeline(GpuContext& context, const TimelineHandle& handle) {
  constexpr std::size_t kBytes = sizeof(std::uint32_t);
  STRATA_ASSIGN(auto memory, RegisteredMemory::map(context, handle.fd, handle.offset + kBytes, handle.offset, kBytes));
  return std::unique_ptr<GpuTimeline>(std::make_unique<HostTimeline>(std::move(memory)));
}

}  // namespace strata::gpu
