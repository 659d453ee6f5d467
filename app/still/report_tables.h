#pragma once

#include <string>
#include <vector>

#include "app/still/text_table.h"
#include "engine/interchange/stack_report.h"

// What `strata report` says of a session, for the terminal and for a page.

namespace strata::inline still {

/// How much of a table is shown.
struct TableLimits {
  std::size_t rows = 20;
  std::size_t letters = 72;  ///< of a name, which may have thousands
};

TextTable storeysTable(const StackReport& report);
TextTable callsTable(const StackReport& report, const TableLimits& limits);
/// Of kernels, or of memsets.
/// `deviceWork`: of what its last column tells the share, as profilers' Time (%).
TextTable kernelsTable(std::string_view title, const std::vector<KernelReport>& rows, Duration deviceWork,
                       const TableLimits& limits);
TextTable copiesTable(const StackReport& report);

/// Device work for the calls and for none, with the reasons, in a few lines.
std::string workText(const StackReport& report);
/// Of a session without runs, how far each device was busy, and launch latency, a line each; empty: it has runs.
std::string useText(const StackReport& report, const TraceSnapshot& snapshot);
/// How long the steps of PyTorch's profiler took, in a line; empty: there are none.
std::string stepsText(const StackReport& report);
/// Of the device's work, what lies between the first timed call of each run and its last, a line each; empty: no runs.
std::string timedText(const StackReport& report, const TraceSnapshot& snapshot);
/// What is wrong with the session, a line each; empty: nothing.
std::string problemsText(const std::vector<std::string>& problems);
/// What a table of `rows` leaves out; empty: nothing.
std::string restText(std::size_t rows, const TableLimits& limits);
/// That nothing was recorded of which there could be tables; empty: something was.
std::string noEventsText(const TraceSnapshot& snapshot);
/// Why there are no calls in the table; empty: there are.
std::string noCallsText(const StackReport& report);

}  // namespace strata::inline still
