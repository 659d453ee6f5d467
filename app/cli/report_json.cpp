#include "app/cli/report_json.h"

#include <string>
#include <utility>
#include <vector>

#include "app/facts/wall_clock.h"
#include "app/still/report_use.h"

namespace strata::inline cli {
namespace {

OrderedJson nameJson(const TraceSnapshot& snapshot, const std::optional<EventRef>& event) {
  return event ? OrderedJson(snapshot.name(snapshot.event(*event).name)) : OrderedJson();
}

/// The longest, longest first.
OrderedJson gapsJson(const std::vector<DeviceGap>& gaps, const TraceSnapshot& snapshot) {
  OrderedJson json = OrderedJson::array();
  for (const DeviceGap& gap : gaps) {
    const bool hostIsTold = gap.host.has_value() || gap.unrecorded.ns > 0;
    OrderedJson row;
    row["device"] = deviceName(snapshot.tracks()[gap.track]);
    row["begin_ns"] = (gap.range.begin - snapshot.bounds()->begin).ns;
    row["duration_ns"] = gap.range.length().ns;
    row["host"] = nameJson(snapshot, gap.host);
    row["host_self_ns"] = gap.host ? OrderedJson(gap.hostSelf.ns) : OrderedJson();
    row["host_unrecorded_ns"] = hostIsTold ? OrderedJson(gap.unrecorded.ns) : OrderedJson();
    row["ended_by"] = nameJson(snapshot, gap.after);
    json.push_back(std::move(row));
  }
  return json;
}

/// Null where nothing worked in a run's timed calls.
OrderedJson runWorkJson(const DeviceUse& use, const TraceSnapshot& snapshot) {
  if (use.work == 0) return {};
  OrderedJson json = {{"total_ns", use.workTime.ns}, {"busy_ns", use.busy.ns}, {"span_ns", use.span.ns}};
  json["idle_ns"] = use.idle().ns;
  json["gaps"] = use.gapCount;
  json["longest_gaps"] = gapsJson(use.gaps, snapshot);
  return json;
}

/// Of each device, from its first work in the session to its last, and of all launches.
OrderedJson deviceUseJson(const DeviceUse& use, const TraceSnapshot& snapshot) {
  OrderedJson json;
  json["devices"] = OrderedJson::array();
  for (const DeviceUse::One& one : use.each)
    json["devices"].push_back({{"name", one.name},
                               {"span_ns", one.span.ns},
                               {"busy_ns", one.busy.ns},
                               {"idle_ns", one.idle().ns},
                               {"gaps", one.gapCount}});
  json["longest_gaps"] = gapsJson(use.gaps, snapshot);
  const DeviceUse::Latency& latency = use.latency;
  OrderedJson& ofLaunches = json["launch_latency"];
  if (latency.count + latency.beforeLaunch == 0) return json;
  const bool known = latency.count > 0;
  ofLaunches["count"] = latency.count;
  ofLaunches["median_ns"] = known ? OrderedJson(latency.median.ns) : OrderedJson();
  ofLaunches["p99_ns"] = latency.p99 ? OrderedJson(latency.p99->ns) : OrderedJson();
  ofLaunches["most_ns"] = known ? OrderedJson(latency.most.ns) : OrderedJson();
  ofLaunches["before_launch"] = latency.beforeLaunch;
  return json;
}

}  // namespace

OrderedJson recordedJson(const TraceSnapshot& snapshot) {
  const std::string recorded = recordedIsoOf(snapshot);
  return recorded.empty() ? OrderedJson() : OrderedJson(recorded);
}

OrderedJson wholeReportJson(const StackReport& report, const TraceSnapshot& snapshot) {
  OrderedJson json = OrderedJson::parse(reportJson(report));
  const ReportUse use = reportUse(report, snapshot);
  for (std::size_t run = 0; run < use.runs.size(); ++run)
    json["runs"][run]["device_work"] = runWorkJson(use.runs[run], snapshot);
  json["recorded"] = recordedJson(snapshot);
  json["device_use"] = deviceUseJson(use.whole ? *use.whole : wholeUse(snapshot), snapshot);
  return json;
}

}  // namespace strata::inline cli
