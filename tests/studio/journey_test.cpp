#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QTest>
#include <set>

#include "app/facts/event_search.h"
#include "app/facts/event_statistics.h"
#include "app/studio/inspector.h"
#include "app/studio/layouts.h"
#include "app/studio/replay.h"
#include "app/studio/scene.h"
#include "app/studio/search_bar.h"
#include "app/studio/studio_style.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/view_widget.h"
#include "window_fixture.h"

namespace strata {
namespace {

/// What a person does with the real window, from the first run on.
class JourneyTest : public WindowTest {
 protected:
  ~JourneyTest() override {
    StudioStyle::shared().setLight(false);
    StudioStyle::shared().setTextScale(1);
  }
  void keys(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    press(window().scene().timelineWidget(), key, modifiers);
    QCoreApplication::processEvents();
  }
  const ViewState& state() { return window().scene().state(); }
  std::string selectedName() {
    const auto& event = state().sight.selection.event;
    return event ? std::string(state().session.snapshot->name(state().session.snapshot->event(*event).name))
                 : std::string();
  }
  QDockWidget* dock(const char* name) { return window().findChild<QDockWidget*>(QString::fromLatin1(name)); }
};

TEST_F(JourneyTest, SearchFindsAndWalksThroughMatches) {
  openWindow();
  ASSERT_TRUE(runSmall());
  keys(Qt::Key_F, Qt::ControlModifier);
  auto* text = window().findChild<QLineEdit*>("SearchText");
  ASSERT_TRUE(text->isVisible());
  QTest::keyClicks(text, "LAUNCHKERNEL");
  ASSERT_TRUE(state().sight.search);
  const std::size_t count = state().sight.search->count();
  ASSERT_GT(count, 10u);
  std::set<EventRef> seen;
  for (std::size_t i = 0; i < count; ++i) {
    QTest::keyClick(text, Qt::Key_Return);
    EXPECT_EQ(selectedName(), "strataLaunchKernel");
    seen.insert(*state().sight.selection.event);
  }
  EXPECT_EQ(seen.size(), count);
  EXPECT_TRUE(window().findChild<SearchBar*>()->message().contains(QStringLiteral("of")));
  QTest::keyClick(text, Qt::Key_Escape);
  EXPECT_FALSE(state().sight.search);
  EXPECT_FALSE(text->isVisible());
}

TEST_F(JourneyTest, AMeasuredRangeHasItsStatistics) {
  openWindow();
  ASSERT_TRUE(runSmall());
  dock("StatisticsDock")->show();
  dock("StatisticsDock")->raise();
  ASSERT_TRUE(waitUntil([&] { return state().sight.statistics != nullptr; }));
  const std::uint64_t all = state().sight.statistics->events;
  TimelineWidget& timeline = window().scene().timelineWidget();
  const int y = timeline.height() / 2, x = timeline.width() / 2;
  QTest::mousePress(&timeline, Qt::LeftButton, Qt::ShiftModifier, {x, y});
  QMouseEvent move(QEvent::MouseMove, QPointF(x + 60, y), timeline.mapToGlobal(QPointF(x + 60, y)), Qt::NoButton,
                   Qt::LeftButton, Qt::ShiftModifier);
  QCoreApplication::sendEvent(&timeline, &move);
  QTest::mouseRelease(&timeline, Qt::LeftButton, Qt::ShiftModifier, {x + 60, y});
  ASSERT_TRUE(state().sight.measured);
  EXPECT_GT(state().sight.measured->length().ns, 0);
  EXPECT_TRUE(waitUntil([&] { return state().sight.statistics->range == *state().sight.measured; }));
  EXPECT_LT(state().sight.statistics->events, all);
  QTest::mouseClick(&timeline, Qt::LeftButton, Qt::ShiftModifier, {x, y});
  EXPECT_FALSE(state().sight.measured) << "Shift and a click clear it";
}

TEST_F(JourneyTest, SlowMotionShowsWhatHadHappenedThen) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const auto whole = state().session.snapshot;
  keys(Qt::Key_Period);
  Replay& replay = window().scene().replay();
  ASSERT_TRUE(replay.active());
  HostTime last = replay.now();
  for (int i = 0; i < 20; ++i) {
    keys(Qt::Key_Period);
    EXPECT_GT(replay.now(), last);
    last = replay.now();
    EXPECT_EQ(state().session.snapshot->bounds()->end, last);
  }
  keys(Qt::Key_Comma);
  EXPECT_LT(replay.now(), last);
  replay.setSpeed(Duration{1'000'000'000});
  keys(Qt::Key_Space, Qt::ControlModifier);
  EXPECT_TRUE(waitUntil([&] { return !replay.playing(); })) << "it stops at the end of what is in sight";
  keys(Qt::Key_Space, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(state().session.snapshot, whole);
}

TEST_F(JourneyTest, EveryActionIsInThePalette) {
  openWindow();
  command("th light");
  EXPECT_TRUE(StudioStyle::shared().isLight());
  command("text larg");
  EXPECT_GT(StudioStyle::shared().textScale(), 1);
  command("words hip");
  EXPECT_EQ(state().sight.choices.vocabulary, Vocabulary::Hip);
  command("all calls");
  EXPECT_TRUE(state().sight.choices.allCalls);
}

TEST_F(JourneyTest, LayoutsAreAppliedAndUndone) {
  openWindow();
  window().layouts().apply(std::string("timeline"));
  ASSERT_TRUE(waitUntil([&] { return dock("StackDock")->isHidden() && dock("SelectionDock")->isHidden(); }));
  window().layouts().undo();
  EXPECT_TRUE(waitUntil([&] { return !dock("StackDock")->isHidden() && !dock("SelectionDock")->isHidden(); }));
  window().layouts().redo();
  EXPECT_TRUE(waitUntil([&] { return dock("StackDock")->isHidden(); }));
}

TEST_F(JourneyTest, WordsFollowTheChosenVocabulary) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ViewChoices choices = state().sight.choices;
  choices.vocabulary = Vocabulary::OpenCl;
  const auto search = EventSearch(*state().session.snapshot, "strataLaunchKernel");
  window().selection().select({search.next(*state().session.snapshot, std::nullopt, {}, 1), CallId::None});
  window().scene().choose(choices);
  const QString inspector = window().inspector().text();
  EXPECT_TRUE(inspector.contains(QStringLiteral("hipLaunchKernel"))) << inspector.toStdString();
  EXPECT_TRUE(inspector.contains(QStringLiteral("clEnqueueNDRangeKernel")));
}

TEST_F(JourneyTest, EachDockFloatsAndComesBackTenTimes) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().resize(900, 600);  // what is drawn in between is not looked at
  for (auto* each : window().findChildren<QDockWidget*>()) {
    each->show();
    each->raise();
    for (int i = 0; i < 10; ++i) {
      each->setFloating(true);
      QCoreApplication::processEvents();
      each->setFloating(false);
      QCoreApplication::processEvents();
    }
    auto* view = each->findChild<ViewWidget*>();
    if (view == nullptr) continue;
    each->raise();
    const auto before = view->framesDrawn();
    view->update();
    EXPECT_TRUE(waitUntil([&] { return view->framesDrawn() > before; })) << each->objectName().toStdString();
  }
}

TEST_F(JourneyTest, TwoHundredSizesOverlapNothing) {
  openWindow();
  ASSERT_TRUE(runSmall());
  for (int i = 0; i < 200; ++i) {
    const QSize size(800 + (3840 - 800) * i / 199, 600 + (2160 - 600) * ((i * 37) % 200) / 199);
    window().setUpdatesEnabled(i % 25 == 0);  // drawn now and then; where everything stands is looked at each time
    window().resize(size);
    QCoreApplication::processEvents();
    ASSERT_EQ(window().size(), size);
    std::vector<QRect> places;
    for (ViewWidget* view : window().viewWidgets()) {
      if (view->visibleRegion().isEmpty()) continue;
      const QRect place(view->mapTo(&window(), QPoint()), view->size());
      EXPECT_TRUE(window().rect().contains(place)) << view->objectName().toStdString() << " at " << size.width();
      for (const QRect& other : places) EXPECT_FALSE(other.intersects(place)) << view->objectName().toStdString();
      places.push_back(place);
    }
    EXPECT_GE(places.size(), size.height() < 690 ? 2u : 3u) << size.width() << " × " << size.height();
  }
}

}  // namespace
}  // namespace strata
