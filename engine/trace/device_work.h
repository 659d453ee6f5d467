#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// As what the device's work is counted.
enum class DeviceWorkKind : std::uint8_t { Kernel, Copy, Memset };

/// Of work. A memset is a kernel of the driver's own, launched with no grid, as every tool calls it: "Memset (Device)".
DeviceWorkKind countedAs(const TraceSnapshot& snapshot, const TraceEvent& work);

/// Whether it is a kernel and no memset.
bool isKernel(const TraceSnapshot& snapshot, const TraceEvent& event);

/// What the names of calls hold whose kernels run only to be counted: in the instrumented build, many times slower.
inline constexpr std::string_view kCountedFor = ", counted for ", kMemoryObserved = ", memory observed";

/// Whether the call's kernels are such ones.
bool onlyCounts(const TraceSnapshot& snapshot, CallId call);

/// Whether it is such a kernel. Times, counts, shares and busy times leave it out, and say how many they left out.
bool onlyCounts(const TraceSnapshot& snapshot, const TraceEvent& event);

/// Whether the event is device work that was given up before it was done, as a stopped run's is.
bool wasStopped(const TraceSnapshot& snapshot, const TraceEvent& event);

/// Whether some of the call's work was: the call has no time of its own, and no figure is of it.
bool wasStopped(const TraceSnapshot& snapshot, CallId call);

/// Of what is open at the session's end.
struct OpenCounts {
  std::size_t running = 0;  ///< its end is not known
  std::size_t stopped = 0;
};
OpenCounts openCounts(const TraceSnapshot& snapshot);

/// Tells which events tables leave out: kernels that only count, and what the host did for them, which is as slow.
class CountingEvents {
 public:
  explicit CountingEvents(const TraceSnapshot& snapshot) : m_snapshot(snapshot) {}
  bool contains(const TraceEvent& event);
  /// Those, and what the host did for work that was stopped.
  bool leavesOut(const TraceEvent& event);

 private:
  void ask(CallId call);

  const TraceSnapshot& m_snapshot;
  CallId m_call = CallId::None;  ///< that was asked about last: neighbours are of one call
  bool m_onlyCounts = false, m_stopped = false;
};

/// The category of such a kernel in exports that have categories, where others are "kernel".
inline constexpr std::string_view kCountingCategory = "kernel_only_counts";

/// What is kept apart from a sum.
struct WorkApart {
  std::uint64_t count = 0;
  Duration total;

  void add(const TraceEvent& work) {
    ++count;
    total += work.duration();
  }
};

/// What the device did: finished kernels, copies and memsets, each with its whole length, wherever in time they ran.
struct WorkTotals {
  std::uint64_t kernels = 0, copies = 0, memsets = 0;
  Duration kernelTime, copyTime, memsetTime;  ///< summed: work that overlaps counts for each
  Duration busy;                              ///< while any of it ran: work that overlaps counts once
  Duration afterReturn;                       ///< of the sum, what ran when the call's outermost slice had ended
  double bytesCopied = 0;
  WorkApart counting;  ///< launches that only count, in nothing above

  std::uint64_t count() const { return kernels + copies + memsets; }
  Duration time() const { return kernelTime + copyTime + memsetTime; }
  /// Of two calls together; `busy` is then summed over them.
  WorkTotals& operator+=(const WorkTotals& other);
};

/// Adds up work that comes in order of begin.
class WorkSum {
 public:
  /// `returned`: when the call it was done for returned, if that is known.
  void add(const TraceSnapshot& snapshot, const TraceEvent& work, std::optional<HostTime> returned);
  const WorkTotals& sum() const { return m_sum; }

 private:
  WorkTotals m_sum;
  HostTime m_busyUntil{std::numeric_limits<std::int64_t>::min()};
};

/// One device of a session, and how long any of its streams worked.
struct DeviceBusy {
  std::string name;  ///< "GPU 1", "rank 0", as its tracks are called
  Duration busy;
};

/// All device work of a session. The calls' time and the unassigned sum to that of all
/// kernels, copies and memsets.
struct SessionWork {
  WorkTotals all;                   ///< nothing of it counts as after a return; `busy` is summed over the devices
  std::vector<DeviceBusy> devices;  ///< those that worked
  std::vector<WorkTotals> calls;    ///< index: id - 1; `busy` is while any device worked for it
  WorkTotals unassigned;            ///< done for no call
  /// Why it was for none: no correlation id, one that no host event of the session has, or a launch outside all calls.
  std::uint64_t withoutId = 0, withoutLaunch = 0, launchedOutside = 0;
};

/// Work belongs to the call of its launch, which it shares a correlation id with, also long after that call returned.
SessionWork workOf(const TraceSnapshot& snapshot);

/// By track: which of the session's devices it is a stream or copy direction of; none for tracks of the host.
std::vector<std::optional<std::size_t>> devicesOfTracks(const TraceSnapshot& snapshot);

/// What threads are named that stand for all streams of a device: "GPU 1 all streams".
inline constexpr std::string_view kAllStreamsWord = "all streams";

/// What the name of a track says of its device: all before the stream, "GPU 1" of "GPU 1 stream 7", or of another queue
/// all up to the GPU's number, as in "GPU 1 graphics"; empty: nothing.
inline constexpr std::string_view kStreamWord = "stream ";
std::string_view deviceInName(std::string_view track);

/// How many devices have a stream or copy direction in the session.
std::size_t deviceCount(const TraceSnapshot& snapshot);

/// Calls `use` for the finished work of all streams that ran in `range`, in order of begin.
void eachWork(const TraceSnapshot& snapshot, TimeRange range, const std::function<void(const TraceEvent&)>& use);

/// When the call's outermost slice ended; none while it runs, or where the session has no host event of it.
std::optional<HostTime> returnOf(const TraceSnapshot& snapshot, CallId call);

/// Of one call.
WorkTotals workOfCall(const TraceSnapshot& snapshot, CallId call);

}  // namespace strata::inline trace
