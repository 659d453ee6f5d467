#include "app/studio/focus_ring.h"

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QMenuBar>
#include <QPainter>
#include <QTabBar>

#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"

namespace strata::inline studio {
namespace {

constexpr int kLine = 2, kRadius = 5;

/// Of a view or a row of tabs just what a key acts on.
QRect partOf(const QWidget& focus) {
  if (const auto* tabs = qobject_cast<const QTabBar*>(&focus)) return tabs->tabRect(tabs->currentIndex());
  const auto* view = qobject_cast<const ViewWidget*>(&focus);
  return view && !view->spot().isEmpty() ? view->spot().adjusted(-kLine, -kLine, kLine, kLine) : focus.rect();
}

}  // namespace

FocusRing::FocusRing(QMainWindow& window) : QWidget(&window), m_window(window) {
  setObjectName(QStringLiteral("FocusRing"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setWhatsThis(say(Msg::FocusWhat));
  hide();
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, qOverload<>(&QWidget::update));
}

/// The menus mark the entry themselves.
void FocusRing::follow(QWidget* focus) {
  for (const auto& each : m_watched)
    if (each) each->removeEventFilter(this);
  m_watched.clear();
  if (m_focus) disconnect(m_focus, nullptr, this, nullptr);
  const QWidget* host = focus ? focus->window() : nullptr;
  const bool ours =
      host && (host == &m_window || (qobject_cast<const QDockWidget*>(host) && host->parent() == &m_window));
  m_focus = ours && !qobject_cast<QMenuBar*>(focus) ? focus : nullptr;
  for (QWidget* each = m_focus; each; each = each->isWindow() ? nullptr : each->parentWidget()) {
    each->installEventFilter(this);
    m_watched << each;
  }
  if (auto* tabs = qobject_cast<QTabBar*>(m_focus)) connect(tabs, &QTabBar::currentChanged, this, &FocusRing::place);
  if (auto* view = qobject_cast<ViewWidget*>(m_focus)) connect(view, &ViewWidget::spotMoved, this, &FocusRing::place);
  place();
}

void FocusRing::place() {
  if (!m_focus || !m_focus->isVisible()) return hide();
  QWidget* host = m_focus->window();
  if (parentWidget() != host) setParent(host);
  QRect ring = partOf(*m_focus).translated(m_focus->mapTo(host, QPoint()));
  for (QWidget* each = m_focus; each != host; each = each->parentWidget())
    ring &= QRect(each->mapTo(host, QPoint()), each->size());
  if (ring.isEmpty()) return hide();
  setGeometry(ring);
  setMask(QRegion(rect()) - QRegion(rect().adjusted(kLine + 1, kLine + 1, -kLine - 1, -kLine - 1)));
  raise();
  show();
  update();
}

void FocusRing::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(toQt(StudioStyle::shared().theme().accent), kLine));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kRadius, kRadius);
}

bool FocusRing::eventFilter(QObject*, QEvent* event) {
  switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide: place(); break;
    case QEvent::ParentChange: follow(m_focus); break;
    default: break;
  }
  return false;
}

}  // namespace strata::inline studio
