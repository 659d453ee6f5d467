#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QImage>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QTabBar>
#include <QTest>
#include <cmath>
#include <span>

#include "app/canvas/recording_canvas.h"
#include "app/studio/comparer.h"
#include "app/studio/layouts.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/picture.h"
#include "app/studio/replay.h"
#include "app/studio/replay_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/status_line.h"
#include "app/studio/studio_style.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/top_bar.h"
#include "app/views/compare/compare_room.h"
#include "app/views/device/device_layout.h"
#include "app/views/statistics/statistics_layout.h"
#include "app/views/timeline/timeline_layout.h"
#include "app/words/messages.h"
#include "window_fixture.h"

namespace strata {
namespace {

/// Every ready-made layout in windows of several sizes, with small and large text. With STRATA_PICTURES, a folder, each
/// is kept there as a picture, in both themes and up to 3840×2160.
class WindowSizes : public WindowTest {
 protected:
  ~WindowSizes() override {
    StudioStyle::shared().setLight(false);
    StudioStyle::shared().setTextScale(1);
    StudioStyle::shared().setProjected(0);
  }

  void run() {
    openWindow();
    ASSERT_TRUE(window().fillForm({"n=64", "observe=memory"}).ok());
    window().runs().run();
    ASSERT_TRUE(waitUntil([&] { return window().session().running(); }));
    ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  }
  void arrange(const std::string& layout, QSize size, int steps) {
    StudioStyle::shared().setTextScale(std::pow(1.1, steps));
    window().resize(size);
    QApplication::processEvents();
    ASSERT_TRUE(window().layouts().apply(layout));
    waitUntilPanelsRest();
  }

  void expectAllMenus(const std::string& where) {
    auto* bar = window().findChild<TopBar*>();
    QMenuBar& menus = bar->menus();
    const QRect place(menus.mapTo(bar, QPoint()), menus.size());
    for (QAction* menu : menus.actions())
      EXPECT_TRUE(menus.rect().contains(menus.actionGeometry(menu))) << where << ": " << menu->text().toStdString();
    for (const QWidget* other : bar->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
      if (!other->isVisible()) continue;
      EXPECT_TRUE(bar->rect().contains(other->geometry())) << where << ": " << other->objectName().toStdString();
      EXPECT_TRUE(other == &menus || !other->geometry().intersects(place))
          << where << ": " << other->objectName().toStdString() << " stands on a menu";
    }
  }

  /// The first bar with tabs of docks that lies under something else, with what covers it; empty: none.
  std::string coveredTabs() {
    for (QTabBar* bar : window().findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
      const QPoint middle = bar->mapTo(&window(), bar->rect().center());
      if (bar->count() == 0 || !bar->isVisible() || !window().rect().contains(middle)) continue;
      const QWidget* seen = window().childAt(middle);
      if (seen == bar || bar->isAncestorOf(seen)) continue;
      return (bar->tabText(0) + " under " + (seen ? seen->metaObject()->className() : "nothing") + " " +
              (seen ? seen->objectName() : QString()))
          .toStdString();
    }
    return {};
  }

  void expectTabsInSight(const std::string& where) {
    waitUntil([this] { return coveredTabs().empty(); });
    EXPECT_EQ(coveredTabs(), "") << where;
  }

  /// The first dock that is seen outside the window or on another; empty: none.
  std::string misplacedDock() {
    std::vector<const QDockWidget*> seen;
    for (const auto* dock : window().findChildren<QDockWidget*>()) {
      if (!dock->isVisible() || dock->visibleRegion().isEmpty()) continue;
      const std::string name = dock->objectName().toStdString();
      if (!window().rect().contains(dock->geometry())) return name + " outside";
      for (const auto* other : seen)
        if (dock->geometry().intersects(other->geometry())) return name + " on " + other->objectName().toStdString();
      seen.push_back(dock);
    }
    return {};
  }

  void expectDocksApart(const std::string& where) {
    waitUntil([this] { return misplacedDock().empty(); });  // results that have just come move what is around them
    EXPECT_EQ(misplacedDock(), "") << where;
  }

  /// Nothing more is shared out in the bar once the window rests.
  void expectBarRests(const std::string& where) {
    struct Requests : QObject {
      bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == QEvent::LayoutRequest;
        return false;
      }
      int count = 0;
    } requests;
    window().findChild<TopBar*>()->installEventFilter(&requests);
    for (int i = 0; i < 16; ++i) QApplication::processEvents();
    EXPECT_EQ(requests.count, 0) << where;
  }

  /// What slow motion's buttons and box say is whole.
  void expectReplayWhole(const std::string& where) {
    auto* bar = window().findChild<QWidget*>(QStringLiteral("ReplayBar"));
    for (auto* button : bar->findChildren<QPushButton*>()) {
      if (!button->isVisible()) continue;
      EXPECT_FALSE(button->icon().isNull());
      EXPECT_GE(button->iconSize().height(), button->fontMetrics().ascent() / 2) << where;
      EXPECT_LE(button->sizeHint().width(), button->width()) << where << ": " << button->objectName().toStdString();
    }
    auto* speed = bar->findChild<QComboBox*>();
    EXPECT_TRUE(!speed->isVisible() || speed->sizeHint().width() <= speed->width()) << where;
  }

  /// Lists that stand low have rows, not heads alone.
  void expectRowsOfLists(const std::string& where, bool largeType) {
    for (const char* name : {"StatisticsDock", "DeviceDock"}) {
      auto* dock = window().findChild<QDockWidget*>(QString::fromLatin1(name));
      if (dock->isHidden()) continue;
      dock->raise();
      for (int i = 0; i < 4; ++i) QApplication::processEvents();
      const ViewWidget& list = *dock->findChild<ViewWidget*>();
      const ViewState& state = window().scene().state();
      ASSERT_TRUE(waitUntil([&] { return state.sight.table && state.sight.device; }));
      const std::size_t rows =
          list.view().isTable ? layOutStatistics(list.area(), state).room : layOutDevice(list.area(), state).gaps.room;
      EXPECT_GE(rows, largeType ? 1u : list.view().isTable ? 3u : 2u) << where << " " << name << ": " << list.area().h;
    }
  }

  void expectStoreysInSight(const std::string& where) {
    ViewWidget& timeline = window().scene().timelineWidget();
    RecordingCanvas lanes;
    timeline.view().draw(lanes, timeline.area(), window().scene().state());
    const TimelineLayout layout = layoutTimeline(timeline.area(), window().scene().state());
    for (const char* name : {"model", "framework", "library", "compiler", "runtime", "driver"}) {
      const DrawOp* drawn = lanes.findText(name);
      ASSERT_NE(drawn, nullptr) << where << ": the lane " << name << " has no name, of " << layout.plot.h;
      EXPECT_LE(drawn->rect.bottom(), layout.plot.bottom() + 2) << where;
    }
    EXPECT_NE(lanes.findTextWith("stream "), nullptr) << where;
    auto* stack = window().findChild<ViewWidget*>(QStringLiteral("Stack"));
    if (stack->visibleRegion().isEmpty()) return;
    RecordingCanvas rows;
    stack->view().draw(rows, stack->area(), window().scene().state());
    for (const StoreyInfo& info : std::span(storeys()).first(kStoreyCount))
      EXPECT_NE(rows.findText(info.title), nullptr) << where << ": " << info.title;
  }
};

TEST_F(WindowSizes, EveryLayoutShowsAllMenusAndStoreysWithAnyText) {
  run();
  for (const int steps : {-2, 0, 5})  // outermost: new letters take longest
    for (const QSize size : {QSize(1280, 720), QSize(1600, 900)})
      for (const std::string& layout : layoutNames()) {
        const std::string where = layout + " " + std::to_string(size.width()) + " " + std::to_string(steps);
        arrange(layout, size, steps);
        expectAllMenus(where);
        expectBarRests(where);
        expectReplayWhole(where);
        expectDocksApart(where);
        expectTabsInSight(where);
        expectRowsOfLists(where, steps > 0 || layout == "projector");
        expectStoreysInSight(where);
      }
}

TEST_F(WindowSizes, BesideALessonInASmallWindowTheTimelinesLanesHaveTheirNames) {
  run();
  arrange("learn", {1100, 700}, 0);
  for (const char* name : {"StackDock", "KernelDock", "MemoryDock"}) {  // as pages ask for them
    window().findChild<QDockWidget*>(QString::fromLatin1(name))->raise();
    window().layouts().giveRoom(QString::fromLatin1(name));
    waitUntilPanelsRest();
    expectStoreysInSight(name);
  }
}

TEST_F(WindowSizes, AComparisonHasAllStoreysOrItsTableAndTheTimelineItsLanes) {
  run();
  window().comparer().compareRun(std::nullopt);
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.comparison != nullptr; }));
  for (const int steps : {-2, 0, 5})
    for (const QSize size : {QSize(1280, 720), QSize(1600, 900)})
      for (const std::string layout : {"compare", "overview"}) {
        const std::string where = layout + " " + std::to_string(size.width()) + " " + std::to_string(steps);
        arrange(layout, size, steps);
        window().findChild<QDockWidget*>(QStringLiteral("CompareDock"))->raise();
        waitUntilPanelsRest();
        RecordingCanvas drawn;
        ViewWidget& compare = view("Compare");
        compare.view().draw(drawn, compare.area(), window().scene().state());
        const bool tableAlone = compareTableAlone(compare.area(), window().scene().state());
        EXPECT_TRUE(!tableAlone || drawn.findText(text(Msg::CompareName))) << where;
        for (const StoreyInfo& info : std::span(storeys()).first(kStoreyCount))
          EXPECT_EQ(drawn.findText(info.title) == nullptr, tableAlone)
              << where << ": " << info.title << " of " << compare.area().w << "×" << compare.area().h;
        expectStoreysInSight(where);
      }
}

TEST_F(WindowSizes, NoMenuIsLostWhenADeviceWithALongNameComes) {
  openWindow();
  for (const QSize size : {QSize(1280, 720), QSize(1600, 900)}) {
    arrange("overview", size, 0);
    auto* bar = window().findChild<TopBar*>();
    for (const char* name : {"CPU", "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "GPU"}) {
      bar->setDevices({{"cuda", QString::fromLatin1(name), QStringLiteral("false"), {}}}, QStringLiteral("cuda"), true);
      waitUntilPanelsRest();
      expectAllMenus(std::to_string(size.width()) + " " + name);
    }
  }
}

TEST_F(WindowSizes, AReadyMadeLayoutFollowsTheWindowUntilSomebodyMovesADock) {
  openWindow();
  const auto tabbed = [&] {
    auto* form = window().findChild<QDockWidget*>(QStringLiteral("ExperimentDock"));
    return !window().tabifiedDockWidgets(form).isEmpty();
  };
  arrange("overview", {1600, 1000}, 0);
  EXPECT_FALSE(tabbed());
  window().resize(1600, 700);
  QApplication::processEvents();
  EXPECT_TRUE(tabbed()) << "three panels would be too low one below the other";
  window().resize(1600, 1000);
  QApplication::processEvents();
  EXPECT_FALSE(tabbed());
  window().findChild<QDockWidget*>(QStringLiteral("SourceDock"))->hide();
  window().resize(1600, 700);
  QApplication::processEvents();
  EXPECT_FALSE(tabbed()) << "an arrangement of one's own stays";
}

TEST_F(WindowSizes, TheTabsThatWereChosenStayInFrontInAWindowOfAnotherSize) {
  openWindow();
  arrange("overview", {1100, 700}, 0);
  const auto seen = [this](const char* name) {
    return !window().findChild<QDockWidget*>(QString::fromLatin1(name))->visibleRegion().isEmpty();
  };
  raiseByMouse("Statistics");
  raiseByMouse("Results");
  raiseByMouse("Kernel");
  ASSERT_TRUE(waitUntil([&] { return seen("StatisticsDock") && seen("ResultsDock") && seen("KernelDock"); }));
  for (const QSize size : {QSize(1600, 900), QSize(1100, 700)}) {
    window().resize(size);
    waitUntilPanelsRest();
    EXPECT_TRUE(seen("StatisticsDock")) << size.width();
    EXPECT_TRUE(seen("KernelDock")) << size.width();
  }
  EXPECT_TRUE(seen("ExperimentDock")) << "which of those that all were seen is in front is the layout's choice";
}

TEST_F(WindowSizes, AColumnThatClosesLeavesItsWidthToTheMiddle) {
  openWindow();
  arrange("overview", {1600, 900}, 0);
  auto* form = window().findChild<QDockWidget*>(QStringLiteral("ExperimentDock"));
  auto* lessons = window().findChild<QDockWidget*>(QStringLiteral("LessonDock"));
  window().lessons().showList();
  waitUntilPanelsRest();
  ASSERT_TRUE(lessons->isVisible());
  const int before = form->width(), column = lessons->width(), middle = window().scene().timelineWidget().width();
  lessons->toggleViewAction()->trigger();
  waitUntilPanelsRest();
  ASSERT_FALSE(lessons->isVisible());
  EXPECT_EQ(form->width(), before);
  EXPECT_GE(window().scene().timelineWidget().width(), middle + column);
}

TEST_F(WindowSizes, AColumnThatFloatsLeavesItsWidthToTheMiddleWhenTheMouseLetsGo) {
  openWindow();
  arrange("overview", {1600, 900}, 0);
  auto* form = window().findChild<QDockWidget*>(QStringLiteral("ExperimentDock"));
  auto* lessons = window().findChild<QDockWidget*>(QStringLiteral("LessonDock"));
  window().lessons().showList();
  waitUntilPanelsRest();
  ASSERT_TRUE(lessons->isVisible());
  const int before = form->width(), column = lessons->width(), middle = window().scene().timelineWidget().width();
  const QPoint at(window().width() / 2, window().height() - 4);        // where a press does nothing
  QTest::mousePress(window().windowHandle(), Qt::LeftButton, {}, at);  // as of a hand that drags it
  lessons->setFloating(true);
  waitUntilPanelsRest();
  window().resizeDocks({form}, {before + column}, Qt::Horizontal);  // as Qt has it once it is dropped
  QTest::mouseRelease(window().windowHandle(), Qt::LeftButton, {}, at);
  EXPECT_TRUE(waitUntil([&] { return form->width() == before; })) << form->width();
  EXPECT_TRUE(waitUntil([&] { return window().scene().timelineWidget().width() >= middle + column; }));
  lessons->setFloating(false);
  waitUntilPanelsRest();
  lessons->setFloating(true);
  EXPECT_TRUE(waitUntil([&] { return window().scene().timelineWidget().width() >= middle + column; }));
  lessons->setFloating(false);
}

TEST_F(WindowSizes, LargerLettersAndBackLeaveAnOwnArrangementAsItWas) {
  openWindow();
  arrange("overview", {1600, 900}, 0);
  auto* form = window().findChild<QDockWidget*>(QStringLiteral("ExperimentDock"));
  window().findChild<QDockWidget*>(QStringLiteral("SourceDock"))->hide();
  window().resizeDocks({form}, {1}, Qt::Horizontal);
  waitUntilPanelsRest();
  const int before = form->width();
  StudioStyle::shared().setTextScale(2);
  waitUntilPanelsRest();
  ASSERT_GT(form->width(), before) << "letters want more";
  StudioStyle::shared().setTextScale(1);
  waitUntilPanelsRest();
  EXPECT_EQ(form->width(), before);
}

TEST_F(WindowSizes, TheProjectorIsLargeBlackAndGoesAsItCame) {
  openWindow();
  arrange("kernel", {1600, 900}, 0);
  StudioStyle& style = StudioStyle::shared();
  window().layouts().toggleProjector();
  for (int i = 0; i < 4; ++i) QApplication::processEvents();
  EXPECT_GT(style.textScale(), 1.2);
  EXPECT_EQ(style.theme().background.g, 0);
  EXPECT_FALSE(window().findChild<QDockWidget*>(QStringLiteral("ExperimentDock"))->isVisible());
  EXPECT_TRUE(window().findChild<QDockWidget*>(QStringLiteral("StackDock"))->isVisible());
  style.setTextScale(style.chosenTextScale() * 1.1);
  EXPECT_GT(style.textScale(), style.chosenTextScale());
  style.setTextScale(1);
  window().layouts().toggleProjector();
  for (int i = 0; i < 4; ++i) QApplication::processEvents();
  EXPECT_EQ(style.textScale(), 1);
  EXPECT_TRUE(window().findChild<QDockWidget*>(QStringLiteral("KernelDock"))->isVisible());
  EXPECT_TRUE(window().findChild<QDockWidget*>(QStringLiteral("ExperimentDock"))->toggleViewAction()->isChecked());
}

TEST_F(WindowSizes, KeysThatALayoutHidesGoToTheTimeline) {
  openWindow();
  window().activateWindow();
  arrange("overview", {1600, 900}, 0);
  auto* field = window().findChild<QDockWidget*>(QStringLiteral("ExperimentDock"))->findChild<QAbstractSpinBox*>();
  field->setFocus();
  ASSERT_EQ(window().focusWidget(), field);
  arrange("kernel", {1600, 900}, 0);
  EXPECT_EQ(window().focusWidget(), field) << "it is still there";
  arrange("projector", {1600, 900}, 0);
  EXPECT_EQ(window().focusWidget(), &window().scene().timelineWidget());
}

TEST_F(WindowSizes, TheProjectorsViewIsAsHighAsItsTypeWants) {
  openWindow();
  arrange("overview", {1280, 720}, 0);
  window().layouts().toggleProjector();
  window().resize(1600, 900);  // as a window manager makes it full screen, a moment later
  for (int i = 0; i < 8; ++i) QApplication::processEvents();
  EXPECT_GT(view("Stack").height(), 900 * 3 / 10);
}

TEST_F(WindowSizes, AnotherLayoutEndsTheProjectorWithItsFullScreen) {
  openWindow();
  arrange("overview", {1600, 900}, 0);
  for (int i = 0; i < 2; ++i) {
    window().layouts().toggleProjector();
    EXPECT_TRUE(window().isFullScreen());
    ASSERT_TRUE(window().layouts().apply(std::string("kernel")));
    EXPECT_FALSE(window().isFullScreen());
    EXPECT_EQ(StudioStyle::shared().textScale(), 1);
  }
}

TEST_F(WindowSizes, RunStaysInPlaceWhenAnEstimateComes) {
  openWindow();
  chooseDevice("cpu");  // once it is found: its name has a width
  auto* bar = window().findChild<TopBar*>();
  auto* run = bar->findChild<QWidget*>(QStringLiteral("Run"));
  for (const int width : {1100, 1280, 1440, 1920}) {
    arrange("overview", {width, 800}, 0);
    bar->setExpected({});
    for (int i = 0; i < 4; ++i) QApplication::processEvents();
    const QPoint before = run->mapTo(bar, QPoint());
    bar->setExpected({QStringLiteral("≈ 7.9 s, slow steps left out: 2"), QStringLiteral("≈ 7.9 s"), {}});
    for (int i = 0; i < 4; ++i) QApplication::processEvents();
    EXPECT_EQ(run->mapTo(bar, QPoint()), before) << width;
    EXPECT_TRUE(run->toolTip().contains(QStringLiteral("7.9 s")));
  }
}

TEST_F(WindowSizes, AnEstimateThatFindsNoRoomIsSaidBriefly) {
  openWindow();
  arrange("overview", {1920, 800}, 0);
  auto* bar = window().findChild<TopBar*>();
  const auto* estimate = bar->findChild<QLabel*>(QStringLiteral("Expected"));
  bar->setExpected({QStringLiteral("a word ").repeated(100), QStringLiteral("≈ 8 s"), {}});
  EXPECT_TRUE(estimate->isVisible());
  EXPECT_EQ(estimate->text(), QStringLiteral("≈ 8 s"));
}

TEST_F(WindowSizes, SlowMotionHasItsButtonsInTheFirstWindow) {
  run();
  arrange("overview", {1600, 900}, 0);
  auto* bar = window().findChild<QWidget*>(QStringLiteral("ReplayBar"));
  EXPECT_TRUE(bar->isVisible());
  window().findChild<TopBar*>()->setExpected({QStringLiteral("≈ 9.9 min"), {}, {}});
  EXPECT_TRUE(bar->isVisible()) << "also beside what a run will take";
  auto* speed = bar->findChild<QComboBox*>();
  auto* play = bar->findChild<QPushButton*>(QStringLiteral("ReplayPlay"));
  const QRect before(play->mapTo(&window(), QPoint()), play->size());
  ASSERT_TRUE(window().scene().beginReplay());
  for (int i = 0; i < 4; ++i) QApplication::processEvents();
  EXPECT_TRUE(bar->isVisible()) << "also while it plays";
  EXPECT_EQ(QRect(play->mapTo(&window(), QPoint()), play->size()), before) << "where the hand is";
  for (const Duration fits : Replay::speeds()) {
    speed->setItemText(0, QStringLiteral("fits: ") + speedText(fits));
    EXPECT_GE(speed->width(), speed->minimumSizeHint().width()) << speedText(fits).toStdString();
  }
  expectAllMenus("slow motion");
}

TEST_F(WindowSizes, TheBoxesOfTheBarTakeTheRoomThereIs) {
  run();
  arrange("overview", {1700, 900}, 0);
  auto* bar = window().findChild<TopBar*>();
  bar->setDevices({{"cuda", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "false", {}}}, "cuda", true);
  waitUntilPanelsRest();
  auto* device = bar->findChild<QComboBox*>(QStringLiteral("Device"));
  const auto* stop = bar->findChild<QWidget*>(QStringLiteral("Export"));
  const auto* last = bar->findChild<QWidget*>(QStringLiteral("ReplayBar"));
  ASSERT_TRUE(last->isVisible());
  const int free = stop->x() - last->geometry().right();
  EXPECT_LT(free, 150) << "the box is " << device->width() << " wide and wants " << device->sizeHint().width();
}

TEST_F(WindowSizes, AMessageThatIsTooLongForTheStatusLineSaysThatItGoesOn) {
  openWindow();
  arrange("overview", {1024, 700}, 0);
  const QString words = QStringLiteral("a word and another one ").repeated(20);
  window().status().setMessage(words);
  for (int i = 0; i < 4; ++i) QApplication::processEvents();
  EXPECT_TRUE(window().status().text().contains(words)) << "what it says is whole";
  bool cut = false;
  for (const QLabel* label : window().status().findChildren<QLabel*>()) {
    EXPECT_LE(label->sizeHint().width(), label->width() + 1) << label->text().toStdString();
    cut = cut || (label->text().endsWith(QChar(0x2026)) && label->toolTip().contains(QStringLiteral("another")));
  }
  EXPECT_TRUE(cut);
}

TEST_F(WindowSizes, NoWordOfTheStatusLineIsCutWhenLettersGrow) {
  openWindow();
  arrange("overview", {1600, 900}, 0);
  StudioStyle::shared().setProjected(2.5);
  for (int i = 0; i < 4; ++i) QApplication::processEvents();
  for (const QLabel* label : window().status().findChildren<QLabel*>())
    EXPECT_TRUE(label->size().expandedTo(label->sizeHint()) == label->size()) << label->text().toStdString();
}

TEST_F(WindowSizes, Pictures) {
  if (!qEnvironmentVariableIsSet("STRATA_PICTURES")) GTEST_SKIP() << "STRATA_PICTURES names no folder";
  run();
  const QDir folder(qEnvironmentVariable("STRATA_PICTURES"));
  for (const QSize size : {QSize(1280, 720), QSize(1600, 900), QSize(1920, 1080), QSize(3840, 2160)})
    for (const int steps : {0, 5, -2})
      for (const bool light : {false, true})
        for (const std::string& layout : layoutNames()) {
          StudioStyle::shared().setLight(light);
          arrange(layout, size, steps);
          const QString name = QStringLiteral("%1-%2-%3-%4.png")
                                   .arg(size.width())
                                   .arg(steps)
                                   .arg(light ? "light" : "dark")
                                   .arg(QString::fromStdString(layout));
          EXPECT_TRUE(grabWindow(window()).save(folder.filePath(name)));
        }
}

}  // namespace
}  // namespace strata
