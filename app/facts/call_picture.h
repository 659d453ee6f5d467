#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/facts/intervals.h"
#include "app/facts/view_state.h"
#include "engine/trace/device_work.h"

namespace strata::inline facts {

/// One event of a call, finished or open.
struct CallEvent {
  TraceEvent event;
  EventRef ref;
  TimeRange span;  ///< an open one ends now
};

/// What one storey did for a call.
struct StoreyPart {
  std::vector<CallEvent> events;  ///< in order of begin, longer ones first
  Intervals owned;                ///< the times when no deeper storey was active
  Duration self;
};

/// One call taken apart by storey: the data under the stack view.
struct CallPicture {
  CallId id = CallId::None;  ///< none: it is a module or an annotation
  bool running = false;
  std::string name;  ///< of its op
  TimeRange span;    ///< of all its events
  Duration total;    ///< of its outermost slice; the selves sum to it
  WorkTotals work;   ///< for it, also after that slice; not in the selves
  Provenance kind = Provenance::Measured;
  std::array<StoreyPart, kStoreyCount> storeys;

  bool empty() const { return span.end <= span.begin; }
};

/// The call that the window speaks of: the selected one; none if an event outside every call is selected, or the run
/// that is shown launched nothing; else the newest finished one that ran a kernel (of repeats, the one with the median
/// time), else the newest finished one, else one that runs. One that only counts, or measures the device's roofs, is
/// chosen where there is no other.
CallId chosenCall(const ViewState& state);

/// The selected event, if it belongs to no call and is none.
const TraceEvent* eventOutsideCalls(const ViewState& state);

/// The module or annotation that is selected, else the chosen call.
std::optional<CallPicture> shownCall(const ViewState& state);

/// Cost grows with the events of that call. No value if the session has none of it.
std::optional<CallPicture> pictureOfCall(const ViewState& state, CallId call);

/// "1 kernel · 2 copies · 3 memsets": what a storey did, in words. Empty for nothing.
std::string spentOn(const TraceSnapshot& snapshot, Storey storey, const StoreyPart& part);

}  // namespace strata::inline facts
