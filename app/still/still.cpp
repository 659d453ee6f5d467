#include "app/still/still.h"

#include <filesystem>

#include "app/facts/comparison.h"
#include "app/facts/published_times.h"
#include "app/facts/selections.h"
#include "app/facts/sight_text.h"
#include "app/facts/variant_facts.h"
#include "app/facts/what_if.h"
#include "app/session/newest_request.h"
#include "app/session/run_forecast.h"
#include "app/still/run_list.h"
#include "app/views/timeline/timeline_layout.h"
#include "layers/workloads/experiments.h"
#include "layers/workloads/ladder/ladder_experiment.h"

namespace strata::inline still {
namespace {

ComparedSession sideOf(const ViewState& state, std::optional<std::size_t> run) {
  RunList runs;
  runs.take(messagesOf(*state.session.snapshot).runs());
  return sideOf(state, runs, run && *run < runs.all().size() ? run : runs.newest());
}

}  // namespace

std::optional<RunRecord> runOf(const TraceSnapshot& snapshot, std::optional<std::size_t> place) {
  if (!place) return std::nullopt;
  const SessionMessages messages = messagesOf(snapshot);
  return *place < messages.runs().size() ? std::optional(messages.runs()[*place]) : std::nullopt;
}

std::optional<std::size_t> newestRunOf(const TraceSnapshot& snapshot) {
  const std::size_t runs = messagesOf(snapshot).runs().size();
  return runs > 0 ? std::optional(runs - 1) : std::nullopt;
}

void readSession(const Session& session, ViewState& state, std::optional<std::size_t> run) {
  state.session.snapshot = session.snapshot();
  state.session.ownSteps = ownSteps();
  state.session.storeys = session.storeys();
  state.session.hello = session.hello();
  state.session.devices = session.devices();
  if (const auto origin = session.origin()) state.session.foreignGpu = origin->gpu;
  state.session.file = session.path();
  state.session.title = std::filesystem::path(session.path()).filename().string();
  const auto record = runOf(*state.session.snapshot, run);
  state.session.results = record ? completedResults(*record, *state.session.snapshot) : session.results();
  state.session.gpu = modelledGpu(state.session.results, state.session.gpu);
  state.session.published = keptPublishedTimes();
  state.session.tokens = session.tokens();
  const std::vector<RunRecord> runs = session.runs();
  const auto shown = run && *run < runs.size() ? run : runs.empty() ? std::nullopt : std::optional(runs.size() - 1);
  state.session.part = shown ? partOf(runs[*shown], *state.session.snapshot) : std::nullopt;
  RunList list;
  list.take(runs);
  if (shown) list.show(*shown);
  state.session.otherRuns = list.otherCalls();
  if (shown) state.session.timed = timedPartsOf(runs[*shown], *state.session.snapshot);
  state.session.shape = shown ? shapeOf(runs[*shown]) : std::string();
  RunPictures pictures = session.pictures(shown);
  state.session.tensor = std::move(pictures.tensor);
  state.session.previews = std::move(pictures.previews);
  state.sight.live = state.sight.running = session.agentPid() != 0;
  state.sight.still = true;
  if (const auto bounds = state.session.snapshot->bounds()) {
    state.sight.range = state.session.snapshot->lastingBounds().value_or(*bounds);
    state.sight.now = bounds->end;
  }
}

std::shared_ptr<const ExperimentInfo> experimentOf(const TraceSnapshot& snapshot, std::optional<std::size_t> run) {
  const auto record = runOf(snapshot, run);
  const auto request = record ? requestOf(*record) : newestRequest(snapshot);
  if (!request) return nullptr;
  for (const ExperimentInfo* info : experiments())
    if (info->name == request->name) return std::make_shared<const ExperimentInfo>(*info);
  return nullptr;
}

ViewState stillOf(const Session& session) {
  ViewState state;
  state.sight.scroll = kGroupsFitted;
  readSession(session, state);
  state.sight.marks = marksOf(*state.session.snapshot);
  state.session.experiment = withOwnKernels(experimentOf(*state.session.snapshot), state.session.results);
  selectTypicalKernel(state);
  return state;
}

void selectTypicalKernel(ViewState& state) {
  const SessionFacts& session = state.session;
  if (!session.experiment) return;
  const auto kernel = typicalKernel(*session.snapshot, session.results, *session.experiment);
  if (!kernel) return;
  state.sight.selection = selectionOf(*session.snapshot, *kernel);
  TableChoices& table = state.sight.choices.table;
  table.first = 0;
  table.firstOf = state.sight.selection.event;
}

void compareWith(const Session& other, ViewState& state, std::optional<std::size_t> run,
                 std::optional<std::size_t> otherRun) {
  ViewState second;
  readSession(other, second);
  if (!state.session.snapshot->bounds() || !second.session.snapshot->bounds()) return;
  state.sight.comparison = std::make_shared<const Comparison>(
      compareSessions(sideOf(state, run), sideOf(second, otherRun), state.sight.selection.event));
}

}  // namespace strata::inline still
