#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// One (process, thread) of a Chrome trace and the tracks of the session that go there.
struct ChromeTrackGroup {
  std::int64_t pid = 0, tid = 0;
  std::string name;
  bool device = false;  ///< work that overlaps here does not nest
  std::vector<std::uint32_t> tracks;
};

struct ChromeCounter {
  std::int64_t pid = 0;
  std::uint32_t track = 0;
};

struct ChromeLayout {
  std::vector<ChromeTrackGroup> groups;  ///< host threads first, then the device
  std::vector<ChromeCounter> counters;
  std::int64_t hostPid = 0;                       ///< of the first process
  std::map<std::int64_t, std::string> processes;  ///< names that the trace has for processes of the host, by pid
  std::map<std::int64_t, std::int64_t> devices;   ///< as the trace numbers them (DeviceNumber::said), by pid
};

/// Track groups that no thread of an operating system has: overlaps, tracks without a thread.
inline constexpr std::int64_t kFirstSpareTid = 10'000'000;

/// Each device is a process, by its number, and each stream a thread of it: as the trace of another tool numbers them,
/// if it does and the number is free.
ChromeLayout chromeLayout(const TraceSnapshot& snapshot);

}  // namespace strata::inline interchange
