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
  Duration mean() const;    ///< to the nearest nanosecond; 0 where there is none
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
  TimeSummary time = {};
  std::uint64_t sized = 0;  ///< of how many the file says the bytes
  std::uint64_t bytes = 0;  ///< of those
  Duration sizedTime = {};  ///< of those

  void add(Duration took, std::optional<double> size);
  std::optional<double> gigabytesPerSecond() const;  ///< of those; none: no byte or no time is told
};

/// Calls by name, kernels by name, copies by direction, memsets; the longest in all first.
struct ReportPart {
  std::array<Duration, kStoreyCount> storeys{};  ///< of calls that are in no other
  std::vector<OpReport> ops;
  std::vector<KernelReport> kernels;
  std::vector<CopyReport> copies;
  std::vector<KernelReport> memsets;

  Duration deviceWork() const;  ///< kernels, copies and memsets summed
};

/// What a session comes to. Where runs timed calls, the part is of these. Calls whose kernels ran only to be counted
/// are in no time here: `work` says how many these are.
struct StackReport : ReportPart {
  std::optional<ReportPart> apart;  ///< what no result was measured with (TimedCalls); none: there is nothing of it
  HostTime begin;                   ///< of the first event
  Duration length;                  ///< from there to the last
  CallLevel level = CallLevel::Op;
  WorkTotals ofCalls;   ///< summed over calls that are in no other
  WorkTotals ofOthers;  ///< of operations that are in no call of the level
  SessionWork work;
  std::optional<TimeSummary> steps;  ///< of PyTorch's profiler, slices "ProfilerStep#N"; none: there are none
  std::vector<KeptJson> agents;      ///< that wrote it, and their devices, as they greeted
  KeptJson stack;                    ///< the newest agent's seven storeys with versions, a list; null: not told
  std::vector<ReportRun> runs;
  std::uint64_t dropped = 0;
  bool complete = false;
  std::vector<std::string> problems;  ///< what is wrong with the file, such as that it was cut off
};

/// `byShape`: kernels of one name with different grids or blocks are a row each.
StackReport stackReport(const TraceSnapshot& snapshot, CallLevel level = CallLevel::Op, bool byShape = false);

/// Raised when a key of the report comes to mean something else; docs/json.md says what.
inline constexpr int kReportVersion = 2;
/// One JSON object; times are integers of nanoseconds. Keys are documented in docs/json.md and stay.
std::string reportJson(const StackReport& report);

}  // namespace strata::inline interchange
