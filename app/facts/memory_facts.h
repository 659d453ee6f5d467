#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/facts/view_state.h"

namespace strata::inline facts {

/// A number with where it comes from.
struct Fact {
  double value = 0;
  Provenance kind = Provenance::Measured;
};

/// One kind of memory over time, read from its counter track.
struct MemoryUse {
  /// At the selected event, else at the end of what is recorded; nothing of an agent that has ended by then.
  std::optional<Fact> now;
  HostTime since;           ///< when it became that
  double peak = 0;          ///< in the part that is spoken of, of all agents on the device
  double highest = 0;       ///< likewise, in the whole session
  bool ofSeveral = false;   ///< agents have counted it
  std::uint32_t track = 0;  ///< of the agent that tells `now`
  std::string source;       ///< who says so, where it is not Strata: "PyTorch, GPU 0"
};

/// Copies of one direction, in the whole session.
struct LinkUse {
  std::string direction;                       ///< "H→D"
  std::optional<double> best = {}, last = {};  ///< bytes per second, measured; none where there is no copySpeed
  std::uint64_t copies = 0;                    ///< among those that are read
  std::uint64_t tooSmall = 0;                  ///< of them, for a speed
  std::optional<double> inCache = {};          ///< bytes per second: the best of those that tell a cache's speed
  std::optional<EventRef> lastCopy = {};
  Duration took = {};  ///< all of them together
};

/// What one variant's kernel moved, as the results say.
struct Traffic {
  std::string variant;
  Fact bytesPerSecond;
};

struct LastLaunch {
  EventRef ref;
  std::string kernel;  ///< its short name
  double blocks = 0;
  std::string blockShape;
  std::string otherRun = {};  ///< whose it is, where it is not of the run that is shown
};

/// Everything the memory view shows; what is not known has no value.
struct MemoryFacts {
  bool ofTimed = false;  ///< peaks and the launch are of the timed calls of the run that is shown, else of the session
  std::string ofDevice;  ///< whose memory, as tracks name it, "cuda:0 NVIDIA H200"; empty: not known
  bool sameRam = false;  ///< the CPU device: its memory is an arena in the host's RAM
  std::optional<MemoryUse> device, pinned, pageable;
  std::optional<MemoryUse> reserved;  ///< what an allocator of a framework keeps for itself, the device's use in it
  std::optional<double> cachedCopy;   ///< of sameRam: a copy of so many bytes stays in a core's own cache, at both ends
  std::optional<double> deviceBytes, linkSpec, bandwidthSpec;  ///< the last two in bytes per second
  LinkUse down{.direction = "H→D"}, up{.direction = "D→H"};
  std::vector<Traffic> traffic;
  std::uint32_t units = 0;
  std::string unitName;
  std::optional<LastLaunch> launch;
  bool launchedNothing = false;  ///< the run that is shown; launches of others are shown where they are selected
  bool withoutGrid =
      false;  ///< the selected kernel, or all of the selected or timed calls, as those of a CPU's library
};

/// Below it a copy's time is that of starting it, and says nothing of the link.
inline constexpr double kLeastBytesOfSpeed = 4096;
/// Whether what the track says is of that device; a track that names none is of any.
bool isOfShownDevice(const MemoryFacts& facts, const TrackInfo& track);
/// It tells the speed of a cache, not that of memory.
bool staysInCache(const MemoryFacts& facts, std::optional<double> bytes);
/// Bytes per second of a finished copy; none where its size is not known or too small, or where no time passed.
std::optional<double> copySpeed(const TraceSnapshot& snapshot, const TraceEvent& copy);

/// Reads at most the newest kMostCopies copies of a track and kMostChanges values of a counter. What Strata measured
/// for itself is no peak and no launch of a run: where calls were timed, these count, unless something else is
/// selected.
MemoryFacts memoryFacts(const ViewState& state);
/// Calls use(copy, ref) for the newest kMostCopies finished copies of each track of the shown device, the last that
/// came first.
void eachNewCopy(const MemoryFacts& facts, const TraceSnapshot& snapshot,
                 const std::function<void(const TraceEvent&, EventRef)>& use);
inline constexpr std::size_t kMostCopies = 512, kMostChanges = std::size_t{1} << 16;

}  // namespace strata::inline facts
