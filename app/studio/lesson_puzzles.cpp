#include <algorithm>

#include "app/lessons/verdict.h"
#include "app/studio/learner.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/studio_session.h"
#include "app/studio/view_widget.h"
#include "engine/base/shipped.h"

// Puzzles of the lesson desk: their kernels go to the editor, and answers come back from there.

namespace strata::inline studio {

std::string LessonDesk::puzzleName() const {
  return m_player->lesson().name + ": " + m_player->page().title;
}

/// Of the page, with its hole.
KernelDraft LessonDesk::puzzleDraft() const {
  const Page& page = m_player->page();
  KernelDraft draft{{}, std::string(kAnswer), page.run.experiment, page.puzzle.step, page.puzzle.kernel};
  draft.foreign = m_player->lesson().folder != shippedFolder("lessons").string();
  draft.puzzle = puzzleName();
  return draft;
}

void LessonDesk::editPuzzle() {
  if (m_player->page().kind == Page::Kind::Puzzle) emit puzzleWanted(puzzleDraft());
}

/// What was written for the puzzle before is kept, or the editor would have to ask.
void LessonDesk::turnPuzzle() {
  if (m_player->page().kind != Page::Kind::Puzzle || !m_learner.kept()) return;
  emit puzzleTurned(puzzleDraft());
  if (m_view) m_view->setFocus();
}

bool LessonDesk::answer(const KernelDraft& draft) {
  if (!m_player || m_running || m_session.running()) return false;
  const Page& page = m_player->page();
  if (page.kind != Page::Kind::Puzzle || puzzleName() != draft.puzzle) return false;
  m_problem.clear();
  m_answer = answerOf(page.puzzle, draft.text);
  m_runPage = m_player->index();
  m_done.clear();
  m_waiting = {watchedRun(page), countedRun(page)};
  runNext();
  show();
  return true;
}

/// One of its runs; the one that counts is made only where nothing is wrong yet.
void LessonDesk::answerRan() {
  const Lesson& lesson = m_player->lesson();
  const Puzzle& puzzle = lesson.pages[m_runPage].puzzle;
  const LessonRun& run = m_done.back();
  auto verdict = m_waiting.empty() ? verdictOf(puzzle, lesson.formulas, run) : faultOf(puzzle, m_answer->text, run);
  if (!verdict) return runNext(), show();
  m_answer.reset();
  m_waiting.clear();
  m_player->addVerdict(m_runPage, std::move(*verdict), std::move(m_done));
  keepPlace();
  show();
}

}  // namespace strata::inline studio
