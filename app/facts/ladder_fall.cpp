#include "app/facts/ladder_fall.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "app/facts/repeat_spread.h"
#include "app/facts/variant_facts.h"
#include "app/words/messages.h"

namespace strata::inline facts {
namespace {

/// A step of ours that fell behind one before it.
struct Fall {
  std::string_view step;
  MadeFor madeFor = MadeFor::Both;
};

std::vector<Fall> fallsOf(const ViewState& state) {
  std::vector<const RunResult*> steps;
  steps.reserve(state.session.results.size());
  for (const RunResult& result : state.session.results) {
    const VariantInfo* info = findVariantInfo(state, result.variant);
    if (info && info->madeFor && ranWell(result) && result.seconds.repeats > 0) steps.push_back(&result);
  }
  std::ranges::stable_sort(
      steps, {}, [&](const RunResult* step) { return ladderPlace(*state.session.experiment, step->variant); });
  std::vector<Fall> falls;
  const RunResult* quickest = nullptr;
  for (const RunResult* step : steps) {
    if (quickest && clearlySlower(*step, *quickest))
      falls.push_back({step->variant, *findVariantInfo(state, step->variant)->madeFor});
    if (!quickest || step->seconds.median < quickest->seconds.median) quickest = step;
  }
  return falls;
}

/// The first three by name.
std::string namesOf(const std::vector<Fall>& falls) {
  constexpr std::size_t kNamed = 3;
  std::string names;
  for (std::size_t i = 0; i < std::min(kNamed, falls.size()); ++i)
    names.append(i == 0 ? "" : ", ").append(falls[i].step);
  if (falls.size() <= kNamed) return names;
  return fillText(Msg::ResultsFallMore, {names, std::to_string(falls.size() - kNamed)});
}

}  // namespace

std::string ladderFall(const ViewState& state) {
  const std::vector<Fall> falls = fallsOf(state);
  if (falls.empty() || !state.session.hello) return {};
  const bool processor = ofProcessor(state.session.hello);
  // Those made for the other kind of device tell most; without them it is the idea that does not help here.
  std::vector<Fall> strangers;
  std::ranges::copy_if(falls, std::back_inserter(strangers), [&](const Fall& fall) {
    return fall.madeFor == (processor ? MadeFor::Gpus : MadeFor::Processors);
  });
  if (strangers.empty()) return fillText(Msg::ResultsFall, {namesOf(falls)});
  return fillText(processor ? Msg::ResultsFallOfGpus : Msg::ResultsFallOfProcessors, {namesOf(strangers)});
}

}  // namespace strata::inline facts
