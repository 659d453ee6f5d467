#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/event_sorter.h"
#include "engine/trace/far_times.h"
#include "engine/trace/trace_event.h"

namespace strata::inline trace {

/// Which steps of another tool's Perfetto trace are left out as they lie too far from most others (FarTimes). A begin
/// takes its end with it; of a slice that ends more than a year after its begin only the end is left out.
class FarSteps {
 public:
  /// `offset`: of its packet in the file.
  void note(const TraceEvent& step, std::uint64_t offset);
  /// Once all are noted; without it all are kept.
  void find();
  /// Asked of each of them, in order of time.
  bool keeps(const TraceEvent& step);
  const FarTimes::Found& found() const { return m_found; }

 private:
  /// The slices of a track that have begun, by time.
  struct Track {
    std::vector<HostTime> open;
    std::uint32_t before = 0, after = 0;  ///< left out: that began before all that is kept, and behind it
  };
  bool keepsBegin(Track& track, HostTime time);
  bool keepsEnd(Track& track, HostTime time);

  FarTimes m_times;
  FarTimes::Found m_found;
  HostTime m_first{INT64_MAX}, m_lastEnd{INT64_MIN};
  bool m_any = false;           ///< that is left out, perhaps
  std::vector<Track> m_tracks;  ///< by index
};

}  // namespace strata::inline trace
