#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
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
  /// Ends that are left out without their begins.
  std::uint64_t endsLeftOut() const { return m_ends; }
  static constexpr std::string_view kEndKind = "ends of events more than a year after their begins";
  /// "The end of 1 event, more than a year after its begin, is left out, at byte 2048."
  std::string endsSentence() const;

 private:
  /// The slices of a track that have begun, by time.
  struct Track {
    std::vector<HostTime> open;
    std::uint32_t before = 0, after = 0;  ///< left out: that began before all that is kept, and behind it
  };
  bool keepsBegin(Track& track, HostTime time);
  bool keepsEnd(Track& track, const TraceEvent& end);
  void leaveOutEnd(const TraceEvent& end);

  FarTimes m_times;
  FarTimes::Found m_found;
  std::uint64_t m_ends = 0;                                                 ///< left out though their begins are kept
  std::map<std::pair<std::uint32_t, HostTime>, std::uint64_t> m_endPlaces;  ///< of ends that may be, in the file
  std::uint64_t m_firstEnd = UINT64_MAX;                                    ///< of those that are; nobody knows
  HostTime m_first{INT64_MAX}, m_lastEnd{INT64_MIN};
  bool m_any = false;           ///< that is left out, perhaps
  std::vector<Track> m_tracks;  ///< by index
};

}  // namespace strata::inline trace
