#include "layers/workloads/frames/frame_previews.h"

#include <chrono>
#include <thread>

#include "engine/frames/frame_story.h"
#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/common/run_progress.h"

namespace strata::inline workloads {
namespace {

constexpr Duration kBetween{100'000'000};  ///< previews

class PreviewRun {
 public:
  PreviewRun(const FramesRequest& asked, const Routines& routines, WorkContext& context)
      : m_asked(asked), m_routines(routines), m_context(context), m_ops(context.recorder, context.device, routines) {}

  Result<RunResult> run() {
    RunProgress progress(m_context, 1);
    STRATA_TRY(progress.next("previews"));
    STRATA_ASSIGN(m_painter, FieldPainter::create(m_asked, m_context, m_ops, m_routines));
    STRATA_TRY(m_painter->resize(m_asked.side));
    const FrameShape shape{m_asked.side, m_asked.side, m_asked.side * 4};
    STRATA_ASSIGN(const std::unique_ptr<Buffer> picture, m_context.device.allocate(shape.bytes(), MemoryKind::Device));
    for (std::uint64_t number = 1; m_asked.frames == 0 || number <= m_asked.frames; ++number) {
      if (m_context.stop.stop_requested()) return Error{ErrorCode::Stopped, "Stopped while frames ran", Storey::Model};
      STRATA_TRY(frame(number, *picture, shape));
      progress.within(m_asked.frames == 0 ? 0 : static_cast<double>(number) / static_cast<double>(m_asked.frames));
    }
    return result();
  }

 private:
  Result<void> frame(std::uint64_t number, Buffer& picture, FrameShape shape) {
    const HostTime begin = hostNow();
    TraceRecorder& recorder = m_context.recorder;
    const ModelScope scope(recorder, story::kFrame);
    recorder.arg(recorder.intern(story::kFrame), static_cast<std::int64_t>(number));
    recorder.arg(recorder.intern(story::kWay), recorder.intern(frameWayKey(FrameWay::Pipe)));
    recorder.arg(recorder.intern(story::kContent), recorder.intern(m_asked.content));
    recorder.arg(recorder.intern(story::kSide), std::int64_t{m_asked.side});
    STRATA_TRY(m_painter->paint(picture, shape, number, {}));
    STRATA_TRY(m_painter->stream().synchronize());
    if (hostNow() - m_last >= kBetween) {
      STRATA_ASSIGN(const SessionMessage preview, m_painter->preview());
      m_context.post(preview);
      m_last = hostNow();
      ++m_previews;
    }
    if (m_asked.rate > 0)
      std::this_thread::sleep_for(
          std::chrono::nanoseconds((begin + Duration{1'000'000'000 / m_asked.rate} - hostNow()).ns));
    return {};
  }

  RunResult result() const {
    RunResult result;
    result.variant = frameWayKey(FrameWay::Pipe);
    result.status = RunResult::Status::Unsupported;
    result.message =
        "Only previews came with the trace: no window shares memory with this agent, which runs on another machine, or "
        "nobody shows frames.";
    result.figures.push_back({"previews", static_cast<double>(m_previews), "", Provenance::Counted});
    result.error = m_painter->check();
    result.kinds["error"] = Provenance::Measured;
    return result;
  }

  const FramesRequest& m_asked;
  const Routines& m_routines;
  WorkContext& m_context;
  Ops m_ops;
  std::unique_ptr<FieldPainter> m_painter;
  HostTime m_last;
  std::uint64_t m_previews = 0;
};

}  // namespace

Result<RunResult> previewFrames(const FramesRequest& asked, const Routines& routines, WorkContext& context) {
  return PreviewRun(asked, routines, context).run();
}

}  // namespace strata::inline workloads
