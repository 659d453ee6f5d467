#include "app/still/run_list.h"

#include <utility>

#include "app/still/run_title.h"
#include "app/words/messages.h"

namespace strata::inline still {

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
    for (; lost < m_lost.size() && m_lost[lost].after <= runs; ++lost) lines.push_back({lost, true});
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
  const std::string title = fillText(Msg::StudioRunNumber, {std::to_string(run + 1)});
  const std::string what = runTitle(m_runs[run]);
  return what.empty() ? title : title + " · " + what;
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
  if (!m_shown && !m_lost.empty()) m_shownLost = m_lost.size() - 1;
}

void RunList::lose(Request request, std::string reason) {
  m_lost.push_back({std::move(request), std::move(reason), m_runs.size()});
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

ComparedSession sideOf(const ViewState& state, const RunList& runs, std::optional<std::size_t> run) {
  ComparedSession side = wholeSession(state);
  if (!run) return side;
  side.title += " · " + runs.title(*run);
  side.range = partOf(runs.all()[*run], *side.snapshot).value_or(side.range);
  return side;
}

}  // namespace strata::inline still
