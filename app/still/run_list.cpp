#include "app/still/run_list.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "app/facts/compared_sides.h"
#include "app/facts/wall_clock.h"
#include "app/session/choices.h"
#include "app/still/result_words.h"
#include "app/still/run_title.h"
#include "app/still/told_side.h"
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

bool isShort(const ParameterInfo& parameter) {
  return parameter.type == ParameterInfo::Type::Integer || parameter.type == ParameterInfo::Type::Number ||
         parameter.type == ParameterInfo::Type::Choice;
}

/// The runs of a list, and what runTitle says of each.
struct TitledRuns {
  std::span<const RunRecord> all;
  std::span<const std::string> titles;
};

/// Whether another run of the experiment, of one title where the parameter may be in it, was asked for another value.
bool isOther(const TitledRuns& runs, std::size_t run, std::size_t other, const ParameterInfo& parameter) {
  const RunRecord& there = runs.all[other];
  return there.experiment == runs.all[run].experiment && there.parameters->is_object() &&
         (parameter.ofRun || runs.titles[other] == runs.titles[run]) &&
         askedValue(there, parameter) != askedValue(runs.all[run], parameter);
}

/// Values that are not the default, of what runs of this experiment do not all have alike: of runs with one setting all
/// say it or none. First what is not as in the run before.
void addValues(std::vector<std::string>& found, const TitledRuns& runs, std::size_t run,
               std::optional<std::size_t> before) {
  const RunRecord& here = runs.all[run];
  const auto experiment = findExperiment(here.experiment);
  if (!experiment.ok() || !here.parameters->is_object()) return;
  std::vector<std::string> asBefore;
  for (const ParameterInfo& parameter : experiment.value()->parameters) {
    const nlohmann::json& value = askedValue(here, parameter);
    if (!isShort(parameter) || value == *parameter.defaultValue) continue;
    const bool isNew = before && isOther(runs, run, *before, parameter);
    bool differs = isNew;
    for (std::size_t i = 0; i < runs.all.size() && !differs; ++i) differs = isOther(runs, run, i, parameter);
    if (differs) (isNew ? found : asBefore).push_back(valueWords(parameter, value));
  }
  found.insert(found.end(), asBefore.begin(), asBefore.end());
}

/// What a run is told apart by beyond its size: "7900xtx", "mine".
std::vector<std::string> whatDiffers(const TitledRuns& runs, std::size_t run) {
  std::optional<std::size_t> before;
  for (std::size_t i = 0; i < run; ++i)
    if (runs.all[i].experiment == runs.all[run].experiment) before = i;
  std::vector<std::string> found;
  if (before) addNewKernels(found, runs.all[run], runs.all[*before]);
  addValues(found, runs, run, before);
  if (found.size() > kMostDifferences) found.resize(kMostDifferences);
  return found;
}

/// Of that run; without one of the newest that has any.
std::string modelledIn(const RunList& runs, std::optional<std::size_t> run) {
  if (run) return modelledOn(runs.all()[*run].results);
  std::string gpu;
  for (auto of = runs.all().rbegin(); of != runs.all().rend() && gpu.empty(); ++of) gpu = modelledOn(of->results);
  return gpu;
}

/// What of that kind the run was asked for, by the parameters' names; nothing where Strata has no such experiment.
template <typename Wanted>
ToldValues askedFor(const RunRecord& run, Wanted&& wanted) {
  ToldValues values;
  const auto experiment = findExperiment(run.experiment);
  if (!experiment.ok() || !run.parameters->is_object()) return values;
  for (const ParameterInfo& parameter : experiment.value()->parameters) {
    if (!wanted(parameter)) continue;
    const nlohmann::json& value = askedValue(run, parameter);
    values[parameter.name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return values;
}

ToldValues computedWith(const RunRecord& run) {
  return askedFor(run, [](const ParameterInfo& parameter) { return !parameter.ofRun; });
}

constexpr std::string_view kRepeat = "repeat";

/// How it was run, but for what leaves the time of one repeat as it is.
ToldValues timedWith(const RunRecord& run) {
  constexpr std::string_view kNotInTime[] = {kRepeat, "frames", "seed", "roofs", "check", "slow", "model_gpu"};
  return askedFor(run, [&](const ParameterInfo& parameter) {
    return parameter.ofRun && std::ranges::find(kNotInTime, parameter.name) == std::end(kNotInTime);
  });
}

/// 0: its experiment takes none.
std::int64_t repeatsOf(const RunRecord& run) {
  const auto experiment = findExperiment(run.experiment);
  if (!experiment.ok()) return 0;
  const auto& all = experiment.value()->parameters;
  const auto repeat = std::ranges::find(all, kRepeat, &ParameterInfo::name);
  if (repeat == all.end()) return 0;
  const nlohmann::json& asked = askedValue(run, *repeat);
  return asked.is_number_integer() ? asked.get<std::int64_t>() : 0;
}

}  // namespace

void RunList::take(std::vector<RunRecord> runs, std::time_t now) {
  const bool another = runs.size() > m_runs.size();
  m_runs = std::move(runs);
  m_marks.resize(m_runs.size());
  if (another) m_marks.back().came = now;
  m_titles.clear();
  m_titles.reserve(m_runs.size());
  for (const RunRecord& run : m_runs) m_titles.push_back(runTitle(run));
  if (another) show(m_runs.size() - 1);
}

std::vector<std::size_t> RunList::listed() const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < m_runs.size(); ++i)
    if (!m_marks[i].removed) places.push_back(i);
  return places;
}

const std::vector<OwnKernel>& RunList::shownSent() const {
  static const std::vector<OwnKernel> kNone;
  if (m_shownLost) return m_lost[*m_shownLost].request.kernels;
  return m_shown ? m_marks[*m_shown].sent : kNone;
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

std::string RunList::briefTitle(std::size_t run) const {
  if (!m_marks[run].name.empty()) return m_marks[run].name;
  const std::string title = fillText(Msg::StudioRunNumber, {std::to_string(run + 1)});
  return m_titles[run].empty() ? title : title + " · " + m_titles[run];
}

std::vector<RunCalls> RunList::otherCalls() const {
  std::vector<RunCalls> others;
  others.reserve(m_runs.size());
  for (std::size_t i = 0; i < m_runs.size(); ++i) {
    std::uint32_t first = 0, last = 0;
    for (const RunResult& result : m_runs[i].results) {
      if (result.firstCall == 0) continue;
      first = first == 0 ? result.firstCall : std::min(first, result.firstCall);
      last = std::max(last, result.lastCall);
    }
    const std::uint32_t before = m_runs[i].callsBefore;
    if (first > 0 && m_shown != i) others.push_back({briefTitle(i), CallId{before + first}, CallId{before + last}});
  }
  return others;
}

std::string RunList::title(std::size_t run) const {
  std::string title = briefTitle(run);
  if (!m_marks[run].name.empty()) return title;
  for (const std::string& difference : whatDiffers({m_runs, m_titles}, run)) title += " · " + difference;
  return title;
}

std::string RunList::wordsOf(std::size_t run) const {
  if (!m_marks[run].name.empty()) return m_marks[run].name;
  std::string words = m_titles[run];
  for (const std::string& difference : whatDiffers({m_runs, m_titles}, run)) words += " · " + difference;
  return words;
}

std::string RunList::titleAmongAlike(std::size_t run) const {
  const std::string words = wordsOf(run);
  const std::vector<std::size_t> all = listed();
  const bool alone =
      std::ranges::none_of(all, [&](std::size_t other) { return other != run && wordsOf(other) == words; });
  return alone || m_marks[run].came == 0 ? title(run) : title(run) + " · " + timeOfDay(m_marks[run].came);
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

void RunList::cutOffNewest(std::string reason, std::vector<OwnKernel> sent) {
  m_marks.back().cutOff = std::move(reason);
  m_marks.back().sent = std::move(sent);
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
  side.modelledOn = modelledIn(runs, run);
  side.told = toldOf(state.session, run ? &runs.all()[*run] : nullptr);
  if (!run) return side;
  side.title = sideTitle(state, runs, run);
  side.experiment = runs.all()[*run].experiment;
  side.parameters = computedWith(runs.all()[*run]);
  side.told.settings = timedWith(runs.all()[*run]);
  side.told.repeats = repeatsOf(runs.all()[*run]);
  const RunRecord& record = runs.all()[*run];
  if (const auto part = partOf(record, *side.snapshot)) {
    side.range = *part;
    side.timed = timedPartsOf(record, *side.snapshot);
  } else if (runs.all().size() > 1) {
    side.range = workedPartOf(record, *side.snapshot).value_or(side.range);
  }
  return side;
}

}  // namespace strata::inline still
