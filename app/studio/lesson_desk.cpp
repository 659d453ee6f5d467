#include "app/studio/lesson_desk.h"

#include <QCursor>
#include <QDockWidget>
#include <QMenu>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "app/facts/choice_names.h"
#include "app/facts/event_text.h"
#include "app/facts/page_selection.h"
#include "app/facts/start_sight.h"
#include "app/lessons/learned.h"
#include "app/session/choices.h"
#include "app/studio/command_palette.h"
#include "app/studio/learner.h"
#include "app/studio/presenter.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/studio_session.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"
#include "engine/base/shipped.h"

namespace strata::inline studio {
namespace {

/// That a lesson is done, and how many of its predictions were right.
QString doneWords(const LessonPlayer& player) {
  std::size_t predicted = 0, right = 0;
  for (const Page& page : player.lesson().pages) {
    const auto judged = page.kind == Page::Kind::Ask ? player.judged(page.question) : std::nullopt;
    predicted += judged.has_value();
    right += judged && judged->right;
  }
  const QString title = toQt(player.lesson().title);
  if (predicted == 0) return say(Msg::LessonDone, {title});
  return say(Msg::LessonDoneRight, {title, QString::number(right), QString::number(predicted)});
}

/// All it says and asks.
QString lessonText(const Lesson& lesson) {
  QStringList all{toQt(lesson.title), toQt(lesson.about)};
  for (const std::string& word : lesson.words) all << toQt(word);
  for (const Page& page : lesson.pages) {
    all << toQt(page.title) << toQt(page.text);
    for (const Choice& choice : page.question.choices) all << toQt(choice.text);
  }
  return all.join(QLatin1Char(' ')).remove(QLatin1Char('*')).simplified();
}

bool asksForPlace(const Page& page) {
  return page.kind == Page::Kind::Ask && page.question.kind == Question::Kind::Place;
}

}  // namespace

LessonDesk::LessonDesk(StudioSession& session, RunControl& runs, Scene& scene, Learner& learner, QWidget* window)
    : QObject(window),
      m_session(session),
      m_runs(runs),
      m_scene(scene),
      m_learner(learner),
      m_shelf(window, learner.kept()) {
  m_learner.takeLessonsFrom([this] { return m_shelf.known(); });
  connect(&m_learner, &Learner::changed, this, &LessonDesk::close);
  connect(&m_shelf, &LessonShelf::changed, this, [this] {
    m_cursor = 0;
    showList();
  });
  connect(&m_shelf, &LessonShelf::languageChosen, this, &LessonDesk::goOnInLanguage);
  connect(&m_shelf, &LessonShelf::fileWanted, this, &LessonDesk::openFile);
  connect(&m_shelf, &LessonShelf::failed, this, &LessonDesk::failed);
  connect(&m_session, &StudioSession::runEnded, this, &LessonDesk::ended);
  connect(&m_session, &StudioSession::replaced, this, [this] { m_ranAs.clear(); });
  connect(&m_runs, &RunControl::started, this, [this] {
    if (m_tourWaits) show();
  });
  connect(&m_runs, &RunControl::refused, this, [this](const Error& error) {
    if (!m_running) return;
    m_running.reset();
    m_answer.reset();
    m_waiting.clear();
    m_problem = error.message;
    show();
  });
  connect(&m_scene, &Scene::stateChanged, this, &LessonDesk::takePlace);
  window->installEventFilter(this);
  connect(&m_runs, &RunControl::started, this, [this] {
    m_ours = m_running || (m_player && !m_paused && m_player->page().kind == Page::Kind::Explore);
    if (!m_running) m_scene.preview(nullptr);  // the learner's own run is what is seen
  });
  show();
}

void LessonDesk::addTo(QMenu& menu) {
  menu.addAction(say(Msg::StudioNextLesson), this, &LessonDesk::openNext);
  menu.addAction(say(Msg::StudioAllLessons), this, &LessonDesk::showList);
  m_titles = menu.addMenu(say(Msg::StudioLessonTitles));
  connect(m_titles, &QMenu::aboutToShow, this, [this] {
    m_shelf.readAgain();
    fillTitles();
  });
  fillTitles();
  m_restart = menu.addAction(say(Msg::StudioRestartLesson), this, &LessonDesk::restart);
  m_restart->setToolTip(say(Msg::StudioRestartLessonTip));
  m_restart->setEnabled(false);
  m_present = menu.addAction(say(Msg::StudioPresentLesson), this, &LessonDesk::present);
  m_present->setToolTip(say(Msg::StudioPresentLessonTip));
  m_present->setEnabled(false);
  m_leave = menu.addAction(say(Msg::StudioLeaveLesson), this, &LessonDesk::leave);
  m_leave->setEnabled(false);
  menu.addAction(say(Msg::StudioTour), this, &LessonDesk::openTour);
  m_shelf.addTo(menu);
  menu.addSeparator();
  m_learner.addTo(menu);
}

/// So the palette finds each, too, also by what it says.
void LessonDesk::fillTitles() {
  if (!m_titles) return;
  m_titles->clear();
  for (std::size_t i = 0; i < m_shelf.files().size(); ++i)
    if (const auto& lesson = m_shelf.files()[i].lesson; lesson.ok())
      m_titles
          ->addAction(toQt(lesson.value().title).replace(QLatin1Char('&'), QStringLiteral("&&")), this,
                      [this, i] { begin(i); })
          ->setProperty(kPaletteWords, lessonText(lesson.value()));
}

void LessonDesk::addTo(StartSight& start) const {
  start.learner = m_learner.name();
  addLessons(start, m_shelf.files(), m_learner.progress(), m_shelf.language());
}

void LessonDesk::openFile(const QString& path) {
  begin(m_shelf.add(path.toStdString()));
  fillTitles();
}

void LessonDesk::listenTo(ViewWidget& view) {
  connect(&view, &ViewWidget::lessonActed, this, &LessonDesk::clicked);
  if (&view.view() != findView("lesson")) return;
  m_view = &view;
  view.setFocusPolicy(Qt::StrongFocus);
  view.installEventFilter(this);
  for (QWidget* each = view.parentWidget(); each && !m_dock; each = each->parentWidget())
    m_dock = qobject_cast<QDockWidget*>(each);
  if (!m_dock) return;
  // A layout closes and opens it in one go; behind a tab it is open.
  connect(m_dock->toggleViewAction(), &QAction::toggled, this, &LessonDesk::pause, Qt::QueuedConnection);
}

bool LessonDesk::outOfSight() const {
  return m_dock && m_dock->isHidden();
}

void LessonDesk::pause() {
  const bool pauses = m_player && outOfSight();
  if (std::exchange(m_paused, pauses) == pauses) return;
  m_scene.pauseLesson(pauses);
  if (m_player) show();
  emit paused(pauses ? toQt(m_player->lesson().title) : QString());
  if (m_player && !pauses) lookSoon();
}

void LessonDesk::comeBack() {
  if (!m_player) return;
  emit layoutWanted();
  takeUp();
}

/// Of two clicks on Finish the second falls on the list, and begins nothing.
void LessonDesk::clicked(const LessonAct& wanted) {
  const std::optional<QPoint> left = std::exchange(m_leftAt, std::nullopt);
  const QPoint here = QCursor::pos();
  if (wanted.kind == LessonAct::Kind::Start && left == here) return;
  if (wanted.kind == LessonAct::Kind::Leave) m_leftAt = here;
  act(wanted);
}

void LessonDesk::act(const LessonAct& act) {
  if (act.kind == LessonAct::Kind::Start) return begin(act.lesson);
  if (!m_player) return;
  switch (act.kind) {
    case LessonAct::Kind::Next: return turn([this] { m_player->next(); });
    case LessonAct::Kind::Back: return turn([this] { m_player->back(); });
    case LessonAct::Kind::Run: return run();
    case LessonAct::Kind::Bet: return predict(act.bet);
    case LessonAct::Kind::Leave: return end(true);
    case LessonAct::Kind::Restart: return restart();
    case LessonAct::Kind::Edit: return editPuzzle();
    case LessonAct::Kind::Hint: return m_player->tellHint(), show();
    case LessonAct::Kind::Reveal:
    case LessonAct::Kind::Start: return;
  }
}

void LessonDesk::showList() {
  leave();
  m_shelf.readAgain();
  fillTitles();
  show();
  listSoon();
}

// A dock that opens before the layout of before a lesson is there ends it.
void LessonDesk::listSoon() {
  QTimer::singleShot(0, this, [this] {
    if (!m_player) takeUp();
  });
}

/// The lesson view is seen, and has the keys once the layout is there.
void LessonDesk::takeUp() {
  emit viewWanted(QStringLiteral("lesson"));
  if (m_view) QTimer::singleShot(0, m_view, [this] { m_view->setFocus(); });
}

void LessonDesk::openNext() {
  if (m_paused && !m_touring) return comeBack();
  if (const auto next = nextLesson(m_shelf.files(), m_learner.progress())) return begin(*next);
  showList();
}

void LessonDesk::openTour() {
  const auto tour = readLesson((shippedFolder("tour") / "first-run.lesson").string());
  if (!tour.ok()) return emit failed(tour.error());
  play(tour.value());
  m_touring = true;
  show();
}

/// As its file is now.
void LessonDesk::begin(std::size_t lesson) {
  if (lesson >= m_shelf.files().size()) return;
  m_shelf.readAgain(lesson);
  if (!m_shelf.files()[lesson].lesson.ok()) return emit failed(m_shelf.files()[lesson].lesson.error());
  m_cursor = lesson;
  const Lesson& chosen = m_shelf.files()[lesson].lesson.value();
  if (const LessonPlace* place = goesOnAt(m_learner.progress(), chosen)) return play(chosen, place);
  const auto before = m_learner.progress().places.find(chosen.name);
  const bool changed = before != m_learner.progress().places.end() && !before->second.atStart();
  play(withReturning(chosen, m_learner.progress(), m_shelf.inAllLanguages()));
  if (!changed) return;
  m_opening = text(Msg::LessonChanged, chosen.language);
  show();
}

/// An open lesson goes on at its page, in the language where it is translated.
void LessonDesk::goOnInLanguage() {
  fillTitles();
  const auto& files = m_shelf.files();
  const auto open = std::ranges::find_if(files, [this](const LessonFile& file) {
    return m_player && file.lesson.ok() && file.lesson.value().name == m_player->lesson().name;
  });
  m_cursor = open == files.end() ? 0 : static_cast<std::size_t>(open - files.begin());
  if (!m_player) return showList();
  if (open == files.end() || open->lesson.value().language == m_player->lesson().language) return;
  keepPlace();
  begin(m_cursor);
}

void LessonDesk::restart() {
  if (!m_player || m_touring) return;
  m_learner.progress().places.erase(m_player->lesson().name);
  m_learner.keep();
  begin(m_cursor);
}

void LessonDesk::present() {
  if (!m_player || m_touring) return;
  startPresenter(toQt(m_shelf.files()[m_cursor].path), *this, [this](const Error& error) { emit failed(error); });
}

void LessonDesk::play(Lesson lesson, const LessonPlace* place) {
  if (!m_player) m_listed = m_dock && !outOfSight();
  m_player = std::make_unique<LessonPlayer>(std::make_shared<const Lesson>(std::move(lesson)));
  const bool goesOn = place && m_player->resume(*place);
  m_opening = goesOn ? text(Msg::LessonResumed, m_player->lesson().language) : std::string_view();
  m_touring = m_tourWaits = m_theirs = m_ours = false;
  m_begins = true;
  m_inForm = nullptr;
  m_turnedBack = false;
  m_scene.pauseLesson(false);
  if (std::exchange(m_paused, false)) emit paused({});
  m_selected.clear();
  m_ranAs.clear();
  m_waiting.clear();
  m_running.reset();
  m_answer.reset();
  m_problem.clear();
  m_typed.clear();
  askForPlace();
  scrollTo(0);
  emit layoutWanted();
  takeUp();
  lookSoon();
  show();
}

void LessonDesk::leave() {
  end(m_listed);
}

void LessonDesk::end(bool toList) {
  if (!m_player) return;
  const bool seen = !outOfSight();
  const bool read = m_player->atEnd() && m_player->waitsFor().empty() && !m_touring;
  const QString words = read ? doneWords(*m_player) : QString();
  if (read) {
    m_learner.progress().done.insert(m_player->lesson().name);
    m_learner.progress().places.erase(m_player->lesson().name);
    m_cursor = std::min(m_cursor + 1, m_shelf.files().size() - 1);
  }
  m_learner.keep();
  close();
  if (read) emit done(words);
  if (std::exchange(m_touring, false)) return emit tourEnded();
  if (seen && toList) listSoon();
}

/// The list is shown again.
void LessonDesk::close() {
  const bool leaves = std::exchange(m_player, nullptr) != nullptr;
  m_tourWaits = false;
  m_scene.replay().leave();
  m_scene.preview(nullptr);
  m_waiting.clear();
  m_running.reset();
  m_answer.reset();
  pause();
  show();
  if (leaves) emit left();
}

void LessonDesk::turn(const std::function<void()>& move) {
  const std::size_t before = m_player->index();
  const bool asksPlace = asksForPlace(m_player->page());
  move();
  if (m_player->index() == before) return;
  // What is selected where a place is asked for is an answer.
  m_selected[before] = asksPlace ? Selection{} : m_scene.state().sight.selection;
  m_turnedBack = m_player->index() < before;
  m_problem.clear();
  m_opening.clear();
  m_typed.clear();
  m_turned = true;
  askForPlace();
  scrollTo(0);
  noteOutcomes(m_learner.progress(), *m_player);
  keepPlace();
  lookSoon();
  show();
  turnPuzzle();
}

/// At once, so that whatever ends the program costs nothing.
void LessonDesk::keepPlace() {
  if (m_touring) return;
  m_learner.progress().places[m_player->lesson().name] = m_player->place();
  m_learner.keep();
}

void LessonDesk::predict(Bet bet) {
  m_typed.clear();
  m_player->bet(std::move(bet));
  if (m_view) m_view->setFocus();  // a place is clicked in another view, and Return goes on
  keepPlace();
  show();
}

void LessonDesk::predictInSight(Bet bet, std::size_t row) {
  predict(std::move(bet));
  showAnswer(row);
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

/// What was chosen before is no answer.
void LessonDesk::askForPlace() {
  if (m_player->page().kind == Page::Kind::Ask) m_place = placeNow();
}

void LessonDesk::takePlace() {
  if (!m_player || m_paused || !asksForPlace(m_player->page())) return;
  Bet bet = placeNow();
  if (bet == m_place) return;
  m_place = bet;
  if (bet.number > 0 || !bet.word.empty()) predictInSight(std::move(bet));
}

// After what the window itself makes of a new layout or of a run that has ended.
void LessonDesk::lookSoon() {
  QTimer::singleShot(0, this, [this] {
    if (m_player && !m_paused) look();
  });
}

const ExperimentInfo* LessonDesk::experimentOfPage() const {
  const auto found = findExperiment(m_player->experimentInSight());
  return found.ok() ? found.value() : nullptr;
}

/// A page that names no view leaves all as it is.
void LessonDesk::forgetBefore(ViewChoices& choices) {
  const bool begins = std::exchange(m_begins, false), turned = std::exchange(m_turned, false);
  if (begins) choices.speeds = SpeedKind::Measured;
  if (!begins && (!turned || m_player->page().sight.view.empty())) return;
  choices.forgetKernel();
  choices.variant.clear();
}

bool LessonDesk::mayBeTold() const {
  const bool hides = m_player->page().sight.hide.value_or(false);
  return m_player->mayBet() && !m_touring && (hides || !m_ours);
}

Selection LessonDesk::selectionOfPage() const {
  return selectionOf(m_player->page(), *m_session.snapshot(), m_session.results(),
                     m_scene.state().session.experiment.get(), medianCalls(m_session.runs().all()));
}

/// Before the page's choices, which a new selection would undo. Where a place is asked for, what is selected is an
/// answer.
void LessonDesk::selectElse() {
  const Page& page = m_player->page();
  if (page.sight.view.empty() || asksForPlace(page) || selectionOfPage() != Selection{}) return;
  const SessionFacts& shown = m_scene.state().session;
  const Selection selection = selectionElse(*m_player, *m_session.snapshot(), shown.results, shown.experiment.get(),
                                            medianCalls(m_session.runs().all()));
  if (selection != Selection{}) m_scene.select(selection);
}

void LessonDesk::look() {
  m_scene.replay().leave();
  showRunOfPage();
  const ExperimentInfo* experiment = experimentOfPage();
  m_scene.preview(m_theirs ? nullptr : experiment);
  m_scene.cover(mayBeTold());
  if (experiment && !m_theirs) showInForm();
  const PageSight& wanted = m_player->page().sight;
  const auto left =
      std::exchange(m_turnedBack, false) && !m_theirs ? m_selected.find(m_player->index()) : m_selected.end();
  const bool asLeft = left != m_selected.end();
  asLeft ? m_scene.select(left->second) : selectElse();
  ViewChoices choices = m_scene.state().sight.choices;
  forgetBefore(choices);
  if (std::string step = stepShown(*m_player, experiment); !step.empty()) choices.variant = std::move(step);
  choices.speeds = choiceNamed<SpeedKind>(kSpeedKindNames, wanted.speeds).value_or(choices.speeds);
  if (asksForPlace(m_player->page())) choices.line = 0;
  if (wanted.line > 0) choices.line = wanted.line;
  if (wanted.view == "stack") choices.allCalls = false;  // the page is about one call
  if (choices != m_scene.state().sight.choices) m_scene.choose(choices);
  const Selection selection = asLeft ? left->second : selectionOfPage();
  const bool zooms = wanted.zoom && selection != Selection{};
  if (std::exchange(m_zoomed, zooms) && !zooms) m_scene.fit();
  if (selection != Selection{}) wanted.zoom ? m_scene.zoomTo(selection) : m_scene.select(selection);
  askForPlace();
  if (wanted.slow && m_scene.beginReplay()) m_scene.replay().play();
  if (m_player->page().kind == Page::Kind::Explore) emit viewWanted(QStringLiteral("experiment"));
  if (wanted.view.empty()) return;
  if (findView(wanted.view)) return void(emit viewWanted(QString::fromStdString(wanted.view)));
  m_problem = noSuchView(wanted.view).message;
  show();
}

}  // namespace strata::inline studio
