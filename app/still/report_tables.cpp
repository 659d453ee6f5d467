#include "app/still/report_tables.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "app/facts/device_use.h"
#include "app/facts/short_name.h"
#include "app/still/printable.h"
#include "app/still/units.h"
#include "app/words/messages.h"
#include "engine/base/how_many.h"

namespace strata::inline still {
namespace {

constexpr std::size_t kMostNamed = 8;  ///< devices

std::string cell(Duration time) {
  return formatSeconds(time.seconds());
}

std::string shareCell(Duration time, Duration all) {
  return formatShare(all.ns > 0 ? std::optional(time.seconds() / all.seconds()) : std::nullopt);
}

std::string nameCell(const std::string& name, const TableLimits& limits) {
  std::string shown = printable(name);
  if (shown.size() <= limits.letters) return "  " + shown;
  std::size_t end = limits.letters;
  while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80) --end;
  return "  " + shown.substr(0, end) + "…";
}

std::string withShape(const std::string& name, const std::string& shape) {
  return shape.empty() ? name : fmt::format("{} {}", name, shape);
}

/// Why no call can claim some of the device's work.
std::string whyUnassigned(const SessionWork& work) {
  std::string why;
  const auto add = [&](std::uint64_t count, std::string_view one, std::string_view many) {
    if (count > 0) why += (why.empty() ? "" : "; ") + howMany(count, one, many);
  };
  add(work.withoutLaunch, "has a correlation id that no host call in the file has",
      "have a correlation id that no host call in the file has");
  add(work.withoutId, "has no correlation id", "have no correlation id");
  add(work.launchedOutside, "was launched outside every call", "were launched outside every call");
  return why;
}

/// Of several devices that of each; they add up.
std::string busyText(const SessionWork& work) {
  const std::string all = "busy " + cell(work.all.busy);
  if (work.devices.size() < 2) return all + ", overlaps counted once";
  constexpr std::string_view kOnce = "; overlaps on one device counted once";
  if (work.devices.size() > kMostNamed) return fmt::format("{} on {} devices{}", all, work.devices.size(), kOnce);
  std::string each;
  for (const DeviceBusy& device : work.devices)
    each += fmt::format("{} {} on {}", each.empty() ? ":" : ",", cell(device.busy), printable(device.name));
  return fmt::format("{}{}{}", all, each, kOnce);
}

}  // namespace

TextTable storeysTable(const StackReport& report) {
  TextTable table({"storey", fmt::format("time in calls ({} level)", callLevelKey(report.level))});
  for (const StoreyInfo& info : storeys())
    if (info.storey != Storey::Other)
      table.add({"  " + std::string(info.key), cell(report.storeys[static_cast<std::size_t>(info.storey)])});
  return table;
}

TextTable callsTable(const StackReport& report, const TableLimits& limits) {
  TextTable table({"calls", "count", "sum", "mean", "median", "hardware", "device work", "after return", "kernels",
                   "copies", "memsets"});
  for (std::size_t i = 0; i < std::min(report.ops.size(), limits.rows); ++i) {
    const OpReport& op = report.ops[i];
    table.add({nameCell(op.name, limits), fmt::format("{}", op.time.count), cell(op.time.total), cell(op.time.mean()),
               cell(op.time.median()), cell(op.storeys[static_cast<std::size_t>(Storey::Hardware)]),
               cell(op.work.time()), cell(op.work.afterReturn), fmt::format("{}", op.work.kernels),
               fmt::format("{}", op.work.copies), fmt::format("{}", op.work.memsets)});
  }
  return table;
}

TextTable kernelsTable(std::string_view title, const std::vector<KernelReport>& rows, Duration deviceWork,
                       const TableLimits& limits) {
  TextTable table({std::string(title), "count", "sum", "mean", "median", "least", "most", "of device work"});
  std::vector<std::string_view> names;
  names.reserve(rows.size());
  for (const KernelReport& row : rows) names.push_back(row.name);
  const std::vector<std::string> labels = toldApart(names);
  for (std::size_t i = 0; i < std::min(rows.size(), limits.rows); ++i) {
    const auto& [name, shape, time] = rows[i];
    const std::string whole = withShape(name, shape);
    table.add({nameCell(whole.size() <= limits.letters ? whole : withShape(labels[i], shape), limits),
               fmt::format("{}", time.count), cell(time.total), cell(time.mean()), cell(time.median()),
               cell(time.least), cell(time.most), shareCell(time.total, deviceWork)});
  }
  return table;
}

TextTable copiesTable(const StackReport& report) {
  TextTable table({"copies", "count", "sum", "bytes", "rate", "of device work"});
  for (const CopyReport& copy : report.copies)
    table.add({"  " + (copy.direction.empty() ? "direction unknown" : printable(copy.direction)),
               fmt::format("{}", copy.time.count), cell(copy.time.total),
               copy.bytes > 0 ? formatBytes(static_cast<std::uint64_t>(copy.bytes)) : "–",
               copy.bytes > 0 && copy.time.total.ns > 0
                   ? fmt::format("{} GB/s", formatFigure(copy.bytes / static_cast<double>(copy.time.total.ns)))
                   : "–",
               shareCell(copy.time.total, report.work.all.time())});
  return table;
}

// Not among the storeys: it may run long after the call that asked for it returned.
std::string workText(const StackReport& report) {
  const SessionWork& work = report.work;
  if (work.all.count() + work.all.counting.count == 0) return "No device work.\n";
  std::string text = fmt::format("Device work of the whole session: sum of kernels, copies and memsets {}; {}.\n",
                                 cell(work.all.time()), busyText(work));
  text += fmt::format("  for calls  {}, {} of it after they had returned; not part of the times above\n",
                      cell(report.ofCalls.time()), cell(report.ofCalls.afterReturn));
  if (report.ofOthers.count() > 0)
    text += fmt::format("  outside    {}: for operations in no call of this level\n", cell(report.ofOthers.time()));
  if (work.all.counting.count > 0)
    text += fmt::format(
        "  apart      {}: {} in no other figure here\n", cell(work.all.counting.total),
        howMany(work.all.counting.count,
                "kernel that ran only to be counted, slower than otherwise; it and the time of its call are",
                "kernels that ran only to be counted, slower than otherwise; they and the time of their calls are"));
  if (work.unassigned.count() == 0) return text;
  const double share = work.unassigned.time().seconds() / std::max(1e-9, work.all.time().seconds());
  return text + fmt::format("  unassigned {} ({}): of {} {}\n", cell(work.unassigned.time()), formatShare(share),
                            howMany(work.all.count(), "kernel, copy or memset", "kernels, copies and memsets"),
                            whyUnassigned(work));
}

std::string useText(const StackReport& report, const TraceSnapshot& snapshot) {
  const auto bounds = snapshot.bounds();
  if (!report.runs.empty() || !bounds) return {};
  const DeviceUse use = deviceUseOf(snapshot, *bounds);
  std::string lines;
  for (std::size_t i = 0; i < std::min(use.each.size(), kMostNamed); ++i) {
    const DeviceUse::One& one = use.each[i];
    lines += fmt::format("  busy       {}{} of {} from its first work to its last, idle {}, gaps: {}\n",
                         use.each.size() > 1 ? printable(one.name) + " " : "", shareCell(one.busy, one.span),
                         cell(one.span), cell(one.idle()), one.gapCount);
  }
  const DeviceUse::Latency& latency = use.latency;
  if (latency.count == 0) return lines;
  return lines + fmt::format(
                     "  launches   {}, latency median {}, p99 {}, max {}: from the begin of a launch to the begin of "
                     "the first kernel, copy or memset that it started\n",
                     latency.count, cell(latency.median), latency.p99 ? cell(*latency.p99) : "–", cell(latency.most));
}

std::string stepsText(const StackReport& report) {
  if (!report.steps) return {};
  const TimeSummary& time = *report.steps;
  if (time.count == 1) return fmt::format("1 profiler step: {}\n", cell(time.median()));
  return fmt::format("{} profiler steps: median {}, {} – {}\n", time.count, cell(time.median()), cell(time.least),
                     cell(time.most));
}

std::string timedText(const StackReport& report, const TraceSnapshot& snapshot) {
  std::string lines;
  for (std::size_t run = 0; run < report.runs.size(); ++run) {
    const auto& part = report.runs[run].timed;
    const DeviceUse use = part ? deviceUseOf(snapshot, *part) : DeviceUse{};
    if (use.work == 0) continue;
    lines += fmt::format("  run {:<6} {}, busy for {} of {}, from the first work of its timed calls to the last",
                         run + 1, cell(use.workTime), cell(use.busy), cell(use.span));
    if (use.apart.ns > 0) lines += ", " + fillText(Msg::DeviceApart, {cell(use.apart)});
    lines += "\n";
  }
  return lines;
}

std::string problemsText(const std::vector<std::string>& problems) {
  std::string text;
  for (const std::string& problem : problems) text += fmt::format("problem: {}\n", printable(problem));
  return text;
}

std::string restText(std::size_t rows, const TableLimits& limits) {
  return rows > limits.rows ? fmt::format("  and {} more; --json has them all\n", rows - limits.rows) : std::string{};
}

std::string noEventsText(const TraceSnapshot& snapshot) {
  if (snapshot.totals().slices > 0) return {};
  return "No events were recorded: there are no times of storeys, calls, kernels and copies. What runs measured is in "
         "`strata info`.\n";
}

std::string noCallsText(const StackReport& report) {
  if (!report.ops.empty() || report.level == CallLevel::Op) return {};
  return fmt::format("No call at {} level: the file has none.\n", callLevelKey(report.level));
}

}  // namespace strata::inline still
