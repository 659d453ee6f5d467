#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/frames/control_page.h"
#include "engine/trace/trace_recorder.h"

namespace strata::inline workloads {

/// Writes down what the viewer says it did with frames: on tracks of its own beside the agent's, joined to the frames
/// by their calls and numbers. One thread.
class FrameReports {
 public:
  explicit FrameReports(TraceRecorder& recorder);

  /// The call in which a frame was computed.
  void computed(std::uint64_t frame, CallId call);
  /// When its kernels ended, as results have it.
  void ended(std::uint64_t frame, HostTime end);
  /// Takes what the page holds. A report of a frame that was not computed lately, or with times that cannot be, is left
  /// out.
  std::vector<FrameReport> take(ControlPage& page);

 private:
  static constexpr std::size_t kKept = 1024;  ///< frames
  struct Kept {
    std::uint64_t frame = 0;
    CallId call = CallId::None;
    HostTime end = {};  ///< of its kernels; 0: not known yet
  };
  bool canBe(const FrameReport& report) const;
  void record(const FrameReport& report);
  void slice(QueueId track, std::string_view name, CallId call, TimeRange range, std::span<const Arg> args);

  TraceRecorder& m_recorder;
  QueueId m_graphics = QueueId::None, m_copies = QueueId::None, m_window = QueueId::None;
  std::array<Kept, kKept> m_kept{};
  HostTime m_shown;  ///< by the window, last
  HostTime m_begin;  ///< nothing was reported of a time before
};

}  // namespace strata::inline workloads
