#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/trace/device_work.h"
#include "engine/trace/timed_part.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// A time in which no stream of a device worked.
struct DeviceGap {
  TimeRange range;
  std::uint32_t track = 0;             ///< of the work that ended it, else a stream of the device
  std::optional<EventRef> after = {};  ///< the work that ended it; none: no more came
  /// Of the thread that launched that work: the name with most self time meanwhile, its longest slice, and that time.
  /// None where the session does not tell.
  std::optional<EventRef> host = {};
  Duration hostSelf = {};
  Duration unrecorded = {};  ///< while that thread was in no event of the session
};

/// Pieces of work of one name.
struct WorkOfName {
  NameId name = NameId::None;
  std::uint64_t count = 0;
  Duration total;
  EventRef longest;
};

/// What the device did for the calls of one operation.
struct WorkOfOp {
  NameId name = NameId::None;  ///< None: for no call
  std::uint64_t calls = 0, count = 0;
  Duration total;
  EventRef longest;
  std::vector<WorkOfName> kernels;  ///< longest total first
};

/// When the device worked and when not, from its first work in a range to its last, or in a range that was measured by
/// hand, at whose edges gaps and times of work are cut. Of a range with timed parts each part counts for itself, and
/// what lies between them is outside. Of several devices each for itself, summed.
struct DeviceUse {
  std::optional<TimeRange> measured = {};  ///< by hand, the range that it is of; none: it is of none
  /// One of several.
  struct One {
    std::string name;  ///< as deviceName() has it
    Duration span, busy;
    std::uint64_t gapCount = 0;
    Duration idle() const { return span - busy; }
  };
  std::vector<One> each;  ///< of these devices; what follows is their sum
  Duration span;          ///< from the first begin to the last end; the measured range, as far as the session goes
  Duration busy;          ///< any stream worked
  Duration apart;         ///< not in the span: from work before launches that only count to that behind them
  std::uint64_t gapCount = 0;
  std::vector<DeviceGap> gaps;             ///< the longest, longest first
  std::vector<DeviceGap> around;           ///< where the measured range is one: those it was chosen from, to go on to
  std::optional<TimeRange> listedOf = {};  ///< the measured range whose gaps listed() are; none: those of `range`
  Duration workTime;                       ///< lengths summed: work that overlaps counts for each
  std::uint64_t work = 0;
  WorkApart counting;  ///< launches that only count: the device is neither busy nor idle with them
  WorkApart outside;   ///< other work of the session, outside the range or between its timed parts
  /// Launch latency: from the begin of a launch to the begin of the first work it started, be it a copy.
  struct Latency {
    std::uint64_t count = 0;
    Duration median, most;
    std::optional<Duration> p99;     ///< none of fewer than kLeastForP99
    std::uint64_t beforeLaunch = 0;  ///< further launches: by the clocks their first work began before them
  } latency;
  std::vector<WorkOfOp> ops;  ///< longest total first

  Duration idle() const { return span - busy; }
  const std::vector<DeviceGap>& listed() const { return around.empty() ? gaps : around; }
};

/// What a device is called among several, by a stream of it: "GPU 0" of "GPU 0 stream 7", "rank 1" of
/// "rank 1 · stream 7".
std::string deviceName(const TrackInfo& stream);

inline constexpr std::size_t kMostGaps = 100;

/// Reads all work of the measured range, where there is one, else of `range`, or of its timed parts, where it has some.
/// Empty where there is none, but for the idle time of a measured range. `walked`: DeviceChoices::walked.
DeviceUse deviceUseOf(const TraceSnapshot& snapshot, TimeRange range, std::span<const TimedPart> timed = {},
                      const std::optional<TimeRange>& measured = {}, const std::optional<TimeRange>& walked = {});

}  // namespace strata::inline facts
