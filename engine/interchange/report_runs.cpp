#include "engine/interchange/report_runs.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/base/json_document.h"
#include "engine/interchange/json_document.h"

namespace strata::inline interchange {

namespace {

/// The results of one request of one agent.
struct RequestResults {
  std::string agent;              ///< its run
  std::uint32_t callsBefore = 0;  ///< calls that the session numbers before its agent's first
  nlohmann::json request;
  std::vector<nlohmann::json> results;

  void take(nlohmann::json result);
  std::optional<TimeRange> timed(const TraceSnapshot& snapshot) const;
};

/// A variant comes a second time when its time on another GPU is known, too.
void RequestResults::take(nlohmann::json result) {
  const auto known = std::ranges::find_if(
      results, [&](const nlohmann::json& one) { return memberOf(one, "variant") == memberOf(result, "variant"); });
  const auto sameCall = [&] {
    const nlohmann::json& first = memberOf(result, "first_call");
    return !first.is_null() && first == memberOf(*known, "first_call");
  };
  const bool more = known != results.end() && memberOf(*known, "modelled").is_null() &&
                    (!memberOf(result, "modelled").is_null() || sameCall());
  more ? void(*known = std::move(result)) : results.push_back(std::move(result));
}

/// From the first timed call to the last.
std::optional<TimeRange> RequestResults::timed(const TraceSnapshot& snapshot) const {
  std::optional<TimeRange> part;
  for (const nlohmann::json& result : results)
    for (const char* key : {"first_call", "last_call"}) {
      const std::int64_t number = indexOf(memberOf(result, key));
      const auto call = snapshot.call(CallId{number > 0 ? static_cast<std::uint32_t>(number) + callsBefore : 0});
      if (!call) continue;
      if (!part) part = TimeRange{call->begin, call->end};
      part->begin = std::min(part->begin, call->begin);
      part->end = std::max(part->end, call->end);
    }
  return part;
}

std::vector<RequestResults> requestsOf(const TraceSnapshot& snapshot) {
  std::vector<RequestResults> requests;
  std::string agent;
  std::uint32_t callsBefore = 0;
  for (const SessionMessage& message : snapshot.messages()) {
    if (message.kind != MessageKind::Hello && message.kind != MessageKind::Result) continue;
    auto parsed = parseJson("the session", message.json);
    if (!parsed.ok() || !parsed.value().is_object()) continue;
    nlohmann::json json = std::move(parsed).value();
    if (message.kind == MessageKind::Hello) {
      const std::string_view run = textOf(memberOf(json, "run"));
      if (run != agent) callsBefore = message.callsBefore;  // the same once more, as after a probe, begins nothing
      agent = run;
      continue;
    }
    const nlohmann::json& request = memberOf(json, "request");
    if (requests.empty() || requests.back().request != request || requests.back().agent != agent)
      requests.push_back({agent, callsBefore, request, {}});
    requests.back().take(std::move(json));
  }
  return requests;
}

}  // namespace

std::vector<std::string> reportRuns(const TraceSnapshot& snapshot) {
  using ReportJson = nlohmann::ordered_json;
  const auto bounds = snapshot.bounds();
  const std::vector<RequestResults> requests = requestsOf(snapshot);
  std::vector<std::string> runs;
  runs.reserve(requests.size());
  for (const RequestResults& of : requests) {
    ReportJson run = {{"run", runs.size() + 1},
                      {"request", ReportJson(of.request)},
                      {"experiment", ReportJson(memberOf(of.results.front(), "experiment"))},
                      {"parameters", ReportJson(memberOf(of.results.front(), "parameters"))},
                      {"begin_ns", nullptr},
                      {"end_ns", nullptr}};
    if (const auto part = of.timed(snapshot); part && bounds) {
      run["begin_ns"] = (part->begin - bounds->begin).ns;
      run["end_ns"] = (part->end - bounds->begin).ns;
    }
    run["results"] = ReportJson::array();
    for (const nlohmann::json& result : of.results) {
      ReportJson row;
      for (const char* key : {"variant", "status", "seconds"}) row[key] = ReportJson(memberOf(result, key));
      run["results"].push_back(std::move(row));
    }
    runs.push_back(run.dump(-1, ' ', false, ReportJson::error_handler_t::replace));
  }
  return runs;
}

}  // namespace strata::inline interchange
