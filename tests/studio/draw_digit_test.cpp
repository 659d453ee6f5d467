#include <QMouseEvent>
#include <QTest>

#include <nlohmann/json.hpp>

#include "app/studio/message_bar.h"
#include "app/studio/pad_canvas.h"
#include "app/studio/scene.h"
#include "window_fixture.h"

namespace strata {
namespace {

class DrawDigitTest : public WindowTest {
 protected:
  DrawDigitTest() : m_before(qgetenv("XDG_DATA_HOME")) { qputenv("XDG_DATA_HOME", temporary("data").c_str()); }
  ~DrawDigitTest() override { qputenv("XDG_DATA_HOME", m_before); }

  /// In parts of the pad's side.
  void draw(std::initializer_list<QPointF> line) {
    auto* canvas = window().findChild<PadCanvas*>();
    const auto at = [&](QPointF part) { return (part * canvas->width()).toPoint(); };
    QTest::mousePress(canvas, Qt::LeftButton, {}, at(*line.begin()));
    for (const QPointF& part : line) {
      QMouseEvent move(QEvent::MouseMove, at(part), canvas->mapToGlobal(at(part)), Qt::NoButton, Qt::LeftButton, {});
      QApplication::sendEvent(canvas, &move);
    }
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, at(*(line.end() - 1)));
  }

 private:
  QByteArray m_before;
};

TEST_F(DrawDigitTest, ADigitDrawnByHandIsReadOnceRunIsPressed) {
  openWindow();
  ASSERT_TRUE(window().chooseExperiment("cnn"));
  setParameter("repeat", 1);
  press(*window().findChild<PadCanvas*>(), Qt::Key_Delete);
  draw({{0.3, 0.15}, {0.25, 0.5}, {0.7, 0.5}});  // a four, small and aside
  draw({{0.6, 0.3}, {0.58, 0.85}});
  EXPECT_TRUE(window().session().results().empty()) << "nothing runs unasked";
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return !window().session().results().empty() && !window().session().running(); }));
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
  const RunResult& result = window().session().results().front();
  EXPECT_EQ((*result.details)["digit"], 4) << result.message;
  EXPECT_TRUE(QString::fromStdString((*result.details)["image"]).startsWith("drawn-"));
  EXPECT_FALSE(window().scene().state().session.previews.empty()) << "the stages are shown";
}

}  // namespace
}  // namespace strata
