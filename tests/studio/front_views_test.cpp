#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>

#include "app/studio/layouts.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/scene.h"
#include "app/studio/studio_style.h"
#include "app/studio/timeline_widget.h"
#include "window_fixture.h"

namespace strata {
namespace {

class FrontViewsTest : public WindowTest {
 protected:
  ~FrontViewsTest() override { StudioStyle::shared().setProjected(0); }

  /// In the bar, as with the mouse.
  void chooseExperiment(const char* title) {
    for (auto* box : window().findChildren<QComboBox*>())
      if (const int row = box->findText(QString::fromLatin1(title)); row >= 0 && box->objectName().isEmpty()) {
        box->setCurrentIndex(row);
        emit box->activated(row);
        return;
      }
    ADD_FAILURE() << "no experiment is called " << title;
  }
  bool inFront(const char* dock) {
    auto* found = window().findChild<QDockWidget*>(QString::fromLatin1(dock));
    return window().layouts().inFrontOf(*found) == found;
  }
  void arrange(const std::string& layout) {
    ASSERT_TRUE(window().layouts().apply(layout));
    waitUntilPanelsRest();
  }
};

TEST_F(FrontViewsTest, AViewThatAHandBroughtToTheFrontStaysWhenAnExperimentIsChosen) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().layouts().toggleProjector();
  waitUntilPanelsRest();
  raiseByMouse("Speed");
  for (const char* title : {"Softmax", "Softmax", "2-D convolution"}) {
    chooseExperiment(title);
    waitUntilPanelsRest();
    EXPECT_TRUE(inFront("SpeedDock")) << title;
  }
}

TEST_F(FrontViewsTest, AnExperimentThatIsChosenAgainHasTheFormThatWasLeft) {
  openWindow();
  setParameter("n", 96);
  const auto n = [this] { return window().findChild<QDoubleSpinBox*>("n")->value(); };
  chooseExperiment("Softmax");
  chooseExperiment("Matrix product");
  EXPECT_EQ(n(), 96);
  ASSERT_TRUE(window().chooseExperiment("matmul"));
  EXPECT_NE(n(), 96) << "who asks for a request brings its own";
}

TEST_F(FrontViewsTest, AnExperimentBringsItsViewWhereNobodyChoseAnother) {
  openWindow();
  arrange("overview");
  chooseExperiment("Transformer");
  EXPECT_TRUE(inFront("TokensDock"));
  chooseExperiment("Matrix product");
  EXPECT_TRUE(inFront("KernelDock"));
}

TEST_F(FrontViewsTest, AViewThatHasNothingOfASessionGivesWay) {
  openWindow();
  arrange("overview");
  raiseByMouse("Tokens");
  openFile(STRATA_SOURCE_DIR "/assets/sessions/conv2d-h200.pftrace");
  EXPECT_TRUE(inFront("KernelDock"));
  EXPECT_FALSE(inFront("TokensDock"));
  raiseByMouse("Stack");
  openFile(STRATA_SOURCE_DIR "/assets/sessions/matmul-h200.pftrace");
  EXPECT_TRUE(inFront("StackDock")) << "it has something to show";
}

TEST_F(FrontViewsTest, AViewThatTheMenuOpensComesToTheFront) {
  openWindow();
  arrange("kernel");
  ASSERT_TRUE(window().findChild<QDockWidget*>(QStringLiteral("BoundsDock"))->isHidden());
  command("view bounds");
  EXPECT_TRUE(waitUntil([this] { return inFront("BoundsDock"); }));
}

TEST_F(FrontViewsTest, AColumnThatIsOpenedBesideALayoutIsWideEnoughToRead) {
  openWindow();
  window().resize(1600, 950);
  arrange("overview");
  window().lessons().showList();
  auto* lessons = window().findChild<QDockWidget*>(QStringLiteral("LessonDock"));
  EXPECT_TRUE(waitUntil([&] { return lessons->isVisible() && lessons->width() >= window().width() / 4; }))
      << lessons->width() << " of " << window().width();
}

TEST_F(FrontViewsTest, InASmallWindowTheListOfAFinishedLessonLeavesTheViewsTheirWidth) {
  openWindow();
  window().resize(1366, 768);
  arrange("overview");
  window().lessons().openNext();
  waitUntilPanelsRest();
  emit view("Lesson").lessonActed({LessonAct::Kind::Leave, {}, 0});
  waitUntilPanelsRest();
  const auto* lessons = window().findChild<QDockWidget*>(QStringLiteral("LessonDock"));
  ASSERT_TRUE(waitUntil([&] { return !lessons->visibleRegion().isEmpty(); })) << "the list is seen";
  EXPECT_GE(lessons->width(), window().width() / 5);
  EXPECT_GE(window().scene().timelineWidget().width(), window().width() * 2 / 5);
}

TEST_F(FrontViewsTest, TheViewInFrontStaysThereWhenTheWindowIsProjected) {
  openWindow();
  arrange("overview");
  raiseByMouse("Tokens");
  for (int i = 0; i < 2; ++i) {
    window().layouts().toggleProjector();
    waitUntilPanelsRest();
    EXPECT_TRUE(inFront("TokensDock")) << (i == 0 ? "projected" : "as it was");
  }
}

TEST_F(FrontViewsTest, TheTourKeepsAProjectedWindowAsItIs) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().layouts().toggleProjector();
  ASSERT_TRUE(window().isFullScreen());
  const double type = StudioStyle::shared().textScale();
  window().lessons().openTour();
  EXPECT_TRUE(window().isFullScreen());
  EXPECT_EQ(StudioStyle::shared().textScale(), type);
  EXPECT_TRUE(waitUntil([this] { return inFront("LessonDock"); }));
  emit view("Lesson").lessonActed({LessonAct::Kind::Leave, {}, 0});
  EXPECT_TRUE(window().isFullScreen());
  EXPECT_EQ(StudioStyle::shared().textScale(), type);
  EXPECT_TRUE(window().findChild<QDockWidget*>(QStringLiteral("LessonDock"))->isHidden());
  EXPECT_TRUE(waitUntil([this] { return inFront("StackDock"); })) << "as before";
}

}  // namespace
}  // namespace strata
