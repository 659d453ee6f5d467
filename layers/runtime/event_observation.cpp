#include "layers/runtime/event_observation.h"

#include <utility>

#include "layers/runtime/stack_observer.h"

namespace strata::inline runtime {
namespace {

class EventObservation final : public GpuObservation {
 public:
  EventObservation(Device& device, TraceRecorder& recorder, std::string why, Telemetry telemetry)
      : m_observer(observeStack(device, recorder)), m_why(std::move(why)), m_telemetry(std::move(telemetry)) {}

  std::string describe() const override {
    return "observed: the calls Strata itself makes, and work timed by device events (to half a microsecond). Not "
           "observed: calls that libraries make, and the driver; " +
           m_why;
  }
  bool seesDriver() const override { return false; }
  std::vector<DeviceFact> facts() const override { return m_telemetry.facts(); }
  std::string withoutTelemetry() const override { return m_telemetry.missing; }

 private:
  std::shared_ptr<void> m_observer;
  std::string m_why;
  Telemetry m_telemetry;
};

}  // namespace

std::shared_ptr<GpuObservation> observeByEvents(Device& device, TraceRecorder& recorder, std::string why,
                                                Telemetry telemetry) {
  return std::make_shared<EventObservation>(device, recorder, std::move(why), std::move(telemetry));
}

}  // namespace strata::inline runtime
