#include "layers/model/transformer_result.h"

#include <algorithm>
#include <map>

namespace strata {
namespace {

void add(RunResult& result, std::string name, double value, std::string unit, Provenance provenance) {
  result.figures.push_back({std::move(name), value, std::move(unit), provenance});
}

void addTimes(RunResult& result, std::vector<TokenTime> steps) {
  if (steps.empty()) return;
  result.firstCall = static_cast<std::uint32_t>(steps.front().call);
  result.lastCall = static_cast<std::uint32_t>(steps.back().call);
  double sum = 0;
  for (const TokenTime& step : steps) sum += step.time.seconds();
  add(result, "generation_tokens_per_s", static_cast<double>(steps.size()) / sum, "tokens/s", Provenance::Measured);
  std::ranges::sort(steps, {}, &TokenTime::time);
  const TokenTime& median = steps[(steps.size() - 1) / 2];
  result.medianCall = static_cast<std::uint32_t>(median.call);
  result.seconds = {median.time.seconds(), steps.front().time.seconds(), steps.back().time.seconds(),
                    static_cast<int>(steps.size()), "host"};
  result.kinds["seconds"] = Provenance::Measured;
}

/// Weights once, and keys and values of half the text: what the median token is taken to read.
void addBandwidth(RunResult& result, const TransformerOutcome& outcome, const TransformerEngine& engine,
                  const std::optional<Roofs>& roofs) {
  const ModelConfig& c = engine.config();
  const double tokens = static_cast<double>(outcome.promptIds.size()) + static_cast<double>(outcome.ids.size()) / 2;
  const double cache = tokens * 2 * static_cast<double>(c.kvWidth()) * static_cast<double>(c.layers) * sizeof(float);
  const double bytes = engine.weights().bytesPerToken() + cache;
  add(result, "bytes_per_token", bytes, "bytes", Provenance::Modelled);
  if (result.seconds.repeats == 0) return;
  result.gbytesPerSecond = bytes / result.seconds.median / 1e9;
  result.kinds["gbytes_per_s"] = Provenance::Modelled;
  if (!roofs) return;
  add(result, "roof_bytes_per_s", roofs->bytesPerSecond, "bytes/s", Provenance::Measured);
  add(result, "share_of_copy_roof", bytes / result.seconds.median / roofs->bytesPerSecond, "", Provenance::Modelled);
}

/// What starting a token's operations costs the host, one by one and, where there is one, as a graph.
void addLaunches(RunResult& result, const TransformerOutcome& outcome, const TransformerEngine& engine) {
  if (!outcome.launches) return;
  const auto addTime = [&](std::string name, Duration time) {
    add(result, std::move(name), time.seconds() * 1e6, "µs", Provenance::Measured);
  };
  addTime("launch_time_per_token", outcome.launches->oneByOne);
  if (!outcome.launches->graph) return;
  addTime("graph_launch_time_per_token", *outcome.launches->graph);
  add(result, "graph_size", static_cast<double>(engine.stepGraph()->size()), "kernels", Provenance::Counted);
}

nlohmann::json byOperation(const std::vector<NodeTime>& nodes) {
  std::vector<std::string> order;
  std::map<std::string, std::pair<int, double>> sums;
  for (const NodeTime& node : nodes) {
    auto& [count, seconds] = sums[node.kind];
    if (count++ == 0) order.push_back(node.kind);
    seconds += node.seconds;
  }
  nlohmann::json json = nlohmann::json::array();
  for (const std::string& kind : order)
    json.push_back({{"operation", kind}, {"count", sums[kind].first}, {"seconds", sums[kind].second}});
  return json;
}

nlohmann::json byLayer(const std::vector<NodeTime>& nodes) {
  std::map<int, double> sums;
  for (const NodeTime& node : nodes) sums[node.layer] += node.seconds;
  nlohmann::json json = nlohmann::json::array();
  for (const auto& [layer, seconds] : sums) json.push_back({{"layer", layer}, {"seconds", seconds}});
  return json;
}

}  // namespace

RunResult transformerResult(const TransformerOutcome& outcome, const TransformerEngine& engine,
                            const std::optional<Roofs>& roofs) {
  RunResult result;
  result.variant = "transformer";
  result.message = outcome.ending;
  add(result, "prompt_tokens", static_cast<double>(outcome.promptIds.size()), "tokens", Provenance::Counted);
  add(result, "generated_tokens", static_cast<double>(outcome.ids.size()), "tokens", Provenance::Counted);
  add(result, "prompt_tokens_read", static_cast<double>(outcome.promptRead), "tokens", Provenance::Counted);
  if (outcome.promptRead > 0)
    add(result, "prompt_tokens_per_s", static_cast<double>(outcome.promptRead) / outcome.promptTime.seconds(),
        "tokens/s", Provenance::Measured);
  addTimes(result, outcome.steps);
  addLaunches(result, outcome, engine);
  add(result, "weight_bytes", engine.weights().bytes(), "bytes", Provenance::Counted);
  add(result, "cache_bytes", engine.cache().bytes(), "bytes", Provenance::Counted);
  addBandwidth(result, outcome, engine, roofs);
  result.details = {{"text", outcome.text}, {"prompt_ids", outcome.promptIds}, {"ids", outcome.ids}};
  for (const std::string& line : engine.model().description()) result.details["model"].push_back(line);
  if (!outcome.operations.empty()) {
    result.details["operations"] = byOperation(outcome.operations);
    result.details["layers"] = byLayer(outcome.operations);
    result.details["operation_times"] =
        "measured: the last token again, a device event between operations; medians; layer -1 is outside the layers";
  }
  return result;
}

}  // namespace strata
