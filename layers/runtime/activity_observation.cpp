#include "layers/runtime/activity_observation.h"

#include <utility>

namespace strata::inline runtime {
namespace {

class ActivityObservation final : public GpuObservation {
 public:
  ActivityObservation(std::unique_ptr<ActivitySession> session, std::string description, Telemetry telemetry)
      : m_session(std::move(session)), m_description(std::move(description)), m_telemetry(std::move(telemetry)) {}

  void settle() override { m_session->flush(); }
  std::string describe() const override { return m_description; }
  bool seesDriver() const override { return true; }
  std::vector<DeviceFact> facts() const override { return m_telemetry.facts(); }
  std::string withoutTelemetry() const override { return m_telemetry.missing; }

 private:
  std::unique_ptr<ActivitySession> m_session;
  std::string m_description;
  Telemetry m_telemetry;
};

}  // namespace

std::shared_ptr<GpuObservation> observeByActivity(std::unique_ptr<ActivitySession> session, std::string description,
                                                  Telemetry telemetry) {
  return std::make_shared<ActivityObservation>(std::move(session), std::move(description), std::move(telemetry));
}

}  // namespace strata::inline runtime
