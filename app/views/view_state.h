#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/views/canvas.h"
#include "engine/protocol/agent_facts.h"
#include "engine/protocol/run_result.h"
#include "engine/trace/trace_snapshot.h"

namespace strata {

/// Selection is one thing for the whole window: an event, and through it the call that lights up everywhere.
struct Selection {
  std::optional<EventRef> event;
  CallId call = CallId::None;
  friend bool operator==(const Selection&, const Selection&) = default;
};

/// All that views draw from. Made by the host from the Session for each frame; views keep nothing.
struct ViewState {
  std::shared_ptr<const TraceSnapshot> snapshot;
  std::vector<StoreyState> storeys;  ///< of the agent that wrote the session; empty for a foreign trace
  std::optional<Hello> hello;
  std::vector<RunResult> results;  ///< newest run, in order of its variants
  Selection selection;
  TimeRange range;               ///< what the timeline shows
  float scroll = 0;              ///< timeline, logical pixels down
  std::optional<Point> pointer;  ///< inside the view, if anywhere
  bool live = false;             ///< an agent is writing now
  HostTime now;                  ///< where open events end on the screen
};

/// What is under a point of a view.
struct Hit {
  Selection selection;
  std::string tooltip;  ///< lines for a person: name, duration and its kind, storey, arguments
};

}  // namespace strata
