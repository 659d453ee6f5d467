#include "app/studio/learner.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "app/facts/answers_of.h"
#include "app/lessons/handout.h"
#include "app/studio/message_bar.h"
#include "app/studio/settings.h"
#include "app/studio/ui_text.h"
#include "app/views/lesson/calibration_curve.h"
#include "engine/base/new_file.h"

namespace strata::inline studio {
namespace {

const QString kLearnerKey = QStringLiteral("learner");

/// More than that a lesson was looked at.
bool holdsAnswers(const Progress& progress) {
  return !progress.done.empty() || !progress.guesses.empty() ||
         std::ranges::any_of(progress.places, [](const auto& place) { return !place.second.atStart(); });
}

}  // namespace

Learner::Learner(bool kept, QWidget* window) : QObject(window), m_kept(kept), m_window(window) {
  if (!m_kept) return;
  m_name = QSettings().value(kLearnerKey).toString().toStdString();
  m_before = m_progress = readProgress(m_name);
}

void Learner::keep() {
  if (!m_kept) return;
  const auto kept = keepProgress(m_before, m_progress, m_name);
  if (!kept.ok()) {
    if (std::exchange(m_whyNotKept, kept.error().message) != kept.error().message) emit failed(kept.error());
    return;
  }
  m_before = m_progress = kept.value().progress;
  m_whyNotKept.clear();
  if (const std::string& broken = kept.value().broken; !broken.empty())
    emit failed({ErrorCode::Io, fillText(Msg::LearnerBroken, {broken})});
}

bool Learner::mayQuit(MessageBar& messages, const std::function<void()>& quit) {
  if (m_whyNotKept.empty()) return true;
  keep();
  const auto answered = [this] { m_saved = m_progress; };
  const QString asked = say(Msg::StudioQuitAnswers, {toQt(m_whyNotKept)});
  if (messages.message() == asked) answered();
  const bool lost = !m_whyNotKept.empty() && holdsAnswers(m_progress) && m_progress != m_saved;
  if (!lost || qGuiApp->isSavingSession()) return true;
  messages.show(asked, MessageBar::Tone::Problem, say(Msg::StudioSaveAnswers).remove(QLatin1Char('&')), [this, quit] {
    askFile();
    if (m_progress == m_saved) quit();
  });
  messages.alsoOffer(say(Msg::StudioQuitWithoutAnswers), [answered, quit] {
    answered();
    quit();
  });
  messages.takeKeys();
  return false;
}

void Learner::choose(const std::string& name) {
  keep();
  m_name = name;
  m_before = m_progress = m_kept ? readProgress(m_name) : Progress{};
  if (m_kept) keepSetting(kLearnerKey, toQt(m_name));
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
  QString path =
      QFileDialog::getSaveFileName(m_window, asTitle(Msg::StudioSaveAnswers),
                                   toQt(answersFileName(answersHere(m_name))), say(Msg::StudioAnswersFilter));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".html");
  saveTo(path);
}

void Learner::saveTo(const QString& path) {
  const bool json = path.endsWith(QLatin1String(".json"));
  const AnswersOf of = answersHere(m_name);
  const std::string text = json ? toText(m_progress, of) : learnerPage(m_progress, m_lessons(), of, calibrationSvg);
  const auto written = writeWholeFile(path.toStdString(), text);
  if (written.ok()) m_saved = m_progress;
  written.ok() ? emit said(say(Msg::StudioExported, {path})) : emit failed(written.error());
}

void Learner::forget() {
  keep();  // also what another window has kept is asked for
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
