#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFileDialog>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/facts/seen_statistics.h"
#include "app/facts/table_cells.h"
#include "app/studio/inspector.h"
#include "app/studio/layouts.h"
#include "app/studio/message_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/session_files.h"
#include "app/studio/source_panel.h"
#include "app/studio/status_line.h"
#include "app/words/messages.h"
#include "engine/base/shipped.h"
#include "window_fixture.h"

namespace strata {
namespace {

class ForeignTest : public WindowTest {
 protected:
  static std::string trace() {
    const char* folder = std::getenv("STRATA_TEST_DATA");
    const std::filesystem::path data =
        folder ? std::filesystem::path(folder) : std::filesystem::path(STRATA_SOURCE_DIR) / "../shared/data";
    return data / "traces/nv_h100_qwen1.5-0.5b.json.gz";
  }
};

// Another tool's trace is of none of Strata's experiments, and of a device that need not be here.
TEST_F(ForeignTest, TheWindowShowsItsDeviceAndNothingOfTheExperimentInTheForm) {
  if (!std::filesystem::exists(trace()))
    GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder";
  StudioOptions options;
  options.quitWhenDone = true;
  MainWindow window(options);
  window.show();
  window.files().open(QString::fromStdString(trace()));
  ASSERT_TRUE(waitUntil([&] { return window.session().origin().has_value(); }));
  EXPECT_TRUE(window.findChild<QComboBox*>("Device")->currentText().contains("H100"));
  EXPECT_FALSE(window.runs().probeStarted());
  EXPECT_EQ(window.scene().state().session.experiment, nullptr);
  EXPECT_TRUE(window.findChild<SourcePanel*>()->source().isEmpty());
  ASSERT_TRUE(window.chooseExperiment("softmax"));
  EXPECT_FALSE(window.findChild<SourcePanel*>()->source().isEmpty()) << "what would run next";
}

/// A trace that says of no device.
class TraceTest : public WindowTest {
 protected:
  std::string trace() {
    const std::string path = temporary("a.trace.json");
    std::ofstream(path) << R"([{"ph":"X","name":"step","pid":7,"tid":7,"ts":10,"dur":40}])";
    return path;
  }
  void openTrace() {
    openWindow();
    openFile(trace());
  }
  /// The file that the dialog of Save proposes; it is not saved.
  std::string proposedToSave() {
    QString proposed;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &look, [&] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      look.stop();
      proposed = dialog->selectedFiles().value(0);
      dialog->reject();
    });
    look.start(20);
    EXPECT_FALSE(window().files().save());
    return proposed.toStdString();
  }
};

TEST_F(TraceTest, OfAnUnknownDeviceDoesNotSayThatOneIsLookedFor) {
  StudioOptions options;
  options.quitWhenDone = true;
  MainWindow window(options);
  window.show();
  window.files().open(QString::fromStdString(trace()));
  ASSERT_TRUE(waitUntil([&] { return window.session().origin().has_value(); }));
  EXPECT_EQ(window.findChild<QComboBox*>("Device")->currentText().toStdString(), text(Msg::StudioDeviceNotTold));
}

TEST_F(TraceTest, AtFirstWhatLastsIsInSightAndALonePointByZoomingOut) {
  const std::string path = temporary("points.trace.json");
  std::ofstream(path) << R"([{"ph":"i","name":"Iteration Start","pid":7,"tid":7,"ts":10},
                             {"ph":"X","name":"step","pid":7,"tid":7,"ts":900,"dur":40},
                             {"ph":"i","name":"Record Window End","pid":7,"tid":7,"ts":2000}])";
  openWindow();
  openFile(path);
  const TimeRange whole = *window().session().snapshot()->bounds();
  const auto seen = [&] { return window().scene().state().sight.range; };
  EXPECT_LT(seen().length(), Duration{50'000});
  EXPECT_LE(seen().begin, whole.begin + Duration{890'000});
  EXPECT_GE(seen().end, whole.begin + Duration{930'000});
  window().scene().fit();
  EXPECT_LE(seen().begin, whole.begin);
  EXPECT_GE(seen().end, whole.end);
}

TEST_F(TraceTest, OfSeveralProblemsTheFirstIsSaidAndAllAreShown) {
  const std::string path = temporary("problems.trace.json");
  std::ofstream(path) << R"([{"ph":"X","name":"step","pid":7,"tid":7,"ts":10,"dur":40}, 1, 2,
                             {"ph":"X","name":"step","pid":7,"tid":7,"dur":40}])";
  openWindow();
  openFile(path);
  auto* bar = window().findChild<MessageBar*>();
  EXPECT_TRUE(bar->message().startsWith("3 problems in problems.trace.json: ")) << bar->message().toStdString();
  window().findChild<QDockWidget*>("SelectionDock")->hide();
  button("MessageAction")->click();
  EXPECT_TRUE(bar->isHidden());
  EXPECT_TRUE(window().findChild<QDockWidget*>("SelectionDock")->isVisible());
  const QString all = window().findChild<Inspector*>()->text();
  EXPECT_EQ(all.count("Problem "), 3) << all.toStdString();
  EXPECT_TRUE(all.contains("Left out events without a time: 1")) << all.toStdString();
}

TEST_F(TraceTest, IsSavedBesideItsFileUnderItsName) {
  openTrace();
  EXPECT_EQ(proposedToSave(), temporary("a.trace.pftrace"));
}

TEST_F(TraceTest, WhatComesWithStrataIsSavedWhereTheUserWas) {
  openTrace();
  openFile((shippedFolder("sessions") / "matmul-h200.pftrace").string());
  EXPECT_EQ(proposedToSave(), temporary("matmul-h200.pftrace"));
}

TEST_F(TraceTest, TheOverviewLeavesOutThePanelsThatOnlyARunFills) {
  openTrace();
  waitUntilPanelsRest();
  const auto hidden = [&](const char* name) { return window().findChild<QDockWidget*>(name)->isHidden(); };
  for (const char* name : {"ResultsDock", "RooflineDock", "SourceDock", "TensorDock"})
    EXPECT_TRUE(hidden(name)) << name;
  for (const char* name : {"ExperimentDock", "SelectionDock", "StackDock"}) EXPECT_FALSE(hidden(name)) << name;
  EXPECT_FALSE(window().findChild<ViewWidget*>("Statistics")->visibleRegion().isEmpty());
  window().layouts().setForeign(false);
  waitUntilPanelsRest();
  EXPECT_FALSE(hidden("RooflineDock")) << "as with a run";
}

TEST_F(TraceTest, ACopyOfTheTableWaitsForTheRangeThatIsWanted) {
  openTrace();
  press(window().scene().timelineWidget(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
  Scene& scene = window().scene();
  ASSERT_TRUE(waitUntil([&] { return scene.state().sight.table && tableIsAsWanted(scene.state()); }));
  const TimeRange whole = *scene.state().session.snapshot->bounds();
  QGuiApplication::clipboard()->clear();
  scene.measure(TimeRange{whole.begin, whole.begin + Duration{whole.length().ns / 4}});
  ASSERT_FALSE(tableIsAsWanted(scene.state())) << "its sums take a while";
  window().findChild<QToolButton*>("TableCopy")->click();
  const auto copied = [] { return QGuiApplication::clipboard()->text().toStdString(); };
  EXPECT_EQ(copied(), "") << "of the session";
  ASSERT_TRUE(waitUntil([&] { return !copied().empty(); }));
  EXPECT_TRUE(tableIsAsWanted(scene.state()));
  EXPECT_EQ(copied(), tableCsv(scene.state()));
}

TEST_F(TraceTest, TheTableSaysThatItHoldsOnlyAPartAndGoesBackToTheWhole) {
  openTrace();
  press(window().scene().timelineWidget(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
  auto* part = window().findChild<QToolButton*>("TableWhole");
  EXPECT_TRUE(part->isHidden());
  waitUntilPanelsRest();
  const auto* copy = window().findChild<QToolButton*>("TableCopy");
  const int right = copy->geometry().right();
  const TimeRange whole = *window().scene().state().session.snapshot->bounds();
  window().scene().showRange({whole.begin, whole.begin + Duration{whole.length().ns / 4}});
  ASSERT_TRUE(waitUntil([&] { return part->isVisible(); }));
  waitUntilPanelsRest();
  EXPECT_EQ(copy->geometry().right(), right) << "a click meant for it would end the range";
  EXPECT_EQ(part->text().toStdString(), text(Msg::TableOnlySight));
  window().scene().measure(TimeRange{whole.begin, whole.begin + Duration{1000}});
  ASSERT_TRUE(waitUntil([&] { return part->text().toStdString() == text(Msg::TableOnlyMeasured); }));
  window().scene().measure(whole);
  waitUntilPanelsRest();
  EXPECT_TRUE(part->isVisible()) << "nothing is left out, and the range can still be cleared";
  EXPECT_EQ(part->text().toStdString(), text(Msg::TableOnlyMeasured));
  window().scene().measure(TimeRange{whole.begin, whole.begin + Duration{1000}});
  part->click();
  ASSERT_TRUE(waitUntil([&] { return part->isHidden(); }));
  EXPECT_FALSE(window().scene().state().sight.measured);
  EXPECT_LE(window().scene().state().sight.range.begin, whole.begin);
}

TEST_F(TraceTest, ATableThatIsAskedForHasRowsToReadAndSaysWhatItCopied) {
  openTrace();
  window().resize(1280, 720);
  command("timeline only");
  press(window().scene().timelineWidget(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
  const auto* dock = window().findChild<QDockWidget*>("StatisticsDock");
  EXPECT_TRUE(waitUntil([&] { return dock->height() > window().height() / 3; })) << dock->height();
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.table != nullptr; }));
  window().findChild<QToolButton*>("TableCopy")->click();
  const QString said = QString::fromStdString(fillText(Msg::StudioRowsCopied, {"1"}));
  EXPECT_TRUE(waitUntil([&] { return window().status().text().endsWith(said); }))
      << window().status().text().toStdString();
}

/// What two processes of one job wrote, dropped on the window.
class RanksDroppedTest : public WindowTest {
 protected:
  std::string write(const char* name, int rank, int of) {
    const std::string path = temporary(name);
    std::ofstream(path) << R"({"distributedInfo":{"rank":)" << rank << R"(,"world_size":)" << of
                        << R"(},"baseTimeNanoseconds":)" << 1'000'000 + rank
                        << R"(,"traceEvents":[{"ph":"X","name":"step","pid":7,"tid":7,"ts":10,"dur":40}]})";
    return path;
  }
  void dropTraces(const std::vector<std::string>& paths) {
    drop(paths);
    ASSERT_TRUE(waitUntil([&] { return !window().session().opening(); }));
  }
};

TEST_F(RanksDroppedTest, AreOneSessionThatNoFileHoldsYet) {
  openWindow();
  dropTraces({write("b.json", 1, 2), write("a.json", 0, 2)});
  const auto snapshot = window().session().snapshot();
  EXPECT_EQ(snapshot->totals().slices, 2u);
  EXPECT_TRUE(snapshot->tracks()[0].thread.starts_with("rank 0")) << snapshot->tracks()[0].thread;
  EXPECT_TRUE(window().status().text().contains(QStringLiteral("2 ranks"))) << window().status().text().toStdString();
  EXPECT_TRUE(window().session().unsaved());
  const std::string saved = temporary("both.pftrace");
  ASSERT_TRUE(window().session().save(saved).ok());
  openFile(saved);
  EXPECT_EQ(window().session().snapshot()->totals().slices, 2u);
}

TEST_F(RanksDroppedTest, OfTwoJobsLeaveWhatIsShown) {
  openWindow();
  dropTraces({write("a.json", 0, 2), write("b.json", 1, 2)});
  dropTraces({write("c.json", 0, 2), write("d.json", 0, 2)});
  EXPECT_TRUE(window().messages().message().contains(QStringLiteral("both are of rank 0")))
      << window().messages().message().toStdString();
  EXPECT_EQ(window().session().snapshot()->totals().slices, 2u);
}

}  // namespace
}  // namespace strata
