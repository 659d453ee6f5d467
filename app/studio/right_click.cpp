#include "app/studio/right_click.h"

#include <Qsci/qsciscintilla.h>

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTabBar>

#include "app/studio/panel_frame.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"
#include "app/studio/what_is_this.h"
#include "app/studio/words_at.h"

namespace strata::inline studio {
namespace {

constexpr qsizetype kLongest = 40;  ///< letters of what is to be copied, in its menu

/// Cut, copy, paste. A text is asked itself by the menu key, and by its part that scrolls with the mouse.
QMenu* editMenuOf(QWidget& part) {
  if (auto* line = qobject_cast<QLineEdit*>(&part)) return line->createStandardContextMenu();
  for (QWidget* each : {&part, part.parentWidget()}) {
    if (auto* text = qobject_cast<QPlainTextEdit*>(each)) return text->createStandardContextMenu();
    if (auto* code = qobject_cast<QsciScintilla*>(each)) return code->createStandardContextMenu();
  }
  return new QMenu;
}

void offerToCopy(QMenu& menu, const QString& title, const QString& words) {
  menu.addAction(title, [words] { QGuiApplication::clipboard()->setText(words); });
}

/// The panel that a part stands in, or whose tab is there; nullptr: neither.
PanelFrame* panelAt(const QMainWindow& window, QWidget& part, const QPoint& place) {
  if (const auto* tabs = qobject_cast<const QTabBar*>(&part)) {
    const QString title = tabs->tabText(tabs->tabAt(place));
    for (auto* dock : window.findChildren<PanelFrame*>(Qt::FindDirectChildrenOnly))
      if (dock->windowTitle() == title) return dock;
  }
  for (QWidget* each = &part; each && each != &window; each = each->parentWidget())
    if (auto* dock = qobject_cast<PanelFrame*>(each)) return dock;
  return nullptr;
}

QString shortened(QString words) {
  words = words.simplified();
  if (words.size() > kLongest) words = words.left(kLongest - 1) + QChar(0x2026);
  return words.replace(QLatin1Char('&'), QLatin1String("&&"));
}

}  // namespace

RightClick::RightClick(QMainWindow& window, WhatIsThis& what) : QObject(&window), m_window(window), m_what(what) {
  qApp->installEventFilter(this);
}

bool RightClick::isOurs(const QWidget& part) const {
  const QWidget* host = part.window();
  return host == &m_window || (qobject_cast<const QDockWidget*>(host) && host->parent() == &m_window);
}

bool RightClick::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ContextMenu || !watched->isWidgetType()) return false;
  auto& part = *static_cast<QWidget*>(watched);
  if (!isOurs(part) || part.contextMenuPolicy() == Qt::PreventContextMenu) return false;
  const auto& asked = *static_cast<QContextMenuEvent*>(event);
  const auto* view = qobject_cast<const ViewWidget*>(&part);
  const bool byKeys = asked.reason() == QContextMenuEvent::Keyboard;
  const QPoint place = byKeys && view && !view->spot().isEmpty() ? view->spot().center() : asked.pos();
  QMenu* menu = menuFor(part, place);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->popup(part.mapToGlobal(place));
  event->accept();
  return true;
}

void RightClick::addCopies(QMenu& menu, QWidget& part, const QPoint& place) {
  const QString words = wordsAt(part, place), row = rowAt(part, place);
  if (!words.isEmpty()) offerToCopy(menu, say(Msg::HandCopy, {shortened(words)}), words);
  if (!row.isEmpty() && row != words) offerToCopy(menu, say(Msg::HandCopyRow), row);
}

QMenu* RightClick::menuFor(QWidget& part, const QPoint& place) {
  QMenu* menu = editMenuOf(part);
  addCopies(*menu, part, place);
  menu->addSeparator();
  if (auto* timeline = qobject_cast<TimelineWidget*>(&part)) timeline->offerLane(*menu, place);
  menu->addSeparator();
  for (QWidget* each = &part; each && !each->isWindow(); each = each->parentWidget()) menu->addActions(each->actions());
  menu->addSeparator();
  if (PanelFrame* panel = panelAt(m_window, part, place)) {
    menu->addAction(say(panel->isFloating() ? Msg::StudioDockPanel : Msg::StudioFloatPanel, {panel->windowTitle()}),
                    panel, &PanelFrame::turn);
    menu->addAction(say(Msg::StudioClosePanel, {panel->windowTitle()}), panel, &QWidget::close);
  }
  menu->addAction(say(Msg::WhatIsThis), &part, [this, &part, place] { m_what.tell(part, place); });
  return menu;
}

}  // namespace strata::inline studio
