#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/facts/compare_choices.h"
#include "app/facts/compiled_sight.h"
#include "app/facts/device_choices.h"
#include "app/facts/lane_choices.h"
#include "app/facts/live_frame.h"
#include "app/facts/start_sight.h"
#include "app/facts/table_choices.h"
#include "app/facts/timeline_mark.h"
#include "app/lens/dialect.h"
#include "app/lessons/lesson_sight.h"
#include "engine/protocol/agent_facts.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"
#include "engine/protocol/run_result.h"
#include "engine/protocol/token_story.h"
#include "engine/trace/call_levels.h"
#include "engine/trace/timed_part.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline lessons {
struct SystemsHere;
}  // namespace strata::inline lessons
namespace strata::inline hardware {
struct GpuFigures;
}

namespace strata::inline facts {

struct Comparison;
struct DeviceUse;
struct KernelLens;
struct PublishedTime;
class EventSearch;
struct StoreyShares;
struct EventStatistics;
class EventTable;

/// Selection is one thing for the whole window: an event, and through it the call that lights up everywhere.
struct Selection {
  std::optional<EventRef> event;
  CallId call = CallId::None;
  friend bool operator==(const Selection&, const Selection&) = default;
};

/// Whose words explain what is seen.
enum class Vocabulary : std::uint8_t { Cuda, Hip, OpenCl };

/// Whose speeds are shown: measured in this session, modelled for a GPU that is not here, or what others recorded on
/// such a GPU.
enum class SpeedKind : std::uint8_t { Measured, Modelled, Published };

/// Another launch or GPU than the one a step's time was modelled for. 0: as it was modelled.
struct WhatIf {
  std::string variant, gpu;  ///< the step and the GPU it is asked of; of any other nothing is asked
  int threads = 0;           ///< of a block
  int registers = 0;         ///< of a thread
  double clock = 0;          ///< Hz
  double bandwidth = 0;      ///< of memory, bytes/s
  bool any() const { return threads > 0 || registers > 0 || clock > 0 || bandwidth > 0; }
  friend bool operator==(const WhatIf&, const WhatIf&) = default;
};

/// What a person has chosen to see besides the selection; shared by all views of a window.
struct ViewChoices {
  Vocabulary vocabulary = Vocabulary::Cuda;
  SpeedKind speeds = SpeedKind::Measured;
  WhatIf whatIf;
  std::size_t speedFirst = 0;       ///< the bar on top; 0: as many as have room, the most telling
  bool allCalls = false;            ///< the stack: shares of all calls instead of one call
  CallLevel level = CallLevel::Op;  ///< of these calls
  std::string variant;  ///< the step that kernel and roofline views speak of; empty: the selected call's, or the first
  std::string kernelFile;       ///< whose text the kernel view shows; empty: the one that defines the shown kernel
  std::optional<Dialect> lens;  ///< whose source the kernel's text is shown as; none: its own
  int line = 0;                 ///< of the kernel's text, from 1; 0: none
  float kernelScroll = 0;       ///< lines the kernel's text stands below where it would by itself
  int pattern = 0;              ///< which of the requests at the line is drawn: 0 the most frequent, then the next ones
  std::optional<std::array<std::int64_t, 2>> cell;  ///< row and column in the tensor's picture
  TableChoices table;                               ///< of the table of events
  CompareChoices compare;                           ///< of the comparison
  DeviceChoices device;                             ///< of the device's use
  CompiledChoices compiled;                         ///< of what compilers made of the kernel
  LaneChoices lanes;                                ///< of the timeline
  std::string system;                               ///< of the map of the stack; empty: none
  float mapScroll = 0;                              ///< rows of that map above its area
  float lessonScroll = 0;                           ///< pixels of a lesson's page above its area
  bool lessonCurve = false;  ///< of the list of lessons, where it leaves the curve of answers no room: the curve alone
  bool asksWhatIf = false;   ///< of the bounds, where bars leave the sliders no room: the sliders alone
  std::optional<AttentionHead> head;  ///< whose attention is shown; none: the one that the run watched
  std::optional<std::int64_t> token;  ///< position of a language model's token; none: the newest
  friend bool operator==(const ViewChoices&, const ViewChoices&) = default;

  /// What was chosen in the text of a kernel that is no longer shown.
  void forgetKernel() {
    kernelFile.clear(), line = 0, kernelScroll = 0, pattern = 0;
    compiled.instruction = 0, compiled.sourceScroll = 0, compiled.codeScroll = 0;
  }
};

/// Why a lesson's page shows nothing of a run that is there.
enum class LessonHides : std::uint8_t {
  Nothing,
  OtherExperiment,  ///< the page is of another one; results alone are hidden
  Answer,           ///< the page asks what would come out, and an earlier run may tell it
};

/// The calls of a run, from its first timed one to its last as the snapshot numbers them, and what it is called.
struct RunCalls {
  std::string title;
  CallId first = CallId::None, last = CallId::None;
  friend bool operator==(const RunCalls&, const RunCalls&) = default;
};

/// What a session has come to.
struct SessionFacts {
  std::shared_ptr<const TraceSnapshot> snapshot;
  std::vector<StoreyState> storeys;  ///< of the agent that wrote the session; empty for a foreign trace
  std::optional<Hello> hello;
  std::vector<DeviceInfo> devices;       ///< of all agents that spoke in the session, each once
  std::optional<DeviceInfo> foreignGpu;  ///< of a foreign trace, where it says the limits of its GPU
  std::string title;                     ///< its file's name; empty: not saved
  std::string file;                      ///< the file's path
  std::vector<RunResult> results;        ///< newest run, in order of its variants
  std::string shape;                     ///< of what that run computed, "512×512×512"; empty: it is no ladder's
  std::optional<TimeRange> part;         ///< of time, that this run was measured in; none: all is looked at
  std::vector<TimedPart> timed;          ///< of `part`, what its results were measured in; empty: all of it
  bool lost = false;                     ///< it ended with its agent before its first result; `part` is all it recorded
  std::vector<OwnKernel> sent;           ///< texts that came with this run, where it ended with its agent
  std::vector<RunCalls> otherRuns;       ///< that are not shown, oldest first; those that timed nothing are left out
  std::string library;                   ///< that these are compared with, in slow motion, where its result is to come
  LessonHides hidden = LessonHides::Nothing;
  std::shared_ptr<const ExperimentInfo> experiment;          ///< that the newest run was of; null for a foreign trace
  std::shared_ptr<const std::vector<VariantInfo>> ownSteps;  ///< of all operations; null: not given
  std::shared_ptr<const GpuFigures> gpu;                     ///< that times were modelled for; null: not known
  std::shared_ptr<const std::vector<PublishedTime>> published;  ///< what others recorded on GPUs; null: not given
  std::shared_ptr<const SessionMessage> tensor;                 ///< the newest preview; null: none
  std::vector<std::shared_ptr<const SessionMessage>> previews;  ///< of each tensor of the newest run, as they came
  std::shared_ptr<const TokenStory> tokens;                     ///< a language model's newest text; null: none

  friend bool operator==(const SessionFacts&, const SessionFacts&) = default;
};

/// What of a session is looked at, and what was asked of that.
struct Sight {
  Selection selection;
  Selection
      named;  ///< the newest that named a call or a kernel: that kernel stays in view where `selection` names none
  ViewChoices choices;
  TimeRange range;                                    ///< what the timeline shows
  std::optional<TimeRange> measured;                  ///< a part of time marked by hand
  float scroll = 0;                                   ///< timeline, logical pixels down
  std::optional<Point> pointer;                       ///< inside the view, if anywhere
  bool live = false;                                  ///< an agent is there, at work or not
  bool running = false;                               ///< at work
  bool still = false;                                 ///< a picture, page or slide: no mouse reaches it
  bool clickable = false;                             ///< a lesson's slide: still, but what is clicked is chosen
  HostTime now;                                       ///< where open events end on the screen
  std::shared_ptr<const EventSearch> search;          ///< what is searched for; null: nothing
  std::shared_ptr<const EventStatistics> statistics;  ///< of the measured range, else of what is in sight; null: not
                                                      ///< wanted
  std::shared_ptr<const EventTable> table;            ///< of the same range; null: not wanted
  std::shared_ptr<const StoreyShares> shares;     ///< of the calls in the measured range or in sight; null: not wanted
  std::shared_ptr<const Comparison> comparison;   ///< with a second session; null: there is none
  std::shared_ptr<const DeviceUse> device;        ///< of the measured range, else of the session or the
                                                  ///< run that is shown; null: not wanted
  std::vector<TimelineMark> marks;                ///< in order of time
  std::shared_ptr<const LessonSight> lesson;      ///< that is shown, or the list of them; null: none is looked at
  std::shared_ptr<const StartSight> start;        ///< what a window begins with; null: it has begun
  std::shared_ptr<const LiveFrame> frame;         ///< that the window shows; null: no frames come to this window
  std::shared_ptr<const SystemsHere> systems;     ///< of the map of the stack, on this machine; null: not looked yet
  std::shared_ptr<const CompiledSight> compiled;  ///< null: no compiler was asked
  std::shared_ptr<const KernelLens> lens;         ///< the kernel's text as the other vendor's source; null: not wanted

  bool takesClicks() const { return !still || clickable; }
  friend bool operator==(const Sight&, const Sight&) = default;
};

/// All that views draw from. Made by the host from the Session for each frame; views keep nothing.
struct ViewState {
  SessionFacts session;
  Sight sight;

  /// Equal states draw equal pictures.
  friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// What is under a point of a view.
struct Hit {
  Selection selection;
  std::string tooltip = {};                 ///< lines for a person: name, duration and its kind, storey, arguments
  std::optional<ViewChoices> choices = {};  ///< what a click makes of them; none: they stay
  std::optional<TableChoices> table = {};   ///< what a click makes of these of them, whatever else it selects
  std::optional<LessonAct> lesson = {};     ///< what a click does to the lesson; none: nothing
  std::optional<StartAct> start = {};       ///< what a click on the start page does; none: nothing
  std::optional<FrameAct> frame = {};       ///< what a click does to how frames come; none: nothing
  std::optional<CompileAct> compile = {};   ///< what a click asks a compiler for; none: nothing
  std::optional<TimeRange> part = {};       ///< of time, that a click measures and zooms to; none: neither
  int row = 0;  ///< of a text that scrolls, the line that is there, from 1; 0: tooltips tell the rows of a list apart
};

}  // namespace strata::inline facts
