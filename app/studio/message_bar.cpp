#include "app/studio/message_bar.h"

#include <QApplication>
#include <QChildEvent>
#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMainWindow>
#include <QProgressBar>
#include <QPushButton>
#include <QStatusBar>
#include <QStyle>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/studio/notice.h"
#include "app/studio/start_page.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "app/studio/whole_paths.h"

namespace strata::inline studio {
namespace {

constexpr int kProgressWidth = 240;
constexpr int kLeastMessage = 640;  // pixels at text size 100 %

}  // namespace

MessageBar::MessageBar(QMainWindow& window)
    : QFrame(&window),
      m_window(window),
      m_text(new QLabel(this)),
      m_progress(new QProgressBar(this)),
      m_action(new QPushButton(this)),
      m_second(new QPushButton(this)) {
  makeNotice(*this);
  setWhatsThis(say(Msg::StudioMessageTip));
  setObjectName(QStringLiteral("MessageBar"));
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_action->setObjectName(QStringLiteral("MessageAction"));
  m_second->setObjectName(QStringLiteral("MessageSecondAction"));
  auto* close = new QToolButton(this);
  close->setObjectName(QStringLiteral("Plain"));
  close->setText(QStringLiteral("✕"));
  close->setToolTip(say(Msg::StudioDismiss));
  close->setAccessibleName(say(Msg::StudioDismiss));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 6, 8, 6);
  row->addWidget(m_text, 1);
  m_progress->setRange(0, 100);
  m_progress->setFixedWidth(kProgressWidth);
  row->addWidget(m_progress);
  row->addWidget(m_action);
  row->addWidget(m_second);
  row->addWidget(close);
  connect(close, &QToolButton::clicked, this, &MessageBar::dismiss);
  connect(m_action, &QPushButton::clicked, this, [this] { answer(m_act); });
  connect(m_second, &QPushButton::clicked, this, [this] { answer(m_secondAct); });
  connect(this, &MessageBar::gone, this, &MessageBar::askAgain, Qt::QueuedConnection);  // another message may follow
  window.installEventFilter(this);
  hide();
}

/// Between the panels at the sides, whose buttons are to be pressed, but no narrower than words and buttons want; all
/// of the window where the start page lies over the panels.
QRect MessageBar::room() const {
  const QWidget* centre = m_window.centralWidget();
  const auto* start = m_window.findChild<StartPage*>();
  if (!centre || (start && !start->isHidden())) return m_window.rect();
  QRect between = centre->geometry();
  const int least = static_cast<int>(std::lround(kLeastMessage * StudioStyle::shared().textScale()));
  const int more = std::min(least, m_window.width()) - between.width();
  if (more <= 0) return between;
  between.adjust(-more / 2, 0, more - more / 2, 0);
  between.moveLeft(std::clamp(between.left(), 0, m_window.width() - between.width()));
  return between;
}

/// Above the status line, as high as its words take.
void MessageBar::place() {
  const QRect between = room();
  resize(between.width(), this->height());
  fitText();
  const int height = layout()->totalHeightForWidth(between.width());
  setGeometry(between.left(), m_window.statusBar()->geometry().top() - height, between.width(), height);
  raise();
  makeRoom();
}

/// To the width that it has beside the buttons; what is elided is in its tip.
void MessageBar::fitText() {
  layout()->activate();
  const QString seen = wholePaths(m_said, m_text->fontMetrics(), m_text->contentsRect().width());
  if (seen != m_text->text()) m_text->setText(seen);
  const bool whole = QString(seen).replace(QLatin1Char('\n'), QLatin1Char(' ')) ==
                     QString(m_said).replace(QLatin1Char('\n'), QLatin1Char(' '));
  setTip(*m_text, whole ? QString() : m_said);
}

/// The panel under it ends above it, as far as it can be so low; one that it left is whole again.
void MessageBar::makeRoom() {
  QList<QWidget*> panels;
  for (auto* dock : m_window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) panels.push_back(dock);
  if (QWidget* centre = m_window.centralWidget()) panels.push_back(centre);
  for (QWidget* panel : panels) {
    const QRect place = panel->geometry();
    const bool under = !isHidden() && panel->isVisible() && !panel->isWindow() && place.intersects(geometry());
    const int least = panel->minimumSizeHint().height() - panel->contentsMargins().bottom();
    const int spare = std::max(0, place.height() - least);
    panel->setContentsMargins(0, 0, 0, under ? std::min(spare, place.bottom() + 1 - y()) : 0);
  }
}

bool MessageBar::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest && !isHidden()) place();
  const bool ofKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (!ofKey || static_cast<const QKeyEvent*>(event)->key() != Qt::Key_Escape) return QFrame::event(event);
  if (event->type() == QEvent::KeyPress) return dismiss(), true;
  event->accept();  // else the window's Esc would have it
  return QFrame::event(event);
}

void MessageBar::hideEvent(QHideEvent* event) {
  giveKeysBack();
  if (isHidden()) {  // else the window goes
    makeRoom();
    emit gone();
  }
  QFrame::hideEvent(event);
}

void MessageBar::giveKeysBack() {
  if (m_hadKeys && isAncestorOf(m_window.focusWidget())) m_hadKeys->setFocus();
  m_hadKeys = nullptr;
}

/// A press of the mouse beside it, or a key that leads to no button of it.
bool MessageBar::isWork(const QObject* target, const QEvent& event) const {
  const auto* widget = qobject_cast<const QWidget*>(target);
  if (!widget || !m_window.isAncestorOf(widget) || isAncestorOf(widget) || widget == &m_window) return false;
  if (event.type() == QEvent::MouseButtonPress) return true;
  if (event.type() != QEvent::KeyPress) return false;
  constexpr std::array kOnTheWay{Qt::Key_Tab,     Qt::Key_Backtab, Qt::Key_Shift,
                                 Qt::Key_Control, Qt::Key_Alt,     Qt::Key_Meta};
  return std::ranges::find(kOnTheWay, static_cast<const QKeyEvent&>(event).key()) == kOnTheWay.end();
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
  if (m_passes && !isHidden() && isWork(watched, *event)) hide();
  if (watched != &m_window && !qobject_cast<QDockWidget*>(watched) && !qobject_cast<StartPage*>(watched)) return false;
  if (event->type() == QEvent::ChildPolished) {
    QObject* child = static_cast<QChildEvent*>(event)->child();
    if (qobject_cast<QDockWidget*>(child) || qobject_cast<StartPage*>(child)) child->installEventFilter(this);
  }
  // A panel or page that comes to the front does not stand before it.
  const bool arranged = event->type() == QEvent::Resize || event->type() == QEvent::Move ||
                        event->type() == QEvent::LayoutRequest || event->type() == QEvent::ZOrderChange ||
                        event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent;
  if (arranged && !isHidden())
    QMetaObject::invokeMethod(this, &MessageBar::place, Qt::QueuedConnection);  // once the window's parts have moved
  return QFrame::eventFilter(watched, event);
}

/// By value: it may show another message.
void MessageBar::answer(std::function<void()> act) {  // NOLINT(performance-unnecessary-value-param)
  if (std::exchange(m_asks, false)) m_question.reset();
  hide();
  if (act) act();
}

void MessageBar::dismiss() {
  answer({});
  emit dismissed();
}

void MessageBar::ask(Question question) {
  m_question = std::move(question);
  if (isFree()) showQuestion();
}

void MessageBar::showQuestion() {
  const Question asked = *m_question;
  show(asked.words, Tone::Good, asked.action, asked.act);
  alsoOffer(asked.second, asked.secondAct);
  m_asks = true;
}

void MessageBar::askAgain() {
  if (!m_question || !isHidden()) return;
  if (m_question->stands()) return showQuestion();
  m_question.reset();
}

void MessageBar::show(const QString& message, Tone tone, const QString& action, std::function<void()> act) {
  m_message = m_said = message;
  m_tone = tone;
  m_text->setText(message);
  m_progress->hide();
  m_action->setText(action);
  m_action->setVisible(!action.isEmpty());
  m_act = std::move(act);
  m_asks = m_passes = false;
  giveKeysBack();
  qApp->removeEventFilter(this);
  m_second->hide();
  setProperty("tone", tone == Tone::Good ? QStringLiteral("good") : QStringLiteral("problem"));
  QList<QWidget*> toned{this};
  for (QLabel* label : findChildren<QLabel*>()) toned.push_back(label);
  for (QWidget* each : toned) {
    each->style()->unpolish(each);
    each->style()->polish(each);
  }
  QFrame::show();
  place();
  tellNotice(*this, m_said);
}

void MessageBar::alsoOffer(const QString& action, std::function<void()> act, const QString& words) {
  m_said = words.isEmpty() ? m_message : m_message + QLatin1Char(' ') + words;
  m_second->setText(action);
  m_secondAct = std::move(act);
  m_second->show();
  if (isHidden()) return;
  place();
  if (!words.isEmpty()) tellNotice(*this, m_said);
}

void MessageBar::reword(const QString& message) {
  m_message = m_said = message;
  place();
  tellNotice(*this, m_said);
}

void MessageBar::letPass() {
  m_passes = true;
  qApp->installEventFilter(this);
}

void MessageBar::takeKeys() {
  if (!isAncestorOf(m_window.focusWidget())) m_hadKeys = m_window.focusWidget();
  m_window.activateWindow();
  m_action->setFocus(Qt::TabFocusReason);
}

void MessageBar::showProgress(const QString& message, double share, const QString& action, std::function<void()> act) {
  if (m_progress->isHidden() || this->message() != message) show(message, Tone::Good, action, std::move(act));
  m_progress->setValue(static_cast<int>(share * 100));
  m_progress->show();
}

QString MessageBar::message() const {
  return isHidden() ? QString() : m_message;
}

}  // namespace strata::inline studio
