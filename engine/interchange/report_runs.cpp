#include "engine/interchange/report_runs.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/json_document.h"
#include "engine/base/torn_frames.h"
#include "engine/interchange/json_document.h"
#include "engine/interchange/run_groups.h"

namespace strata::inline interchange {

namespace {

/// 0 for what is no number of a call.
std::uint32_t callOf(const nlohmann::json& value) {
  const std::int64_t number = indexOf(value);
  return number > 0 && std::in_range<std::uint32_t>(number) ? static_cast<std::uint32_t>(number) : 0;
}

bool tore(const nlohmann::json& figures) {
  if (!figures.is_array()) return false;
  for (const nlohmann::json& figure : figures)
    if (tellsOfTorn(textOf(memberOf(figure, "name")), numberOf(memberOf(figure, "value")))) return true;
  return false;
}

void takeResult(const nlohmann::json& json, RunGroups<ReportRun>& groups) {
  ReportResult result;
  result.variant = textOf(memberOf(json, "variant"));
  result.status = textOf(memberOf(json, "status"));
  if (result.variant.empty() || result.status.empty()) return;
  result.told = json;
  if (result.status == "ok" && tore(memberOf(json, "figures"))) {  // as streams do not say
    result.status = kTornStatus;
    result.told->update({{"status", kTornStatus}, {"ok", false}});
  }
  result.modelled = memberOf(json, "modelled").is_object();
  result.firstCall = callOf(memberOf(json, "first_call"));
  result.lastCall = callOf(memberOf(json, "last_call"));
  const std::int64_t request = indexOf(memberOf(json, "request"));
  ReportRun& run = groups.of(request > 0 ? static_cast<std::uint64_t>(request) : 0);
  if (run.results.empty()) {
    run.experiment = textOf(memberOf(json, "experiment"));
    if (const nlohmann::json& parameters = memberOf(json, "parameters"); parameters.is_object())
      run.parameters = parameters;
  }
  addResult(run.results, std::move(result));
}

}  // namespace

std::vector<ReportRun> reportRuns(const TraceSnapshot& snapshot) {
  RunGroups<ReportRun> groups;
  for (const SessionMessage& message : snapshot.messages()) {
    if (message.kind != MessageKind::Hello && message.kind != MessageKind::Result) continue;
    const auto json = parseJson("the session", message.json);
    if (!json.ok() || !json.value().is_object()) continue;
    if (message.kind == MessageKind::Hello)
      groups.greet(textOf(memberOf(json.value(), "run")), message.callsBefore);
    else
      takeResult(json.value(), groups);
  }
  std::vector<ReportRun> runs = std::move(groups).runs();
  for (ReportRun& run : runs) {
    run.timed = timedPart(run, snapshot);
    run.parts = timedParts(run, snapshot);
  }
  return runs;
}

TimedCalls timedCallsOf(const std::vector<ReportRun>& runs) {
  std::vector<TimedPart> parts;
  for (const ReportRun& run : runs) parts.insert(parts.end(), run.parts.begin(), run.parts.end());
  return TimedCalls(parts);
}

}  // namespace strata::inline interchange
