#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QSettings>
#include <QUrl>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/lessons/lesson_file.h"
#include "app/session/kernel_file.h"
#include "app/studio/frame_desk.h"
#include "app/studio/kernel_desk.h"
#include "app/studio/layouts.h"
#include "app/studio/learner.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/main_window.h"
#include "app/studio/message_bar.h"
#include "app/studio/parameter_form.h"
#include "app/studio/session_files.h"
#include "app/studio/settings.h"
#include "app/studio/start_page.h"
#include "app/studio/status_line.h"
#include "app/studio/studio_style.h"
#include "app/studio/tab_order.h"
#include "app/studio/ui_text.h"
#include "app/studio/unsaved_sessions.h"

// What comes to the window from outside: its settings, keys, sizes, files and its end.
namespace strata::inline studio {

void MainWindow::restoreLayout() {
  if (m_options.size.isValid()) resize(m_options.size / devicePixelRatioF());
  if (m_options.light) StudioStyle::shared().setLight(true);
  if (!m_options.layout.empty()) m_layouts->apply(m_options.layout);
  if (m_options.unattended()) return;
  const QSettings settings;
  if (!m_options.size.isValid()) restoreGeometry(settings.value("geometry").toByteArray());
  if (m_options.layout.empty()) m_layouts->restore(settings.value("docks").toByteArray());
  if (!m_options.light) StudioStyle::shared().setLight(settings.value("light").toBool());
  StudioStyle::shared().setTextScale(settings.value("textScale", 1).toDouble());
  m_light = StudioStyle::shared().isLight();
  m_textScale = StudioStyle::shared().chosenTextScale();
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, &MainWindow::keepLook);
}

/// What was chosen here, and no more: another window may have chosen the rest.
void MainWindow::keepLook() {
  const StudioStyle& style = StudioStyle::shared();
  if (std::exchange(m_light, style.isLight()) != style.isLight()) keepSetting("light", m_light);
  if (std::exchange(m_textScale, style.chosenTextScale()) != style.chosenTextScale())
    keepSetting("textScale", m_textScale);
}

bool MainWindow::focusNextPrevChild(bool next) {
  return goPast(&nextStop, next);
}

bool MainWindow::goPast(QWidget* (*nextOf)(QMainWindow&, QWidget*, bool), bool forward) {
  QWidget* stop = nextOf(*this, focusWidget(), forward);
  if (stop) goTo(*stop, forward);
  return stop != nullptr;
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  m_layouts->fit();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const auto urls = event->mimeData()->urls();
  if (!urls.isEmpty() && std::ranges::all_of(urls, &QUrl::isLocalFile)) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) paths.push_back(url.toLocalFile());
  openFiles(paths);
}

void MainWindow::openFiles(const QStringList& paths) {
  const std::string first = paths.size() == 1 ? paths.front().toStdString() : std::string();
  if (isLessonFile(first)) return m_lessons->openFile(paths.front());
  if (isKernelFile(first)) return m_kernel->open(paths.front());
  const QString whole = QDir::cleanPath(QFileInfo(paths.front()).absoluteFilePath());
  if (const auto model = paths.size() == 1 ? openedModel(whole.toStdString()) : std::nullopt) return takeModel(*model);
  m_files->openTogether(paths);
}

/// Into the form of its experiment, which runs it when it is told to. The tokenizer in there was another model's.
void MainWindow::takeModel(const OpenedModel& model) {
  if (model.experiment != m_form->info().name) {
    if (!chooseExperiment(model.experiment)) return;
    fillAsLeft();
  }
  Request request;
  request.parameters = nlohmann::json{{kModelParameter, model.path}, {kTokenizerParameter, ""}};
  m_form->fill(request);
  m_frames->leaveForm();
  m_files->addRecent(toQt(model.path));
  m_start->close();
  raiseDock(QStringLiteral("ExperimentDock"));
  const QString words =
      say(Msg::StudioModelTaken, {QFileInfo(toQt(model.path)).fileName(), toQt(m_form->info().title)});
  m_messages->show(words, MessageBar::Tone::Good);
  m_messages->letPass();
  m_status->announce(words);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  m_kernel->keep();
  if (!m_learner->mayQuit(*m_messages, [this] { close(); })) return event->ignore();
  if (!m_unsaved->mayQuit()) return event->ignore();
  if (!m_options.unattended()) {
    keepSetting("geometry", saveGeometry());
    keepSetting("docks", m_layouts->save());
  }
  QMainWindow::closeEvent(event);
}

}  // namespace strata::inline studio
