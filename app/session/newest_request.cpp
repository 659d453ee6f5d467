#include "app/session/newest_request.h"

#include <string>
#include <utility>

#include "engine/protocol/json_fields.h"

namespace strata::inline session {
namespace {

/// Adds what one result says; the parameters are those of the newest.
void take(const nlohmann::json& result, std::optional<Request>& newest) {
  const auto id = integerField<std::uint64_t>(result, "request");
  const std::string experiment = textField(result, "experiment"), variant = textField(result, "variant");
  if (experiment.empty()) return;
  if (!newest || newest->id != id || newest->name != experiment) newest.emplace();
  newest->id = id;
  newest->name = experiment;
  if (const auto* parameters = field(result, "parameters"); parameters && parameters->is_object())
    newest->parameters = *parameters;
  // Among the parameters of older sessions "repeat" is the default, not what was asked for.
  if (const auto* seconds = field(result, "seconds"))
    newest->repeat = integerField<int>(*seconds, "repeats", newest->repeat);
  if (!variant.empty()) newest->variants.push_back(variant);
}

}  // namespace

std::optional<Request> newestRequest(const TraceSnapshot& snapshot) {
  std::optional<Request> newest;
  std::string agent, agentOfNewest;
  for (const SessionMessage& message : snapshot.messages()) {
    if (message.kind != MessageKind::Hello && message.kind != MessageKind::Result) continue;
    const auto json = nlohmann::json::parse(message.json, nullptr, /*allow_exceptions=*/false);
    if (message.kind == MessageKind::Hello) {
      agent = textField(json, "run");
      continue;
    }
    if (std::exchange(agentOfNewest, agent) != agent) newest.reset();
    take(json, newest);
  }
  return newest;
}

}  // namespace strata::inline session
