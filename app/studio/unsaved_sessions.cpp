#include "app/studio/unsaved_sessions.h"

#include <QDateTime>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QMenu>
#include <QTimer>
#include <algorithm>
#include <chrono>

#include "app/canvas/format.h"
#include "app/session/kept_sessions.h"
#include "app/studio/message_bar.h"
#include "app/studio/session_files.h"
#include "app/studio/studio_session.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

constexpr std::chrono::milliseconds kWait{200};
constexpr int kMostWaits = 50;

/// "22 Nov 13:05 · 2.1 MB"; in the menu also that it is the beginning alone.
QString titleOf(const KeptSession& kept) {
  const auto since = kept.changed.time_since_epoch();
  const qint64 ms = std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
  const QString when = QLocale::c().toString(QDateTime::fromMSecsSinceEpoch(ms), QStringLiteral("d MMM hh:mm:ss"));
  return QStringLiteral("%1 · %2").arg(when, toQt(formatBytes(static_cast<double>(kept.bytes))));
}

QString lostOf(bool partKept) {
  return say(partKept ? Msg::StudioLostRest : Msg::StudioLostAll);
}

}  // namespace

UnsavedSessions::UnsavedSessions(StudioSession& session, SessionFiles& files, MessageBar& messages, std::string folder,
                                 QObject* parent)
    : QObject(parent), m_session(session), m_files(files), m_messages(messages), m_folder(std::move(folder)) {
  // Later than what is said of the session that took its place.
  connect(&session, &StudioSession::left, this, &UnsavedSessions::offerBack, Qt::QueuedConnection);
  connect(&session, &StudioSession::runEnded, this, &UnsavedSessions::askAsItIsNow);
}

void UnsavedSessions::addTo(QMenu& file) {
  if (m_folder.empty()) return;
  QMenu* menu = file.addMenu(say(Msg::StudioUnsaved));
  connect(menu, &QMenu::aboutToShow, this, [this, menu] { fill(*menu); });
}

void UnsavedSessions::fill(QMenu& menu) {
  menu.clear();
  for (const KeptSession& kept : keptSessions(m_folder))
    menu.addAction(kept.onlyBeginning ? say(Msg::StudioUnsavedBeginning, {titleOf(kept)}) : titleOf(kept), this,
                   [this, kept] { m_files.open(toQt(kept.path)); });
  if (menu.isEmpty()) menu.addAction(say(Msg::StudioUnsavedNone))->setEnabled(false);
}

void UnsavedSessions::offerNewest() {
  if (m_folder.empty()) return;
  if (m_waits < kMostWaits && someAreBeingLeft(m_folder)) {
    ++m_waits;
    QTimer::singleShot(kWait, this, &UnsavedSessions::offerNewest);
    return;
  }
  trimKeptSessions(m_folder);
  const auto sessions = keptSessions(m_folder);
  if (sessions.empty()) return;
  const KeptSession& kept = sessions.front();
  const auto stands = [folder = m_folder, path = kept.path] {
    return std::ranges::count(keptSessions(folder), path, &KeptSession::path) > 0;
  };
  const Msg offer = kept.onlyBeginning ? Msg::StudioUnsavedOfferBeginning : Msg::StudioUnsavedOffer;
  m_messages.ask({say(offer, {titleOf(kept)}), say(Msg::StudioRestore), say(Msg::StudioForget),
                  [this, kept] { m_files.open(toQt(kept.path)); }, [kept] { forgetKeptSession(kept.path); }, stands});
}

void UnsavedSessions::offerBack(const QString& path, bool saved, const QString& whyNotKept, bool cutOff) {
  trimKeptSessions(m_folder);
  const auto open = [this, path] { m_files.open(path); };
  const auto told = [cutOff](const QString& words) {
    return cutOff ? words + ' ' + say(Msg::StudioLeftRunning) : words;
  };
  if (!whyNotKept.isEmpty()) {
    m_messages.show(told(say(Msg::StudioUnsavedLost, {whyNotKept, lostOf(!path.isEmpty())})), MessageBar::Tone::Problem,
                    path.isEmpty() ? QString() : say(Msg::StudioBackToIt), open);
    return;
  }
  const QString words = saved ? say(Msg::StudioSessionLeft, {QFileInfo(path).fileName()}) : say(Msg::StudioUnsavedLeft);
  m_messages.show(told(words), MessageBar::Tone::Good, say(Msg::StudioBackToIt), open);
  m_messages.letPass();
}

QString UnsavedSessions::question() const {
  const bool running = m_session.running();
  const QString why = m_session.whyNotKept();
  QString asked = why.isEmpty() ? say(running ? Msg::StudioQuitRunning : Msg::StudioQuitUnsaved)
                                : say(running ? Msg::StudioQuitRunningLosing : Msg::StudioQuitLosing,
                                      {why, lostOf(m_session.partKept())});
  if (const QString kept = m_alsoKept ? m_alsoKept() : QString(); !kept.isEmpty()) asked += ' ' + kept;
  return asked;
}

bool UnsavedSessions::asks() const {
  return !m_asked.isEmpty() && m_messages.message() == m_asked;
}

/// The run that it speaks of has ended.
void UnsavedSessions::askAsItIsNow() {
  if (asks()) m_messages.reword(m_asked = question());
}

bool UnsavedSessions::mayQuit() {
  if (m_answered || m_folder.empty() || !m_session.unsaved() || qGuiApp->isSavingSession()) return true;
  const bool kept = m_session.whyNotKept().isEmpty();
  if (asks()) {
    if (!kept) m_messages.takeKeys();
    return kept;
  }
  m_asked = question();
  m_messages.show(m_asked, MessageBar::Tone::Problem, say(Msg::StudioSaveAndQuit), [this] {
    if (m_files.save()) answer();
  });
  m_messages.alsoOffer(say(kept ? Msg::StudioQuitKeeping : Msg::StudioQuitWithout), [this] { answer(); });
  m_messages.takeKeys();
  return false;
}

void UnsavedSessions::answer() {
  m_answered = true;
  emit quit();
}

}  // namespace strata::inline studio
