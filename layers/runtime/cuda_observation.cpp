#include <fmt/format.h>

#include <utility>

#include "layers/runtime/cupti_session.h"
#include "layers/runtime/event_observation.h"

namespace strata {
namespace {

class CuptiObservation final : public GpuObservation {
 public:
  explicit CuptiObservation(std::unique_ptr<cupti::Session> session) : m_session(std::move(session)) {}

  void settle() override { m_session->flush(); }
  std::string describe() const override {
    return fmt::format("observed by CUPTI {}: every runtime and driver call, kernels, copies and allocations",
                       m_session->api().version);
  }
  bool seesDriver() const override { return true; }

 private:
  std::unique_ptr<cupti::Session> m_session;
};

}  // namespace

std::shared_ptr<GpuObservation> observeCuda(Device& device, TraceRecorder& recorder) {
  auto session = cupti::Session::start(recorder);
  if (session.ok()) return std::make_shared<CuptiObservation>(std::move(session).value());
  return observeByEvents(device, recorder, session.error().message);
}

}  // namespace strata
