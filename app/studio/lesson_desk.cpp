#include "app/studio/lesson_desk.h"

#include <QKeyEvent>
#include <QMenu>
#include <QTimer>
#include <cmath>

#include "app/facts/event_text.h"
#include "app/facts/named_events.h"
#include "app/facts/selections.h"
#include "app/session/agents.h"
#include "app/session/choices.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/studio_session.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"

namespace strata::inline studio {

LessonDesk::LessonDesk(StudioSession& session, RunControl& runs, Scene& scene, bool learner, QObject* parent)
    : QObject(parent), m_session(session), m_runs(runs), m_scene(scene), m_learner(learner), m_files(allLessons()) {
  if (m_learner) m_progress = readProgress();
  connect(&m_session, &StudioSession::runEnded, this, &LessonDesk::ended);
  connect(&m_runs, &RunControl::refused, this, [this](const Error& error) {
    if (!m_running) return;
    m_running.reset();
    m_waiting.clear();
    m_problem = error.message;
    show();
  });
  connect(&m_scene, &Scene::stateChanged, this, &LessonDesk::takePlace);
  show();
}

void LessonDesk::addTo(QMenu& menu) {
  menu.addAction(say(Msg::StudioNextLesson), this, &LessonDesk::openNext);
  menu.addAction(say(Msg::StudioAllLessons), this, &LessonDesk::showList);
}

void LessonDesk::listenTo(ViewWidget& view) {
  view.setFocusPolicy(Qt::StrongFocus);
  view.installEventFilter(this);
  connect(&view, &ViewWidget::lessonActed, this, &LessonDesk::act);
}

bool LessonDesk::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QObject::eventFilter(watched, event);
  return pressed(static_cast<QKeyEvent*>(event)->key()) || QObject::eventFilter(watched, event);
}

bool LessonDesk::pressedInList(int key) {
  const std::size_t last = m_files.empty() ? 0 : m_files.size() - 1;
  switch (key) {
    case Qt::Key_Up: m_cursor -= m_cursor > 0; break;
    case Qt::Key_Down: m_cursor = std::min(m_cursor + 1, last); break;
    case Qt::Key_Home: m_cursor = 0; break;
    case Qt::Key_End: m_cursor = last; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: begin(m_cursor); return true;
    default: return false;
  }
  show();
  return true;
}

bool LessonDesk::pressed(int key) {
  if (!m_player) return pressedInList(key);
  const Page& page = m_player->page();
  switch (key) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
    case Qt::Key_PageDown:
      if (page.kind == Page::Kind::Run && !m_player->hasRun(m_player->index()))
        act({LessonAct::Kind::Run, {}, 0});
      else
        act({m_player->atEnd() ? LessonAct::Kind::Leave : LessonAct::Kind::Next, {}, 0});
      return true;
    case Qt::Key_Backspace:
    case Qt::Key_PageUp:
      act({m_player->index() == 0 ? LessonAct::Kind::Leave : LessonAct::Kind::Back, {}, 0});
      return true;
    case Qt::Key_Left:
    case Qt::Key_Down: return adjust(-1), true;
    case Qt::Key_Right:
    case Qt::Key_Up: return adjust(1), true;
    default: break;
  }
  const int choice = key - Qt::Key_1;
  if (page.kind != Page::Kind::Ask || choice < 0 || choice >= static_cast<int>(page.question.choices.size()))
    return false;
  predict(betWithRow(page.question, m_player->betOn(page.question.name), static_cast<std::size_t>(choice)));
  return true;
}

void LessonDesk::adjust(double steps) {
  const Question& question = m_player->page().question;
  if (m_player->page().kind != Page::Kind::Ask || question.kind != Question::Kind::Number) return;
  predict(betStepped(question, m_player->betOn(question.name), steps));
}

void LessonDesk::act(const LessonAct& act) {
  if (act.kind == LessonAct::Kind::Start) return begin(act.lesson);
  if (!m_player) return;
  switch (act.kind) {
    case LessonAct::Kind::Next: return turn([this] { m_player->next(); });
    case LessonAct::Kind::Back: return turn([this] { m_player->back(); });
    case LessonAct::Kind::Run: return run();
    case LessonAct::Kind::Bet: return predict(act.bet);
    case LessonAct::Kind::Leave: return leave();
    case LessonAct::Kind::Reveal:
    case LessonAct::Kind::Start: return;
  }
}

void LessonDesk::showList() {
  if (m_player) leave();
  emit viewWanted(QStringLiteral("lesson"));
}

void LessonDesk::openNext() {
  for (std::size_t i = 0; i < m_files.size(); ++i)
    if (m_files[i].lesson.ok() && !m_progress.done.contains(m_files[i].lesson.value().name)) return begin(i);
  showList();
}

void LessonDesk::begin(std::size_t lesson) {
  if (lesson >= m_files.size()) return;
  m_cursor = lesson;
  if (!m_files[lesson].lesson.ok()) return emit failed(m_files[lesson].lesson.error());
  m_player = std::make_unique<LessonPlayer>(std::make_shared<const Lesson>(m_files[lesson].lesson.value()));
  m_waiting.clear();
  m_running.reset();
  m_problem.clear();
  emit layoutWanted();
  emit viewWanted(QStringLiteral("lesson"));
  lookSoon();
  show();
}

void LessonDesk::leave() {
  if (m_player->atEnd() && m_player->waitsFor().empty()) m_progress.done.insert(m_player->lesson().name);
  keep();
  m_player.reset();
  m_scene.preview(nullptr);
  m_waiting.clear();
  m_running.reset();
  show();
}

void LessonDesk::keep() {
  if (!m_learner) return;
  if (const auto kept = keepProgress(m_progress); !kept.ok()) emit failed(kept.error());
}

void LessonDesk::turn(const std::function<void()>& move) {
  const std::size_t before = m_player->index();
  move();
  if (m_player->index() == before) return;
  m_problem.clear();
  if (m_player->page().kind == Page::Kind::Ask) m_place = placeNow();  // chosen before it was asked for
  m_progress.pages[m_player->lesson().name] = m_player->index();
  noteGuesses();
  keep();
  lookSoon();
  show();
}

void LessonDesk::predict(Bet bet) {
  m_player->bet(std::move(bet));
  show();
}

void LessonDesk::run() {
  if (m_running || m_session.running()) return;
  m_problem.clear();
  m_done.clear();
  m_runPage = m_player->index();
  const auto lines = singleRuns(m_player->page().run);
  m_waiting.assign(lines.begin(), lines.end());
  runNext();
  show();
}

void LessonDesk::runNext() {
  const RunLine line = m_waiting.front();
  m_waiting.pop_front();
  auto request = requestFor(line);
  if (!request.ok()) {
    m_waiting.clear();
    m_problem = request.error().message;
    return;
  }
  m_running = LessonRun{line.experiment, request.value().parameters, {}, {}};
  const auto cpu = agentProgram("cpu");
  m_runs.runThis(std::move(request).value(), wantsCpu(line) && cpu.ok() ? toQt(cpu.value()) : QString());
}

void LessonDesk::ended(const Answer& answer) {
  if (!m_running || !m_player) return;
  if (answer.status != Answer::Status::Done) {
    m_problem =
        answer.status == Answer::Status::Error ? answer.error.message : say(Msg::StudioRunStopped).toStdString();
    m_running.reset();
    m_waiting.clear();
    return show();
  }
  m_running->results = m_session.results();
  m_running->hello = m_session.hello().value_or(Hello{});
  m_done.push_back(std::move(*m_running));
  m_running.reset();
  if (!m_waiting.empty()) {
    runNext();
  } else {
    m_player->addRuns(m_runPage, std::move(m_done));
    if (m_player->index() == m_runPage) turn([this] { m_player->next(); });
  }
  show();
}

/// What is chosen in the view where a place is asked for.
Bet LessonDesk::placeNow() const {
  Bet bet;
  const ViewState& state = m_scene.state();
  if (m_player->page().question.unit == "line")
    bet.number = state.sight.choices.line;
  else if (const auto& event = state.sight.selection.event; event && state.session.snapshot)
    if (const auto found = findEvent(*state.session.snapshot, *event)) bet.word = storeyInfo(found->storey).key;
  return bet;
}

void LessonDesk::takePlace() {
  if (!m_player || m_player->page().kind != Page::Kind::Ask) return;
  if (m_player->page().question.kind != Question::Kind::Place) return;
  Bet bet = placeNow();
  if (bet == m_place) return;
  m_place = bet;
  if (bet.number > 0 || !bet.word.empty()) predict(std::move(bet));
}

// After what the window itself makes of a new layout or of a run that has ended.
void LessonDesk::lookSoon() {
  QTimer::singleShot(0, this, [this] {
    if (m_player) look();
  });
}

const ExperimentInfo* LessonDesk::experimentOfPage() const {
  const Page* run = m_player->runInSight();
  if (!run) return nullptr;
  const auto found = findExperiment(run->run.experiment);
  return found.ok() ? found.value() : nullptr;
}

void LessonDesk::look() {
  const ExperimentInfo* experiment = experimentOfPage();
  m_scene.preview(experiment);
  if (experiment) emit experimentWanted(QString::fromStdString(experiment->name));
  const PageSight& wanted = m_player->page().sight;
  ViewChoices choices = m_scene.state().sight.choices;
  if (!wanted.variant.empty()) choices.variant = wanted.variant;
  if (m_player->page().kind == Page::Kind::Ask && m_player->page().question.kind == Question::Kind::Place)
    choices.line = 0;
  if (wanted.line > 0) choices.line = wanted.line;
  if (choices != m_scene.state().sight.choices) m_scene.choose(choices);
  const TraceSnapshot& snapshot = *m_session.snapshot();
  if (!wanted.select.empty())
    if (const auto event = longestNamed(snapshot, wanted.select)) {
      const Selection selection = selectionOf(snapshot, *event);
      wanted.zoom ? m_scene.zoomTo(selection) : m_scene.select(selection);
    }
  if (m_player->page().kind == Page::Kind::Ask) m_place = placeNow();
  if (wanted.slow) m_scene.beginReplay();
  if (!wanted.view.empty()) emit viewWanted(QString::fromStdString(wanted.view));
}

void LessonDesk::noteGuesses() {
  if (m_player->page().kind != Page::Kind::Explain) return;
  for (const Question* question : m_player->questionsBefore(m_player->index()))
    if (const auto judged = m_player->judged(*question))
      m_progress.note({m_player->lesson().name, question->name, judged->right,
                       question->kind == Question::Kind::Number && std::isfinite(judged->factor) ? judged->factor : 0});
}

void LessonDesk::show() {
  if (m_player) return m_scene.setLesson(sightOf(*m_player, m_running.has_value(), m_problem));
  auto list = std::make_shared<LessonSight>(*listOf(m_files, m_progress));
  list->cursor = m_cursor;
  m_scene.setLesson(std::move(list));
}

}  // namespace strata::inline studio
