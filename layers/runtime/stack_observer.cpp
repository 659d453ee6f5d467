#include "layers/runtime/stack_observer.h"

#include <optional>

#include "layers/common/current_call.h"
#include "layers/hardware/work_token.h"

namespace strata::inline runtime {
namespace {

// The system calls a device thread makes for a piece of work belong to the call that asked for it.
thread_local std::optional<CallScope> t_workScope;

}  // namespace

StackObserver::StackObserver(TraceRecorder& recorder)
    : m_recorder(recorder), m_runtime(recorder), m_driver(recorder), m_hardware(recorder) {}

std::uint64_t StackObserver::apiBegin(ApiDomain domain, const char* name) {
  if (domain == ApiDomain::Driver) {
    m_driver.begin(name);
    return WorkToken{currentCall()}.pack();
  }
  sampleOncePerCall();
  return m_runtime.begin(name);
}

void StackObserver::apiEnd(ApiDomain domain) {
  if (domain == ApiDomain::Driver) {
    m_driver.end();
  } else {
    m_runtime.end();
  }
}

void StackObserver::workBegin(const DeviceWork& work) {
  t_workScope.emplace(WorkToken::unpack(work.token).call);
  m_hardware.workBegin(work);
}

void StackObserver::workEnd(const DeviceWork&) {
  m_hardware.workEnd(WorkEnd::Done);
  t_workScope.reset();
}

void StackObserver::workAbandoned(const DeviceWork&) {
  m_hardware.workEnd(WorkEnd::Stopped);
  t_workScope.reset();
}

void StackObserver::workDone(const DeviceWork& work, HostTime begin, Duration duration) {
  m_hardware.workDone(work, begin, duration);
}

void StackObserver::clockError(Duration error) {
  m_recorder.noteDeviceClockError(error.ns);
}

void StackObserver::memory(MemoryKind kind, const void* data, std::int64_t, std::uint64_t total) {
  m_runtime.memory(kind, data, total);
}

void StackObserver::printed(const PrintedLine& line) {
  m_hardware.printed(line);
}

void StackObserver::sampleOncePerCall() {
  if (m_sampled.exchange(currentCall(), std::memory_order_relaxed) != currentCall()) m_driver.sample();
}

std::shared_ptr<void> observeStack(Device& device, TraceRecorder& recorder) {
  auto observer = std::make_shared<StackObserver>(recorder);
  device.setObserver(observer.get());
  return observer;
}

}  // namespace strata::inline runtime
