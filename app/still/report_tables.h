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

inline constexpr std::size_t kMostDevices = 8;  ///< that lines name

/// At most so many letters of a name, safe to print.
std::string nameCell(const std::string& name, std::size_t letters);
/// "71 %"; "–" of nothing.
std::string shareCell(Duration time, Duration all);

TextTable storeysTable(const StackReport& report);
TextTable callsTable(const ReportPart& part, const TableLimits& limits);
/// Of kernels, or of memsets.
/// `deviceWork`: of what its last column tells the share, as profilers' Time (%).
TextTable kernelsTable(std::string_view title, const std::vector<KernelReport>& rows, Duration deviceWork,
                       const TableLimits& limits);
TextTable copiesTable(const ReportPart& part);

/// Device work for the calls and for none, with the reasons, in a few lines.
std::string workText(const StackReport& report);
/// How long the steps of PyTorch's profiler took, in a line; empty: there are none.
std::string stepsText(const StackReport& report);
/// What is wrong with the session, a line each; empty: nothing.
std::string problemsText(const std::vector<std::string>& problems);
/// What a table of `rows` leaves out; empty: nothing.
std::string restText(std::size_t rows, const TableLimits& limits);
/// That nothing was recorded of which there could be tables; empty: something was.
std::string noEventsText(const TraceSnapshot& snapshot);
/// Why there are no calls in the table; empty: there are.
std::string noCallsText(const StackReport& report);

}  // namespace strata::inline still
