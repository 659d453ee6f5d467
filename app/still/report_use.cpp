#include "app/still/report_use.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/facts/gap_facts.h"
#include "app/facts/short_name.h"
#include "app/still/printable.h"
#include "app/still/units.h"
#include "app/words/messages.h"
#include "engine/base/how_many.h"

namespace strata::inline still {
namespace {

std::string timeWords(Duration time) {
  return formatSeconds(time.seconds());
}

void addGaps(ReportGaps& all, std::set<std::string>& devices, const DeviceUse& use, std::size_t run) {
  all.count += use.gapCount;
  for (const DeviceUse::One& one : use.each) devices.insert(one.name);
  all.severalDevices = devices.size() > 1;
  all.longest.reserve(all.longest.size() + use.gaps.size());
  for (const DeviceGap& gap : use.gaps) all.longest.push_back({run, gap});
}

}  // namespace

DeviceUse wholeUse(const TraceSnapshot& snapshot) {
  const auto bounds = snapshot.bounds();
  return bounds ? deviceUseOf(snapshot, *bounds) : DeviceUse{};
}

ReportUse reportUse(const StackReport& report, const TraceSnapshot& snapshot) {
  ReportUse use;
  if (report.runs.empty()) use.whole = wholeUse(snapshot);
  use.runs.reserve(report.runs.size());
  for (const ReportRun& run : report.runs)
    use.runs.push_back(run.timed ? deviceUseOf(snapshot, *run.timed, run.parts) : DeviceUse{});
  return use;
}

std::string useText(const ReportUse& use) {
  if (!use.whole) return {};
  const std::vector<DeviceUse::One>& each = use.whole->each;
  std::string lines;
  for (std::size_t i = 0; i < std::min(each.size(), kMostDevices); ++i) {
    const DeviceUse::One& one = each[i];
    lines += fmt::format("  busy       {}{} of {} from its first work to its last, idle {}, gaps: {}\n",
                         each.size() > 1 ? printable(one.name) + " " : "", shareCell(one.busy, one.span),
                         timeWords(one.span), timeWords(one.idle()), one.gapCount);
  }
  const DeviceUse::Latency& latency = use.whole->latency;
  if (latency.count > 0)
    lines += fmt::format(
        "  launches   {}, latency median {}, p99 {}, max {}: from the begin of a launch to the begin of the first "
        "kernel, copy or memset that it started\n",
        latency.count, timeWords(latency.median), latency.p99 ? timeWords(*latency.p99) : "–", timeWords(latency.most));
  if (latency.beforeLaunch > 0)
    lines += fmt::format(
        "  clocks     of host and device disagree: of {} the first work began before the launch; no latency is of "
        "these\n",
        howMany(latency.beforeLaunch, "launch", "launches"));
  return lines;
}

std::string timedText(const ReportUse& use) {
  std::string lines;
  for (std::size_t run = 0; run < use.runs.size(); ++run) {
    const DeviceUse& of = use.runs[run];
    if (of.work == 0) continue;
    lines +=
        fmt::format("  run {:<6} {}, busy for {} of {}, from the first work of each variant's timed calls to the last",
                    run + 1, timeWords(of.workTime), timeWords(of.busy), timeWords(of.span));
    if (of.apart.ns > 0) lines += ", " + fillText(Msg::DeviceApart, {timeWords(of.apart)});
    lines += "\n";
  }
  return lines;
}

ReportGaps gapsOf(const ReportUse& use) {
  ReportGaps gaps;
  std::set<std::string> devices;
  if (use.whole) addGaps(gaps, devices, *use.whole, 0);
  for (std::size_t run = 0; run < use.runs.size(); ++run) addGaps(gaps, devices, use.runs[run], run + 1);
  std::ranges::stable_sort(gaps.longest, std::ranges::greater{},
                           [](const ReportGaps::Gap& of) { return of.gap.range.length(); });
  return gaps;
}

TextTable gapsTable(const ReportGaps& gaps, const TraceSnapshot& snapshot, const TableLimits& limits) {
  const auto word = [](Msg of) { return std::string(text(of)); };
  TextTable table({word(Msg::DeviceGap), word(Msg::DeviceGapBegin), word(Msg::ReportGapRun), word(Msg::DeviceWord),
                   word(Msg::DeviceGapHost), word(Msg::ReportGapShare), word(Msg::ReportGapUntil)});
  for (const std::size_t column : {3u, 4u, 6u}) table.alignLeft(column);
  std::vector<DeviceGap> shown;
  const std::size_t rows = std::min(gaps.longest.size(), limits.rows);
  shown.reserve(rows);
  for (std::size_t i = 0; i < rows; ++i) shown.push_back(gaps.longest[i].gap);
  const bool severalRuns =
      std::ranges::any_of(gaps.longest, [&](const ReportGaps::Gap& of) { return of.run != gaps.longest.front().run; });
  const auto bounds = snapshot.bounds();
  const GapBegins begins(shown, bounds ? bounds->begin : HostTime{});
  for (std::size_t i = 0; i < rows; ++i) {
    const DeviceGap& gap = shown[i];
    const HostPart host = hostPart(snapshot, gap);
    table.add({"  " + timeWords(gap.range.length()), begins.of(gap),
               severalRuns ? fmt::format("{}", gaps.longest[i].run) : "",
               gaps.severalDevices ? printable(deviceName(snapshot.tracks()[gap.track])) : "",
               host.part ? nameCell(host.what, limits.letters) : host.what, formatShare(host.part),
               gap.after ? nameCell(shortName(snapshot.name(snapshot.event(*gap.after).name)), limits.letters) : ""});
  }
  table.dropEmptyColumns();
  return table;
}

std::string gapsRest(const ReportGaps& gaps, const TableLimits& limits) {
  const std::size_t shown = std::min(gaps.longest.size(), limits.rows);
  if (gaps.count <= shown) return {};
  const std::string left = fmt::format("{}", gaps.count - shown);
  return "  " +
         (gaps.count > gaps.longest.size()
              ? fillText(Msg::ReportGapsLeft, {left, fmt::format("{}", gaps.longest.size())})
              : fillText(Msg::ReportGapsLeftAll, {left})) +
         "\n";
}

}  // namespace strata::inline still
