#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/facts/view_state.h"
#include "engine/frames/frame_way.h"

namespace strata::inline facts {

/// What is done with a frame, in order.
enum class FrameHop : std::uint8_t { Kernel, Copy, Write, Read, Upload, Draw, Present };
inline constexpr std::size_t kFrameHops = 7;
/// Moves all of the frame's bytes.
constexpr bool isCopy(FrameHop hop) {
  return hop >= FrameHop::Copy && hop <= FrameHop::Upload;
}

struct FrameStep {
  FrameHop hop = FrameHop::Kernel;
  TimeRange span;
  double bytes = 0;  ///< of a copy
  EventRef event;
};

/// One frame, as the trace has it.
struct FrameRecord {
  std::uint64_t number = 0;
  FrameWay way = FrameWay::Pipe;
  std::string content;  ///< what it shows: "heat"
  double side = 0;      ///< in pixels
  CallId call = CallId::None;
  std::vector<FrameStep> steps;  ///< in order of time; all kernels of the frame are one step
  bool drawn = false;
  bool compared = false;    ///< its pixels were copied and hashed before they were handed over: no example of speed
  bool unseen = false;      ///< drawn; nobody saw whether a window showed it
  bool differs = false;     ///< compared, and its pixels were others than those that were computed
  std::string hash;         ///< of the pixels as they were drawn, where that was compared
  bool afterBreak = false;  ///< nobody asked for a frame for a while before this one
  bool onItsWay = false;    ///< nobody knows yet whether it will be drawn; else what is not drawn was dropped
  double tornPixels = 0, drawnPixels = 0;
  /// From the kernels' end to the end of drawing, as results have it where the trace says that; none: it was not drawn,
  /// or drawing did not wait for the kernels.
  std::optional<Duration> latency;

  const FrameStep* step(FrameHop hop) const;
  bool timed() const;  ///< an example of speed: drawn after its kernels, neither compared nor torn
};

/// The newest frames of each way, at most `most` of one and all of the newest run, oldest first: of what the newest of
/// all shows, in its size. Those of one way stand together only where the person did not switch.
std::vector<FrameRecord> newestFrames(const TraceSnapshot& snapshot, std::size_t most);
/// The same of the run that these results are of; of the session's newest where they are of none, or of no frames.
std::vector<FrameRecord> framesOfRun(const TraceSnapshot& snapshot, const std::vector<RunResult>& results,
                                     std::size_t most);

/// All for which `counts` holds, told the frame's own event; oldest first.
std::vector<FrameRecord> framesWhere(const TraceSnapshot& snapshot,
                                     const std::function<bool(const TraceEvent& frame)>& counts);

/// How the frames of one way were drawn one after the other, where they stand together and were asked for; by the ends
/// of drawing.
struct FramePace {
  std::vector<std::pair<const FrameRecord*, Duration>> apart;  ///< how long after the one before
  std::optional<double> perSecond;                             ///< none: there are no two
};
FramePace paceOf(const std::vector<FrameRecord>& frames, FrameWay way);

/// "host memory".
std::string_view frameWayName(FrameWay way);

/// A run of frames has begun of which there is none yet: what newestFrames() finds is of one before.
bool newerRunAwaited(const TraceSnapshot& snapshot);

/// As many of a way as views tell of.
inline constexpr std::size_t kToldFrames = 120;

/// The frames that views tell of, kept while a run goes on: of old ones nothing new is learnt, so a session that has
/// grown is not read from the beginning. Of one session. One thread.
class FrameHistory {
 public:
  /// As newestFrames() finds them. The same object for the same snapshot.
  std::shared_ptr<const std::vector<FrameRecord>> told(const TraceSnapshot& snapshot);

 private:
  std::map<CallId, FrameRecord> m_settled;
  SnapshotState m_toldOf;
  std::shared_ptr<const std::vector<FrameRecord>> m_told;
};

/// The newest that was drawn; nullptr: none was.
const FrameRecord* newestDrawn(const std::vector<FrameRecord>& frames);

/// What the frames of one way come to.
struct FrameWaySummary {
  FrameWay way = FrameWay::Pipe;
  /// Of these frames; torn ones, and of how many drawn, of all of the run where its result says more.
  std::size_t frames = 0, drawn = 0, torn = 0;
  bool failed = false;    ///< as the result has it: nothing of speed follows
  std::size_t timed = 0;  ///< drawn, neither compared nor torn: what follows is of these
  /// Of the frame whose latency is the median; the kernels' end is time 0, and they are as long as the median of all.
  /// In order of time; empty: nothing was timed.
  std::vector<FrameStep> steps;
  CallId call = CallId::None;         ///< of that frame
  Duration latency;                   ///< the median as results have it, where they are of the same frames
  std::optional<Duration> latency99;  ///< none: of too few to tell
  double copied = 0;                  ///< bytes moved for one frame
  std::optional<double>
      drawnPerSecond;  ///< over all that stand together, timed or not, without breaks; none: there are no two
  std::optional<Duration> toScreen;       ///< median, from the kernels' end to presented; none: nobody presents them
  std::optional<Duration> clockError;     ///< what the clocks of device and host may be apart; none: one clock
  std::optional<RunResult::Check> check;  ///< of what its kernels computed, not of what was drawn
  std::string refusal;                    ///< why it cannot work here, as the run said; empty: it can, or nobody tried
  std::string signalling;                 ///< what says that a frame is there; empty: nobody has said it

  std::size_t copies() const;
};

std::array<FrameWaySummary, kFrameWays.size()> summarizeWays(const std::vector<FrameRecord>& frames,
                                                             const std::vector<RunResult>& results);

}  // namespace strata::inline facts
