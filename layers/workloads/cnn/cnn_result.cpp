#include "layers/workloads/cnn/cnn_result.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

#include "engine/base/median.h"
#include "layers/workloads/ladder/ladder_run.h"

namespace strata::inline workloads {
namespace {

/// What the network computed last.
std::string_view lastOp(const CnnPlan& plan) {
  std::string_view op;
  for (const CnnStage& stage : plan.stages)
    if (!stage.ops.empty()) op = stage.op;
  return op;
}

/// What a softmax makes of the logits; of a network that ends in probabilities these.
std::vector<double> probabilitiesOf(const CnnPlan& plan, const std::vector<float>& logits) {
  if (lastOp(plan) == "Softmax" || lastOp(plan) == "Sigmoid") return {logits.begin(), logits.end()};
  const auto largest = static_cast<double>(std::ranges::max(logits));
  std::vector<double> probabilities;
  double sum = 0;
  for (const float logit : logits) sum += probabilities.emplace_back(std::exp(static_cast<double>(logit) - largest));
  for (double& each : probabilities) each /= sum;
  return probabilities;
}

double medianSeconds(std::span<const CnnPass> passes, std::size_t stage) {
  std::vector<Duration> times;
  for (const CnnPass& pass : passes) times.push_back(pass.stages[stage]);
  std::ranges::sort(times);
  return times[medianPlace(times.size())].seconds();
}

nlohmann::json stagesJson(const CnnPlan& plan, std::span<const CnnPass> passes) {
  nlohmann::json json = nlohmann::json::array();
  for (std::size_t i = 0; i < plan.stages.size(); ++i) {
    const CnnStage& stage = plan.stages[i];
    const CnnValue& output = plan.values[stage.output];
    json.push_back({{"name", stage.name},
                    {"op", stage.op},
                    {"tensor", output.name},
                    {"shape", output.shape},
                    {"seconds", medianSeconds(passes, i)}});
  }
  return json;
}

}  // namespace

RunResult cnnResult(const std::string& variant, const CnnPlan& plan, std::span<const CnnPass> passes, const Cost& cost,
                    const std::vector<float>& logits) {
  std::vector<LadderRepeat> repeats;
  for (const CnnPass& pass : passes) repeats.push_back(pass.whole);
  RunResult result = summarizeRepeats(variant, repeats, cost);
  const std::vector<double> probabilities = probabilitiesOf(plan, logits);
  const auto digit = std::ranges::max_element(logits) - logits.begin();
  const double probability = probabilities[static_cast<std::size_t>(digit)];
  result.message = fmt::format("the digit is {} ({:.1f} %)", digit, 100 * probability);
  result.figures.push_back({"probability", probability, "", Provenance::Modelled});
  *result.details = {{"digit", digit},
                     {"logits", logits},
                     {"probabilities", probabilities},
                     {"stages", stagesJson(plan, passes)},
                     {"stage_times", "measured: a device event between stages; medians of the repeats"}};
  return result;
}

}  // namespace strata::inline workloads
