#include "app/studio/what_is_this.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
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

/// What a part shows at a place, in words.
QString wordsAt(const QWidget& part, const QPoint& place) {
  if (const auto* label = qobject_cast<const QLabel*>(&part)) return plainText(label->text());
  if (const auto* button = qobject_cast<const QAbstractButton*>(&part)) return button->text();
  if (const auto* dock = qobject_cast<const QDockWidget*>(&part)) return dock->windowTitle();
  const auto* items = qobject_cast<const QAbstractItemView*>(part.parentWidget());
  if (!items) return {};
  if (const auto* header = qobject_cast<const QHeaderView*>(items)) {
    const int section = header->logicalIndexAt(place);
    return section < 0 ? QString() : header->model()->headerData(section, header->orientation()).toString();
  }
  return items->indexAt(place).data().toString();
}

QString asBubble(const WhatIs& what) {
  QString words = QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                      .arg(toQt(what.title).toHtmlEscaped(), toQt(what.text).toHtmlEscaped());
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
    const QString words = wordsAt(*asked, here);
    if (auto known = whatIsWord(words.toStdString(), m_scene.state().sight.choices.vocabulary)) return *known;
    if (!asked->toolTip().isEmpty()) {
      const QString title = words.isEmpty() ? asked->accessibleName() : words;
      return {title.toStdString(), plainText(asked->toolTip()).toStdString(), {}};
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
