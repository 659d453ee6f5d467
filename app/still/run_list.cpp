#include "app/still/run_list.h"

#include "app/session/run_forecast.h"
#include "app/words/messages.h"

namespace strata::inline still {

void RunList::take(std::vector<RunRecord> runs) {
  const bool another = runs.size() > m_runs.size();
  m_runs = std::move(runs);
  m_marks.resize(m_runs.size());
  if (another) m_shown = m_runs.size() - 1;
}

std::vector<std::size_t> RunList::listed() const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < m_runs.size(); ++i)
    if (!m_marks[i].removed) places.push_back(i);
  return places;
}

std::optional<std::size_t> RunList::newest() const {
  const auto all = listed();
  return all.empty() ? std::nullopt : std::optional(all.back());
}

std::string RunList::title(std::size_t run) const {
  if (!m_marks[run].name.empty()) return m_marks[run].name;
  std::string title = fillText(Msg::StudioRunNumber, {std::to_string(run + 1)});
  if (!m_runs[run].experiment.empty()) title += " · " + m_runs[run].experiment;
  const std::string shape = shapeOf(m_runs[run]);
  return shape.empty() ? title : title + " " + shape;
}

void RunList::show(std::size_t run) {
  m_shown = run;
}

void RunList::await() {
  m_shown.reset();
}

void RunList::stopAwaiting() {
  if (!m_shown) m_shown = newest();
}

void RunList::rename(std::size_t run, std::string name) {
  m_marks[run].name = std::move(name);
}

void RunList::remove(std::size_t run) {
  m_marks[run].removed = true;
  if (m_shown == run) m_shown = newest();
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
