#include <csignal>
#include <optional>

#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <iterator>

#include "app/facts/comparison.h"
#include "app/facts/selections.h"
#include "app/facts/variant_facts.h"
#include "app/studio/automation.h"
#include "app/studio/comparer.h"
#include "app/studio/message_bar.h"
#include "app/studio/results_model.h"
#include "app/studio/results_panel.h"
#include "app/studio/run_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/session_files.h"
#include "app/studio/status_line.h"
#include "engine/interchange/csv.h"
#include "engine/trace/trace_query.h"
#include "window_fixture.h"

namespace strata {
namespace {

class RunTest : public WindowTest {
 protected:
  static std::string textOf(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// Every cell of the results table, with its second line.
  static QStringList resultsOf(MainWindow& window) {
    QStringList cells;
    const ResultsModel& model = window.results().model();
    for (int row = 0; row < model.rowCount(); ++row)
      for (int column = 0; column < ResultsModel::ColumnCount; ++column)
        cells << model.data(model.index(row, column), Qt::DisplayRole).toString()
              << model.data(model.index(row, column), ResultsModel::kNoteRole).toString();
    return cells;
  }
};

TEST_F(RunTest, ClickOnRunBringsKernelsToTheTimelineAndResultsToTheTable) {
  openWindow();
  setParameter("n", 160);
  setParameter("repeat", 5);
  click(button("Run"));
  EXPECT_TRUE(
      waitUntil([&] { return kernels() > 0 && window().scene().state().session.snapshot->bounds().has_value(); }));
  EXPECT_TRUE(waitUntil([&] { return !window().session().running() && button("Run")->isEnabled(); }));
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
  ResultsModel& model = window().results().model();
  ASSERT_GE(model.rowCount(), 3);
  for (int row = 0; row < model.rowCount(); ++row) {
    const QString variant = model.data(model.index(row, ResultsModel::Variant), Qt::DisplayRole).toString();
    if (variant.startsWith("unit_")) continue;  // matrix units know no fp32
    EXPECT_TRUE(model.data(model.index(row, ResultsModel::Check), Qt::DisplayRole).toString().endsWith("✓"));
    EXPECT_EQ(model.data(model.index(row, ResultsModel::Speed), ResultsModel::kNoteRole).toString(), "measured");
    EXPECT_FALSE(model.data(model.index(row, ResultsModel::Share), Qt::DisplayRole).toString().isEmpty());
  }
  const TimeRange shown = window().scene().state().sight.range;
  EXPECT_TRUE(shown.overlaps(*window().session().snapshot()->bounds()));
  EXPECT_TRUE(window().session().pictures().tensor != nullptr);
}

TEST_F(RunTest, TheResultsPictureIsOfTheRunThatIsShown) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const auto picture = [&] { return window().scene().state().session.tensor; };
  const auto first = picture();
  ASSERT_NE(first, nullptr);
  setParameter("n", 64);
  click(button("Run"));
  EXPECT_NE(picture(), first) << "the run that has begun has none yet, or its own";
  ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  ASSERT_NE(picture(), nullptr);
  EXPECT_NE(picture(), first);
  auto* runs = window().findChild<ResultsPanel*>()->findChild<QComboBox*>();
  emit runs->activated(0);
  EXPECT_EQ(picture(), first);
}

TEST_F(RunTest, ThePaletteBringsAViewThatIsBehindAnotherTabToTheFront) {
  openWindow();
  auto* dock = window().findChild<QDockWidget*>("CompiledDock");
  ASSERT_NE(dock, nullptr);
  dock->show();
  QTest::qWait(100);
  ASSERT_FALSE(window().tabifiedDockWidgets(dock).isEmpty());
  window().tabifiedDockWidgets(dock).front()->raise();
  ASSERT_TRUE(waitUntil([&] { return dock->visibleRegion().isEmpty(); }));
  command("compiled");
  EXPECT_TRUE(waitUntil([&] { return dock->isVisible() && !dock->visibleRegion().isEmpty(); }));
  command("compiled");
  EXPECT_TRUE(waitUntil([&] { return dock->isHidden(); })) << "one in front is closed";
}

// A step that was chosen in the kernel's own view gives way to the next one that is chosen anywhere.
TEST_F(RunTest, TheKernelViewFollowsTheSelectedStep) {
  openWindow();
  ASSERT_TRUE(runSmall());
  Scene& scene = window().scene();
  const auto results = window().session().results();
  ASSERT_GT(results.size(), 2u);
  ViewChoices chosen = scene.state().sight.choices;
  chosen.variant = results[1].variant;
  scene.choose(chosen);
  EXPECT_EQ(shownVariant(scene.state()), results[1].variant);
  emit window().findChild<ResultsPanel*>()->activated(results[2]);
  EXPECT_EQ(shownVariant(scene.state()), results[2].variant);
}

TEST_F(RunTest, ASavedSessionShowsJustWhatTheLiveOneShowed) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const QStringList liveResults = resultsOf(window());
  const std::string file = temporary("live.pftrace");
  ASSERT_TRUE(window().session().save(file).ok());
  const auto live = window().session().snapshot();
  EXPECT_TRUE(window().session().agentAlive()) << "saving is no end";

  openWindow();
  openFile(file);
  const auto saved = window().session().snapshot();
  EXPECT_TRUE(saved->complete());
  EXPECT_EQ(saved->messages().size(), live->messages().size() + 1) << "the End";
  EXPECT_EQ(saved->totals().flows, live->totals().flows);
  const std::string liveEvents = temporary("live.csv"), savedEvents = temporary("saved.csv");
  ASSERT_TRUE(writeCsv(*live, liveEvents).ok() && writeCsv(*saved, savedEvents).ok());
  EXPECT_EQ(textOf(savedEvents), textOf(liveEvents));
  EXPECT_EQ(resultsOf(window()), liveResults);
  EXPECT_EQ(window().session().agentPid(), 0) << "opening a file must start nothing";
  EXPECT_TRUE(window().status().text().contains("live.pftrace"));
  EXPECT_EQ(window().findChild<QDoubleSpinBox*>("n")->value(), 64);
  EXPECT_EQ(window().findChild<QDoubleSpinBox*>("m")->text(), "= n");
  EXPECT_EQ(window().findChild<QDoubleSpinBox*>("repeat")->value(), 3);
}

TEST_F(RunTest, AfterASecondRunSelectionAndTokenAreOfThatRun) {
  openWindow();
  ASSERT_TRUE(window().chooseExperiment("transformer"));
  ASSERT_TRUE(window().fillForm({"prompt=Once", "tokens=3"}).ok());
  const auto runOnce = [&] {
    bool ended = false;
    const auto connection = QObject::connect(&window().session(), &StudioSession::runEnded, [&] { ended = true; });
    window().runs().run();
    const bool done = waitUntil([&] { return ended; });
    QObject::disconnect(connection);
    return done;
  };
  ASSERT_TRUE(runOnce());
  ViewChoices choices = window().scene().state().sight.choices;
  choices.token = 1;
  window().scene().choose(choices);
  ASSERT_TRUE(window().selection().selection().event);
  EXPECT_EQ(window().scene().state().sight.choices.token, 1);
  ASSERT_TRUE(runOnce());
  EXPECT_FALSE(window().scene().state().sight.choices.token) << "it was of the text before";
  const auto selected = window().selection().selection().event;
  ASSERT_TRUE(selected);
  EXPECT_GE(window().session().snapshot()->event(*selected).begin, window().session().newestRun().begin);
}

TEST_F(RunTest, OpeningAFileStartsNoProcess) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const std::string file = temporary("quiet.pftrace");
  ASSERT_TRUE(window().session().save(file).ok());

  StudioOptions options;
  options.quitWhenDone = true;
  options.files = {file};
  MainWindow quiet(options);
  Automation automation(quiet, options);
  automation.start();
  ASSERT_TRUE(waitUntil([&] { return !quiet.session().results().empty(); }));
  EXPECT_FALSE(quiet.runs().probeStarted());
  EXPECT_EQ(quiet.session().agentPid(), 0);
}

// A lesson will run something, and its device is named from the beginning.
TEST_F(RunTest, OpeningALessonLooksForDevices) {
  StudioOptions options;
  options.files = {std::string(STRATA_SOURCE_DIR) + "/assets/lessons/05-is-the-gpu-faster.lesson"};
  MainWindow window(options);
  Automation automation(window, options);
  automation.start();
  EXPECT_TRUE(window.runs().probeStarted());
}

TEST_F(RunTest, AfterAFileThatDoesNotOpenNobodyIsSaidToLookForDevices) {
  StudioOptions options;
  options.files = {temporary("nope.json")};
  MainWindow window(options);
  Automation automation(window, options);
  automation.start();
  ASSERT_TRUE(waitUntil([&] { return window.messages().message().contains(QStringLiteral("nope.json")); }));
  EXPECT_FALSE(window.runs().probeStarted());
  EXPECT_EQ(window.findChild<QComboBox*>("Device")->currentText(), QStringLiteral("This machine"));
}

TEST_F(RunTest, AWrongParameterOfTheCommandLineIsSaidInTheWindow) {
  openAttendedWindow();
  StudioOptions options;
  options.device = "cpu";
  options.run = "matmul";
  options.set = {"sise=256"};
  Automation automation(window(), options);
  automation.start();
  const MessageBar& bar = window().messages();
  EXPECT_TRUE(waitUntil([&] { return bar.isVisible() && bar.message().contains(QStringLiteral("sise")); }))
      << "and not idle without a word";
  EXPECT_FALSE(window().session().running());
}

TEST_F(RunTest, StopEndsTheRunAndTheNextOneWorks) {
  openWindow();
  setParameter("n", 384);
  setParameter("repeat", 1000);
  Answer::Status status = Answer::Status::Accepted;
  QObject::connect(&window().session(), &StudioSession::runEnded, [&](const Answer& a) { status = a.status; });
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return window().session().running() && kernels() > 0; }));
  click(button("Stop"));
  ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  EXPECT_EQ(status, Answer::Status::Stopped);
  EXPECT_FALSE(button("Stop")->isEnabled());
  EXPECT_TRUE(runSmall());
  EXPECT_EQ(status, Answer::Status::Done);
}

TEST_F(RunTest, ASecondStopEndsAnAgentThatDoesNotListenAndKeepsTheSession) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const auto results = resultsOf(window());
  setParameter("n", 384);
  setParameter("repeat", 1000);
  std::optional<Answer::Status> ended;
  QObject::connect(&window().session(), &StudioSession::runEnded, [&](const Answer& a) { ended = a.status; });
  const std::size_t before = kernels();
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return kernels() > before; }));
  ::kill(static_cast<int>(window().session().hello()->pid), SIGSTOP);
  click(button("Stop"));
  EXPECT_TRUE(button("Stop")->text().contains("Stopping")) << "at once";
  EXPECT_TRUE(window().status().text().contains("Stopping"));
  EXPECT_TRUE(window().session().running());
  click(button("Stop"));
  ASSERT_TRUE(waitUntil([&] { return ended.has_value(); }));
  EXPECT_EQ(ended, Answer::Status::Stopped);
  EXPECT_EQ(window().session().agentPid(), 0);
  EXPECT_TRUE(window().messages().message().isEmpty()) << "as asked: nothing went wrong";
  EXPECT_EQ(resultsOf(window()), results);
  EXPECT_GT(kernels(), before);
  EXPECT_FALSE(button("Stop")->text().contains("Stopping"));
  EXPECT_TRUE(runSmall());
  EXPECT_EQ(ended, Answer::Status::Done);
}

/// Two runs of one session, of which the second is shown.
class RunsTest : public RunTest {
 protected:
  void SetUp() override {
    openWindow();
    ASSERT_TRUE(runSmall());
    ASSERT_TRUE(runSmall());
    ASSERT_EQ(list().listed().size(), 2u);
    ASSERT_EQ(list().shown(), 1u);
  }
  const RunList& list() { return window().session().runs(); }
  RunBar& bar() { return window().results().runs(); }
  TimeRange part(std::size_t run) {
    return partOf(list().all()[run], *window().session().snapshot()).value_or(TimeRange{});
  }
};

TEST_F(RunsTest, ARunIsComparedWithTheOtherAndNotWithBoth) {
  emit bar().compareWanted(0);
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.comparison != nullptr; }));
  const auto& [shown, other] = window().scene().state().sight.comparison->sides;
  EXPECT_EQ(shown.range, part(1));
  EXPECT_EQ(other.range, part(0));
  EXPECT_LE(other.range.end, shown.range.begin) << "no part of time is on both sides";
  EXPECT_TRUE(shown.title.starts_with("Run 2 · matmul ")) << shown.title << ": what tells them apart is first";
  EXPECT_TRUE(other.title.starts_with("Run 1 · matmul ")) << other.title;
}

TEST_F(RunsTest, BothSidesOfAComparisonAreCalledAsTheyAreNow) {
  emit bar().compareWanted(0);
  const auto titled = [&](std::size_t side, const char* words) {
    const auto& comparison = window().scene().state().sight.comparison;
    return comparison && comparison->sides[side].title.find(words) != std::string::npos;
  };
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.comparison != nullptr; }));
  ASSERT_TRUE(window().session().save(temporary("saved-as.pftrace")).ok());
  EXPECT_TRUE(waitUntil([&] { return titled(0, "saved-as.pftrace") && titled(1, "saved-as.pftrace"); }));
  emit bar().named(0, "before");
  EXPECT_TRUE(waitUntil([&] { return titled(1, "before"); }));
}

TEST_F(RunsTest, WhatIsKeptIsARunAndTheNextOneStandsBesideIt) {
  window().comparer().keep();
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.comparison != nullptr; }));
  ASSERT_TRUE(runSmall());
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.comparison->sides[0].range == part(2); }));
  EXPECT_EQ(window().scene().state().sight.comparison->sides[1].range, part(1));
}

TEST_F(RunsTest, OfASessionInAFileItsNewestRunStandsBeside) {
  const std::string file = temporary("two.pftrace");
  ASSERT_TRUE(window().session().save(file).ok());
  window().comparer().open(QString::fromStdString(file));
  ASSERT_TRUE(waitUntil([&] { return window().scene().state().sight.comparison != nullptr; }));
  const Comparison& comparison = *window().scene().state().sight.comparison;
  EXPECT_EQ(comparison.sides[1].range, part(1));
  EXPECT_EQ(comparison.sides[0].range, part(1));
  for (const ComparedName& name : comparison.of(CompareOf::Events))
    EXPECT_EQ(name.total[0], name.total[1]) << name.label();
  EXPECT_EQ(window().comparer().beside().run, 1u);
}

TEST_F(RunsTest, AChosenRunIsShownEverywhere) {
  const auto newest = resultsOf(window());
  emit bar().chosen(0);
  EXPECT_EQ(list().shown(), 0u);
  EXPECT_NE(resultsOf(window()), newest);
  EXPECT_EQ(window().scene().state().session.results.front().firstCall, window().session().results().front().firstCall);
  const TimeRange sight = window().scene().state().sight.range;
  EXPECT_TRUE(sight.begin <= part(0).begin && sight.end >= part(0).end) << "all of it, with a margin";
  EXPECT_LT(sight.end, part(1).end) << "and not the other";
  const auto& selected = window().selection().selection();
  ASSERT_TRUE(selected.event);
  EXPECT_TRUE(part(0).overlaps(rangeOf(*window().session().snapshot(), *selected.event, HostTime{})));
}

TEST_F(RunsTest, WhileARunGoesOnResultsOfAnEarlierOneSaySo) {
  const auto says = [&] {
    const auto labels = window().results().findChildren<QLabel*>();
    return std::ranges::any_of(
        labels, [](const QLabel* label) { return !label->isHidden() && label->text().contains("earlier run"); });
  };
  setParameter("n", 384);
  setParameter("repeat", 1000);
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return window().session().running(); }));
  EXPECT_FALSE(says()) << "there is none yet";
  emit bar().chosen(0);
  EXPECT_TRUE(says());
  click(button("Stop"));
  ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  EXPECT_FALSE(says());
}

TEST_F(RunsTest, ANameIsShownAndARemovedRunComesBackWithUndo) {
  emit bar().named(0, "before");
  auto* box = window().findChild<QComboBox*>("Runs");
  EXPECT_EQ(box->itemText(0), "before");
  emit bar().removeWanted(1);
  EXPECT_EQ(box->count(), 1);
  EXPECT_EQ(list().shown(), 0u);
  EXPECT_LT(window().scene().state().sight.range.end, part(1).end) << "the timeline goes along";
  click(button("MessageAction"));
  EXPECT_EQ(box->count(), 2);
  EXPECT_EQ(list().shown(), 1u);
  EXPECT_GE(window().scene().state().sight.range.end, part(1).end);
}

TEST_F(RunsTest, ALongRunSaysBeforeHowLongItShouldTake) {
  auto* expected = window().findChild<QLabel*>("Expected");
  EXPECT_TRUE(expected->text().isEmpty());
  setParameter("n", 4096);
  EXPECT_TRUE(expected->text().startsWith("≈")) << expected->text().toStdString();
  EXPECT_TRUE(expected->toolTip().contains("modelled"));
  EXPECT_TRUE(expected->toolTip().contains("naive"));
  auto* size = window().findChild<QDoubleSpinBox*>("n");
  size->selectAll();
  QTest::keyClicks(size, "9999999");
  EXPECT_TRUE(expected->text().isEmpty()) << "of a run that cannot be: " << expected->text().toStdString();
  size->selectAll();
  QTest::keyClicks(size, "4096\r");
  EXPECT_TRUE(expected->text().startsWith("≈")) << expected->text().toStdString();
}

TEST_F(RunTest, AfterAFileARunStartsASessionOfItsOwn) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const std::string file = temporary("first.pftrace");
  ASSERT_TRUE(window().session().save(file).ok());
  const auto slices = window().session().snapshot()->totals().slices;
  openFile(file);
  ASSERT_TRUE(runSmall());
  EXPECT_TRUE(window().session().path().empty());
  EXPECT_LT(window().session().snapshot()->totals().slices, slices * 3 / 2);
}

TEST_F(RunTest, AFileThatCannotBeReadLeavesWhatIsShown) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const auto slices = window().session().snapshot()->totals().slices;
  openFile("/nowhere/at/all.pftrace");
  EXPECT_TRUE(window().messages().message().contains("all.pftrace"));
  EXPECT_EQ(window().session().snapshot()->totals().slices, slices);
}

}  // namespace
}  // namespace strata
