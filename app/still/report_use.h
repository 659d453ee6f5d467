#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/facts/device_use.h"
#include "app/still/report_tables.h"
#include "app/still/text_table.h"
#include "engine/interchange/stack_report.h"

// How far devices were busy, as the report says it, and when they were not.

namespace strata::inline still {

/// From each device's first work in the session to its last; walks all of it.
DeviceUse wholeUse(const TraceSnapshot& snapshot);

struct ReportUse {
  std::optional<DeviceUse> whole;  ///< of the session, where it has no runs
  std::vector<DeviceUse> runs;     ///< of each run's timed calls; of one without any it is empty
};
ReportUse reportUse(const StackReport& report, const TraceSnapshot& snapshot);

/// Of a session without runs, how far each device was busy, and launch latency, a line each; empty: it has runs.
std::string useText(const ReportUse& use);
/// Of the device's work, what the calls are that each run's results were measured with, a line each, without what lies
/// between one result and the next, as warm-up and check; empty: no runs.
std::string timedText(const ReportUse& use);

/// The longest times in which no stream of a device worked: in the runs' timed calls, else in the session.
struct ReportGaps {
  struct Gap {
    std::size_t run = 0;  ///< from 1; 0: of no run
    DeviceGap gap;
  };
  std::vector<Gap> longest;     ///< longest first
  std::uint64_t count = 0;      ///< of all there are
  bool severalDevices = false;  ///< worked, be it each in a run of its own
};
ReportGaps gapsOf(const ReportUse& use);
TextTable gapsTable(const ReportGaps& gaps, const TraceSnapshot& snapshot, const TableLimits& limits);
/// What that table leaves out; empty: nothing.
std::string gapsRest(const ReportGaps& gaps, const TableLimits& limits);

}  // namespace strata::inline still
