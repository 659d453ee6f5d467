#include "app/studio/layouts.h"

#include <QAction>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMouseEvent>
#include <QTabBar>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/studio/command_palette.h"
#include "app/studio/layout_presets.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_docks.h"

namespace strata::inline studio {

namespace {

constexpr int kLayoutRestMs = 200;  // a drag says many things; one layout comes of it
constexpr std::size_t kMostRemembered = 50;
constexpr double kLowHeight = 840, kFlatHeight = 690, kNarrowWidth = 1080,
                 kTightWidth = 1400;    // pixels at text size 100 %
constexpr double kProjectedRows = 560;  // of a projected window's height: 13-pixel text is then 2.3 % of it
constexpr int kLeftWidth = 330, kRightWidth = 352, kLeastRight = 290, kStackHeight = 404, kMemoryHeight = 196,
              kSelectionHeight = 290, kBesideView = 270;  // a projected one: bar, tabs, timeline and status line
constexpr int kLeastForm = 290;                           ///< labels, and fields beside them that can be read
constexpr int kLeastLesson = 250;                         ///< sentences, and buttons beside each other
constexpr int kLessonsInWidth = 5;                        ///< of a small window, where large letters want more
constexpr std::array<std::string_view, 2> kColumns{"Lesson", "Editor"};
constexpr std::array<std::string_view, 4> kOfRuns{"Results", "Roofline", "Source", "Tensor"};

QString dockName(std::string_view name) {
  return toQt(name) + QStringLiteral("Dock");
}

bool isColumn(const QDockWidget& dock) {
  return std::ranges::find(kColumns, dock.objectName(), dockName) != kColumns.end();
}

bool isOpen(const QDockWidget* dock) {
  return !dock->isHidden() && !dock->isFloating();
}

}  // namespace

std::vector<std::string> layoutNames() {
  std::vector<std::string> names;
  for (const LayoutPreset& preset : layoutPresets()) names.emplace_back(preset.name);
  return names;
}

Layouts::Layouts(QMainWindow& window)
    : QObject(&window),
      m_window(window),
      m_first(window.saveState()),
      m_docks(window.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)),
      m_preset(&layoutPresets().front()) {
  m_history.push_back(m_first);
  findOpen();
  m_rest.setSingleShot(true);
  m_rest.setInterval(kLayoutRestMs);
  connect(&m_rest, &QTimer::timeout, this, &Layouts::remember);
  for (QDockWidget* dock : m_docks) {
    connect(dock, &QDockWidget::dockLocationChanged, this, &Layouts::watch);
    connect(dock, &QDockWidget::topLevelChanged, this, &Layouts::watch);
    connect(dock, &QDockWidget::visibilityChanged, this, &Layouts::watch);
    connect(dock, &QDockWidget::dockLocationChanged, this, &Layouts::changed);
    connect(dock, &QDockWidget::topLevelChanged, this, &Layouts::changed);
    // Also said when the window itself comes or goes.
    connect(dock->toggleViewAction(), &QAction::toggled, this, [this, dock](bool shown) {
      if (dock->isHidden() == m_open.contains(dock)) changed();
      if (!shown) leaveToMiddle(*dock);
      if (shown && !dock->isFloating()) m_left.reset();  // it came back
    });
  }
  window.installEventFilter(this);
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, &Layouts::fit);
  keepWide();
}

/// The form and a lesson beside each other: whichever opens last would leave the other next to nothing.
void Layouts::keepWide() {
  const auto scaled = [](int pixels) {
    return static_cast<int>(std::lround(pixels * StudioStyle::shared().textScale()));
  };
  dock("Experiment")->setMinimumWidth(scaled(kLeastForm));
  dock("Lesson")->setMinimumWidth(std::min(scaled(kLeastLesson), m_window.width() / kLessonsInWidth));
}

/// As they were made; a column stands for itself.
QList<QDockWidget*> Layouts::openIn(Qt::DockWidgetArea area) const {
  QList<QDockWidget*> found = m_docks;
  found.removeIf(
      [&](QDockWidget* dock) { return m_window.dockWidgetArea(dock) != area || !isOpen(dock) || isColumn(*dock); });
  return found;
}

QDockWidget* Layouts::dock(std::string_view name) const {
  return m_window.findChild<QDockWidget*>(dockName(name));
}

void Layouts::addTo(QMenu& menu) {
  for (const LayoutPreset& preset : layoutPresets()) {
    const auto choose = [this, &preset] {
      preset.projector ? toggleProjector() : apply(preset);
      emit chosen();
    };
    menu.addAction(say(preset.title), QKeySequence(preset.key), this, choose)
        ->setProperty(kPaletteKind, say(Msg::StudioLayout));
  }
  menu.addSeparator();
  m_undo = menu.addAction(say(Msg::StudioLayoutUndo), QKeySequence(Qt::CTRL | Qt::Key_Z), this, &Layouts::undo);
  m_redo =
      menu.addAction(say(Msg::StudioLayoutRedo), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), this, &Layouts::redo);
  m_undo->setEnabled(false);
  m_redo->setEnabled(false);
}

void Layouts::apply(const LayoutPreset& preset) {
  settle();
  if (!preset.projector) m_beforeLent.reset();
  if (preset.projector && !m_beforeProjector) m_beforeProjector.emplace(m_window.saveState(), m_preset);
  if (!preset.projector) leaveProjector();
  stand(preset);
}

void Layouts::lend(const std::string& name) {
  settle();
  if (!m_beforeLent) m_beforeLent = Before{m_window.saveState(), m_preset, m_beforeProjector.has_value()};
  stand(*presetNamed(name));
}

void Layouts::giveBack() {
  const auto before = std::exchange(m_beforeLent, std::nullopt);
  if (!before) return;
  settle();
  const bool projected = m_beforeProjector.has_value();
  if (projected && !before->projected) m_beforeProjector.emplace(before->state, before->preset);  // once that ends
  if (projected != before->projected) return;
  if (before->preset) return stand(*before->preset);
  m_preset = nullptr;
  m_showing = true;
  m_window.restoreState(before->state);
  m_showing = false;
  remember();
}

void Layouts::stand(const LayoutPreset& preset) {
  m_preset = &preset;
  m_ownWidths.reset();
  m_wanted.clear();
  project();
  m_room = room();
  arrange();
}

bool Layouts::apply(const std::string& name) {
  const LayoutPreset* preset = presetNamed(name);
  if (preset) apply(*preset);
  return preset != nullptr;
}

void Layouts::applyFor(const std::string& view) {
  const QString wanted = dockNameOf(view);
  const bool projected = m_beforeProjector.has_value();
  for (const LayoutPreset& preset : layoutPresets())
    if (!projected && std::ranges::find(preset.front, wanted, dockName) != preset.front.end()) return apply(preset);
  apply(projected ? *presetNamed("projector") : layoutPresets().front());
  QTimer::singleShot(0, this, [this, wanted] {
    if (auto* dock = m_window.findChild<QDockWidget*>(wanted)) bringToFront(*dock);
  });
}

Layouts::Room Layouts::room() const {
  const double width = m_window.width() / StudioStyle::shared().textScale(),
               height = m_window.height() / StudioStyle::shared().textScale();
  const bool low = height < kLowHeight;
  const bool flat = height < kFlatHeight || m_preset->projector || (low && m_preset->oneWhereLow);
  return {low, flat, width < kNarrowWidth, width < kTightWidth, m_foreign && m_preset == &layoutPresets().front()};
}

void Layouts::setForeign(bool foreign) {
  if (std::exchange(m_foreign, foreign) != foreign) fit();
}

void Layouts::fit() {
  if (m_arranging) return keepWide();
  project();
  keepOwnWidths();  // before a larger least width changes them
  keepWide();
  if (!m_preset) return;
  if (const Room now = room(); now != m_room) {
    QList<QDockWidget*> before = seen();
    if (now.foreign != m_room.foreign)  // it brings the tabs that suit it
      before.removeIf([this](QDockWidget* dock) { return m_window.dockWidgetArea(dock) != Qt::TopDockWidgetArea; });
    m_room = now;
    m_refitting = true;
    arrange();
    keepInFront(before);
  } else {
    QTimer::singleShot(0, this, &Layouts::shareSizes);  // once letters and docks have their new sizes
  }
}

QList<QDockWidget*> Layouts::seen() const {
  if (!m_toFront.isEmpty()) return m_toFront;
  QList<QDockWidget*> beside, above;
  for (QDockWidget* dock : m_open) {
    if (dock->isFloating() || dock->visibleRegion().isEmpty()) continue;
    if (m_window.dockWidgetArea(dock) == Qt::TopDockWidgetArea)
      above.push_back(dock);
    else if (!m_window.tabifiedDockWidgets(dock).isEmpty())
      beside.push_back(dock);
  }
  return beside + above;
}

void Layouts::keepInFront(const QList<QDockWidget*>& docks) {
  m_toFront = docks;
  QTimer::singleShot(0, this, [this, docks, preset = m_preset] {
    m_toFront.clear();
    if (m_preset != preset) return;
    for (QDockWidget* dock : docks) dock->raise();
  });
}

/// Makes the type as large as the window wants, while it is projected.
void Layouts::project() {
  m_arranging = true;
  StudioStyle::shared().setProjected(m_beforeProjector ? m_window.height() / kProjectedRows : 0);
  m_arranging = false;
}

void Layouts::arrange() {
  m_arranging = true;
  QWidget* const keys = m_window.focusWidget();
  m_window.restoreState(m_first);
  if (m_preset->open)
    for (QDockWidget* dock : m_docks)
      dock->setVisible(m_preset->open->contains(dock->objectName().chopped(4).toStdString()));
  if (m_room.foreign)
    for (const std::string_view name : kOfRuns) dock(name)->hide();
  for (const auto& [name, other] : m_preset->behind) m_window.tabifyDockWidget(dock(other), dock(name));
  if (m_preset->projector)
    for (const auto side : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea})
      for (QDockWidget* dock : openIn(side)) dock->hide();
  if (m_room.narrow) join(openIn(Qt::LeftDockWidgetArea) + openIn(Qt::RightDockWidgetArea));
  if (m_room.tight)
    for (const std::string_view column : kColumns)
      if (isOpen(dock(column)) && !openIn(Qt::LeftDockWidgetArea).isEmpty())
        m_window.tabifyDockWidget(openIn(Qt::LeftDockWidgetArea).front(), dock(column));
  if (m_room.low)
    for (const auto side : {Qt::LeftDockWidgetArea, Qt::RightDockWidgetArea}) join(openIn(side));
  if (m_room.flat) join(openIn(Qt::TopDockWidgetArea) + openIn(Qt::BottomDockWidgetArea));
  findOpen();
  m_arranging = false;
  if (keys) (keys->isVisibleTo(&m_window) ? keys : m_window.centralWidget())->setFocus();
  // Tabs know their places only once the docks are laid out.
  QTimer::singleShot(0, this, [this] {
    bringToFront();
    shareSizes();
    if (const QWidget* now = m_window.focusWidget(); now && now->visibleRegion().isEmpty())
      m_window.centralWidget()->setFocus();
    for (auto* bar : m_window.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
      if (bar->count() == 0) bar->lower();  // Qt lets one that it no longer uses stand over the one it uses
  });
}

void Layouts::findOpen() {
  m_open = m_docks;
  m_open.removeIf([](const QDockWidget* dock) { return dock->isHidden(); });
}

void Layouts::join(const QList<QDockWidget*>& docks) {
  for (QDockWidget* dock : docks)
    if (dock != docks.front()) m_window.tabifyDockWidget(docks.front(), dock);
}

void Layouts::bringToFront() {
  if (!m_preset) return;
  for (const auto side : {"Selection", "Experiment"}) bringToFront(*dock(side));
  for (auto name = m_preset->front.rbegin(); name != m_preset->front.rend(); ++name) bringToFront(*dock(*name));
  if (m_room.foreign) bringToFront(*dock("Statistics"));
}

void Layouts::bringToFront(QDockWidget& dock) {
  const QList<QDockWidget*> others = m_window.tabifiedDockWidgets(&dock);
  m_brought.removeIf([&](const QDockWidget* other) { return others.contains(other) || other == &dock; });
  m_brought.push_back(&dock);
  dock.raise();
}

QDockWidget* Layouts::inFrontOf(QDockWidget& dock) const {
  QList<QDockWidget*> place = m_window.tabifiedDockWidgets(&dock);
  place.push_back(&dock);
  // Qt puts a dock behind another tab beside the window.
  const auto seen = std::ranges::find_if(
      place, [this](const QDockWidget* each) { return isOpen(each) && m_window.rect().intersects(each->geometry()); });
  return seen == place.end() ? nullptr : *seen;
}

/// As in the design; less of what stands around the timeline where the window is small, more where it is large.
void Layouts::shareSizes() {
  if (!m_preset) return;
  const double scale = StudioStyle::shared().textScale();
  const int width = m_window.width(), height = m_window.height();
  const auto scaled = [&](int pixels) { return static_cast<int>(std::lround(pixels * scale)); };
  const auto resize = [&](const QList<QDockWidget*>& docks, const QList<int>& sizes, Qt::Orientation along) {
    if (docks.size() == sizes.size()) m_window.resizeDocks(docks, sizes, along);
  };
  // In a low window the storeys of the stack give way, so that lists below the timeline have rows.
  const bool alone = openIn(Qt::TopDockWidgetArea).size() == 1 && openIn(Qt::BottomDockWidgetArea).isEmpty();
  const int stack = m_preset->projector ? std::clamp(height - scaled(kBesideView), height * 38 / 100, height * 52 / 100)
                    : m_room.flat       ? height * (alone ? 40 : 38) / 100
                    : alone             ? height / 2
                    : m_room.low        ? height * 29 / 100
                                        : std::clamp(scaled(kStackHeight), height * 34 / 100, height * 40 / 100);
  const int memory =
      m_room.low ? height * 28 / 100 : std::clamp(scaled(kMemoryHeight), height * 14 / 100, height * 23 / 100);
  for (const auto& [area, size] : {std::pair(Qt::TopDockWidgetArea, stack), {Qt::BottomDockWidgetArea, memory}})
    resize(openIn(area).first(openIn(area).isEmpty() ? 0 : 1), {size}, Qt::Vertical);
  if (!m_room.low) {
    const int selection = std::min(scaled(kSelectionHeight), height * 34 / 100), rest = height - selection;
    resize(openIn(Qt::LeftDockWidgetArea), {height * 41 / 100, height * 26 / 100, height * 33 / 100}, Qt::Vertical);
    resize(openIn(Qt::RightDockWidgetArea), {selection, rest * 58 / 100, rest * 42 / 100}, Qt::Vertical);
  }
  const int left = std::max(scaled(kLeftWidth), width * 13 / 100),
            right = std::clamp(width / 5, scaled(kLeastRight), std::max(scaled(kRightWidth), width * 14 / 100));
  for (const auto& [area, size] : {std::pair(Qt::LeftDockWidgetArea, left), {Qt::RightDockWidgetArea, right}})
    resize(openIn(area).first(openIn(area).isEmpty() ? 0 : 1), {size}, Qt::Horizontal);
  for (const std::string_view column : kColumns)
    if (isOpen(dock(column))) resize({dock(column)}, {columnWidth()}, Qt::Horizontal);
  if (!m_wanted.isEmpty()) giveRoom(m_wanted);
}

void Layouts::keepOwnWidths() {
  const double scale = StudioStyle::shared().textScale();
  if (std::exchange(m_textScale, scale) == scale || m_preset || !m_window.isVisible()) return;
  if (!m_ownWidths) m_ownWidths.emplace(m_window);
  QTimer::singleShot(0, this, [this] {
    if (m_ownWidths) m_ownWidths->giveBack();
  });
}

/// One that is floated hides for a moment, and still stands in the window then.
void Layouts::leaveToMiddle(const QDockWidget& leaves) {
  const bool withWindow = !m_window.isVisible();  // which may be on its way out
  if (m_arranging || m_showing || !isColumn(leaves) || leaves.isFloating() || withWindow) return;
  m_left.emplace(m_window);
  QTimer::singleShot(0, this, &Layouts::giveLeft);
}

/// Once the mouse lets go of it: until then Qt keeps its place, and then has the widths of before.
void Layouts::giveLeft() {
  if (!m_left) return;
  if (QGuiApplication::mouseButtons() != Qt::NoButton)
    return QTimer::singleShot(kLayoutRestMs, this, &Layouts::giveLeft);
  std::exchange(m_left, std::nullopt)->giveBack();
}

int Layouts::columnWidth() const {
  return m_window.width() * 3 / 10;
}

void Layouts::makePlace(QDockWidget& opening) {
  const QList<QDockWidget*> left = openIn(Qt::LeftDockWidgetArea);
  if (!m_preset || !m_room.tight || &opening != dock("Lesson") || isOpen(dock("Editor")) || left.isEmpty()) return;
  m_window.tabifyDockWidget(left.front(), &opening);
  QTimer::singleShot(0, &opening, [&opening] { opening.raise(); });  // once its tab has a place
}

void Layouts::giveWidth(QDockWidget& column) {
  if (!isColumn(column)) return;
  QTimer::singleShot(0, &column, [this, &column] { m_window.resizeDocks({&column}, {columnWidth()}, Qt::Horizontal); });
}

void Layouts::giveRoom(const QString& name) {
  m_wanted = name;
  if (auto* dock = m_window.findChild<QDockWidget*>(name))
    QTimer::singleShot(0, dock, [this, dock] { giveRoom(*dock); });  // once it is laid out
}

void Layouts::giveRoom(QDockWidget& wanted) {
  const auto area = m_window.dockWidgetArea(&wanted);
  if ((area != Qt::TopDockWidgetArea && area != Qt::BottomDockWidgetArea) || !isOpen(&wanted)) return;
  QList<QDockWidget*> across = openIn(area == Qt::TopDockWidgetArea ? Qt::BottomDockWidgetArea : Qt::TopDockWidgetArea);
  across.removeIf([](const QDockWidget* dock) { return dock->visibleRegion().isEmpty(); });
  const int height = m_window.height(), least = height * (across.isEmpty() ? 45 : 36) / 100;
  if (wanted.height() >= least) return;
  for (QDockWidget* dock : across)
    m_window.resizeDocks({dock}, {std::min(dock->height(), height * 25 / 100)}, Qt::Vertical);
  m_window.resizeDocks({&wanted}, {least}, Qt::Vertical);
}

void Layouts::leaveProjector() {
  if (!m_beforeProjector) return;
  m_beforeProjector.reset();
  m_window.setWindowState(m_window.windowState() & ~Qt::WindowFullScreen);
}

void Layouts::toggleProjector() {
  const QList<QDockWidget*> before = seen();
  if (!m_beforeProjector) {
    m_window.setWindowState(m_window.windowState() | Qt::WindowFullScreen);
    apply(*presetNamed("projector"));
    return keepInFront(before);
  }
  const auto [state, preset] = *m_beforeProjector;
  if (!preset) return show(state);
  apply(*preset);
  keepInFront(before);
}

/// A press that reaches the window itself is one on the line between two docks.
bool Layouts::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress)
    if (!m_window.childAt(static_cast<QMouseEvent*>(event)->position().toPoint())) changed();
  return QObject::eventFilter(watched, event);
}

void Layouts::changed() {
  m_ownWidths.reset();
  if (!m_arranging && !m_showing) m_preset = nullptr;
}

void Layouts::watch() {
  if (!m_showing) m_rest.start();
}

void Layouts::remember() {
  const QByteArray now = m_window.saveState();
  if (std::exchange(m_refitting, false)) m_history[m_at] = now;
  if (now == m_history[m_at]) return;
  m_history.resize(m_at + 1);
  m_history.push_back(now);
  if (m_history.size() > kMostRemembered) m_history.erase(m_history.begin());
  m_at = m_history.size() - 1;
  if (m_undo == nullptr) return;
  m_undo->setEnabled(true);
  m_redo->setEnabled(false);
}

void Layouts::show(const QByteArray& layout) {
  m_preset = nullptr;
  m_ownWidths.reset();
  leaveProjector();
  project();
  m_showing = true;
  m_window.restoreState(layout);
  m_showing = false;
  m_undo->setEnabled(m_at > 0);
  m_redo->setEnabled(m_at + 1 < m_history.size());
}

/// What is seen now is remembered before something else takes its place.
void Layouts::settle() {
  if (!m_rest.isActive()) return;
  m_rest.stop();
  remember();
}

void Layouts::undo() {
  settle();
  if (m_at > 0) show(m_history[--m_at]);
}

void Layouts::redo() {
  if (m_at + 1 < m_history.size()) show(m_history[++m_at]);
}

QByteArray Layouts::save() const {
  const LayoutPreset* preset = m_beforeProjector ? m_beforeProjector->second : m_preset;
  if (preset) return QByteArray(preset->name.data(), static_cast<qsizetype>(preset->name.size()));
  return m_beforeProjector ? m_beforeProjector->first : m_window.saveState();
}

void Layouts::restore(const QByteArray& layout) {
  if (apply(layout.toStdString()) || !m_window.restoreState(layout)) return;
  m_preset = nullptr;
  m_history = {m_window.saveState()};
}

}  // namespace strata::inline studio
