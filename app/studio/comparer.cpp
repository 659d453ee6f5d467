#include "app/studio/comparer.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <utility>

#include "app/facts/comparison.h"
#include "app/session/session_messages.h"
#include "app/still/run_list.h"
#include "app/studio/scene.h"
#include "app/studio/session_reading.h"
#include "app/studio/studio_session.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {

Comparer::Comparer(const StudioSession& session, Scene& scene, QWidget* window)
    : QObject(window), m_session(session), m_scene(scene), m_window(window) {
  connect(&m_session, &StudioSession::replaced, this, [this] { m_ofLeft = std::exchange(m_ofThisSession, false); });
  connect(&m_session, &StudioSession::left, this, [this](const QString& path, bool saved) {
    if (std::exchange(m_ofLeft, false) && saved) m_beside.file = path.toStdString();
  });
  connect(&m_session, &StudioSession::changed, this, &Comparer::nameBeside);
}

/// A file that the session is saved to, or another name of the run.
void Comparer::nameBeside() {
  Analysis& analysis = m_scene.analysis();
  if (m_ofThisSession && analysis.comparing())
    analysis.nameOther(sideTitle(m_scene.state(), m_session.runs(), m_beside.run), m_scene.state().session.file);
}

ShownSession Comparer::beside() const {
  if (!m_scene.state().sight.comparison) return {};
  return m_ofThisSession ? ShownSession{m_session.path(), m_beside.run} : m_beside;
}

void Comparer::addTo(QMenu& menu) {
  menu.addAction(say(Msg::StudioCompareOpen), this, &Comparer::choose);
  menu.addAction(say(Msg::StudioCompareKeep), this, &Comparer::keep);
  menu.addAction(say(Msg::StudioCompareSwap), this, &Comparer::swap);
  menu.addAction(say(Msg::StudioCompareStop), this, &Comparer::stop);
}

void Comparer::choose() {
  const QString path = QFileDialog::getOpenFileName(
      m_window, say(Msg::StudioCompareOpen), QFileInfo(toQt(m_session.path())).path(), say(Msg::StudioSessionFilter));
  if (!path.isEmpty()) open(path);
}

void Comparer::open(const QString& path) {
  if (m_reading != nullptr) m_reading->abandon();
  m_reading = new SessionReading(
      [](SessionReading::Opening opening) {
        SessionOptions options;
        options.opening = std::move(opening);
        return std::make_unique<Session>(std::move(options));
      },
      {path.toStdString()}, this);
  connect(m_reading, &SessionReading::done, this, &Comparer::finish);
}

void Comparer::finish() {
  SessionReading* reading = std::exchange(m_reading, nullptr);
  reading->deleteLater();
  const auto read = reading->take();
  if (!read.ok()) {
    emit failed(read.error());
    return;
  }
  ViewState state;
  state.session.snapshot = read.value()->snapshot();
  state.session.hello = read.value()->hello();
  state.session.storeys = read.value()->storeys();
  const QString file = QFileInfo(toQt(reading->paths().front())).fileName();
  if (!state.session.snapshot->bounds()) {
    emit failed({ErrorCode::Io, say(Msg::StudioCompareNoEvents, {file}).toStdString()});
    return;
  }
  state.session.title = file.toStdString();
  state.session.file = QFileInfo(toQt(reading->paths().front())).absoluteFilePath().toStdString();
  RunList runs;
  runs.take(messagesOf(*state.session.snapshot).runs());
  m_beside = {state.session.file, runs.newest()};
  m_ofThisSession = false;
  m_scene.analysis().compareWith(sideOf(state, runs, runs.newest()));
  emit ready();
}

void Comparer::keep() {
  compareRun(m_session.runs().shown());
}

void Comparer::compareRun(std::optional<std::size_t> run) {
  const ViewState& state = m_scene.state();
  if (!state.session.snapshot || !state.session.snapshot->bounds()) {
    emit failed({ErrorCode::Usage, std::string(text(Msg::StudioCompareNothing))});
    return;
  }
  m_beside = {{}, run};
  m_ofThisSession = true;
  const ComparedSession side = m_scene.sideOf(run);
  m_scene.analysis().compareWith(side);
  emit ready();
  emit kept(toQt(side.title.empty() ? side.device : side.title));
}

void Comparer::swap() {
  const bool comparing = m_scene.analysis().comparing();
  if (!comparing || !m_ofThisSession || !m_beside.run || !m_session.runs().shown()) {
    emit failed({ErrorCode::Usage, std::string(text(comparing ? Msg::StudioCompareNoSwap : Msg::StudioCompareNone))});
    return;
  }
  const std::size_t other = *m_beside.run;
  compareRun(m_session.runs().shown());
  emit runWanted(other);
}

void Comparer::stop() {
  if (!m_scene.analysis().comparing()) {
    emit failed({ErrorCode::Usage, std::string(text(Msg::StudioCompareNone))});
    return;
  }
  m_scene.analysis().stopComparing();
}

}  // namespace strata::inline studio
