#include <QComboBox>
#include <QDockWidget>
#include <QPushButton>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/canvas/recording_canvas.h"
#include "app/facts/variant_facts.h"
#include "app/facts/what_if.h"
#include "app/studio/message_bar.h"
#include "app/studio/results_panel.h"
#include "app/studio/scene.h"
#include "app/studio/view_widget.h"
#include "app/views/bounds/bounds_layout.h"
#include "window_fixture.h"

// Times on a GPU that is not here, by hand in the window.

namespace strata {
namespace {

class WhatIfTest : public WindowTest {
 protected:
  void choose(const char* parameter, const char* value) {
    auto* box = window().findChild<QComboBox*>(parameter);
    ASSERT_NE(box, nullptr) << parameter;
    ASSERT_GE(box->findData(QString::fromLatin1(value)), 0) << parameter << " has no " << value;
    box->setCurrentIndex(box->findData(QString::fromLatin1(value)));
  }
  const ViewState& state() { return window().scene().state(); }
  const RunResult* modelled() {
    const auto& results = state().session.results;
    const auto found = std::ranges::find_if(results, [](const RunResult& r) { return r.modelled.has_value(); });
    return found == results.end() ? nullptr : &*found;
  }
  /// Where a value of a slider is in the view.
  QPoint sliderAt(const ViewWidget& view, Knob knob, double share) {
    const Rect area{0, 0, static_cast<float>(view.width()), static_cast<float>(view.height())};
    const RunResult& result = *modelled();
    const BoundsLayout layout =
        layOutBounds(RecordingCanvas(), area, *result.modelled, whatIf(state(), result), std::string());
    for (const auto& slider : layout.sliders)
      if (slider.knob == knob)
        return {static_cast<int>(slider.track.x + slider.track.w * static_cast<float>(share)),
                static_cast<int>(slider.track.y + slider.track.h / 2)};
    return {};
  }
};

TEST_F(WhatIfTest, ASliderIsDrawnAndThenMovedByKeysAndWheel) {
  openWindow();
  setParameter("n", 256);
  choose("times", "modelled");
  choose("model_gpu", "a6000");
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return modelled() && !window().session().running(); }));
  auto* view = window().findChild<ViewWidget*>("Bounds");
  ASSERT_NE(view, nullptr);
  auto* dock = window().findChild<QDockWidget*>("BoundsDock");
  ASSERT_NE(dock, nullptr);
  dock->setFloating(true);
  dock->resize(900, 460);
  dock->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(dock));
  ASSERT_TRUE(waitUntil([&] { return view->width() > 800; }));
  window().scene().refresh();
  const QPoint from = sliderAt(*view, Knob::Clock, 0.5), to = sliderAt(*view, Knob::Clock, 1);
  ASSERT_FALSE(from.isNull());
  QTest::mousePress(view, Qt::LeftButton, {}, from);
  QTest::mouseMove(view, from + QPoint(20, 0));
  const double between = state().sight.choices.whatIf.clock;
  EXPECT_GT(between, 1.8e9) << "it answers while it is drawn";
  QTest::mouseMove(view, to + QPoint(60, 30));
  QTest::mouseRelease(view, Qt::LeftButton, {}, to + QPoint(60, 30));
  EXPECT_DOUBLE_EQ(state().sight.choices.whatIf.clock, 7.2e9) << "beyond the slider's end: at its end";
  QTest::keyClick(view, Qt::Key_Left);
  EXPECT_DOUBLE_EQ(state().sight.choices.whatIf.clock, 7.15e9);
  QWheelEvent wheel(from, view->mapToGlobal(from), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                    false);
  QCoreApplication::sendEvent(view, &wheel);
  EXPECT_DOUBLE_EQ(state().sight.choices.whatIf.clock, 7.1e9);
  for (int turned = 0; turned < 120; turned += 10) {
    QWheelEvent touchpad(from, view->mapToGlobal(from), {}, {0, -10}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                         false);
    QCoreApplication::sendEvent(view, &touchpad);
  }
  EXPECT_DOUBLE_EQ(state().sight.choices.whatIf.clock, 7.05e9);
}

// Which names the form offers is known once for the program, so the file has a name that is always among them.
TEST_F(WhatIfTest, ARowOfResultsBringsItsStepAlongThoughNothingRan) {
  openWindow();
  setParameter("n", 64);
  choose("times", "modelled");
  choose("model_gpu", "a6000");
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return modelled() && !window().session().running(); }));
  for (const char* variant : {"tiled", "naive"}) {
    const auto& results = state().session.results;
    const auto row = std::ranges::find(results, variant, &RunResult::variant);
    ASSERT_NE(row, results.end()) << variant;
    emit window().findChild<ResultsPanel*>()->activated(*row);
    EXPECT_EQ(shownVariant(state()), variant);
  }
}

TEST_F(WhatIfTest, ABadGpuFileOfOnesOwnIsToldOfInTheWindow) {
  const std::filesystem::path folder = temporary("data");
  std::filesystem::create_directories(folder / "strata" / "gpus");
  std::ofstream(folder / "strata" / "gpus" / "a6000.json") << R"({"title": "Mine", "vendor": "NVIDIA"})";
  const QByteArray before = qgetenv("XDG_DATA_HOME");
  qputenv("XDG_DATA_HOME", folder.c_str());
  openWindow();
  setParameter("n", 64);
  choose("model_gpu", "a6000");
  click(button("Run"));
  EXPECT_TRUE(waitUntil([&] { return !window().messages().message().isEmpty(); }));
  before.isNull() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", before);
  const std::string said = window().messages().message().toStdString();
  EXPECT_NE(said.find("a6000.json"), std::string::npos) << said;
  EXPECT_NE(said.find("has no \""), std::string::npos) << said;
}

}  // namespace
}  // namespace strata
