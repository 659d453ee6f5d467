#include <filesystem>
#include <utility>

#include "layers/runtime/activity_observation.h"
#include "layers/runtime/event_observation.h"
#include "layers/runtime/rocprofiler_session.h"

namespace strata::inline runtime {
namespace {

Result<rocprofiler::Tool*> registerTool() {
  std::error_code ignored;
  if (!std::filesystem::exists("/dev/kfd", ignored))
    return Error{ErrorCode::Unavailable, "there is no AMD GPU to observe (/dev/kfd is missing)", Storey::Driver};
  return rocprofiler::Tool::registerWith(rocprofiler::libraryFiles());
}

/// What came of registering, which can be tried once.
const Result<rocprofiler::Tool*>& registeredTool() {
  static const Result<rocprofiler::Tool*> tool = registerTool();
  return tool;
}

}  // namespace

void prepareHipObservation() {
  registeredTool();
}

std::shared_ptr<GpuObservation> observeHip(Device& device, TraceRecorder& recorder) {
  auto telemetry = startTelemetry(recorder, openAmdTelemetry(device.info().pciBus));
  const auto& tool = registeredTool();
  if (!tool.ok()) return observeByEvents(device, recorder, tool.error().message, std::move(telemetry));
  auto session = rocprofiler::Session::start(recorder, *tool.value());
  if (!session.ok()) return observeByEvents(device, recorder, session.error().message, std::move(telemetry));
  return observeByActivity(std::move(session).value(),
                           "observed by rocprofiler-sdk " + tool.value()->api().version +
                               ": every HIP and HSA call, dispatches, copies and allocations",
                           std::move(telemetry));
}

}  // namespace strata::inline runtime
