#include <algorithm>

#include "app/lessons/verdict.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/studio_session.h"
#include "engine/base/shipped.h"

// Puzzles of the lesson desk: their kernels go to the editor, and answers come back from there.

namespace strata::inline studio {

std::string LessonDesk::puzzleName() const {
  return m_player->lesson().name + ": " + m_player->page().title;
}

void LessonDesk::editPuzzle() {
  const Page& page = m_player->page();
  if (page.kind != Page::Kind::Puzzle) return;
  KernelDraft draft{{}, std::string(kAnswer), page.run.experiment, page.puzzle.step, page.puzzle.kernel};
  draft.foreign = m_player->lesson().folder != shippedFolder("lessons").string();
  draft.puzzle = puzzleName();
  emit puzzleWanted(draft);
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
  auto verdict = m_waiting.empty() ? verdictOf(puzzle, lesson.formulas, m_done.back()) : faultOf(puzzle, m_done.back());
  if (!verdict) return runNext(), show();
  m_answer.reset();
  m_waiting.clear();
  m_player->addVerdict(m_runPage, std::move(*verdict), std::move(m_done));
  keepPlace();
  show();
}

}  // namespace strata::inline studio
