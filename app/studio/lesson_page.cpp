#include <memory>
#include <utility>

#include "app/canvas/nothing_canvas.h"
#include "app/studio/learner.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/scene.h"
#include "app/studio/studio_session.h"
#include "app/studio/view_widget.h"
#include "app/views/lesson/lesson_layout.h"

// What the page of a lesson shows, and which part of it is in sight.

namespace strata::inline studio {

/// Until the tour has a run to tell of.
void LessonDesk::askForRun(LessonSight& tour) const {
  tour.kind = Page::Kind::Run;
  tour.running = m_session.running();
  tour.opening = text(tour.running ? Msg::LessonTourRuns : Msg::LessonTourNeedsRun, tour.language);
  tour.text.clear();
}

void LessonDesk::show() {
  if (m_restart) m_restart->setEnabled(m_player && !m_touring);
  if (m_present) m_present->setEnabled(m_player && !m_touring);
  if (m_leave) m_leave->setEnabled(m_player != nullptr);
  if (m_player) {
    auto page = std::make_shared<LessonSight>(*sightOf(*m_player, m_running.has_value(), m_problem));
    page->opening = m_opening;
    page->mayRestart = page->mayRestart && !m_touring;
    page->mayBet = page->mayBet && !m_paused;
    page->tour = m_touring;
    if (page->question) addTyped(*page->question);
    m_tourWaits = m_touring && (m_session.running() ? m_tourWaits : !m_session.snapshot()->bounds());
    if (m_tourWaits) askForRun(*page);
    return m_scene.setLesson(std::move(page));
  }
  auto list = std::make_shared<LessonSight>(*listOf(m_shelf.files(), m_learner.progress(), m_shelf.language()));
  list->cursor = m_cursor;
  list->learner = m_learner.name();
  list->course = m_shelf.course();
  m_scene.setLesson(std::move(list));
  if (m_view) m_view->forgetSpot();  // keys act on the cursor
}

LessonLayout LessonDesk::layout() const {
  const ViewState& state = m_scene.state();
  return layOutLesson(NothingCanvas(), m_view->area(), *state.sight.lesson, state.sight.choices.lessonScroll);
}

void LessonDesk::scrollTo(float scroll) {
  ViewChoices choices = m_scene.state().sight.choices;
  choices.lessonScroll = scroll;
  m_scene.choose(choices);
}

bool LessonDesk::scrollPage(int by) {
  if (!m_view) return false;
  const LessonLayout here = layout();
  const float to = pagedBy(here, by);
  if (to == here.scroll) return false;
  scrollTo(to);
  return true;
}

/// No prediction is made unseen.
void LessonDesk::showAnswer(std::size_t row) {
  if (m_view && m_scene.state().sight.lesson->question)
    scrollTo(scrolledToAnswer(layout(), *m_scene.state().sight.lesson->question, row));
}

}  // namespace strata::inline studio
