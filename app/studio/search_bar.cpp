#include "app/studio/search_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include "app/canvas/format.h"
#include "app/facts/event_search.h"
#include "app/studio/scene.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/ui_text.h"
#include "app/studio/unbroken_input.h"

namespace strata::inline studio {
namespace {

QToolButton* makeButton(const char* sign, Msg tip) {
  auto* button = new QToolButton;
  button->setText(QString::fromUtf8(sign));
  button->setToolTip(say(tip));
  button->setAccessibleName(say(tip));
  return button;
}

}  // namespace

SearchBar::SearchBar(Scene& scene, QWidget* parent)
    : QFrame(parent), m_scene(scene), m_text(new QLineEdit), m_count(new QLabel) {
  setObjectName(QStringLiteral("SearchBar"));
  m_text->setObjectName(QStringLiteral("SearchText"));
  m_text->setValidator(new UnbrokenInput(m_text));
  m_text->setPlaceholderText(say(Msg::StudioSearchHint));
  m_text->setAccessibleName(say(Msg::StudioSearch));
  m_text->setClearButtonEnabled(true);
  m_text->installEventFilter(this);
  m_count->setObjectName(QStringLiteral("BarLabel"));
  auto* back = makeButton("↑", Msg::StudioSearchBack);
  auto* forward = makeButton("↓", Msg::StudioSearchForward);
  auto* close = makeButton("✕", Msg::StudioSearchLeave);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 5, 12, 5);
  row->setSpacing(6);
  row->addWidget(m_text, 1);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_count, back, forward, close}) row->addWidget(widget);
  connect(m_text, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_scene.analysis().setSearch(text.toStdString());
    show();
  });
  connect(back, &QToolButton::clicked, this, [this] { go(-1); });
  connect(forward, &QToolButton::clicked, this, [this] { go(1); });
  connect(close, &QToolButton::clicked, this, &SearchBar::leave);
  connect(&scene, &Scene::stateChanged, this, [this] {
    if (isVisible()) show();
  });
  hide();
}

void SearchBar::addTo(QMenu& menu) {
  menu.addAction(say(Msg::StudioSearch), QKeySequence(QKeySequence::Find), this, &SearchBar::open);
  menu.addAction(say(Msg::StudioSearchForward), QKeySequence(Qt::Key_F3), this, [this] { go(1); });
  menu.addAction(say(Msg::StudioSearchBack), QKeySequence(Qt::SHIFT | Qt::Key_F3), this, [this] { go(-1); });
}

void SearchBar::open() {
  setVisible(true);
  m_text->setFocus();
  m_text->selectAll();
}

void SearchBar::leave() {
  m_text->clear();
  hide();
  m_scene.timelineWidget().setFocus();
}

bool SearchBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_text) return false;
  const bool override = event->type() == QEvent::ShortcutOverride;
  if (!override && event->type() != QEvent::KeyPress) return false;
  auto* key = static_cast<QKeyEvent*>(event);
  const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
  if (!enter && key->key() != Qt::Key_Escape) return false;
  event->accept();
  if (!override) enter ? go(key->modifiers() & Qt::ShiftModifier ? -1 : 1) : leave();
  return !override;
}

void SearchBar::go(int by) {
  if (!m_scene.analysis().search()) return open();
  m_scene.goToMatch(by);
  show();
}

void SearchBar::show() {
  const auto& search = m_scene.analysis().search();
  const auto& selected = m_scene.state().sight.selection.event;
  const TraceSnapshot* snapshot = m_scene.state().session.snapshot.get();
  if (!search || snapshot == nullptr) return m_count->clear();
  const QString count = toQt(formatCount(search->count()));
  if (search->count() == 0)
    m_count->setText(say(Msg::StudioSearchNone));
  else if (selected && search->matches(*snapshot, snapshot->event(*selected)))
    m_count->setText(say(Msg::StudioSearchOf, {toQt(formatCount(search->ordinal(*snapshot, *selected) + 1)), count}));
  else
    m_count->setText(toQt(counted(search->count(), Msg::OneEvent, Msg::Events)));
}

QString SearchBar::message() const {
  return m_count->text();
}

}  // namespace strata::inline studio
