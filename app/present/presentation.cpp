#include "app/present/presentation.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/facts/named_events.h"
#include "app/facts/selections.h"
#include "app/facts/sight_text.h"
#include "app/facts/variant_facts.h"
#include "app/still/still.h"
#include "app/views/timeline/timeline_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"

namespace strata::inline present {

namespace {

bool acts(const Slide& slide) {
  return !slide.open.empty() || !slide.run.experiment.empty();
}

}  // namespace

Presentation::Presentation(Show show, std::string folder, std::string agent, std::function<void()> changed)
    : m_show(std::move(show)), m_folder(std::move(folder)), m_agent(std::move(agent)), m_changed(std::move(changed)) {
  act();
}

void Presentation::next() {
  if (!slide().answer.empty() && !m_answerShown) {
    m_answerShown = true;
    return;
  }
  if (m_index + 1 < m_show.slides.size()) go(m_index + 1);
}

void Presentation::back() {
  if (m_index > 0) go(m_index - 1);
}

void Presentation::go(std::size_t index) {
  m_index = std::min(index, m_show.slides.size() - 1);
  m_answerShown = m_forPictures;
  black = false;
  act();
}

void Presentation::type(int digit) {
  constexpr std::size_t kMost = 999;
  m_number = std::min(kMost, 10 * m_number + static_cast<std::size_t>(digit));
  if (m_number > 0)
    m_remark = fillText(Msg::ShowGoTo, {std::to_string(std::min(m_number, m_show.slides.size())),
                                        std::to_string(m_show.slides.size())});
}

void Presentation::enter() {
  if (m_number == 0) return next();
  go(std::exchange(m_number, 0) - 1);
}

void Presentation::forgetNumber() {
  if (std::exchange(m_number, 0) > 0) m_remark.clear();
}

bool Presentation::stop() {
  bool any = false;
  for (const auto& [index, kept] : m_brought) {
    if (!kept->working()) continue;
    kept->stop();
    any = true;
  }
  return any;
}

void Presentation::again() {
  if (acts(slide())) {
    bring(m_index);
    return act();
  }
  const auto from = source(m_index);
  m_remark =
      from ? fillText(Msg::ShowRunsNothing, {std::to_string(*from + 1)}) : std::string(text(Msg::ShowHasNothing));
}

std::optional<std::size_t> Presentation::source(std::size_t index) const {
  for (std::size_t i = index + 1; i-- > 0;)
    if (acts(m_show.slides[i])) return i;
  return std::nullopt;
}

std::vector<std::size_t> Presentation::sources() const {
  std::vector<std::size_t> sources;
  if (slide().beside == Slide::kBefore && m_index > 0)
    if (const auto before = source(m_index - 1)) sources.push_back(*before);
  if (const auto own = source(m_index)) sources.push_back(*own);
  return sources;
}

void Presentation::act() {
  m_remark.clear();
  m_unmatched.reset();
  m_state.sight = {};
  m_state.sight.scroll = kGroupsFitted;
  m_state.sight.choices.variant = slide().variant;
  m_state.sight.choices.line = slide().codeLine;
  m_state.session.experiment.reset();
  m_chosenFor.reset();
  m_besideFile.reset();
  if (!slide().beside.empty() && slide().beside != Slide::kBefore)
    m_besideFile = std::make_unique<SlideSession>(pathOf(slide().beside), m_changed);
  bringMissing();
  // A file is read again where a slide shows it again.
  std::erase_if(m_brought, [needed = sources()](const auto& kept) {
    return !kept.second->file().empty() && std::ranges::find(needed, kept.first) == needed.end();
  });
}

/// One run after the other: two at once would slow each other down.
void Presentation::bringMissing() {
  for (const std::size_t index : sources()) {
    if (!m_brought.contains(index)) bring(index);
    if (m_brought.at(index)->working()) return;
  }
}

/// What was cut short is no result, and runs again where it is wanted.
void Presentation::bring(std::size_t index) {
  const Slide& slide = m_show.slides[index];
  if (slide.run.experiment.empty()) {
    const std::string path = pathOf(slide.open);
    const auto same = std::ranges::find_if(
        m_brought, [&](const auto& kept) { return kept.first != index && kept.second->file() == path; });
    m_brought[index] = same != m_brought.end() ? same->second : std::make_shared<SlideSession>(path, m_changed);
    return;
  }
  std::erase_if(m_brought, [](const auto& kept) { return kept.second->working(); });
  for (const auto& [other, kept] : m_brought) kept->endAgent();
  m_brought[index] = std::make_shared<SlideSession>(
      requestOf(slide, std::filesystem::path(m_show.file).filename().string()), m_agent, m_changed);
}

std::string Presentation::pathOf(const std::string& file) const {
  return (std::filesystem::path(m_folder) / file).string();
}

const SlideSession* Presentation::shown() const {
  const auto from = source(m_index);
  const auto brought = from ? m_brought.find(*from) : m_brought.end();
  return brought != m_brought.end() ? brought->second.get() : nullptr;
}

const SlideSession* Presentation::beside() const {
  if (m_besideFile || slide().beside != Slide::kBefore || sources().size() < 2) return m_besideFile.get();
  const auto brought = m_brought.find(sources().front());
  return brought != m_brought.end() ? brought->second.get() : nullptr;
}

std::optional<Error> Presentation::problem() const {
  std::optional<Error> all = m_unmatched;
  for (const SlideSession* session : {beside(), shown()}) {
    const auto problem = session ? session->problem() : std::nullopt;
    if (!problem) continue;
    all = all ? Error{all->code, all->message + " " + problem->message, all->storey} : *problem;
  }
  return all;
}

bool Presentation::working() const {
  return std::ranges::any_of(sources(), [this](std::size_t index) {
    const auto brought = m_brought.find(index);
    return brought == m_brought.end() || brought->second->working();
  });
}

const ViewState& Presentation::state() {
  bringMissing();
  const SlideSession* shown = this->shown();
  readSession(shown ? shown->session() : m_blank, m_state, slide().ofRun);
  m_state.sight.frame = shown ? shown->frame() : nullptr;
  if (shown && shown->experiment()) m_state.session.experiment = shown->experiment();
  if (m_state.session.snapshot->bounds() && !working()) chooseOnce();
  return m_state;
}

// Choosing reads every event; a slide is drawn again for each move of the spotlight.
void Presentation::chooseOnce() {
  const SnapshotState other = beside() ? beside()->session().snapshot()->state() : SnapshotState{};
  const auto now = std::tuple(m_state.session.snapshot->state(), other, m_state.session.results.size());
  if (m_chosenFor == now) {
    m_state.sight.range = m_chosenRange;
    return;
  }
  chooseEvent();
  m_chosenFor = now;
  m_chosenRange = m_state.sight.range;
}

bool Presentation::hasNotes() const {
  return std::ranges::any_of(m_show.slides, [](const Slide& slide) { return !slide.note.empty(); });
}

std::optional<EventRef> Presentation::selected(const TraceSnapshot& snapshot) const {
  const auto bounds = snapshot.bounds();
  const SlideSession* shown = this->shown();
  if (!slide().at || !bounds)
    return longestNamed(snapshot, slide().select, medianCalls((shown ? shown->session() : m_blank).runs()));
  return namedAt(snapshot, slide().select, bounds->begin + Duration{*slide().at});
}

void Presentation::chooseEvent() {
  const TraceSnapshot& snapshot = *m_state.session.snapshot;
  m_state.sight.selection = {};
  m_unmatched.reset();
  if (!m_state.session.experiment)
    m_state.session.experiment = withOwnKernels(experimentOf(snapshot, slide().ofRun), m_state.session.results);
  if (!slide().select.empty()) {
    if (const auto event = selected(snapshot))
      m_state.sight.selection = selectionOf(snapshot, *event);
    else
      m_unmatched = Error{ErrorCode::Usage, fillText(Msg::ShowSelectsNothing, {slide().select})};
  } else {
    selectTypicalKernel(m_state);
  }
  if (slide().zoom && m_state.sight.selection.event)
    if (const auto call = snapshot.call(m_state.sight.selection.call)) m_state.sight.range = {call->begin, call->end};
  if (const auto bounds = snapshot.bounds(); slide().range && bounds)
    m_state.sight.range = {bounds->begin + Duration{slide().range->first},
                           bounds->begin + Duration{slide().range->second}};
  readSight(slide().seen, snapshot, m_state.sight);
  if (const View* view = findView(slide().view)) completeFor(*view, m_state);
  if (beside()) compareWith(beside()->session(), m_state, slide().ofRun, slide().besideRun);
}

}  // namespace strata::inline present
