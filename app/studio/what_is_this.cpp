#include "app/studio/what_is_this.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMouseEvent>
#include <QScrollArea>
#include <QTabBar>
#include <QWhatsThis>
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/facts/page_of_view.h"
#include "app/studio/command_palette.h"
#include "app/studio/scene.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"
#include "app/studio/words_at.h"

namespace strata::inline studio {
namespace {

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

/// Where the keys are in what has them.
QPoint keysIn(const QWidget& part) {
  if (const auto* view = qobject_cast<const ViewWidget*>(&part); view && !view->spot().isEmpty())
    return view->spot().center();
  if (const auto* tabs = qobject_cast<const QTabBar*>(&part)) return tabs->tabRect(tabs->currentIndex()).center();
  return part.rect().center();
}

/// Names of terms and systems, each once.
std::vector<std::string> wordsOf(Storey storey) {
  std::vector<std::string> names;
  for (const GlossaryTerm& term : stackMap().terms)
    if (term.storey == storey) names.push_back(term.name);
  for (const System& system : stackMap().systems)
    if (system.storey == storey && !stackMap().term(system.name)) names.push_back(system.name);
  std::ranges::sort(names, {}, [](const std::string& name) { return toQt(name).toLower(); });
  return names;
}

/// What is said of a term or a system, with its names elsewhere and its files.
QString glossaryText(const std::string& name) {
  QStringList all;
  if (const System* system = stackMap().find(name)) {
    all << toQt(system->what);
    for (const std::string& object : system->find.objects) all << toQt(object);
  }
  if (const GlossaryTerm* term = stackMap().term(name))
    for (const std::string& words : {term->cuda, term->hip, term->openCl, term->sycl, term->what}) all << toQt(words);
  return all.join(QLatin1Char(' ')).simplified();
}

}  // namespace

WhatIsThis::WhatIsThis(QMainWindow& window, Scene& scene) : QObject(&window), m_window(window), m_scene(scene) {
  qApp->installEventFilter(this);
  for (ViewWidget* view : m_scene.widgets()) {
    auto* copy = new QAction(say(Msg::StudioCopyPage), view);
    connect(copy, &QAction::triggered, this, [this, view] {
      QGuiApplication::clipboard()->setText(toQt(pageOfView(view->view().name, m_scene.state())));
    });
    view->addAction(copy);
  }
}

void WhatIsThis::addTo(QMenu& help) {
  help.addAction(say(Msg::WhatIsThis), QKeySequence(Qt::Key_F1), this, &WhatIsThis::ask);
  addGlossary(*help.addMenu(say(Msg::StudioGlossary)));
}

/// Its terms, and the systems of the map, by storey in order of the alphabet; so the palette finds them, too.
void WhatIsThis::addGlossary(QMenu& menu) {
  for (const StoreyInfo& storey : storeys()) {
    auto* chapter = new QMenu(toQt(storey.title), &menu);
    for (const std::string& name : wordsOf(storey.storey))
      chapter->addAction(toQt(name), this, [this, name] { tell(name); })
          ->setProperty(kPaletteWords, glossaryText(name));
    if (!chapter->isEmpty()) menu.addMenu(chapter);
  }
}

void WhatIsThis::tell(const std::string& name) {
  const auto what = whatIsNamed(name, m_scene.state().sight.choices.vocabulary);
  if (what) QWhatsThis::showText(m_window.mapToGlobal(m_window.rect().center()), asBubble(*what), &m_window);
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

WhatIsThis::Asked WhatIsThis::asked() const {
  const QPoint mouse = QCursor::pos();
  QWidget* part = m_keysLast ? nullptr : QApplication::widgetAt(mouse);
  if (part && part->window() == &m_window) return {part, part->mapFromGlobal(mouse)};
  part = QApplication::focusWidget();
  if (!part) part = &m_window;
  return {part, keysIn(*part)};
}

void WhatIsThis::ask() {
  const Asked now = asked();
  tell(*now.part, now.place);
}

/// By a hand, for something: neither a modifier that waits for another key, nor what closes the answer.
bool WhatIsThis::isUse(const QKeyEvent& key) {
  constexpr std::array kNone{Qt::Key_F1,       Qt::Key_Shift,   Qt::Key_Control,   Qt::Key_Alt,
                             Qt::Key_AltGr,    Qt::Key_Meta,    Qt::Key_Super_L,   Qt::Key_Super_R,
                             Qt::Key_CapsLock, Qt::Key_NumLock, Qt::Key_ScrollLock};
  const QWidget* popUp = QApplication::activePopupWidget();
  const bool closes = key.key() == Qt::Key_Escape && popUp && popUp->inherits("QWhatsThat");
  return !closes && !key.isAutoRepeat() && std::ranges::find(kNone, key.key()) == kNone.end();
}

/// Asking is no use of the keys: the mouse may point at what is meant. Of the mouse a window is told first, so it is
/// seen once, whatever it goes on to.
bool WhatIsThis::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  if (type == QEvent::MouseButtonPress || type == QEvent::Wheel) m_keysLast = false;
  if (type == QEvent::KeyPress) m_keysLast = m_keysLast || isUse(static_cast<QKeyEvent&>(*event));
  if (type == QEvent::MouseMove && watched->isWindowType()) {
    const QPoint mouse = static_cast<QMouseEvent*>(event)->globalPosition().toPoint();
    if (std::exchange(m_mouse, mouse) != mouse) m_keysLast = false;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace strata::inline studio
