#include "app/still/still.h"

#include <filesystem>

#include "app/facts/comparison.h"
#include "app/facts/event_search.h"
#include "app/facts/event_statistics.h"
#include "app/facts/selections.h"
#include "app/session/newest_request.h"
#include "app/views/timeline/timeline_layout.h"
#include "engine/protocol/nearest_name.h"
#include "layers/workloads/experiments.h"
#include "layers/workloads/ladder/ladder_experiment.h"

namespace strata {

void readSession(const Session& session, ViewState& state) {
  state.snapshot = session.snapshot();
  state.ownSteps = ladderSteps();
  state.storeys = session.storeys();
  state.hello = session.hello();
  state.title = std::filesystem::path(session.path()).filename().string();
  state.results = session.results();
  state.previews = session.previews();
  state.tokens = session.tokens();
  if (auto tensor = session.tensor()) state.tensor = std::make_shared<const SessionMessage>(std::move(*tensor));
  state.live = session.agentPid() != 0;
  if (const auto bounds = state.snapshot->bounds()) {
    state.range = *bounds;
    state.now = bounds->end;
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
  state.scroll = kLanesFitted;
  readSession(session, state);
  state.experiment = experimentOf(*state.snapshot);
  if (!state.experiment) return state;
  if (const auto kernel = typicalKernel(*state.snapshot, state.results, *state.experiment))
    state.selection = selectionOf(*state.snapshot, *kernel);
  return state;
}

std::optional<EventRef> longestNamed(const TraceSnapshot& snapshot, const std::string& part) {
  const auto bounds = snapshot.bounds();
  if (!bounds) return std::nullopt;
  const EventSearch search(snapshot, part);
  std::optional<EventRef> longest;
  Duration most{-1};
  for (const NameStatistics& of : statisticsOf(snapshot, *bounds, NameId::None).names)
    if (search.matches(of.name) && of.most > most) {
      longest = of.longest;
      most = of.most;
    }
  return longest;
}

std::string nearestEventName(const TraceSnapshot& snapshot, const std::string& words) {
  std::vector<std::string> names;
  if (const auto bounds = snapshot.bounds())
    for (const NameStatistics& of : statisticsOf(snapshot, *bounds, NameId::None).names)
      names.emplace_back(snapshot.name(of.name));
  return nearestName(words, names);
}

void compareWith(const Session& other, ViewState& state) {
  ViewState second;
  readSession(other, second);
  if (!state.snapshot->bounds() || !second.snapshot->bounds()) return;
  state.comparison = std::make_shared<const Comparison>(
      compareSessions(wholeSession(state), wholeSession(second), state.selection.event));
}

}  // namespace strata
