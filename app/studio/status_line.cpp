#include "app/studio/status_line.h"

#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QTimer>
#include <algorithm>

#include "app/canvas/format.h"
#include "app/facts/wall_clock.h"
#include "app/studio/notice.h"
#include "app/studio/studio_session.h"
#include "app/studio/studio_style.h"
#include "app/studio/tracing_cost.h"
#include "app/studio/ui_text.h"
#include "app/studio/whole_paths.h"

namespace strata::inline studio {
namespace {

constexpr int kMargin = 12, kGap = 22, kHeight = 28;  // higher where letters are

/// The process that was started may be a shell around the agent, which says its own.
QString agentText(const StudioSession& session) {
  const QString pid = QString::number(session.hello() ? session.hello()->pid : session.agentPid());
  switch (session.agentState()) {
    case Session::AgentState::None: return QStringLiteral("○ ") + say(Msg::StudioAgentNone);
    case Session::AgentState::Starting: return QStringLiteral("◌ ") + say(Msg::StudioAgentStarting);
    case Session::AgentState::Idle: return QStringLiteral("● ") + say(Msg::StudioAgentIdle, {pid});
    case Session::AgentState::Running: return QStringLiteral("● ") + say(Msg::StudioAgentRunning, {pid});
    case Session::AgentState::Exited: return QStringLiteral("○ ") + say(Msg::StudioAgentExited);
  }
  return {};
}

QString fileText(const StudioSession& session) {
  const Msg words = session.unsaved() ? Msg::StudioSessionChanged : Msg::StudioSessionFile;
  if (!session.path().empty()) {
    const QString file = say(words, {QFileInfo(toQt(session.path())).fileName()});
    const bool told = session.fromFile() && !session.device().isEmpty();
    return told ? say(Msg::StudioRecordedOn, {file, session.device()}) : file;
  }
  return say(session.snapshot()->bounds() ? Msg::StudioSessionUnsaved : Msg::StudioSessionNone);
}

QString percent(double share) {
  return share > 0 && share < 0.001 ? QStringLiteral("< 0.1") : QString::number(share * 100, 'f', 1);
}

/// Its path, and when it was recorded.
QString fileTip(const StudioSession& session) {
  QStringList lines{toQt(session.path())};
  if (const std::string recorded = recordedOf(*session.snapshot()); !recorded.empty())
    lines << say(Msg::RecordedAt, {toQt(recorded)});
  lines.removeAll(QString());
  return lines.join('\n');
}

QString eventsText(const TraceSnapshot& snapshot) {
  const auto& totals = snapshot.totals();
  return say(Msg::StudioEvents, {toQt(counted(totals.slices + totals.counters, Msg::OneEvent, Msg::Events)),
                                 toQt(formatCount(totals.dropped))});
}

}  // namespace

StatusLine::StatusLine(QWidget* parent) : QFrame(parent), m_old(new QTimer(this)) {
  m_old->setSingleShot(true);
  connect(m_old, &QTimer::timeout, this, [this] { setMessage({}); });
  setObjectName(QStringLiteral("StatusLine"));
  for (QLabel** label : {&m_agent, &m_file, &m_events, &m_cost, &m_message}) {
    *label = new QLabel(this);
    (*label)->setTextFormat(Qt::PlainText);
  }
  setFixedHeight(kHeight);
  // Queued: letters have their new size then.
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, &StatusLine::arrange, Qt::QueuedConnection);
  setTip(*m_agent, say(Msg::StudioAgentTip));
  m_file->setWhatsThis(say(Msg::StudioSessionTip));
  makeNotice(*m_message);
  m_message->setWhatsThis(say(Msg::StudioMessageTip));
  setTip(*m_cost, say(Msg::StudioTracingCostTip));
  setTip(*m_events, say(Msg::StudioEventsTip));
}

// A label that no QLayout holds asks for this when its text changes.
bool StatusLine::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) arrange();
  return QFrame::event(event);
}

void StatusLine::resizeEvent(QResizeEvent*) {
  arrange();
}

void StatusLine::arrange() {
  setFixedHeight(std::max(kHeight, m_agent->sizeHint().height() + 2));
  int x = kMargin;
  for (QLabel* label : {m_agent, m_file, m_events, m_cost}) {
    label->setGeometry(x, 0, label->sizeHint().width(), height());
    x += label->width() + kGap;
  }
  m_message->setText(m_said);
  const QFontMetrics letters = m_message->fontMetrics();
  const int wanted = m_message->sizeHint().width(), around = wanted - letters.horizontalAdvance(m_said);
  const int right = width() - kMargin, left = std::max(x, right - wanted);
  m_message->setGeometry(left, 0, std::max(0, right - left), height());
  const QString seen =
      wanted <= m_message->width() ? m_said : pathsOnOneLine(m_said, letters, m_message->width() - around);
  m_message->setText(seen);
  setTip(*m_message, seen == m_said ? QString() : m_said);
}

void StatusLine::setSession(const StudioSession& session) {
  m_agent->setText(agentText(session));
  m_file->setText(fileText(session));
  setTip(*m_file, fileTip(session));
  m_events->setText(eventsText(*session.snapshot()));
  TimeRange run = session.newestRun();
  if (!session.working()) run = ofLastRun(session.runs().all(), *session.snapshot(), run);
  const auto cost = tracingCostShare(*session.snapshot(), run);
  m_cost->setText(cost ? say(Msg::StudioTracingCost, {percent(*cost)}) : QString());
}

void StatusLine::setMessage(const QString& message) {
  put(message);
  tellNotice(*m_message, message);
}

void StatusLine::put(const QString& message) {
  m_announced.invalidate();
  m_old->stop();
  m_said = message;
  m_message->setAccessibleName(message);
  arrange();
}

void StatusLine::announce(const QString& message) {
  setMessage(message);
  m_announced.start();
  m_old->start(m_newsMs);
}

void StatusLine::setProgress(const QString& message) {
  constexpr int kToReadMs = 4000;
  if (!m_announced.isValid() || m_announced.hasExpired(kToReadMs)) put(message);
}

QString StatusLine::text() const {
  return QStringList{m_agent->text(), m_file->text(), m_events->text(), m_cost->text(), m_said}.join("  ");
}

}  // namespace strata::inline studio
