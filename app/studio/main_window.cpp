#include "app/studio/main_window.h"

#include <QDockWidget>
#include <QFileInfo>
#include <QPointer>
#include <QScreen>
#include <QStatusBar>
#include <QStyle>
#include <QTimer>
#include <QToolTip>
#include <QVBoxLayout>
#include <ranges>

#include "app/facts/kernel_facts.h"
#include "app/facts/sight_text.h"
#include "app/facts/variant_facts.h"
#include "app/session/choices.h"
#include "app/session/kept_sessions.h"
#include "app/studio/done_text.h"
#include "app/studio/file_dialog_room.h"
#include "app/studio/focus_ring.h"
#include "app/studio/frame_desk.h"
#include "app/studio/front_views.h"
#include "app/studio/inspector.h"
#include "app/studio/kept_sight.h"
#include "app/studio/kernel_desk.h"
#include "app/studio/keys_back.h"
#include "app/studio/layouts.h"
#include "app/studio/message_bar.h"
#include "app/studio/panel_dock.h"
#include "app/studio/parameter_form.h"
#include "app/studio/results_panel.h"
#include "app/studio/return_presses.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/search_bar.h"
#include "app/studio/session_files.h"
#include "app/studio/source_panel.h"
#include "app/studio/status_line.h"
#include "app/studio/tensor_fetch.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/top_bar.h"
#include "app/studio/ui_text.h"
#include "app/studio/unsaved_sessions.h"
#include "app/studio/view_docks.h"
#include "app/studio/view_widget.h"
#include "layers/workloads/experiments.h"
#include "layers/workloads/kernel/kernel_experiment.h"

namespace strata::inline studio {
namespace {

/// Of sessions that nobody saves; empty: they go.
std::string keptFolder(const StudioOptions& options) {
  return options.unattended() ? std::string() : keptSessionsFolder();
}

}  // namespace

MainWindow::MainWindow(const StudioOptions& options)
    : m_options(options),
      m_session(new StudioSession(this, keptFolder(options))),
      m_selection(new SelectionModel(this)),
      m_bar(new TopBar(this)),
      m_messages(new MessageBar(*this)),
      m_scene(new Scene(*m_session, *m_selection, this)),
      m_status(new StatusLine(this)),
      m_formHolder(new QWidget),
      m_results(new ResultsPanel),
      m_inspector(new Inspector),
      m_source(new SourcePanel),
      m_files(new SessionFiles(*m_session, this, !options.unattended())),
      m_unsaved(new UnsavedSessions(*m_session, *m_files, *m_messages, keptFolder(options), this)),
      m_runs(new RunControl(
          *m_session, *m_bar, [this] { return requestToRun(); }, this)) {
  setMinimumSize(smallestOn(roomOnScreen()));
  setAcceptDrops(true);
  m_bar->addExperiments(experiments());
  buildFrame();
  buildDocks();
  buildMenus();
  connectSession();
  connectFiles();
  connectPanels();
  connectRuns();
  new FocusRing(*this);
  new KeysBack(*this);
  new ReturnPresses(*this);
  new FileDialogRoom(this);
  readSpeeds();
  showExperiment(0);
  showSelection(m_scene->state());
  m_status->setSession(*m_session);
  showTitle();
  resize(firstSize());
  restoreLayout();
  m_unsaved->offerNewest();
}

/// A box that loses the keys because it goes would still tell of a wrong number. Parts that are no widgets go as
/// members do, those that were made last first: they use earlier ones until they are gone. The rest is Qt's to take
/// away.
MainWindow::~MainWindow() {
  disconnect(m_form, nullptr, this, nullptr);
  std::vector<QPointer<QObject>> parts;
  for (QObject* part : children())
    if (!part->isWidgetType() && part != layout()) parts.emplace_back(part);
  for (const auto& part : std::views::reverse(parts)) delete part;
}

QSize MainWindow::smallestOn(const QSize& screen) {
  constexpr QSize kSmallest{800, 560};
  return kSmallest.boundedTo(screen);
}

/// With its frame it fits the screen.
QSize MainWindow::roomOnScreen() const {
  return screen()->availableSize() - QSize(0, style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, this));
}

QSize MainWindow::firstSize() const {
  constexpr QSize kWanted{1600, 900};
  return kWanted.boundedTo(roomOnScreen());
}

std::vector<ViewWidget*> MainWindow::viewWidgets() const {
  return m_scene->widgets();
}

void MainWindow::buildFrame() {
  setMenuWidget(m_bar);
  m_scene->timelineWidget().setObjectName(QStringLiteral("Timeline"));
  m_search = new SearchBar(*m_scene);
  auto* centre = new QWidget;
  centre->setFocusProxy(&m_scene->timelineWidget());
  auto* rows = new QVBoxLayout(centre);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(m_search);
  rows->addWidget(&m_scene->timelineWidget(), 1);
  setCentralWidget(centre);
  statusBar()->setSizeGripEnabled(false);
  statusBar()->addWidget(m_status, 1);
}

void MainWindow::buildDocks() {
  new QVBoxLayout(m_formHolder);
  m_formHolder->layout()->setContentsMargins(0, 0, 0, 0);
  setDockNestingEnabled(true);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  const auto add = [this](Qt::DockWidgetArea area, const char* name, Msg title, QWidget* content, bool scrolls) {
    auto* dock = makeDock(QString::fromLatin1(name), say(title), content, scrolls);
    addDockWidget(area, dock);
  };
  add(Qt::LeftDockWidgetArea, "ExperimentDock", Msg::StudioExperiment, m_formHolder, true);
  add(Qt::LeftDockWidgetArea, "ResultsDock", Msg::StudioResults, m_results, false);
  m_formHolder->setWhatsThis(say(Msg::FormWhat));
  m_results->setWhatsThis(say(Msg::ResultWhat));
  m_inspector->setWhatsThis(say(Msg::SelectionWhat));
  m_source->setWhatsThis(say(Msg::SourceWhat));
  add(Qt::RightDockWidgetArea, "SelectionDock", Msg::StudioSelection, m_inspector, true);
  add(Qt::RightDockWidgetArea, "SourceDock", Msg::StudioSource, m_source, false);
  addViewDocks(*this, *m_scene);
  buildKernelDesk();
}

void MainWindow::raiseDock(const QString& name) {
  auto* dock = findChild<QDockWidget*>(name);
  if (!dock) return;  // the timeline stands in the middle
  const bool opens = dock->isHidden();
  auto* lesson = findChild<QDockWidget*>(QStringLiteral("LessonDock"));
  const int before = lesson->isVisible() ? lesson->width() : 0;
  if (opens) m_layouts->makePlace(*dock);
  dock->show();
  dock->raise();
  if (!opens) return;
  m_layouts->giveWidth(*dock);
  // What opens beside a lesson takes the views' room: the lesson is still to be read.
  QTimer::singleShot(0, lesson, [this, lesson, before] {
    layout()->activate();
    if (lesson->width() < before) resizeDocks({lesson}, {before}, Qt::Horizontal);
  });
}

void MainWindow::openDock(const QString& name) {
  raiseDock(name);
  for (ViewWidget* view : m_scene->widgets())
    if (dockNameOf(view->view().name) == name) view->setFocus();
}

void MainWindow::openView(const std::string& name) {
  openDock(dockNameOf(name));
  m_layouts->giveRoom(dockNameOf(name));
}

void MainWindow::connectSession() {
  connect(m_session, &StudioSession::changed, this, [this] {
    m_status->setSession(*m_session);
    showTitle();
    showDevice();
    m_bar->setRunning(m_session->running() || m_runs->waiting(), m_session->stopping());
    showResults();
    if (m_session->stopping())
      m_status->setMessage(say(Msg::StudioStopping));
    else if (const QString words = doing(); !words.isEmpty())
      m_status->setProgress(words);
  });
  // Also while nothing is told: a kernel that comes to no end says nothing of itself.
  auto* second = new QTimer(this);
  connect(second, &QTimer::timeout, this, [this] {
    const QString words = doing();
    if (words.isEmpty()) return;
    m_status->setProgress(words);
    showResults();
  });
  second->start(1000);
  connect(m_session, &StudioSession::problem, this, [this](const Error& error) {
    const bool saidInEditor = error.code == ErrorCode::AgentDied && m_kernel->awaitsResult();
    saidInEditor ? m_status->setMessage(firstSentence(error)) : complain(error);
  });
  connect(m_session, &StudioSession::fileProblems, this, &MainWindow::complainOfFile);
  connect(m_messages, &MessageBar::dismissed, m_status, [this] { m_status->setMessage({}); });
  connect(m_session, &StudioSession::runEnded, this, &MainWindow::runEnded);
  connect(m_runs, &RunControl::refused, this, &MainWindow::complain);
  connect(m_runs, &RunControl::started, this, [this] {
    m_messages->hide();
    m_layouts->setForeign(false);
    if (!m_scene->state().session.experiment) showInfo();
    if (m_selection->selection() == m_typical) m_selection->select({});
    m_scene->follow();
  });
}

void MainWindow::connectFiles() {
  connect(m_files, &SessionFiles::chosen, this, &MainWindow::openFiles);
  connect(m_files, &SessionFiles::failed, this, &MainWindow::notWritten);
  connect(m_files, &SessionFiles::stillOpening, this, [this](const QString& path, double share) {
    m_messages->showProgress(say(Msg::StudioOpening, {QFileInfo(path).fileName()}), share, say(Msg::StudioCancel),
                             [this] { m_session->cancelOpening(); });
  });
  connect(m_files, &SessionFiles::opened, this, [this](const QString& path) {
    m_messages->hide();
    const QString what = path.isEmpty() ? toQt(m_session->origin()->format) : QFileInfo(path).fileName();
    const bool restored = !path.isEmpty() && m_session->unsaved();
    m_status->announce(restored ? say(Msg::StudioRestored) : say(Msg::StudioOpened, {what}));
    m_session->origin() ? showForeign() : showInfo();
    m_layouts->setForeign(m_session->origin().has_value());
    showNewestRequest();
    showExpected();
    m_scene->showRange(m_session->newestRun());
    if (auto marks = marksOf(*m_session->snapshot()); !marks.empty()) m_scene->setMarks(std::move(marks));
    selectTypicalCall();
    m_fronts->replaceEmpty(shownExperiment().view);
  });
  auto* kept = m_options.unattended() ? nullptr : new KeptSight(*m_scene, this);
  if (kept) connect(m_files, &SessionFiles::opened, kept, &KeptSight::opened);
  if (kept) connect(m_files, &SessionFiles::saved, kept, &KeptSight::saved);
  connect(m_unsaved, &UnsavedSessions::quit, this, &QWidget::close);
  connect(m_files, &SessionFiles::saved, this, [this](const QString& path) { written(say(Msg::StudioSaved, {path})); });
  connect(m_files, &SessionFiles::exported, this,
          [this](const QString& path) { written(say(Msg::StudioExported, {path})); });
}

void MainWindow::connectPanels() {
  connect(m_scene, &Scene::stateChanged, this, &MainWindow::showSelection);
  connect(m_scene, &Scene::followingChanged, this,
          [this](bool following) { m_bar->setLive(m_session->running(), following); });
  connect(m_bar, &TopBar::live, m_scene, &Scene::follow);
  connect(&m_scene->replay(), &Replay::changed, this,
          [this] { m_status->setMessage(m_scene->replay().active() ? say(Msg::StudioReplayRuns) : QString()); });
  connect(m_bar, &TopBar::experimentChosen, this, [this](int index) {
    showExperiment(index);
    fillAsLeft();
    m_fronts->offer(m_form->info().view);
  });
  connect(m_bar, &TopBar::deviceChosen, this, &MainWindow::showExpected);
  connect(m_results, &ResultsPanel::activated, this, [this](const RunResult& result) { selectResult(result, false); });
  connect(m_results, &ResultsPanel::opened, this, [this](const RunResult& result) { selectResult(result, true); });
}

void MainWindow::showExperiment(int index) {
  const auto all = experiments();
  if (index < 0 || index >= static_cast<int>(all.size())) return;
  if (m_form) m_forms[m_form->info().name] = formNow();
  delete m_form;
  m_form = new ParameterForm(*all[static_cast<std::size_t>(index)]);
  m_filled = toLine(m_form->request());
  m_formHolder->layout()->addWidget(m_form);
  showInfo();
  connect(m_form, &ParameterForm::variantActivated, this,
          [this](const QString& variant) { m_source->showVariant(variant.toStdString()); });
  connect(m_form, &ParameterForm::changed, this, &MainWindow::showExpected);
  connect(m_form, &ParameterForm::changed, this, &MainWindow::formChanged);
  connect(m_form, &ParameterForm::leftWrong, this, &MainWindow::tellOfForm);
  dropFormProblem();
  showKernelInForm();
  showKernelText();
  showExpected();
}

/// Which kernel Run takes where no file is named.
void MainWindow::showKernelInForm() {
  if (!m_kernel || m_form->info().name != kKernelExperiment) return;
  const bool alone = m_kernel->runsAlone();
  m_form->setNothing("file", alone ? say(Msg::KernelInForm, {toQt(m_kernel->draft().fileName())}) : QString());
}

/// In the source panel what the form asks for; in the views, too, until there is a run to speak of.
void MainWindow::showInfo() {
  m_source->setExperiment(m_form->info());
  m_scene->setExperiment(shownExperiment());
}

/// Of the run that is shown, else of the form.
const ExperimentInfo& MainWindow::shownExperiment() const {
  const RunList& runs = m_session->runs();
  return experimentOf(runs.shown() ? &runs.all()[*runs.shown()] : nullptr);
}

/// Another tool's trace is of no experiment.
void MainWindow::showForeign() {
  m_source->setExperiment({});
  m_scene->forgetExperiment();
  m_source->showNone(Msg::StudioNoKernelText);
}

bool MainWindow::chooseExperiment(const std::string& name) {
  const auto all = experiments();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i]->name == name) {
      showExperiment(static_cast<int>(i));
      m_bar->setExperiment(static_cast<int>(i));
      return true;
    }
  return false;
}

Result<void> MainWindow::fillForm(const std::vector<std::string>& assignments) {
  if (assignments.empty()) return {};
  Request request;
  STRATA_ASSIGN(request.parameters, parametersFrom(m_form->info(), assignments));
  m_form->fill(request);
  return {};
}

void MainWindow::showSelection(const ViewState& state) {
  m_inspector->setText(describe(state));
  m_results->setHidden(state.session.hidden == LessonHides::Answer);
  if (state.sight.selection == m_shownSelection) return;
  m_shownSelection = state.sight.selection;
  if (const RunResult* result = resultOfCall(state.session.results, state.sight.selection.call))
    showStep(result->variant);
  showKernelText();
}

/// A step of the run that is shown.
void MainWindow::showStep(const std::string& variant) {
  if (m_source->experiment() != shownExperiment().name) m_source->setExperiment(shownExperiment());
  m_source->showVariant(variant);
}

/// Of an experiment without variants, whose kernels' texts the form does not know.
void MainWindow::showKernelText() {
  const ExperimentInfo& shown = shownExperiment();
  if (shown.variants.empty() && shown.name == m_source->experiment() && m_scene->state().session.experiment)
    m_source->showKernel(kernelFacts(m_scene->state()).info);
}

QString MainWindow::firstSentence(const Error& error) {
  return firstSentenceOf(error.message);
}

void MainWindow::complain(const Error& error) {
  const QString message = toQt(error.message);
  if (error.code == ErrorCode::Stopped) return m_status->setMessage(message.section(QStringLiteral(". "), 0, 0));
  m_formProblem = m_form && m_form->problem() ? message : QString();
  const bool agentDied = error.code == ErrorCode::AgentDied;
  m_messages->show(message, MessageBar::Tone::Problem, agentDied ? say(Msg::StudioRunAgain) : QString(),
                   [this] { m_runs->run(); });
  m_status->setMessage(firstSentence(error));
}

/// The first of several, and the way to all: the panel of the selection has them where nothing is selected.
void MainWindow::complainOfFile(const std::vector<Error>& errors) {
  if (errors.size() == 1) return complain(errors.front());
  const QString message = fileProblemsText(errors, sessionName());
  m_formProblem.clear();
  m_messages->show(message, MessageBar::Tone::Problem, say(Msg::StudioShowProblems), [this] {
    m_selection->clear();
    raiseDock(QStringLiteral("SelectionDock"));
  });
  m_status->setMessage(message);
}

QString MainWindow::sessionName() const {
  if (!m_session->path().empty()) return QFileInfo(toQt(m_session->path())).fileName();
  return m_session->origin() ? toQt(m_session->origin()->format) : say(Msg::StudioTitleUnsaved);
}

/// What was wrong with a number goes with it.
void MainWindow::formChanged() {
  if (!m_form->problem()) m_frames->follow(m_form->request());
  dropFormProblem();
}

/// A message that asks to select something first goes when that is done.
void MainWindow::dropWhatWasSelected() {
  const QString message = m_messages->message();
  const bool isDone = message == say(Msg::StudioFetchNothing)     ? !resultOfSelection(m_scene->state()).empty()
                      : message == say(Msg::StudioMeasureNothing) ? m_selection->selection().event.has_value()
                                                                  : false;
  if (!isDone) return;
  m_messages->hide();
  m_status->setMessage({});
}

void MainWindow::dropFormProblem() {
  if (m_formProblem.isEmpty() || m_messages->message() != m_formProblem || m_form->problem()) return;
  m_messages->hide();
  m_status->setMessage({});
}

/// Beside the field where the window has something else to say.
void MainWindow::tellOfForm(const QString& why) {
  if (!m_messages->isFree() && m_messages->message() != m_formProblem) {
    const auto wrong = m_form->problem();
    if (QWidget* field = wrong && wrong->text == why ? wrong->field : nullptr)
      QToolTip::showText(field->mapToGlobal(QPoint(0, field->height() / 2)), asTip(why), field);
    return;
  }
  m_formProblem = why;
  m_messages->show(why);
}

void MainWindow::notWritten(const Error& error) {
  complain(error);
  m_fileProblem = m_messages->message();
}

/// What was wrong with a file goes with the next one.
void MainWindow::dropFileProblem() {
  if (m_fileProblem.isEmpty() || m_messages->message() != m_fileProblem) return;
  m_messages->hide();
  m_status->setMessage({});
}

void MainWindow::written(const QString& message) {
  dropFileProblem();
  m_status->announce(message);
}

/// Of the session: of another tool's trace as far as it says.
void MainWindow::showDevice() {
  if (m_session->hello() || m_session->origin()) m_bar->showSessionDevice(m_session->device());
}

/// "a.pftrace* — Strata Studio"; the star where it holds what that file does not.
void MainWindow::showTitle() {
  const QString program = QStringLiteral("Strata Studio");
  QString name = QFileInfo(toQt(m_session->path())).fileName();
  if (name.isEmpty() && m_session->snapshot()->bounds()) name = say(Msg::StudioTitleUnsaved);
  name.replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
  setWindowTitle(name.isEmpty() ? program : name + QStringLiteral("[*] — ") + program);
  setWindowModified(!name.isEmpty() && m_session->unsaved());
}

}  // namespace strata::inline studio
