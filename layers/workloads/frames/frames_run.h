#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "layers/workloads/common/life_signs.h"
#include "layers/workloads/frames/field_painter.h"
#include "layers/workloads/frames/frame_figures.h"
#include "layers/workloads/frames/frame_memory.h"
#include "layers/workloads/frames/frame_reports.h"

namespace strata::inline workloads {

/// One run of frames: way after way as requested, or as the person at the viewer wishes meanwhile. One thread.
class FramesRun {
 public:
  /// All must outlive it.
  FramesRun(const FramesRequest& asked, const Routines& routines, FrameSocket& socket, WorkContext& context);

  Result<void> prepare();
  /// All frames of a way. An Error only where nothing more can run; a way that cannot be is a result that says why.
  Result<void> run(FrameWay way);
  /// Somebody stopped run() of this way, as the error says: what was to come is not run.
  void stopped(FrameWay way, const Error& why) { m_stopped = {way, why}; }
  /// What came out, a result a way, in the order in which they ran; then those that were not run.
  std::vector<RunResult> results() const;
  Result<SessionMessage> preview() { return m_painter->preview(); }

 private:
  /// How the next frames are to be made.
  struct Plan {
    FrameWay way = FrameWay::Pipe;
    std::uint32_t side = 0, slotCount = 0;
    FramePacing pacing = FramePacing::NewestWins;
    friend bool operator==(const Plan&, const Plan&) = default;
  };
  Result<void> makeFrames(bool shared);
  Result<bool> share(const Plan& plan);
  Result<void> makeRoom(const Plan& plan);
  Result<std::unique_ptr<FrameMemory>> open(const Plan& plan);
  Result<bool> follow();
  Result<bool> mayBegin();
  void followHand();
  Result<void> frame(bool compared);
  Result<std::uint64_t> paint(Buffer& picture, bool compared);
  Result<void> postNumbers();
  std::optional<std::uint32_t> slot();
  void collect();
  void awaitLastReport();
  void settle();
  void addUnfinished(std::vector<RunResult>& all) const;
  FrameFigures& figures();

  const FramesRequest& m_asked;
  FrameSocket& m_socket;
  WorkContext& m_context;
  const Routines& m_routines;
  Ops m_ops;
  RunProgress m_progress;
  double m_part = 0;                                                 ///< of the way's frames, done
  LifeSigns m_signs{[this](double) { m_progress.within(m_part); }};  ///< while this thread is at work for long
  FrameReports m_reports;
  std::unique_ptr<FieldPainter> m_painter;
  std::unique_ptr<FrameMemory> m_memory;  ///< destroyed before the stream
  Plan m_plan;
  FrameWish m_wish;   ///< the last that was followed
  HostTime m_next;    ///< no frame begins before
  HostTime m_posted;  ///< the newest frame's numbers
  FieldPainter::Hand m_hand;
  bool m_touched = false;     ///< the picture that is shown is not what the next one would be, even if no time passes
  bool m_afterBreak = false;  ///< since the last frame nobody asked for one: a pause, another way is set up
  std::uint64_t m_number = 0, m_stepped = 0, m_lastDelivered = 0, m_lastReported = 0;
  std::vector<std::pair<FrameWay, FrameFigures>> m_figures;  ///< of frames of one size
  std::uint32_t m_figuredSide = 0;
  std::vector<RunResult> m_impossible;
  std::optional<std::pair<FrameWay, Error>> m_stopped;
};

}  // namespace strata::inline workloads
