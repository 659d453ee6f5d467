#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QShortcut>
#include <QTimer>
#include <utility>

#include "app/canvas/format.h"
#include "app/facts/variant_facts.h"
#include "app/studio/about.h"
#include "app/studio/command_palette.h"
#include "app/studio/compare_bar.h"
#include "app/studio/comparer.h"
#include "app/studio/compile_desk.h"
#include "app/studio/frame_desk.h"
#include "app/studio/front_views.h"
#include "app/studio/habits_menu.h"
#include "app/studio/head_look.h"
#include "app/studio/kernel_desk.h"
#include "app/studio/kernel_editor.h"
#include "app/studio/kernel_text_edit.h"
#include "app/studio/layouts.h"
#include "app/studio/learner.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/machine_look.h"
#include "app/studio/main_window.h"
#include "app/studio/menu_keys.h"
#include "app/studio/menu_letters.h"
#include "app/studio/message_bar.h"
#include "app/studio/panel_dock.h"
#include "app/studio/parameter_form.h"
#include "app/studio/replay_bar.h"
#include "app/studio/results_panel.h"
#include "app/studio/right_click.h"
#include "app/studio/run_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/search_bar.h"
#include "app/studio/session_files.h"
#include "app/studio/settings.h"
#include "app/studio/show_desk.h"
#include "app/studio/source_panel.h"
#include "app/studio/start_page.h"
#include "app/studio/status_line.h"
#include "app/studio/tab_order.h"
#include "app/studio/table_bar.h"
#include "app/studio/tensor_fetch.h"
#include "app/studio/top_bar.h"
#include "app/studio/ui_text.h"
#include "app/studio/unsaved_sessions.h"
#include "app/studio/view_docks.h"
#include "app/studio/view_export.h"
#include "app/studio/view_menu.h"
#include "app/studio/view_widget.h"
#include "app/studio/what_is_this.h"
#include "engine/base/host_facts.h"
#include "layers/workloads/experiments.h"
#include "layers/workloads/kernel/kernel_experiment.h"

namespace strata::inline studio {

/// A column of its own, out of sight until somebody writes a kernel.
void MainWindow::buildKernelDesk() {
  const auto shown = [this] {
    const ViewState& state = m_scene->state();
    const VariantInfo* info = findVariantInfo(state, shownVariant(state));
    const RunResult* result = info ? findResult(state, info->name) : nullptr;
    return result && !result->text.empty() ? *info : m_source->shown();  // the panel has no text that was brought along
  };
  m_kernel = new KernelDesk(
      {*m_session, *m_runs, *m_messages, shown, [this]() -> const ExperimentInfo& { return m_form->info(); },
       [this](const std::string& experiment) { chooseExperiment(experiment); },
       [this](const std::string& experiment) -> Result<Request> {
         if (m_form->info().name != experiment) chooseExperiment(experiment);
         return m_form->requestToRun();
       },
       [this](const KernelDraft& draft) { return m_lessons->answer(draft); }},
      !m_options.unattended(), this);
  m_unsaved->alsoTell([this] { return m_kernel->keptText(); });
  auto* dock = makeDock(QStringLiteral("EditorDock"), say(Msg::KernelEditor), &m_kernel->editor(), false);
  addDockWidget(Qt::LeftDockWidgetArea, dock, Qt::Horizontal);
  dock->hide();
  connect(m_kernel, &KernelDesk::draftChanged, this, &MainWindow::showKernelInForm);
  connect(m_kernel, &KernelDesk::failed, this, &MainWindow::complain);
  connect(m_kernel, &KernelDesk::opened, m_files, &SessionFiles::addRecent);
  connect(m_kernel, &KernelDesk::failed, m_files, &SessionFiles::lookForRecent);
  connect(&SettingsWatch::shared(), &SettingsWatch::notKept, this,
          [this](const QString& file) { m_status->setMessage(say(Msg::StudioSettingsNotKept, {file})); });
  connect(m_kernel, &KernelDesk::said, m_status, &StatusLine::setMessage);
  connect(m_kernel, &KernelDesk::looksAt, this, [this](const QString& variant, int line) {
    ViewChoices choices = m_scene->state().sight.choices;
    choices.forgetKernel();
    choices.variant = variant.toStdString();
    choices.line = line;
    m_scene->choose(choices);
  });
  connect(m_kernel, &KernelDesk::wanted, this, [this, dock] {
    if (dock->isHidden()) m_layouts->apply(std::string("editor"));
    m_start->close();
    dock->raise();
    m_kernel->editor().text().setFocus();
  });
  const auto offerNew = [this] {
    if (m_form->info().name == kKernelExperiment && !m_kernel->runsAlone())
      m_messages->alsoOffer(say(Msg::KernelNew).remove('&'), [this] { m_kernel->writeFree(); });
  };
  connect(m_runs, &RunControl::refused, this, offerNew, Qt::QueuedConnection);  // when it is said what was wrong
}

void MainWindow::buildMenus() {
  QMenuBar& bar = m_bar->menus();
  fillFileMenu(*bar.addMenu(say(Msg::StudioFile)));
  fillRunMenu(*bar.addMenu(say(Msg::StudioRunMenu)));
  QMenu& go = *bar.addMenu(say(Msg::StudioNavigate));
  fillGoMenu(go, *m_scene, *m_search);
  go.addAction(say(Msg::StudioTable), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T), this,
               [this] { openView("statistics"); });
  go.addAction(say(Msg::StudioDeviceUse), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D), this,
               [this] { openView("device"); });
  go.addSeparator();
  addLooks(go, *m_scene);
  addMarks(go, *m_scene, *this);
  connect(m_scene, &Scene::missing, this, &MainWindow::complain);
  addLanes(go, *m_scene);
  m_comparer = new Comparer(*m_session, *m_scene, this);
  QMenu& compare = *bar.addMenu(say(Msg::StudioCompare));
  compare.addMenu(&m_results->runs().compareMenu());
  m_comparer->addTo(compare);
  connect(m_comparer, &Comparer::failed, this, &MainWindow::notWritten);
  connect(m_comparer, &Comparer::ready, this, [this] {
    dropFileProblem();
    openView("compare");
  });
  connect(m_comparer, &Comparer::kept, this,
          [this](const QString& title) { m_status->announce(say(Msg::StudioCompareKept, {title})); });
  QMenu* view = bar.addMenu(say(Msg::StudioView));
  fillViewMenu(*view, *this, *m_scene, [this](const QString& dock) { openDock(dock); });
  addExports(*view);
  m_source->addAction(&m_kernel->editCopy());
  findChild<ViewWidget*>(QStringLiteral("Kernel"))->addAction(&m_kernel->editCopy());
  m_layouts = new Layouts(*this);
  m_fronts = new FrontViews(*this, *m_scene, *m_layouts);
  QMenu& arrange = *bar.addMenu(say(Msg::StudioWindow));
  m_layouts->addTo(arrange);
  addPanelKeys(arrange);
  auto* replay = new ReplayBar(m_scene->replay(), [this] { return m_scene->beginReplayByHand(); });
  replay->addTo(*bar.addMenu(say(Msg::StudioReplay)));
  m_bar->addGroup(replay);
  buildLessons();
  m_lessons->addTo(*bar.addMenu(say(Msg::StudioLearn)));
  buildStart();
  fillHelpMenu(*bar.addMenu(say(Msg::StudioHelp)));
  giveLetters(bar);
  new MenuKeys(bar);
  connect(new QShortcut(QKeySequence(Qt::Key_Escape), this), &QShortcut::activated, this, &MainWindow::leaveInnermost);
}

/// Menus, lists and fields that have the keys come before, by themselves.
void MainWindow::leaveInnermost() {
  if (m_search->isVisible()) return m_search->leave();
  if (m_start->isVisible()) return m_start->close();
  if (m_scene->replay().active()) return m_scene->replay().leave();
  if (m_session->running() || m_runs->waiting()) return m_bar->clickStop();
  m_lessons->leave();
}

void MainWindow::addPanelKeys(QMenu& menu) {
  menu.addSeparator();
  menu.addAction(say(Msg::HandNextPanel), QKeySequence(Qt::Key_F6), this, [this] { goPast(&nextPanel, true); });
  menu.addAction(say(Msg::HandPanelBefore), QKeySequence(Qt::SHIFT | Qt::Key_F6), this,
                 [this] { goPast(&nextPanel, false); });
  menu.addAction(say(Msg::HandMenus), QKeySequence(Qt::Key_F10), this,
                 [this] { m_bar->menus().setActiveAction(m_bar->menus().actions().front()); });
}

void MainWindow::buildLessons() {
  m_learner = new Learner(!m_options.unattended(), this);
  connect(m_learner, &Learner::failed, this, &MainWindow::complain);
  connect(m_learner, &Learner::said, m_status, &StatusLine::setMessage);
  m_lessons = new LessonDesk(*m_session, *m_runs, *m_scene, *m_learner, this);
  connect(m_learner, &Learner::changed, m_messages, &QWidget::hide);
  connect(m_lessons, &LessonDesk::tourEnded, this, &MainWindow::noteTour);
  connect(m_lessons, &LessonDesk::left, m_layouts, &Layouts::giveBack);
  connect(m_lessons, &LessonDesk::left, this, &MainWindow::giveFormsBack);
  connect(m_lessons, &LessonDesk::paused, this, &MainWindow::sayPaused);
  connect(m_messages, &MessageBar::gone, this, &MainWindow::sayPauseOnceFree, Qt::QueuedConnection);
  connect(m_lessons, &LessonDesk::done, this, [this](const QString& words) {
    m_messages->show(words, MessageBar::Tone::Good, say(Msg::StudioNextLesson).remove(QLatin1Char('&')),
                     [this] { m_lessons->openNext(); });
    m_messages->letPass();
  });
  connect(m_lessons, &LessonDesk::puzzleWanted, this, [this](const KernelDraft& draft) {
    auto *lesson = findChild<QDockWidget*>(QStringLiteral("LessonDock")),
         *editor = findChild<QDockWidget*>(QStringLiteral("EditorDock"));
    const bool opens = editor->isHidden();
    raiseDock(editor->objectName());
    m_kernel->takePuzzle(draft);
    // Beside the lesson, which is still to be read: the room that the editor takes is the views'.
    if (opens)
      QTimer::singleShot(0, this, [this, lesson, editor] {
        resizeDocks({lesson, editor}, {width() * 3 / 10, width() * 3 / 10}, Qt::Horizontal);
      });
  });
  connect(m_lessons, &LessonDesk::puzzleTurned, this, [this](const KernelDraft& draft) {
    if (m_kernel->editor().isVisible() && !m_kernel->draft().puzzle.empty()) m_kernel->takePuzzle(draft);
  });
  connect(m_lessons, &LessonDesk::recordingWanted, m_files, &SessionFiles::open);
  connect(m_files, &SessionFiles::opened, m_lessons, &LessonDesk::recordingOpened);
  connect(m_files, &SessionFiles::failed, m_lessons, &LessonDesk::recordingFailed);
  for (ViewWidget* view : m_scene->widgets()) m_lessons->listenTo(*view);
  connect(new MachineLook(this), &MachineLook::found, m_scene, &Scene::setSystems);
  connect(m_lessons, &LessonDesk::failed, this, &MainWindow::complain);
  connect(m_lessons, &LessonDesk::experimentWanted, this,
          [this](const QString& name) { returnToForm(name.toStdString()); });
  connect(m_lessons, &LessonDesk::formWanted, this, &MainWindow::fillByLesson);
  connect(m_lessons, &LessonDesk::layoutWanted, this, [this] {
    if (m_messages->message() == say(Msg::StudioTourOffer)) m_messages->hide();  // it is answered
    m_layouts->lend("learn");
  });
  connect(m_lessons, &LessonDesk::keysWanted, this, [this](const QString& view) { openView(view.toStdString()); });
  connect(m_lessons, &LessonDesk::viewWanted, this, [this](const QString& view) {
    raiseDock(dockNameOf(view.toStdString()));
    if (m_layouts->readyMade()) m_layouts->giveRoom(dockNameOf(view.toStdString()));
  });
}

/// A lesson whose panel is closed; an empty title: none.
void MainWindow::sayPaused(const QString& title) {
  const QString before = std::exchange(m_pauseSaid, title.isEmpty() ? QString() : say(Msg::LessonPaused, {title}));
  if (!before.isEmpty() && m_messages->message() == before) m_messages->hide();
  m_pauseWaits = !title.isEmpty();
  sayPauseOnceFree();
}

void MainWindow::sayPauseOnceFree() {
  if (!m_pauseWaits || !m_messages->isFree()) return;
  m_pauseWaits = false;
  m_messages->show(m_pauseSaid, MessageBar::Tone::Good, say(Msg::StudioBackToIt), [this] { m_lessons->comeBack(); });
  m_messages->letPass();
}

void MainWindow::fillFileMenu(QMenu& menu) {
  m_files->addTo(menu);
  m_unsaved->addTo(menu);
  menu.addSeparator();
  menu.addAction(say(Msg::StudioQuit), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
}

void MainWindow::fillRunMenu(QMenu& menu) {
  m_bar->addTo(menu);
  m_kernel->addTo(menu);
  m_fetch = new TensorFetch(*m_session, *m_scene, this);
  m_fetch->addTo(menu);
  connect(m_fetch, &TensorFetch::failed, this, &MainWindow::complain);
  connect(m_selection, &SelectionModel::changed, this, &MainWindow::dropWhatWasSelected);
  connect(new HeadLook(*m_session, *m_scene, this), &HeadLook::failed, this, &MainWindow::complain);
  new CompileDesk(*m_scene, this);
  m_frames = new FrameDesk(*m_session, *m_scene, *m_runs, this);
  connect(m_frames, &FrameDesk::began, this, [this] {
    raiseDock(dockNameOf("frame"));
    if (m_layouts->readyMade()) m_layouts->giveRoom(dockNameOf("frame"));
  });
  connect(m_frames, &FrameDesk::switched, this, &MainWindow::takeUpSwitches);
  connect(m_frames, &FrameDesk::failed, this, &MainWindow::notWritten);
  connect(m_frames, &FrameDesk::saved, this, [this](const QString& path) { written(say(Msg::StudioSaved, {path})); });
  connect(m_fetch, &TensorFetch::asked, this, [this](const QString& tensor) {
    m_status->setMessage(say(Msg::StudioFetching, {tensor}));
    raiseDock(QStringLiteral("TensorDock"));
  });
  connect(m_fetch, &TensorFetch::answered, this,
          [this](const QString& tensor) { m_status->announce(say(Msg::StudioFetched, {tensor})); });
}

/// Of the session, in the top bar, and of a view, in its menu.
void MainWindow::addExports(QMenu& view) {
  m_bar->setExportMenu(m_files->exportMenu());
  m_viewExport = new ViewExport(*this, *m_scene);
  m_viewExport->addTo(view);
  connect(m_viewExport, &ViewExport::failed, this, &MainWindow::notWritten);
  connect(m_viewExport, &ViewExport::saved, this,
          [this](const QString& path) { written(say(Msg::StudioSaved, {path})); });
  connect(m_viewExport, &ViewExport::copied, this,
          [this](const QString& title) { m_status->announce(say(Msg::StudioPictureCopied, {title})); });
  const auto rowsCopied = [this](std::size_t rows) {
    m_status->announce(say(Msg::StudioRowsCopied, {toQt(formatCount(rows))}));
  };
  connect(findChild<TableBar*>(), &TableBar::copied, this, rowsCopied);
  connect(findChild<CompareBar*>(), &CompareBar::copied, this, rowsCopied);
  m_shows = new ShowDesk(*this, *m_session, *m_files, *m_scene, *m_comparer, !m_options.unattended());
  m_shows->addTo(view);
  connect(m_shows, &ShowDesk::failed, this, &MainWindow::notWritten);
  connect(m_shows, &ShowDesk::noted, this,
          [this](const QString& path) { written(say(Msg::StudioShowNotesWritten, {QFileInfo(path).fileName()})); });
  connect(m_shows, &ShowDesk::added, this, [this](const QString& path, int slide) {
    written(say(Msg::StudioAddedToShow, {QFileInfo(path).fileName(), QString::number(slide)}));
  });
  connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_E), this), &QShortcut::activated, m_bar, &TopBar::openExport);
  connect(new QShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), this), &QShortcut::activated, m_viewExport,
          &ViewExport::open);
}

/// The palette has what is in the menus by then.
/// What an empty window offers.
void MainWindow::buildStart() {
  m_start = new StartPage(*this, *m_scene, [this] {
    StartSight start;
    start.processor = thisHost().model;
    m_lessons->addTo(start);
    for (const ExperimentInfo* info : experiments()) start.experiments.push_back({info->name, info->title, info->help});
    start.kept = m_kernel->keptText().toStdString();
    start.recent = m_files->recentFiles();
    m_files->lookForRecent();
    for (const QString& path : SessionFiles::shipped())
      start.shipped.push_back({QFileInfo(path).completeBaseName().toStdString(), path.toStdString()});
    return start;
  });
  connect(m_start, &StartPage::acted, this, &MainWindow::begin);
  connect(m_runs, &RunControl::started, m_start, &StartPage::close);
  connect(m_layouts, &Layouts::chosen, m_start, &StartPage::close);
  connect(m_files, &SessionFiles::opened, m_start, &StartPage::close);
  connect(m_files, &SessionFiles::recentChanged, m_start, &StartPage::offerAnew);
  connect(m_lessons, &LessonDesk::layoutWanted, m_start, &StartPage::close);
}

void MainWindow::begin(const StartAct& act) {
  switch (act.kind) {
    case StartAct::Kind::NextLesson: return m_lessons->openNext();
    case StartAct::Kind::AllLessons: m_layouts->lend("learn"); return m_lessons->showList();
    case StartAct::Kind::Experiment: {
      const ExperimentInfo& chosen = *experiments()[act.item];
      chooseExperiment(chosen.name);
      m_layouts->applyFor(chosen.view);
      if (chosen.name == kKernelExperiment) m_kernel->writeFree();
      return;
    }
    case StartAct::Kind::Open: return m_files->chooseAndOpen();
    case StartAct::Kind::Recent: return openFiles({m_files->recent()[static_cast<qsizetype>(act.item)]});
    case StartAct::Kind::Shipped: return m_files->open(SessionFiles::shipped()[static_cast<qsizetype>(act.item)]);
    case StartAct::Kind::Close: return;
  }
}

void MainWindow::fillHelpMenu(QMenu& menu) {
  menu.addAction(say(Msg::StartTitle), m_start, &StartPage::open);
  m_whatIsThis = new WhatIsThis(*this, *m_scene);
  m_whatIsThis->addTo(menu);
  m_rightClick = new RightClick(*this, *m_whatIsThis);
  menu.addAction(say(Msg::StudioAbout), this, [this] { showAbout(this); });
  m_palette = new CommandPalette(m_bar->menus(), this);
  menu.addAction(say(Msg::StudioPalette), QKeySequence(Qt::CTRL | Qt::Key_K), m_palette, &CommandPalette::popUp);
}

}  // namespace strata::inline studio
