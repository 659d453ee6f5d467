#include "app/still/still.h"

#include <filesystem>

#include "app/facts/comparison.h"
#include "app/facts/published_times.h"
#include "app/facts/selections.h"
#include "app/facts/variant_facts.h"
#include "app/facts/what_if.h"
#include "app/session/newest_request.h"
#include "app/views/timeline/timeline_layout.h"
#include "layers/workloads/experiments.h"
#include "layers/workloads/ladder/ladder_experiment.h"

namespace strata::inline still {

void readSession(const Session& session, ViewState& state) {
  state.session.snapshot = session.snapshot();
  state.session.ownSteps = ownSteps();
  state.session.storeys = session.storeys();
  state.session.hello = session.hello();
  state.session.title = std::filesystem::path(session.path()).filename().string();
  state.session.results = session.results();
  state.session.gpu = modelledGpu(state.session.results, state.session.gpu);
  state.session.published = keptPublishedTimes();
  state.session.previews = session.previews();
  state.session.tokens = session.tokens();
  if (auto tensor = session.tensor()) state.session.tensor = std::make_shared<const SessionMessage>(std::move(*tensor));
  state.sight.live = state.sight.running = session.agentPid() != 0;
  if (const auto bounds = state.session.snapshot->bounds()) {
    state.sight.range = *bounds;
    state.sight.now = bounds->end;
  }
}

std::shared_ptr<const ExperimentInfo> experimentOf(const TraceSnapshot& snapshot) {
  const auto request = newestRequest(snapshot);
  if (!request) return nullptr;
  for (const ExperimentInfo* info : experiments())
    if (info->name == request->name) return std::make_shared<const ExperimentInfo>(*info);
  return nullptr;
}

ViewState stillOf(const Session& session) {
  ViewState state;
  state.sight.scroll = kGroupsFitted;
  readSession(session, state);
  state.session.experiment = withOwnKernels(experimentOf(*state.session.snapshot), state.session.results);
  if (!state.session.experiment) return state;
  if (const auto kernel = typicalKernel(*state.session.snapshot, state.session.results, *state.session.experiment))
    state.sight.selection = selectionOf(*state.session.snapshot, *kernel);
  return state;
}

void compareWith(const Session& other, ViewState& state) {
  ViewState second;
  readSession(other, second);
  if (!state.session.snapshot->bounds() || !second.session.snapshot->bounds()) return;
  state.sight.comparison = std::make_shared<const Comparison>(
      compareSessions(wholeSession(state), wholeSession(second), state.sight.selection.event));
}

}  // namespace strata::inline still
