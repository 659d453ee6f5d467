#include "engine/interchange/report_runs.h"

#include <algorithm>
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
  for (const nlohmann::json& figure : figures)
    if (tellsOfTorn(textOf(memberOf(figure, "name")), numberOf(memberOf(figure, "value")))) return true;
  return false;
}

void takeResult(const nlohmann::json& json, RunGroups<ReportRun>& groups) {
  ReportResult result;
  result.variant = textOf(memberOf(json, "variant"));
  result.status = textOf(memberOf(json, "status"));
  if (result.variant.empty() || result.status.empty()) return;
  result.seconds = memberOf(json, "seconds");
  if (const nlohmann::json& figures = memberOf(json, "figures"); figures.is_array()) result.figures = figures;
  if (result.status == "ok" && tore(*result.figures)) result.status = kTornStatus;  // files of before it was said
  if (const nlohmann::json& modelled = memberOf(json, "modelled"); modelled.is_object()) result.modelled = modelled;
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

TimedCalls::TimedCalls(const std::vector<ReportRun>& runs, const TraceSnapshot& snapshot)
    : m_calls(snapshot.callCount() + 1) {
  m_parts.reserve(runs.size());
  for (const ReportRun& run : runs) {
    if (!run.timed) continue;
    m_parts.insert(m_parts.end(), run.parts.begin(), run.parts.end());
    markMeasured(run, m_calls);
  }
}

bool TimedCalls::holds(CallId call) const {
  const auto place = static_cast<std::size_t>(call);
  return place < m_calls.size() && m_calls[place];
}

bool TimedCalls::holds(const LevelCall& call) const {
  return m_parts.empty() || std::ranges::any_of(call.calls, [&](CallId id) { return holds(id); });
}

bool TimedCalls::holds(const TraceEvent& work) const {
  if (m_parts.empty()) return true;
  if (work.call != CallId::None) return holds(work.call);
  return std::ranges::any_of(m_parts, [&](const TimedPart& part) { return part.holds(work); });
}

}  // namespace strata::inline interchange
