#pragma once

#include <atomic>
#include <memory>

#include "engine/device/device.h"
#include "layers/driver/driver_observer.h"
#include "layers/hardware/hardware_observer.h"
#include "layers/runtime/runtime_observer.h"

namespace strata::inline runtime {

/// Hears a device and tells the storeys: runtime calls, driver calls, work on the hardware.
class StackObserver final : public DeviceObserver {
 public:
  explicit StackObserver(TraceRecorder& recorder);

  std::uint64_t apiBegin(ApiDomain domain, const char* name) override;
  void apiEnd(ApiDomain domain) override;
  void workBegin(const DeviceWork& work) override;
  void workEnd(const DeviceWork& work) override;
  void workAbandoned(const DeviceWork& work) override;
  void workDone(const DeviceWork& work, HostTime begin, Duration duration) override;
  void clockError(Duration error) override;
  void memory(MemoryKind kind, const void* data, std::int64_t bytes, std::uint64_t total) override;
  void printed(const PrintedLine& line) override;

 private:
  void sampleOncePerCall();

  std::atomic<CallId> m_sampled{CallId::None};  ///< the call whose start the system's counters were last read at
  TraceRecorder& m_recorder;
  RuntimeObserver m_runtime;
  DriverObserver m_driver;
  HardwareObserver m_hardware;
};

/// Attaches a StackObserver to the device (AgentParts::observe). It must stay until the device is gone or has
/// another observer.
std::shared_ptr<void> observeStack(Device& device, TraceRecorder& recorder);

}  // namespace strata::inline runtime
