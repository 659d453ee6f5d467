#include "app/studio/learner.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>

#include "app/lessons/handout.h"
#include "app/studio/ui_text.h"
#include "app/views/lesson/calibration_curve.h"
#include "engine/base/new_file.h"

namespace strata::inline studio {
namespace {

const QString kLearnerKey = QStringLiteral("learner");

}  // namespace

Learner::Learner(bool kept, QWidget* window) : QObject(window), m_kept(kept), m_window(window) {
  if (!m_kept) return;
  m_name = QSettings().value(kLearnerKey).toString().toStdString();
  m_progress = readProgress(m_name);
}

void Learner::keep() {
  if (!m_kept) return;
  if (const auto kept = keepProgress(m_progress, m_name); !kept.ok()) emit failed(kept.error());
}

void Learner::choose(const std::string& name) {
  keep();
  m_name = name;
  m_progress = m_kept ? readProgress(m_name) : Progress{};
  if (m_kept) QSettings().setValue(kLearnerKey, toQt(m_name));
  emit changed();
}

void Learner::addTo(QMenu& menu) {
  QMenu* learners = menu.addMenu(say(Msg::StudioLearner));
  connect(learners, &QMenu::aboutToShow, this, [this, learners] { fill(*learners); });
  fill(*learners);
  menu.addAction(say(Msg::StudioSaveAnswers), this, &Learner::askFile);
  menu.addAction(say(Msg::StudioForgetAnswers), this, &Learner::forget);
}

void Learner::fill(QMenu& menu) {
  menu.clear();
  auto* group = new QActionGroup(&menu);
  std::vector<std::string> names = learners();
  names.insert(names.begin(), std::string());
  if (std::ranges::find(names, m_name) == names.end()) names.push_back(m_name);
  for (const std::string& name : names) {
    QAction* action =
        menu.addAction(name.empty() ? say(Msg::StudioMyself) : toQt(name), this, [this, name] { choose(name); });
    action->setCheckable(true);
    action->setChecked(name == m_name);
    group->addAction(action);
  }
  menu.addSeparator();
  menu.addAction(say(Msg::StudioNewLearner), this, &Learner::askName);
}

void Learner::askName() {
  const QString typed = QInputDialog::getText(m_window, asTitle(Msg::StudioLearner), say(Msg::StudioLearnerName));
  if (typed.isEmpty()) return;
  const auto name = learnerName(typed.toStdString());
  name.ok() ? choose(name.value()) : emit failed(name.error());
}

void Learner::askFile() {
  QString path = QFileDialog::getSaveFileName(m_window, asTitle(Msg::StudioSaveAnswers), QStringLiteral("answers.html"),
                                              say(Msg::StudioAnswersFilter));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".html");
  saveTo(path);
}

void Learner::saveTo(const QString& path) {
  const bool json = path.endsWith(QLatin1String(".json"));
  const std::string text = json ? toText(m_progress) : learnerPage(m_progress, m_lessons(), m_name, calibrationSvg);
  const auto written = writeWholeFile(path.toStdString(), text);
  written.ok() ? emit said(say(Msg::StudioExported, {path})) : emit failed(written.error());
}

void Learner::forget() {
  const QString who = m_name.empty() ? say(Msg::StudioMyself) : toQt(m_name);
  const auto answer = QMessageBox::question(
      m_window, asTitle(Msg::StudioForgetAnswers),
      say(Msg::StudioForgetQuestion,
          {who, QString::number(m_progress.guesses.size()), QString::number(m_progress.done.size())}),
      QMessageBox::Yes | QMessageBox::No, QMessageBox::No);
  if (answer != QMessageBox::Yes) return;
  m_progress = {};
  keep();
  emit changed();
}

}  // namespace strata::inline studio
