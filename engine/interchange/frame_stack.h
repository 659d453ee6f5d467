#pragma once

#include <span>
#include <vector>

#include "engine/interchange/foreign_trace.h"

namespace strata::inline interchange {

/// Frames of one thread in its group, as they open and close in order of time.
class FrameStack {
 public:
  FrameStack(ForeignTrace& trace, ForeignTrackGroup& group, NameId category, Provenance provenance)
      : m_trace(trace), m_group(group), m_category(category), m_provenance(provenance) {}

  void open(HostTime time, NameId frame);
  /// Closes the innermost frame of that name, and those within it that are still open; returns how many there were,
  /// -1 if no such frame is open.
  int close(HostTime time, NameId frame);
  /// What a sampling profiler saw, outermost first: a frame lasts from the first of the samples that have it at its
  /// depth, with the same ones around it, to the next sample that has not.
  void seen(HostTime time, std::span<const NameId> frames);
  void closeAll(HostTime time) { seen(time, {}); }

 private:
  void closeTo(std::size_t depth, HostTime time);

  ForeignTrace& m_trace;
  ForeignTrackGroup& m_group;
  NameId m_category;
  Provenance m_provenance;
  std::vector<NameId> m_open;
  HostTime m_last{INT64_MIN};
};

}  // namespace strata::inline interchange
