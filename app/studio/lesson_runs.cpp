#include <algorithm>
#include <utility>

#include "app/lessons/learned.h"
#include "app/session/agents.h"
#include "app/session/choices.h"
#include "app/session/newest_request.h"
#include "app/studio/learner.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/studio_session.h"
#include "app/studio/ui_text.h"

// What the lesson desk runs and opens for a page, and what comes of it.

namespace strata::inline studio {

void LessonDesk::run() {
  if (m_running || m_session.running()) return;
  if (m_touring) return m_runs.run();
  m_problem.clear();
  const Page* needed = m_player->runNeeded();
  const Page& page = needed && needed->kind != Page::Kind::Explore ? *needed : m_player->page();
  m_runPage = static_cast<std::size_t>(&page - m_player->lesson().pages.data());
  if (page.kind == Page::Kind::Open) return openRecording();
  m_done.clear();
  const auto lines = singleRuns(page.run);
  m_waiting.assign(lines.begin(), lines.end());
  runNext();
  show();
}

void LessonDesk::runNext() {
  const RunLine line = m_waiting.front();
  m_waiting.pop_front();
  auto request = requestFor(line, m_answer ? std::vector{*m_answer} : std::vector<OwnKernel>());
  if (!request.ok()) {
    m_waiting.clear();
    m_problem = request.error().message;
    return;
  }
  if (!m_answer) emit formWanted(request.value());
  m_theirs = false;
  m_running = LessonRun{line.experiment, request.value().parameters, {}, {}};
  const auto cpu = agentProgram("cpu");
  m_runs.runThis(std::move(request).value(), wantsCpu(line) && cpu.ok() ? toQt(cpu.value()) : QString());
}

/// Once for each run: what a hand has changed since stays from page to page.
void LessonDesk::showInForm() {
  if (const Page* page = m_player->runToGoOnFrom(); page && std::exchange(m_inForm, page) != page)
    if (const auto request = requestFor(singleRuns(page->run).back()); request.ok())
      return emit formWanted(request.value());
  emit experimentWanted(QString::fromStdString(m_player->experimentInSight()));
}

void LessonDesk::openRecording() {
  m_recordingAwaited = true;
  m_theirs = false;
  emit recordingWanted(toQt(m_player->lesson().recordingOf(m_player->lesson().pages[m_runPage])));
}

void LessonDesk::recordingOpened() {
  if (!std::exchange(m_recordingAwaited, false) || !m_player) return showTheirs();
  auto run = shownRun();
  if (!run) {
    m_problem = say(Msg::StudioRecordingEmpty).toStdString();
    return show();
  }
  m_ours = true;
  ran({std::move(*run)});
}

/// The learner opened a session of their own: all of it is seen until the lesson runs something.
void LessonDesk::showTheirs() {
  m_theirs = true;
  m_scene.preview(nullptr);
  if (m_tourWaits) lookSoon(), show();  // it has a run to tell of now
}

/// Beside a page that was turned back to stands what its own run came to, not what a later one did.
void LessonDesk::showRunOfPage() {
  const Page* page = m_player->runInSight();
  if (!page || m_theirs || m_session.running()) return;
  const auto own = m_ranAs.find(static_cast<std::size_t>(page - m_player->lesson().pages.data()));
  if (own == m_ranAs.end() || m_session.runs().shown() == own->second) return;
  const std::vector<std::size_t> listed = m_session.runs().listed();
  if (std::ranges::find(listed, own->second) == listed.end()) return;
  m_session.changeRuns([&](RunList& runs) { runs.show(own->second); });
}

void LessonDesk::ran(std::vector<LessonRun> runs) {
  if (const auto shown = m_session.runs().shown()) m_ranAs.insert_or_assign(m_runPage, *shown);
  m_player->addRuns(m_runPage, std::move(runs));
  if (m_player->index() == m_runPage) return turn([this] { m_player->next(); });
  noteOutcomes(m_learner.progress(), *m_player);
  keepPlace();
  lookSoon();
  show();
}

void LessonDesk::recordingFailed(const Error& error) {
  if (!std::exchange(m_recordingAwaited, false) || !m_player) return;
  m_problem = error.message;
  show();
}

/// The newest run of the session, as lessons count it.
std::optional<LessonRun> LessonDesk::shownRun() const {
  const auto request = newestRequest(*m_session.snapshot());
  if (!request) return std::nullopt;
  return LessonRun{request->name, request->parameters, m_session.results(), m_session.hello().value_or(Hello{})};
}

void LessonDesk::addTry() {
  auto run = shownRun();
  if (!run) return;
  m_player->addTry(std::move(*run));
  show();
}

void LessonDesk::ended(const Answer& answer) {
  if (!m_player) return;
  if (m_touring) return lookSoon(), show();  // the tour is of the newest run
  if (!m_running) {
    const bool explores = !m_paused && m_player->page().kind == Page::Kind::Explore;
    if (explores && answer.status == Answer::Status::Done) addTry();
    return;
  }
  if (answer.status != Answer::Status::Done) {
    m_problem =
        answer.status == Answer::Status::Error ? answer.error.message : say(Msg::StudioRunStopped).toStdString();
    m_running.reset();
    m_answer.reset();
    m_waiting.clear();
    return show();
  }
  m_running->results = m_session.results();
  m_running->hello = m_session.hello().value_or(Hello{});
  m_done.push_back(std::move(*m_running));
  m_running.reset();
  if (m_answer) return answerRan();
  if (m_waiting.empty()) return ran(std::move(m_done));
  runNext();
  show();
}

}  // namespace strata::inline studio
