#include "layers/workloads/frames/frames_workload.h"

#include "layers/workloads/common/usage_error.h"
#include "layers/workloads/frames/frame_previews.h"
#include "layers/workloads/frames/frames_experiment.h"
#include "layers/workloads/frames/frames_run.h"

namespace strata::inline workloads {
namespace {

RunResult without(FrameWay way, const Error& error) {
  RunResult result;
  result.variant = frameWayKey(way);
  result.status = RunResult::Status::Unsupported;
  result.message = error.message;
  return result;
}

}  // namespace

FramesWorkload::FramesWorkload(std::shared_ptr<const Routines> routines, std::optional<FrameSocket> socket)
    : m_info(framesExperiment()), m_routines(std::move(routines)), m_socket(std::move(socket)) {}

Result<void> FramesWorkload::run(const Request& request, WorkContext& context) {
  STRATA_ASSIGN(const FramesRequest asked, framesRequest(m_info, request));
  if (!m_socket) {
    for (const FrameWay way : asked.ways) {
      if (way != FrameWay::Pipe) {
        context.result(without(way, noViewer()));
        continue;
      }
      STRATA_ASSIGN(const RunResult result, previewFrames(asked, *m_routines, context));
      context.result(result);
    }
    return {};
  }
  FramesRun run(asked, *m_routines, *m_socket, context);
  STRATA_TRY(run.prepare());
  Result<void> outcome;
  for (const FrameWay way : asked.ways)
    if (outcome = run.run(way); !outcome.ok()) {
      if (outcome.error().code == ErrorCode::Stopped) run.stopped(way, outcome.error());
      break;
    }
  for (const RunResult& result : run.results()) context.result(result);
  if (auto preview = run.preview(); preview.ok()) {
    m_preview = std::move(preview).value();
    context.post(*m_preview);
  }
  return outcome;
}

Result<SessionMessage> FramesWorkload::fetch(std::string_view tensor) {
  if (!m_preview) return usage("There is no frame yet: run frames first");
  if (tensor != "frame") return usage("frames has one tensor: frame");
  return *m_preview;
}

Workloads framesWorkloads(const WorkloadParts& parts) {
  Workloads all;
  all.push_back(std::make_unique<FramesWorkload>(parts.routines, FrameSocket::inherited()));
  return all;
}

}  // namespace strata::inline workloads
