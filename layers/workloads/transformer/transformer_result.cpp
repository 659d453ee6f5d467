#include "layers/workloads/transformer/transformer_result.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

#include "engine/base/median.h"
#include "layers/workloads/common/last_level_cache.h"
#include "layers/workloads/ladder/ladder_figures.h"
#include "layers/workloads/transformer/transformer_cost.h"

namespace strata::inline workloads {
namespace {

void add(RunResult& result, std::string name, double value, std::string unit, Provenance provenance) {
  result.figures.push_back({std::move(name), value, std::move(unit), provenance});
}

void addTime(RunResult& result, std::string name, double seconds) {
  add(result, std::move(name), seconds * 1e6, "µs", Provenance::Measured);
}

/// Tokens per second are of all tokens together, as llama-bench and servers count them: one over the mean time. Every
/// other speed is the median token's.
void addTimes(RunResult& result, std::vector<TokenTime> steps) {
  if (steps.empty()) return;
  result.firstCall = static_cast<std::uint32_t>(steps.front().call);
  result.lastCall = static_cast<std::uint32_t>(steps.back().call);
  double sum = 0;
  std::vector<double> each;
  each.reserve(steps.size());
  for (const TokenTime& step : steps) sum += each.emplace_back(step.time.seconds());
  const auto count = static_cast<double>(steps.size());
  std::ranges::sort(steps, {}, &TokenTime::time);
  const TokenTime& median = steps[medianPlace(steps.size())];
  add(result, "generation_tokens_per_s", count / sum, "tokens/s", Provenance::Measured);
  addTime(result, "time_per_token_mean", sum / count);
  addTime(result, "time_per_token_median", median.time.seconds());
  result.medianCall = static_cast<std::uint32_t>(median.call);
  result.seconds = {median.time.seconds(),
                    steps.front().time.seconds(),
                    steps.back().time.seconds(),
                    static_cast<int>(steps.size()),
                    "host",
                    std::move(each)};
  result.kinds["seconds"] = Provenance::Measured;
}

/// Speed and arithmetic intensity of a phase: its place under the roofs.
void addPhase(RunResult& result, const std::string& phase, const TransformerCost& cost, double seconds) {
  add(result, phase + "_gflop_per_s", cost.flop / seconds * 1e-9, "GFLOP/s", Provenance::Modelled);
  add(result, phase + "_intensity", cost.flop / cost.bytes, "FLOP/byte", Provenance::Modelled);
}

void addPrompt(RunResult& result, const TransformerOutcome& outcome, const TransformerEngine& engine) {
  if (outcome.promptRead == 0) {
    result.details[kPromptNote] =
        "The speed of prefill is missing: the prompt was read by a run before, and the cache still has its keys and "
        "values.";
    return;
  }
  if (outcome.promptWasFirst)
    result.details[kPromptNote] =
        "The speed of prefill is that of a first run of its operations: it also holds what happens once, such as "
        "loading kernels and first touching memory.";
  const double seconds = outcome.promptTime.seconds();
  add(result, "prompt_tokens_per_s", static_cast<double>(outcome.promptRead) / seconds, "tokens/s",
      Provenance::Measured);
  const auto end = std::ssize(outcome.promptIds), begin = end - static_cast<std::ptrdiff_t>(outcome.promptRead);
  addPhase(result, "prompt", costOfPrompt(engine.weights(), engine.config(), begin, end, engine.mostRows()), seconds);
}

/// Of the median token, which is taken to be the middle one of the text.
void addBandwidth(RunResult& result, const TransformerOutcome& outcome, const TransformerEngine& engine) {
  const std::int64_t before = std::ssize(outcome.promptIds) + std::ssize(outcome.ids) / 2;
  const TransformerCost cost = costOfPiece(engine.weights(), engine.config(), std::max<std::int64_t>(before - 1, 0), 1);
  add(result, "bytes_per_token", cost.bytes, "bytes", Provenance::Modelled);
  if (result.seconds.repeats == 0) return;
  addPhase(result, "generation", cost, result.seconds.median);
  result.gbytesPerSecond = cost.bytes / result.seconds.median / 1e9;
  result.kinds["gbytes_per_s"] = Provenance::Modelled;
}

/// Why the share of memory's roof is not that of a model too large for any cache; empty where it is.
std::string shareNote(double share, double bytesPerToken, const DeviceInfo& device) {
  const bool fits = bytesPerToken <= lastLevelCacheBytes(device).value_or(0);
  if (share <= 1 && !fits) return {};
  return fmt::format(
      "{}: the roof is memory's, and a model as small as this one keeps its weights and keys in the faster caches; "
      "that each token reads all of them is modelled",
      share > 1 ? "above 100 %" : "of a model that fits into the last-level cache");
}

void addRoofs(RunResult& result, const Roofs& roofs, const DeviceInfo& device) {
  add(result, "roof_bytes_per_s", roofs.bytesPerSecond, "bytes/s", Provenance::Measured);
  add(result, "roof_flop_per_s", roofs.flops, "FLOP/s", Provenance::Measured);
  const Figure* bytes = result.figure("bytes_per_token");
  addRoofDetails(result, roofs, bytes ? bytes->value : 0, device);
  if (!result.gbytesPerSecond) return;
  const double share = *result.gbytesPerSecond * 1e9 / roofs.bytesPerSecond;
  add(result, "share_of_copy_roof", share, "", Provenance::Modelled);
  if (const std::string note = shareNote(share, result.figure("bytes_per_token")->value, device); !note.empty())
    result.details["share_of_copy_roof_note"] = note;
}

/// What starting a token's operations costs the host, one by one and, where there is one, as a graph.
void addLaunches(RunResult& result, const TransformerOutcome& outcome, const TransformerEngine& engine) {
  if (!outcome.launches) return;
  addTime(result, "launch_time_per_token", outcome.launches->oneByOne.seconds());
  if (!outcome.launches->graph) return;
  addTime(result, "graph_launch_time_per_token", outcome.launches->graph->seconds());
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

/// What of the model lies in the device's memory, how it is kept there, and how much it takes.
nlohmann::json keptParts(const TransformerEngine& engine) {
  nlohmann::json json = nlohmann::json::array();
  const auto addPart = [&json](std::string_view part, DataType type, std::size_t bytes) {
    json.push_back({{"part", part}, {"type", dataTypeName(type)}, {"bytes", bytes}});
  };
  for (const KeptWeights& one : engine.weights().kept()) addPart(one.part, one.type, one.bytes);
  const KvCache& cache = engine.cache();
  if (!cache.layers.empty())
    addPart("KV cache", cache.layers.front().info.type, static_cast<std::size_t>(cache.bytes()));
  return json;
}

/// What it read and wrote, and with which model.
RunResult resultSoFar(const TransformerOutcome& outcome, const TransformerEngine& engine) {
  RunResult result;
  result.variant = "transformer";
  add(result, "prompt_tokens", static_cast<double>(outcome.promptIds.size()), "tokens", Provenance::Counted);
  add(result, "generated_tokens", static_cast<double>(outcome.ids.size()), "tokens", Provenance::Counted);
  add(result, "prompt_tokens_read", static_cast<double>(outcome.promptRead), "tokens", Provenance::Counted);
  *result.details = {{"text", outcome.text}, {"prompt_ids", outcome.promptIds}, {"ids", outcome.ids}};
  for (const std::string& line : engine.model().description()) result.details["model"].push_back(line);
  result.details["kept"] = keptParts(engine);
  return result;
}

}  // namespace

RunResult transformerResult(const TransformerOutcome& outcome, const TransformerEngine& engine,
                            const std::optional<Roofs>& roofs) {
  RunResult result = resultSoFar(outcome, engine);
  result.message = outcome.ending;
  if (const std::int64_t trained = engine.config().context; engine.options().capacity > trained)
    say(result, fmt::format("the model was trained for {} positions, and beyond them the text decays", trained));
  addPrompt(result, outcome, engine);
  addTimes(result, outcome.steps);
  addLaunches(result, outcome, engine);
  add(result, "weight_bytes", engine.weights().bytes(), "bytes", Provenance::Counted);
  add(result, "cache_bytes", engine.cache().bytes(), "bytes", Provenance::Counted);
  addBandwidth(result, outcome, engine);
  if (roofs) addRoofs(result, *roofs, engine.device());
  if (!outcome.operations.empty()) {
    result.details["operations"] = byOperation(outcome.operations);
    result.details["layers"] = byLayer(outcome.operations);
    result.details["operation_times"] =
        "measured: the last token again, with a device event between operations; medians; layer -1 is outside the "
        "layers";
  }
  return result;
}

RunResult failedTransformer(const TransformerOutcome& outcome, const TransformerEngine& engine, const Error& why) {
  RunResult result = resultSoFar(outcome, engine);
  result.status = RunResult::Status::Failed;
  result.message = why.message + "; its speed is not shown";
  return result;
}

}  // namespace strata::inline workloads
