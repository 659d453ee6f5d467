#include "app/studio/what_is_this.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QWhatsThis>

#include "app/facts/page_of_view.h"
#include "app/studio/scene.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"

namespace strata::inline studio {
namespace {

QString plainText(const QString& tip) {
  return Qt::mightBeRichText(tip) ? QTextDocumentFragment::fromHtml(tip).toPlainText() : tip;
}

/// The list or table whose cells the part draws; nullptr: none.
const QAbstractItemView* cellsOf(const QWidget& part) {
  const auto* items = qobject_cast<const QAbstractItemView*>(part.parentWidget());
  return items && !qobject_cast<const QHeaderView*>(items) ? items : nullptr;
}

/// What a part shows at a place, in words.
QString wordsAt(const QWidget& part, const QPoint& place) {
  if (const auto* label = qobject_cast<const QLabel*>(&part)) return plainText(label->text());
  if (const auto* button = qobject_cast<const QAbstractButton*>(&part)) return plainText(button->text());
  if (const auto* box = qobject_cast<const QComboBox*>(&part)) return box->currentText();
  if (const auto* menu = qobject_cast<const QMenuBar*>(&part)) {
    const QAction* action = menu->actionAt(place);
    return action ? action->text().remove(QLatin1Char('&')) : QString();
  }
  if (const auto* dock = qobject_cast<const QDockWidget*>(&part)) return dock->windowTitle();
  if (const auto* tabs = qobject_cast<const QTabBar*>(&part)) return tabs->tabText(tabs->tabAt(place));
  if (const auto* header = qobject_cast<const QHeaderView*>(part.parentWidget())) {
    const int section = header->logicalIndexAt(place);
    return section < 0 ? QString() : header->model()->headerData(section, header->orientation()).toString();
  }
  const QAbstractItemView* cells = cellsOf(part);
  return cells ? cells->indexAt(place).data().toString() : QString();
}

QString commandsOf(const QMenu& menu) {
  QStringList names;
  for (const QAction* action : menu.actions())
    if (!action->isSeparator()) names << action->text().remove(QLatin1Char('&'));
  return names.join(QStringLiteral(" · "));
}

QString helpOf(const QDockWidget& dock) {
  const auto* area = qobject_cast<const QScrollArea*>(dock.widget());
  const QWidget* content = area ? area->widget() : dock.widget();
  return content ? content->whatsThis() : QString();
}

/// What a part says of itself at a place: a cell's, an entry's, or its own help.
QString helpAt(const QWidget& part, const QPoint& place) {
  QString help;
  if (const QAbstractItemView* cells = cellsOf(part)) help = cells->indexAt(place).data(Qt::ToolTipRole).toString();
  if (const auto* box = qobject_cast<const QComboBox*>(&part))
    help = plainText(box->currentData(Qt::ToolTipRole).toString());
  if (const auto* tabs = qobject_cast<const QTabBar*>(&part))
    for (const auto* dock : part.window()->findChildren<QDockWidget*>())
      if (dock->windowTitle() == tabs->tabText(tabs->tabAt(place))) help = helpOf(*dock);
  if (const auto* menu = qobject_cast<const QMenuBar*>(&part))
    if (const QAction* action = menu->actionAt(place); action && action->menu()) help = commandsOf(*action->menu());
  if (const auto* label = qobject_cast<const QLabel*>(&part); label && label->buddy() && part.toolTip().isEmpty())
    help = label->buddy()->toolTip();
  if (help.isEmpty()) help = part.toolTip();
  if (const auto* dock = qobject_cast<const QDockWidget*>(&part); dock && help.isEmpty()) help = helpOf(*dock);
  return plainText(help.isEmpty() ? part.whatsThis() : help);
}

/// Its words name what it does, not a term.
bool acts(const QWidget& part) {
  return qobject_cast<const QAbstractButton*>(&part) || qobject_cast<const QComboBox*>(&part) || cellsOf(part);
}

QString asBubble(const WhatIs& what) {
  const QString text = toQt(what.text).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
  QString words = QStringLiteral("<p><b>%1</b></p><p>%2</p>").arg(toQt(what.title).toHtmlEscaped(), text);
  if (!what.other.empty()) words += QStringLiteral("<p><i>%1</i></p>").arg(toQt(what.other).toHtmlEscaped());
  return words;
}

}  // namespace

WhatIsThis::WhatIsThis(QMainWindow& window, Scene& scene) : QObject(&window), m_window(window), m_scene(scene) {
  for (ViewWidget* view : m_scene.widgets()) {
    const auto add = [&](Msg title, auto act) {
      auto* action = new QAction(say(title), view);
      connect(action, &QAction::triggered, this, act);
      view->addAction(action);
    };
    view->setContextMenuPolicy(Qt::ActionsContextMenu);
    view->installEventFilter(this);
    add(Msg::WhatIsThis, [this, view] { tell(*view, m_place); });
    add(Msg::StudioCopyPage,
        [this, view] { QGuiApplication::clipboard()->setText(toQt(pageOfView(view->view().name, m_scene.state()))); });
  }
}

bool WhatIsThis::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ContextMenu) m_place = static_cast<QContextMenuEvent*>(event)->pos();
  return QObject::eventFilter(watched, event);
}

void WhatIsThis::addTo(QMenu& help) {
  help.addAction(say(Msg::WhatIsThis), QKeySequence(Qt::Key_F1), this, &WhatIsThis::ask);
}

WhatIs WhatIsThis::at(QWidget& part, const QPoint& place) const {
  QPoint here = place;
  for (QWidget* asked = &part; asked; here = asked->mapToParent(here), asked = asked->parentWidget()) {
    if (const auto* view = qobject_cast<const ViewWidget*>(asked)) return view->whatIsAt(here);
    const QString words = wordsAt(*asked, here), help = helpAt(*asked, here);
    const auto known = whatIsWord(words.toStdString(), m_scene.state().sight.choices.vocabulary);
    if (known && (help.isEmpty() || !acts(*asked))) return *known;
    if (!help.isEmpty()) {
      const QString title = words.isEmpty() ? asked->accessibleName() : words;
      return {title.toStdString(), help.toStdString(), {}};
    }
    if (asked->isWindow()) break;
  }
  return {QStringLiteral("Strata Studio").toStdString(), std::string(text(Msg::WhatNothing)), {}};
}

void WhatIsThis::tell(QWidget& part, const QPoint& place) {
  QWhatsThis::showText(part.mapToGlobal(place), asBubble(at(part, place)), &part);
}

void WhatIsThis::ask() {
  const QPoint mouse = QCursor::pos();
  QWidget* part = QApplication::widgetAt(mouse);
  if (part && part->window() == &m_window) return tell(*part, part->mapFromGlobal(mouse));
  part = QApplication::focusWidget();
  if (!part) part = &m_window;
  tell(*part, part->rect().center());
}

}  // namespace strata::inline studio
