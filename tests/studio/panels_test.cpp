#include <QApplication>
#include <QDockWidget>
#include <QLayout>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/studio/layouts.h"
#include "app/studio/message_bar.h"
#include "app/studio/right_click.h"
#include "app/studio/start_page.h"
#include "app/studio/studio_style.h"
#include "app/studio/top_bar.h"
#include "app/studio/ui_text.h"
#include "window_fixture.h"

// Panels that float and close, and what gives way where there is little room.

namespace strata {
namespace {

class PanelsTest : public WindowTest {
 protected:
  QDockWidget& dock(const char* name) { return *window().findChild<QDockWidget*>(QString::fromLatin1(name)); }

  static QToolButton* titleButton(const QDockWidget& dock, Msg tip) {
    for (auto* button : dock.titleBarWidget()->findChildren<QToolButton*>())
      if (button->toolTip() == say(tip)) return button;
    return nullptr;
  }

  /// An entry of the menu of a right click that names a panel.
  void choose(QWidget& part, Msg entry, const QString& panel, const QPoint& place = {}) {
    const std::unique_ptr<QMenu> menu(window().rightClick().menuFor(part, place));
    const auto actions = menu->actions();
    const auto found = std::ranges::find(actions, say(entry, {panel}), &QAction::text);
    ASSERT_NE(found, actions.end()) << panel.toStdString();
    (*found)->trigger();
  }

  void expectFloatsVisibly(QDockWidget& panel, const QPoint& before) {
    EXPECT_TRUE(panel.isFloating());
    EXPECT_NE(panel.mapToGlobal(QPoint()), before) << "it has moved away";
    const QImage seen = panel.grab().toImage();
    EXPECT_EQ(seen.pixelColor(0, seen.height() / 2).rgb(), toQt(StudioStyle::shared().theme().accent).rgb())
        << "it has a frame";
    EXPECT_TRUE(titleButton(panel, Msg::StudioClosePanelTip)->isVisible());
  }
};

TEST_F(PanelsTest, OneThatFloatsHasMovedAwayAndHasAFrameAndWhatClosesIt) {
  openWindow();
  waitUntilPanelsRest();
  QDockWidget& selection = dock("SelectionDock");
  const QPoint before = selection.mapToGlobal(QPoint());
  click(titleButton(selection, Msg::StudioFloat));
  waitUntilPanelsRest();
  expectFloatsVisibly(selection, before);
  click(titleButton(selection, Msg::StudioClosePanelTip));
  EXPECT_TRUE(selection.isHidden());
}

TEST_F(PanelsTest, AViewThatFloatsHasATitleAndDockedNone) {
  openWindow();
  waitUntilPanelsRest();
  QDockWidget& stack = dock("StackDock");
  const QPoint before = stack.mapToGlobal(QPoint());
  EXPECT_FALSE(titleButton(stack, Msg::StudioFloat)->isVisible());
  EXPECT_EQ(stack.titleBarWidget()->height(), 0) << "it takes no room from the view";
  choose(*stack.widget(), Msg::StudioFloatPanel, stack.windowTitle());
  waitUntilPanelsRest();
  expectFloatsVisibly(stack, before);
  choose(*stack.widget(), Msg::StudioDockPanel, stack.windowTitle());
  waitUntilPanelsRest();
  EXPECT_FALSE(stack.isFloating());
  EXPECT_FALSE(titleButton(stack, Msg::StudioFloat)->isVisible());
}

TEST_F(PanelsTest, ARightClickOnATabClosesItsPanel) {
  openWindow();
  ASSERT_TRUE(window().layouts().apply(std::string("kernel")));
  waitUntilPanelsRest();
  const QString title = dock("SpeedDock").windowTitle();
  for (QTabBar* tabs : window().findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
    for (int i = 0; i < tabs->count(); ++i) {
      if (tabs->tabText(i) != title || dock("SpeedDock").isHidden()) continue;
      choose(*tabs, Msg::StudioClosePanel, title, tabs->tabRect(i).center());
    }
  EXPECT_TRUE(dock("SpeedDock").isHidden());
}

TEST_F(PanelsTest, TheMenuOfViewsIsNoHigherThanALaptopAndNamesEachPanelOnce) {
  openWindow();
  QMenu* view = nullptr;
  for (const QAction* entry : window().findChild<TopBar*>()->menus().actions())
    if (entry->text().remove('&') == say(Msg::StudioView)) view = entry->menu();
  ASSERT_NE(view, nullptr);
  EXPECT_LE(view->sizeHint().height(), 560);
  QStringList named, panels;
  for (const QAction* entry : view->actions()) {
    EXPECT_FALSE(entry->isCheckable() && entry->shortcut().isEmpty()) << entry->text().toStdString() << " has no group";
    if (!entry->menu()) continue;
    for (const QAction* panel : entry->menu()->actions())
      if (panel->isCheckable()) named << panel->text().remove('&');
  }
  for (const QDockWidget* panel : window().findChildren<QDockWidget*>()) panels << panel->windowTitle();
  for (const QString& panel : panels) EXPECT_EQ(named.count(panel), 1) << panel.toStdString();
}

TEST_F(PanelsTest, AMessageHasRoomForItsWordsHoweverNarrowTheMiddleIs) {
  openWindow();
  waitUntilPanelsRest();
  window().resizeDocks({&dock("ExperimentDock"), &dock("SelectionDock")}, {560, 560}, Qt::Horizontal);
  waitUntilPanelsRest();
  ASSERT_LT(window().centralWidget()->width(), 640);
  window().messages().show(QStringLiteral("A sentence. ").repeated(12), MessageBar::Tone::Problem, "Do it");
  waitUntilPanelsRest();
  EXPECT_GE(window().messages().width(), 640);
  EXPECT_TRUE(window().rect().contains(window().messages().geometry()));
  const QRect message = window().messages().geometry();
  for (const char* side : {"ExperimentDock", "SelectionDock"}) {
    const QWidget& content = *dock(side).widget();
    EXPECT_FALSE(QRect(content.mapTo(&window(), QPoint()), content.size()).intersects(message)) << side;
  }
}

TEST_F(PanelsTest, OverTheStartPageAMessageIsAsWideAsTheWindow) {
  openWindow();
  window().start().open();
  window().messages().show(QStringLiteral("Read me"));
  waitUntilPanelsRest();
  EXPECT_EQ(window().messages().width(), window().width());
  window().start().close();
  EXPECT_TRUE(waitUntil([&] { return window().messages().width() < window().width(); }));
}

TEST_F(PanelsTest, TheWindowWantsNoMoreThanTheScreenHas) {
  openWindow();
  EXPECT_EQ(MainWindow::smallestOn({1366, 740}), QSize(800, 560));
  EXPECT_EQ(MainWindow::smallestOn({683, 360}), QSize(683, 360)) << "1366x768 with QT_SCALE_FACTOR=2";
  const QSize least = window().minimumSize();
  window().resize(1, 1);
  QApplication::processEvents();
  EXPECT_EQ(window().size(), least);
}

// What is told of a part comes from its base, when its own destructor is through. Widgets and the layout that they ask
// until the end are Qt's to take away.
TEST_F(PanelsTest, ThePartsOfAWindowThatEndsGoBeforeTheSessionThatTheyUse) {
  openWindow();
  ASSERT_TRUE(window().layouts().apply(std::string("transformer")));
  waitUntilPanelsRest();
  std::vector<std::string> gone;
  for (const QObject* part : window().children())
    if (!part->isWidgetType() && part != window().layout())
      QObject::connect(part, &QObject::destroyed, [&gone, name = std::string(part->metaObject()->className())] {
        if (!name.starts_with("Q")) gone.push_back(name);
      });
  endWindow();
  ASSERT_GT(gone.size(), 10u);
  EXPECT_TRUE(gone.back().ends_with("::StudioSession")) << gone.back();
}

}  // namespace
}  // namespace strata
