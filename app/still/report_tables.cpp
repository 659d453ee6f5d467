#include "app/still/report_tables.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "app/facts/short_name.h"
#include "app/still/printable.h"
#include "app/still/units.h"
#include "app/words/messages.h"
#include "engine/base/how_many.h"

namespace strata::inline still {
namespace {

std::string cell(Duration time) {
  return formatSeconds(time.seconds());
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
  if (work.devices.size() > kMostDevices) return fmt::format("{} on {} devices{}", all, work.devices.size(), kOnce);
  std::string each;
  for (const DeviceBusy& device : work.devices)
    each += fmt::format("{} {} on {}", each.empty() ? ":" : ",", cell(device.busy), printable(device.name));
  return fmt::format("{}{}{}", all, each, kOnce);
}

/// Of those copies whose file says it.
std::string bytesCell(const CopyReport& copy) {
  if (copy.sized == 0) return "–";
  const std::string bytes = formatBytes(copy.bytes);
  return copy.sized == copy.time.count ? bytes : fmt::format("{} in {} of them", bytes, copy.sized);
}

}  // namespace

std::string nameCell(const std::string& name, std::size_t letters) {
  if (name.empty()) return std::string(text(Msg::NoName));
  std::string shown = printable(name);
  if (shown.size() <= letters) return shown;
  std::size_t end = letters;
  while (end > 0 && (static_cast<unsigned char>(shown[end]) & 0xC0) == 0x80) --end;
  return shown.substr(0, end) + "…";
}

std::string shareCell(Duration time, Duration all) {
  return formatShare(all.ns > 0 ? std::optional(time.seconds() / all.seconds()) : std::nullopt);
}

TextTable storeysTable(const StackReport& report) {
  const std::string level(callLevelKey(report.level));
  std::vector<std::string> head{"storey", fmt::format("time in calls ({} level)", level)};
  if (report.apart) head = {"storey", fillText(Msg::ReportTimedHead, {level}), std::string(text(Msg::ReportApartHead))};
  TextTable table(std::move(head));
  for (const StoreyInfo& info : storeys()) {
    if (info.storey == Storey::Other) continue;
    const auto at = static_cast<std::size_t>(info.storey);
    std::vector<std::string> row{"  " + std::string(info.key), cell(report.storeys[at])};
    if (report.apart) row.push_back(cell(report.apart->storeys[at]));
    table.add(std::move(row));
  }
  return table;
}

TextTable callsTable(const ReportPart& part, const TableLimits& limits) {
  TextTable table({"calls", "count", "sum", "mean", "median", "hardware", "device work", "after return", "kernels",
                   "copies", "memsets"});
  for (std::size_t i = 0; i < std::min(part.ops.size(), limits.rows); ++i) {
    const OpReport& op = part.ops[i];
    table.add({"  " + nameCell(op.name, limits.letters), fmt::format("{}", op.time.count), cell(op.time.total),
               cell(op.time.mean()), cell(op.time.median()),
               cell(op.storeys[static_cast<std::size_t>(Storey::Hardware)]), cell(op.work.time()),
               cell(op.work.afterReturn), fmt::format("{}", op.work.kernels), fmt::format("{}", op.work.copies),
               fmt::format("{}", op.work.memsets)});
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
    const std::string shown = nameCell(name.size() <= limits.letters ? name : labels[i], limits.letters);
    table.add({fmt::format("  {}{}{}", shown, shape.empty() ? "" : " ", shape), fmt::format("{}", time.count),
               cell(time.total), cell(time.mean()), cell(time.median()), cell(time.least), cell(time.most),
               shareCell(time.total, deviceWork)});
  }
  return table;
}

TextTable copiesTable(const ReportPart& part) {
  TextTable table({"copies", "count", "sum", "bytes", "rate", "of device work"});
  const Duration work = part.deviceWork();
  for (const CopyReport& copy : part.copies) {
    const auto rate = copy.gigabytesPerSecond();
    table.add({"  " + (copy.direction.empty() ? "direction unknown" : printable(copy.direction)),
               fmt::format("{}", copy.time.count), cell(copy.time.total), bytesCell(copy),
               rate ? fmt::format("{} GB/s", formatFigure(*rate)) : "–", shareCell(copy.time.total, work)});
  }
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

std::string stepsText(const StackReport& report) {
  if (!report.steps) return {};
  const TimeSummary& time = *report.steps;
  if (time.count == 1) return fmt::format("1 profiler step: {}\n", cell(time.median()));
  return fmt::format("{} profiler steps: median {}, {} – {}\n", time.count, cell(time.median()), cell(time.least),
                     cell(time.most));
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
