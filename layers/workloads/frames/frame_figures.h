#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/frames/control_page.h"
#include "engine/frames/drawn_rate.h"
#include "engine/protocol/run_result.h"
#include "layers/workloads/frames/frame_memory.h"

namespace strata::inline workloads {

/// From the kernels' end to the drawn picture. None: it was drawn before they ended, or, with the semaphore off, its
/// drawing began before.
std::optional<Duration> latencyOf(const FrameReport& report, HostTime end);

/// What is known of the frames of one way, and what it comes to.
class FrameFigures {
 public:
  struct Computed {
    std::uint64_t frame = 0;
    CallId call = CallId::None;
    HostTime end;         ///< of the kernel that drew it
    Duration computing;   ///< from the first kernel's begin to that
    Duration error = {};  ///< `end` is right within this
  };
  /// `asked`: the pacing that the run was asked for.
  explicit FrameFigures(FrameWay way, FramePacing asked = FramePacing::NewestWins) : m_way(way), m_pacing(asked) {}

  /// Before computed() of it. Another pacing than before is one that somebody at the viewer switched to. `afterBreak`:
  /// before it, nobody asked for a frame for a while.
  void begun(std::uint64_t frame, FramePacing pacing, bool afterBreak = false);

  /// A frame that is an example of speed, or one that is none: compared, or made while time stood still.
  void computed(const Computed& computed) { ++m_frames, m_computed.push_back(computed); }
  void computedApart() { ++m_frames; }
  void shown(const FrameReport& report);
  /// All reports that will come have come: what was not drawn was dropped.
  void settled() { m_onTheirWay = 0; }
  /// The viewer drew no more of them, and said why.
  void ended(std::string why) { m_onTheirWay = 0, m_end = std::move(why); }
  void moved(const FrameMemory& memory);

  bool empty() const { return m_frames == 0 && m_end.empty(); }
  /// Times from the kernel's end to the drawn picture, bytes, counts. A frame whose pixels came out other than they
  /// were computed makes it Failed, and so do a torn one where none may tear and a viewer that ended it.
  RunResult result() const;

 private:
  struct Shown {
    Duration latency, handing, drawing;
    CallId call = CallId::None;
  };
  struct Switch {
    std::uint64_t frame = 0;  ///< the first that was made so
    FramePacing pacing = FramePacing::NewestWins;
  };
  std::string message() const;
  std::string outcome() const;
  bool timed() const { return !m_shown.empty() && m_torn == 0 && m_different == 0; }
  Duration medianLatency() const;
  std::uint64_t dropped() const;

  FrameWay m_way;
  FramePacing m_pacing;
  std::vector<Switch> m_switches;
  DrawnRate m_rate;
  std::vector<Computed> m_computed;
  std::vector<Shown> m_shown;
  Duration m_clockError;  ///< of the worst of these
  std::uint64_t m_frames = 0, m_drawn = 0, m_torn = 0, m_tornAmiss = 0, m_same = 0, m_different = 0;
  std::uint64_t m_early = 0;                     ///< drawn, by the clocks, before its kernels had ended
  std::uint64_t m_newest = 0, m_onTheirWay = 0;  ///< its number; frames since the newest that was drawn
  std::uint64_t m_drawnPixels = 0;               ///< of the newest frame
  std::uint64_t m_copied = 0, m_written = 0, m_read = 0, m_uploaded = 0;  ///< bytes of a frame
  std::string m_signalling;
  std::string m_end;  ///< why the viewer drew no more; empty: it did
};

}  // namespace strata::inline workloads
