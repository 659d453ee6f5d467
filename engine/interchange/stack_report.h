#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/storey.h"
#include "engine/interchange/report_runs.h"
#include "engine/trace/call_levels.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// How long something took, over all times it happened.
struct TimeSummary {
  std::uint64_t count = 0;
  Duration total, least, most;
  std::vector<Duration> times{};  ///< each, in order of the session

  void add(Duration time);
  Duration median() const;  ///< of an even count the lower one (medianPlace); 0 where there is none
  Duration mean() const { return {count == 0 ? 0 : total.ns / static_cast<std::int64_t>(count)}; }
};

struct OpReport {
  std::string name;
  TimeSummary time;                            ///< of the calls' outermost slices
  std::array<Duration, kStoreyCount> storeys;  ///< summed over the calls
  WorkTotals work;                             ///< summed over the calls
};

/// Kernels of one name, or memsets.
struct KernelReport {
  std::string name;
  std::string shape;  ///< that they were launched with (launch_shape.h), where they are told apart by it, too
  TimeSummary time;
};

struct CopyReport {
  std::string direction;  ///< "H→D"; empty: not told
  TimeSummary time;
  double bytes = 0;
};

/// What a session comes to: its calls by name, its kernels by name, its copies by direction, its memsets; the longest
/// in all first. Calls whose kernels ran only to be counted are in no time here: `work` says how many these are.
struct StackReport {
  HostTime begin;   ///< of the first event
  Duration length;  ///< from there to the last
  CallLevel level = CallLevel::Op;
  std::array<Duration, kStoreyCount> storeys{};  ///< of calls that are in no other
  WorkTotals ofCalls;                            ///< summed over calls that are in no other
  WorkTotals ofOthers;                           ///< of operations that are in no call of the level
  SessionWork work;
  std::optional<TimeSummary> steps;  ///< of PyTorch's profiler, slices "ProfilerStep#N"; none: there are none
  std::vector<OpReport> ops;
  std::vector<KernelReport> kernels;
  std::vector<CopyReport> copies;
  std::vector<KernelReport> memsets;
  std::vector<ReportRun> runs;
  std::uint64_t dropped = 0;
  bool complete = false;
  std::vector<std::string> problems;  ///< what is wrong with the file, such as that it was cut off
};

/// `byShape`: kernels of one name with different grids or blocks are a row each.
StackReport stackReport(const TraceSnapshot& snapshot, CallLevel level = CallLevel::Op, bool byShape = false);

/// One JSON object; times are integers of nanoseconds. Keys are documented in docs/interchange.md and stay.
std::string reportJson(const StackReport& report);

}  // namespace strata::inline interchange
