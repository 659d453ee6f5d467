#include <nlohmann/json.hpp>

#include <fmt/core.h>

#include "app/cli/report_json.h"
#include "app/cli/session_json.h"
#include "app/facts/sight_text.h"
#include "app/session/session_messages.h"
#include "app/still/run_title.h"
#include "engine/trace/device_work.h"
#include "engine/trace/holds_trace.h"
#include "engine/trace/trace_query.h"

namespace strata::inline cli {
namespace {

OrderedJson eventsJson(const TraceSnapshot& snapshot) {
  const auto& totals = snapshot.totals();
  OrderedJson perStorey = OrderedJson::object();
  for (const StoreyInfo& info : storeys())
    perStorey[std::string(info.key)] = totals.slicesPerStorey[static_cast<std::size_t>(info.storey)];
  const OpenCounts open = openCounts(snapshot);
  OrderedJson json = {{"slices", totals.slices}, {"instants", totals.instants},   {"counters", totals.counters},
                      {"flows", totals.flows},   {"calls", snapshot.callCount()}, {"open", open.running}};
  json["stopped"] = open.stopped;
  json["unmatched_ends"] = totals.unmatchedEnds;
  json["per_storey"] = std::move(perStorey);
  return json;
}

OrderedJson droppedJson(const TraceSnapshot& snapshot) {
  OrderedJson tracks = OrderedJson::array();
  for (const TrackInfo& track : snapshot.tracks())
    if (track.dropped > 0)
      tracks.push_back({{"track", track.name}, {"thread", track.thread}, {"dropped", track.dropped}});
  return {{"total", snapshot.totals().dropped}, {"tracks", std::move(tracks)}};
}

OrderedJson runsJson(const SessionMessages& messages, const TraceSnapshot& snapshot) {
  OrderedJson runs = OrderedJson::array();
  for (const RunRecord& record : messages.runs()) {
    OrderedJson results = OrderedJson::array();
    for (const RunResult& result : completedResults(record, snapshot)) results.push_back(OrderedJson(toldJson(result)));
    runs.push_back({{"run", record.run},
                    {"request", record.request},
                    {"title", runTitle(record)},
                    {"experiment", record.experiment},
                    {"parameters", OrderedJson(*record.parameters)},
                    {"results", std::move(results)}});
  }
  return runs;
}

OrderedJson originJson(const std::optional<Origin>& origin) {
  if (!origin) return nullptr;
  return {{"format", origin->format},
          {"tool", origin->tool},
          {"devices", origin->devices},
          {"clocks", origin->clocks},
          {"left_out", origin->leftOut}};
}

}  // namespace

OrderedJson infoJson(const Session& session) {
  const auto snapshot = session.snapshot();
  const SessionMessages messages = messagesOf(*snapshot);
  const auto bounds = snapshot->bounds();
  OrderedJson json = {{"version", 1}, {"file", session.path()}};
  if (session.path().empty()) json["file"] = nullptr;  // several files
  json["recorded"] = recordedJson(*snapshot);
  const bool whole = isWhole(*snapshot);
  json["complete"] = whole;
  json["cut_off"] = !whole;
  json["duration_ns"] = bounds ? OrderedJson(bounds->length().ns) : OrderedJson(nullptr);
  json["events"] = eventsJson(*snapshot);
  json["tracks"] = snapshot->tracks().size();
  json["devices"] = deviceCount(*snapshot);
  json["dropped"] = droppedJson(*snapshot);
  json["clock_error_ns"] = messages.clockErrorNs() ? OrderedJson(*messages.clockErrorNs()) : OrderedJson(nullptr);
  json["imported"] = originJson(messages.origin());
  json["agents"] = OrderedJson::array();
  for (const Hello& hello : messages.hellos()) json["agents"].push_back(OrderedJson(toJson(hello)));
  json["storeys"] = OrderedJson::array();
  for (const StoreyState& state : messages.storeys()) json["storeys"].push_back(OrderedJson(toJson(state)));
  json["runs"] = runsJson(messages, *snapshot);
  json["bookmarks"] = OrderedJson::array();
  for (const TimelineMark& mark : marksOf(*snapshot))
    json["bookmarks"].push_back({{"at_ns", (mark.time - bounds->begin).ns}, {"note", mark.note}});
  json["errors"] = OrderedJson::array();
  for (const Error& error : messages.errors()) json["errors"].push_back(errorJson(error));
  json["problems"] = OrderedJson::array();
  for (const std::string& problem : snapshot->problems()) json["problems"].push_back(problem);
  json["content_hash"] = fmt::format("{:016x}", contentHash(*snapshot));
  return json;
}

}  // namespace strata::inline cli
