#include "app/studio/layouts.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <optional>
#include <set>
#include <string_view>

#include "app/studio/ui_text.h"
#include "app/studio/view_docks.h"

namespace strata::inline studio {
namespace {

constexpr int kRestMs = 200;  // a drag says many things; one layout comes of it
constexpr std::size_t kMostRemembered = 50;

using Docks = std::set<std::string_view>;

struct Preset {
  Msg title;
  int key;
  std::optional<Docks> open;            ///< docks, without "Dock"; none: those open at first
  std::vector<std::string_view> front;  ///< of the tabs of their places
};

const Preset kPresets[] = {
    {Msg::StudioLayoutOverview, Qt::Key_1, std::nullopt, {"Stack", "Memory"}},
    {Msg::StudioLayoutKernel,
     Qt::Key_2,
     Docks{"Experiment", "Results", "Roofline", "Kernel", "Stack", "Speed", "Statistics", "Selection", "Tensor"},
     {"Kernel", "Speed"}},
    {Msg::StudioLayoutTokens,
     Qt::Key_3,
     Docks{"Experiment", "Results", "Tokens", "Stack", "Statistics", "Selection", "Tensor"},
     {"Tokens"}},
    {Msg::StudioCompare, Qt::Key_4, Docks{"Experiment", "Results", "Compare", "Selection"}, {"Compare"}},
    {Msg::StudioLayoutTimeline, Qt::Key_5, Docks{}, {}},
    {Msg::StudioLayoutLearn,
     Qt::Key_6,
     Docks{"Lesson", "Stack", "Kernel", "Speed", "Bounds", "Memory", "Statistics", "Tokens", "Features", "Map"},
     {"Stack", "Speed"}},
};

QString dockName(std::string_view name) {
  return toQt(name) + QStringLiteral("Dock");
}

}  // namespace

Layouts::Layouts(QMainWindow& window) : QObject(&window), m_window(window), m_first(window.saveState()) {
  m_history.push_back(m_first);
  m_rest.setSingleShot(true);
  m_rest.setInterval(kRestMs);
  connect(&m_rest, &QTimer::timeout, this, &Layouts::remember);
  for (auto* dock : window.findChildren<QDockWidget*>()) {
    connect(dock, &QDockWidget::dockLocationChanged, this, &Layouts::watch);
    connect(dock, &QDockWidget::topLevelChanged, this, &Layouts::watch);
    connect(dock, &QDockWidget::visibilityChanged, this, &Layouts::watch);
  }
}

void Layouts::addTo(QMenu& menu) {
  for (const Preset& preset : kPresets)
    menu.addAction(say(preset.title), QKeySequence(Qt::ALT | preset.key), this,
                   [this, &preset] { apply(preset.title); });
  menu.addSeparator();
  m_undo = menu.addAction(say(Msg::StudioLayoutUndo), QKeySequence(Qt::CTRL | Qt::Key_Z), this, &Layouts::undo);
  m_redo =
      menu.addAction(say(Msg::StudioLayoutRedo), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), this, &Layouts::redo);
  m_undo->setEnabled(false);
  m_redo->setEnabled(false);
}

void Layouts::apply(Msg title) {
  for (const Preset& preset : kPresets) {
    if (preset.title != title) continue;
    if (title == Msg::StudioLayoutOverview) m_window.restoreState(m_first);
    for (auto* dock : m_window.findChildren<QDockWidget*>())
      if (preset.open) dock->setVisible(preset.open->contains(dock->objectName().chopped(4).toStdString()));
    // Tabs know their places only once the docks are laid out.
    QTimer::singleShot(0, this, [this, &preset] {
      for (const auto& name : preset.front)
        if (auto* dock = m_window.findChild<QDockWidget*>(dockName(name))) dock->raise();
      if (preset.title == Msg::StudioLayoutLearn)
        m_window.resizeDocks({m_window.findChild<QDockWidget*>(dockName("Lesson"))}, {m_window.width() * 3 / 10},
                             Qt::Horizontal);
      emit applied();
    });
  }
}

bool Layouts::apply(const std::string& name) {
  static const std::pair<std::string_view, Msg> kNames[] = {
      {"overview", Msg::StudioLayoutOverview},  {"kernel", Msg::StudioLayoutKernel},
      {"transformer", Msg::StudioLayoutTokens}, {"compare", Msg::StudioCompare},
      {"timeline", Msg::StudioLayoutTimeline},  {"learn", Msg::StudioLayoutLearn}};
  for (const auto& [known, preset] : kNames)
    if (known == name) return apply(preset), true;
  return false;
}

void Layouts::applyFor(const std::string& view) {
  const QString wanted = dockNameOf(view);
  for (const Preset& preset : kPresets)
    if (std::ranges::find(preset.front, wanted, dockName) != preset.front.end()) return apply(preset.title);
  apply(Msg::StudioLayoutOverview);
  QTimer::singleShot(0, this, [this, wanted] {
    if (auto* dock = m_window.findChild<QDockWidget*>(wanted)) dock->raise();
  });
}

void Layouts::watch() {
  if (!m_showing) m_rest.start();
}

void Layouts::remember() {
  const QByteArray now = m_window.saveState();
  if (now == m_history[m_at]) return;
  m_history.resize(m_at + 1);
  m_history.push_back(now);
  if (m_history.size() > kMostRemembered) m_history.erase(m_history.begin());
  m_at = m_history.size() - 1;
  m_touched = true;
  if (m_undo == nullptr) return;
  m_undo->setEnabled(true);
  m_redo->setEnabled(false);
}

void Layouts::show(const QByteArray& layout) {
  m_showing = true;
  m_window.restoreState(layout);
  m_showing = false;
  m_undo->setEnabled(m_at > 0);
  m_redo->setEnabled(m_at + 1 < m_history.size());
}

void Layouts::undo() {
  if (m_rest.isActive()) {
    m_rest.stop();
    remember();
  }
  if (m_at > 0) show(m_history[--m_at]);
}

void Layouts::redo() {
  if (m_at + 1 < m_history.size()) show(m_history[++m_at]);
}

QByteArray Layouts::save() const {
  return m_window.saveState();
}

void Layouts::restore(const QByteArray& layout) {
  if (!m_window.restoreState(layout)) return;
  m_history = {m_window.saveState()};
  m_touched = true;
}

}  // namespace strata::inline studio
