#include "app/facts/ladder_turn.h"

#include <algorithm>
#include <vector>

#include "app/canvas/format.h"
#include "app/facts/ladder_fall.h"
#include "app/facts/repeat_spread.h"
#include "app/facts/variant_facts.h"
#include "app/words/messages.h"

namespace strata::inline facts {
namespace {

/// A step that is slower here and quicker there than the one before.
struct Turn {
  const RunResult *before = nullptr, *step = nullptr;
  double quicker() const { return before->modelled->seconds / step->modelled->seconds; }
};

bool ofLadder(const ExperimentInfo& info, const RunResult& result) {
  const std::size_t place = ladderPlace(info, result.variant);
  return place < info.variants.size() && !info.variants[place].kernel.empty();
}

/// Steps that ran and were modelled, as they follow each other in the ladder.
std::vector<const RunResult*> stepsOf(std::span<const RunResult> results, const ExperimentInfo& info) {
  std::vector<const RunResult*> steps;
  steps.reserve(results.size());
  for (const RunResult& result : results) {
    const bool both = result.status == RunResult::Status::Ok && result.seconds.repeats > 0 && result.modelled;
    if (both && ofLadder(info, result)) steps.push_back(&result);
  }
  std::ranges::stable_sort(steps, {}, [&](const RunResult* step) { return ladderPlace(info, step->variant); });
  return steps;
}

std::vector<Turn> turnsOf(std::span<const RunResult> results, const ExperimentInfo& info) {
  std::vector<Turn> turns;
  const RunResult* before = nullptr;
  for (const RunResult* step : stepsOf(results, info)) {
    const Turn turn{before, step};
    if (before && clearlySlower(*step, *before) && turn.quicker() > kSeenRatio) turns.push_back(turn);
    before = step;
  }
  return turns;
}

}  // namespace

std::string ladderTurn(std::span<const RunResult> results, const ExperimentInfo& info, bool processor) {
  const std::vector<Turn> turns = turnsOf(results, info);
  if (turns.empty()) return {};
  const std::string_view here = text(processor ? Msg::ResultsCpu : Msg::ResultsGpu);
  const Turn& first = turns.front();
  const std::string& gpu = first.step->modelled->gpuTitle;
  if (turns.size() == 1)
    return fillText(Msg::ResultsTurns,
                    {here, first.step->variant, first.before->variant, gpu, formatNumber(first.quicker(), 2)});
  std::string all;
  for (const Turn& turn : turns)
    all +=
        (all.empty() ? "" : ", ") + fillText(Msg::ResultsTurn, {turn.step->variant, formatNumber(turn.quicker(), 2)});
  return fillText(Msg::ResultsTurnsMore, {here, gpu, all});
}

}  // namespace strata::inline facts
