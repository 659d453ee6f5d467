#include "app/still/run_list.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "app/session/choices.h"
#include "app/still/run_title.h"
#include "app/words/messages.h"
#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline still {
namespace {

constexpr std::size_t kMostDifferences = 2;

/// Its default where the run does not say.
const nlohmann::json& askedValue(const RunRecord& run, const ParameterInfo& parameter) {
  const auto found = run.parameters->find(parameter.name);
  return found == run.parameters->end() ? *parameter.defaultValue : *found;
}

/// "caches cold"; a GPU is known by its name alone.
std::string valueWords(const ParameterInfo& parameter, const nlohmann::json& value) {
  const std::string word = value.is_string() ? value.get<std::string>() : value.dump();
  const bool isGpu = parameter.name == "model_gpu" && word != kModelAuto && word != kModelNone;
  return isGpu ? word : parameter.name + " " + word;
}

void addNewKernels(std::vector<std::string>& found, const RunRecord& run, const RunRecord& before) {
  for (const RunResult& result : run.results)
    if (!result.text.empty() &&
        std::ranges::find(before.results, result.variant, &RunResult::variant) == before.results.end())
      found.push_back(result.variant);
}

void addNewValues(std::vector<std::string>& found, const RunRecord& run, const RunRecord& before) {
  const auto experiment = findExperiment(run.experiment);
  if (!experiment.ok() || !run.parameters->is_object() || !before.parameters->is_object()) return;
  const bool sameWords = runTitle(run) == runTitle(before);
  for (const ParameterInfo& parameter : experiment.value()->parameters) {
    const bool isShort = parameter.type == ParameterInfo::Type::Integer ||
                         parameter.type == ParameterInfo::Type::Number || parameter.type == ParameterInfo::Type::Choice;
    const nlohmann::json& value = askedValue(run, parameter);
    if (isShort && (sameWords || parameter.ofRun) && value != askedValue(before, parameter))
      found.push_back(valueWords(parameter, value));
  }
}

/// From the run before of the same experiment, beyond the size: "7900xtx", "mine".
std::vector<std::string> whatDiffers(std::span<const RunRecord> upTo) {
  const RunRecord& run = upTo.back();
  std::vector<std::string> all;
  for (std::size_t i = upTo.size() - 1; i-- > 0;)
    if (upTo[i].experiment == run.experiment) {
      addNewKernels(all, run, upTo[i]);
      addNewValues(all, run, upTo[i]);
      break;
    }
  if (all.size() > kMostDifferences) all.resize(kMostDifferences);
  return all;
}

}  // namespace

void RunList::take(std::vector<RunRecord> runs) {
  const bool another = runs.size() > m_runs.size();
  m_runs = std::move(runs);
  m_marks.resize(m_runs.size());
  if (another) show(m_runs.size() - 1);
}

std::vector<std::size_t> RunList::listed() const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < m_runs.size(); ++i)
    if (!m_marks[i].removed) places.push_back(i);
  return places;
}

std::vector<ListedRun> RunList::lines() const {
  std::vector<ListedRun> lines;
  std::size_t lost = 0;
  const auto addLost = [&](std::size_t runs) {
    for (; lost < m_lost.size() && m_lost[lost].after <= runs; ++lost)
      if (!m_lost[lost].removed) lines.push_back({lost, true});
  };
  for (const std::size_t run : listed()) {
    addLost(run);
    lines.push_back({run, false});
  }
  addLost(m_runs.size());
  return lines;
}

std::optional<std::size_t> RunList::newest() const {
  const auto all = listed();
  return all.empty() ? std::nullopt : std::optional(all.back());
}

std::string RunList::title(std::size_t run) const {
  if (!m_marks[run].name.empty()) return m_marks[run].name;
  std::string title = fillText(Msg::StudioRunNumber, {std::to_string(run + 1)});
  if (const std::string what = runTitle(m_runs[run]); !what.empty()) title += " · " + what;
  for (const std::string& difference : whatDiffers(std::span(m_runs).first(run + 1))) title += " · " + difference;
  return title;
}

std::string RunList::lostTitle(std::size_t lost) const {
  RunRecord asked;
  asked.experiment = m_lost[lost].request.name;
  asked.parameters = m_lost[lost].request.parameters;
  return fillText(Msg::StudioLostRun, {runTitle(asked)});
}

void RunList::show(std::size_t run) {
  m_shown = run;
  m_shownLost.reset();
}

void RunList::showLost(std::size_t lost) {
  m_shown.reset();
  m_shownLost = lost;
}

void RunList::await() {
  m_shown.reset();
  m_shownLost.reset();
}

void RunList::stopAwaiting() {
  if (m_shown || m_shownLost) return;
  m_shown = newest();
  if (m_shown) return;
  const auto last = std::ranges::find(m_lost.rbegin(), m_lost.rend(), false, &LostRun::removed);
  if (last != m_lost.rend()) m_shownLost = static_cast<std::size_t>(m_lost.rend() - last) - 1;
}

void RunList::lose(Request request, std::string reason, TimeRange part) {
  m_lost.push_back({std::move(request), std::move(reason), m_runs.size(), part});
}

void RunList::cutOffNewest(std::string reason) {
  m_marks.back().cutOff = std::move(reason);
}

void RunList::cutOffAwaited(const std::string& reason) {
  for (std::size_t i = 0; i < m_runs.size(); ++i)
    if (m_runs[i].awaited) m_marks[i].cutOff = reason;
}

void RunList::rename(std::size_t run, std::string name) {
  m_marks[run].name = std::move(name);
}

void RunList::remove(std::size_t run) {
  m_marks[run].removed = true;
  if (m_shown != run) return;
  m_shown.reset();
  stopAwaiting();
}

void RunList::restore(std::size_t run) {
  if (run >= m_marks.size()) return;  // another session has taken the place of its own
  m_marks[run].removed = false;
  show(run);
}

void RunList::removeLost(std::size_t lost) {
  m_lost[lost].removed = true;
  if (m_shownLost != lost) return;
  m_shownLost.reset();
  stopAwaiting();
}

void RunList::restoreLost(std::size_t lost) {
  if (lost >= m_lost.size()) return;  // as above
  m_lost[lost].removed = false;
  showLost(lost);
}

std::string sideTitle(const ViewState& state, const RunList& runs, std::optional<std::size_t> run) {
  const std::string& session = state.session.title;
  if (!run) return session;
  return runs.title(*run) + (session.empty() ? "" : " · " + session);
}

ComparedSession sideOf(const ViewState& state, const RunList& runs, std::optional<std::size_t> run) {
  ComparedSession side = wholeSession(state);
  if (!run) return side;
  side.title = sideTitle(state, runs, run);
  side.experiment = runs.all()[*run].experiment;
  const auto part = partOf(runs.all()[*run], *side.snapshot);
  if (!part) return side;
  side.range = *part;
  side.measured = measuredCalls(runs.all()[*run], *side.snapshot);
  return side;
}

}  // namespace strata::inline still
