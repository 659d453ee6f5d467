#include <QApplication>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QImage>
#include <QLabel>
#include <QTest>
#include <set>

#include "app/studio/kernel_text_edit.h"
#include "app/studio/picture.h"
#include "app/studio/scene.h"
#include "app/studio/status_line.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/view_widget.h"
#include "window_fixture.h"

namespace strata {
namespace {

class RedrawTest : public WindowTest {
 protected:
  std::uint64_t frames() {
    std::uint64_t drawn = 0;
    for (const ViewWidget* view : window().viewWidgets()) drawn += view->framesDrawn();
    return drawn;
  }
  static std::size_t colours(const QImage& image) {
    std::set<QRgb> seen;
    for (int y = 0; y < image.height(); y += 2)
      for (int x = 0; x < image.width(); x += 2) seen.insert(image.pixel(x, y));
    return seen.size();
  }
};

TEST_F(RedrawTest, NothingIsDrawnWhenNothingChanged) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().scene().refresh();
  QTest::qWait(100);  // what was still to be drawn
  const auto before = frames();
  for (int i = 0; i < 20; ++i) {
    window().scene().refresh();
    QCoreApplication::processEvents();
  }
  EXPECT_EQ(frames(), before);
  window().selection().select({std::nullopt, CallId{1}});
  EXPECT_TRUE(waitUntil([&] { return frames() > before; }));
}

TEST_F(RedrawTest, AViewWhosePictureStaysIsNotDrawnAgain) {
  openWindow();
  ASSERT_TRUE(runSmall());
  auto* tensor = window().findChild<ViewWidget*>("Tensor");
  auto& timeline = window().scene().timelineWidget();
  window().scene().refresh();
  QTest::qWait(100);  // what was still to be drawn
  const auto tensorBefore = tensor->framesDrawn(), timelineBefore = timeline.framesDrawn();
  press(timeline, Qt::Key_W);
  EXPECT_TRUE(waitUntil([&] { return timeline.framesDrawn() > timelineBefore; })) << "another part of time is in sight";
  EXPECT_EQ(tensor->framesDrawn(), tensorBefore);
}

TEST_F(RedrawTest, ACaretInAFieldPutsNothingTogetherAnew) {
  openWindow();
  ASSERT_TRUE(runSmall());
  EXPECT_EQ(QApplication::cursorFlashTime(), 0);
  auto* text = window().findChild<KernelTextEdit*>();
  ASSERT_NE(text, nullptr);
  EXPECT_EQ(text->SendScintilla(QsciScintilla::SCI_GETCARETPERIOD), 0);
  int swaps = 0;
  auto* timeline = &window().scene().timelineWidget();
  const auto counting = QObject::connect(timeline, &QOpenGLWidget::frameSwapped, [&swaps] { ++swaps; });
  QApplication::setActiveWindow(&window());
  auto* side = window().findChild<QDoubleSpinBox*>("n");
  side->setFocus();
  ASSERT_TRUE(side->hasFocus());
  constexpr int kRestMs = 700, kBlinksMs = 3000;
  ASSERT_TRUE(waitUntil([&] {
    const int before = swaps;
    QTest::qWait(kRestMs);
    return swaps == before;
  })) << "it never rests";
  const int before = swaps;
  QTest::qWait(kBlinksMs);
  EXPECT_EQ(swaps, before);
  QObject::disconnect(counting);
}

TEST_F(RedrawTest, AViewBehindAnotherTabIsDrawnWhenItComesIntoSight) {
  openWindow();
  ASSERT_TRUE(runSmall());
  auto* front = window().findChild<ViewWidget*>("Memory");
  auto* behind = window().findChild<ViewWidget*>("Speed");
  auto* dock = window().findChild<QDockWidget*>("SpeedDock");
  dock->raise();
  ASSERT_TRUE(waitUntil([&] { return behind->framesDrawn() > 0; }));
  window().findChild<QDockWidget*>("MemoryDock")->raise();
  ASSERT_TRUE(waitUntil([&] { return !front->visibleRegion().isEmpty() && behind->visibleRegion().isEmpty(); }));
  QTest::qWait(100);  // what was still to be drawn
  const auto drawn = behind->framesDrawn();
  const QImage before = behind->grabFramebuffer();
  ASSERT_TRUE(runSmall()) << "other bars";
  window().scene().refresh();
  EXPECT_EQ(behind->framesDrawn(), drawn + 1) << "for the picture above; nobody sees it";
  dock->raise();
  ASSERT_TRUE(waitUntil([&] { return behind->framesDrawn() > drawn + 1; }));
  EXPECT_NE(grabWindow(window()).copy({behind->mapTo(&window(), QPoint()), behind->size()}), before);
}

TEST_F(RedrawTest, ATextOfTheStatusLineDoesNotLayOutTheWindow) {
  class Counter : public QObject {
   public:
    int layouts = 0;
    bool eventFilter(QObject*, QEvent* event) override {
      layouts += event->type() == QEvent::LayoutRequest;
      return false;
    }
  } counter;
  openWindow();
  QTest::qWait(100);  // what was still to be laid out
  auto* message = window().status().findChildren<QLabel*>().back();
  QWidget* above = window().status().parentWidget();  // asked by the line alone, and would ask the window
  above->installEventFilter(&counter);
  window().status().setMessage("a good deal longer than it was before");
  EXPECT_TRUE(waitUntil([&] { return message->width() >= message->sizeHint().width(); })) << "all of it can be read";
  QTest::qWait(100);
  EXPECT_EQ(counter.layouts, 0);
  EXPECT_LT(message->geometry().right(), window().status().width());
  above->removeEventFilter(&counter);
}

TEST_F(RedrawTest, EverySizeIsDrawnWhole) {
  openWindow();
  ASSERT_TRUE(runSmall());
  for (const QSize size :
       {QSize(960, 560), QSize(1280, 720), QSize(1920, 1080), QSize(1100, 1400), QSize(3840, 2160)}) {
    window().resize(size);
    const QImage image = grabWindow(window());
    EXPECT_EQ(image.size(), size * image.devicePixelRatio());
    for (ViewWidget* view : window().viewWidgets()) {
      if (view->visibleRegion().isEmpty()) continue;  // behind another tab
      const QRect place(view->mapTo(&window(), QPoint()), view->size());
      EXPECT_TRUE(QRect(QPoint(), size).contains(place)) << view->objectName().toStdString() << " at " << size.width();
      EXPECT_GT(colours(image.copy(place)), 20u) << view->objectName().toStdString() << " at " << size.width();
    }
  }
}

TEST_F(RedrawTest, AFloatedViewDrawsAgainInItsNewContext) {
  openWindow();
  ASSERT_TRUE(runSmall());
  auto* dock = window().findChild<QDockWidget*>("TensorDock");
  auto* tensor = window().findChild<ViewWidget*>("Tensor");
  for (const bool floating : {true, false}) {
    const auto before = tensor->framesDrawn();
    dock->setFloating(floating);
    ASSERT_TRUE(waitUntil([&] { return tensor->framesDrawn() > before; })) << floating;
    EXPECT_GT(colours(tensor->grabFramebuffer()), 20u) << floating;
  }
}

}  // namespace
}  // namespace strata
