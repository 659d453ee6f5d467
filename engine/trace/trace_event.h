#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "engine/base/ids.h"
#include "engine/base/provenance.h"
#include "engine/base/storey.h"
#include "engine/base/time.h"

namespace strata::inline trace {

enum class EventKind : std::uint8_t {
  Slice,        ///< host work with a begin and an end, nested on its track
  Kernel,       ///< device work: a kernel executing
  Copy,         ///< device work: bytes moving
  Instant,      ///< a point in time
  Counter,      ///< a value from here until the next one on the track
  TracingCost,  ///< Strata's own work, drawn apart
  Wait,         ///< a queue of the device stands waiting: no work, and no storey's time
};

/// As files call it.
constexpr std::string_view eventKindKey(EventKind kind) {
  switch (kind) {
    case EventKind::Slice: return "slice";
    case EventKind::Kernel: return "kernel";
    case EventKind::Copy: return "copy";
    case EventKind::Instant: return "instant";
    case EventKind::Counter: return "counter";
    case EventKind::TracingCost: return "tracing_cost";
    case EventKind::Wait: return "wait";
  }
  return "unknown";
}

constexpr std::optional<EventKind> eventKindFromKey(std::string_view key) {
  for (EventKind kind : {EventKind::Slice, EventKind::Kernel, EventKind::Copy, EventKind::Instant, EventKind::Counter,
                         EventKind::TracingCost, EventKind::Wait})
    if (eventKindKey(kind) == key) return kind;
  return std::nullopt;
}

/// Done by the device: kernels and copies.
inline bool isWork(EventKind kind) {
  return kind == EventKind::Kernel || kind == EventKind::Copy;
}

/// On a queue of the device: work, and the waits between.
inline bool isOnDevice(EventKind kind) {
  return isWork(kind) || kind == EventKind::Wait;
}

/// In `flags`: this slice is where the arrow of its correlation ends (device work needs no flag).
inline constexpr std::uint8_t kEndsFlow = 1;

/// A duration that says "not ended yet". Less than that: never ended, and seen for kOpen - 1 - duration.
inline constexpr Duration kOpen{-1};

/// One event of a session, as TraceStore keeps it and TraceSnapshot shows it. What only some events have (bytes, launch
/// shape, error) is in the arguments table, found by `args`.
struct TraceEvent {
  HostTime begin;
  std::int64_t payload = 0;  ///< duration in ns; for a Counter the bits of its double
  NameId name = NameId::None;
  std::uint32_t track = 0;  ///< index into TraceSnapshot::tracks()
  CallId call = CallId::None;
  CorrelationId correlation = CorrelationId::None;
  std::uint32_t args = 0;  ///< 0 is none
  Storey storey = Storey::Other;
  EventKind kind = EventKind::Slice;
  Provenance provenance = Provenance::Measured;
  std::uint8_t flags = 0;  ///< kEndsFlow

  Duration duration() const { return {payload}; }
  HostTime end() const { return begin + Duration{payload < 0 || kind == EventKind::Counter ? 0 : payload}; }
  bool open() const { return kind != EventKind::Counter && payload < 0; }
  /// Its agent ended before it did.
  bool cutOff() const { return open() && payload < kOpen.ns; }
  void cutOffAt(HostTime time) { payload = kOpen.ns - 1 - (time > begin ? (time - begin).ns : 0); }
  /// Where it ends for who looks at it `now`: as far as it was seen.
  HostTime seenEnd(HostTime now) const {
    if (!open()) return end();
    return cutOff() ? begin + Duration{kOpen.ns - 1 - payload} : (now > begin ? now : begin);
  }
  double value() const { return std::bit_cast<double>(payload); }
};
static_assert(sizeof(TraceEvent) == 40 && std::is_trivially_copyable_v<TraceEvent>);

enum class TrackKind : std::uint8_t {
  Host,         ///< one storey on one host thread
  Queue,        ///< kernels of one device stream
  Copy,         ///< copies of one direction
  Counter,      ///< values over time
  TracingCost,  ///< Strata's own work
};

/// Whether it is a stream or a copy direction.
constexpr bool isDeviceTrack(TrackKind kind) {
  return kind == TrackKind::Queue || kind == TrackKind::Copy;
}

/// As sessions call it.
constexpr std::string_view trackKindKey(TrackKind kind) {
  switch (kind) {
    case TrackKind::Host: return "host";
    case TrackKind::Queue: return "queue";
    case TrackKind::Copy: return "copy";
    case TrackKind::Counter: return "counter";
    case TrackKind::TracingCost: return "tracing_cost";
  }
  return "unknown";
}

constexpr std::optional<TrackKind> trackKindFromKey(std::string_view key) {
  for (TrackKind kind :
       {TrackKind::Host, TrackKind::Queue, TrackKind::Copy, TrackKind::Counter, TrackKind::TracingCost})
    if (trackKindKey(kind) == key) return kind;
  return std::nullopt;
}

struct TrackInfo {
  std::uint64_t uuid = 0;  ///< carries the run, so that streams can be joined
  std::string name;        ///< "runtime", "stream 1", "copy H→D", "page faults"
  TrackKind kind = TrackKind::Host;
  Storey storey = Storey::Other;
  /// Of a Host or TracingCost track. `pid` of a Queue track: which of several devices that another tool's trace tells
  /// of, from 1; 0: of the only one.
  std::int64_t pid = 0, tid = 0;
  /// Of a Queue track: the device's number of its stream or hardware queue, told apart within a session; 0: of none.
  std::uint32_t stream = 0;
  std::string unit;               ///< of a Counter track: "bytes", "count", "%"
  std::uint64_t dropped = 0;      ///< records that did not fit and were counted instead
  std::string thread;             ///< what that thread is called: "main"; empty if nobody said
  std::string process;            ///< what the process `pid` is called, where another tool's trace says it
  std::string device;             ///< of the agent that wrote it (deviceInTracks); empty for other tools' tracks
  std::optional<HostTime> ended;  ///< when that agent was gone, and with it what it counted; none: nobody says so

  /// Which agent's it is, among those of Strata.
  std::uint32_t run() const { return static_cast<std::uint32_t>(uuid >> 32); }
  bool goneAt(HostTime time) const { return ended && time > *ended; }
};

/// What tracks call an agent's device: "cuda:0 NVIDIA H200".
inline std::string deviceInTracks(std::string_view backend, std::int64_t index, std::string_view name) {
  return std::string(backend) + ":" + std::to_string(index) + " " + std::string(name);
}

}  // namespace strata::inline trace
