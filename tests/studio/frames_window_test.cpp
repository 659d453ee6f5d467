#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <algorithm>
#include <csignal>

#include "app/canvas/recording_canvas.h"
#include "app/studio/message_bar.h"
#include "app/studio/results_panel.h"
#include "app/studio/scene.h"
#include "app/studio/session_files.h"
#include "app/studio/status_line.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"
#include "app/views/frame/frame_layout.h"
#include "window_fixture.h"

namespace strata {
namespace {

/// Frames that an agent makes and the window draws, with hands on them.
class FramesWindowTest : public WindowTest {
 protected:
  ViewWidget& frames() { return view("Frame"); }
  const LiveFrame* live() { return window().scene().state().sight.frame.get(); }
  FrameLayout layout() { return layOutFrames(RecordingCanvas{}, frames().area(), window().scene().state()); }

  /// False: there is no such button.
  bool clickButton(FrameAct::What what) {
    const FrameLayout now = layout();
    const auto found = std::ranges::find_if(now.buttons, [&](const auto& button) { return button.act.what == what; });
    if (found == now.buttons.end()) return false;
    clickOn(frames(), found->box);
    return true;
  }

  bool clickWay(FrameWay way) {
    const FrameLayout now = layout();
    const auto found = std::ranges::find_if(now.ways, [&](const auto& lane) { return lane.summary.way == way; });
    if (found == now.ways.end()) return false;
    clickOn(frames(), found->name);
    return true;
  }

  std::string told() {
    const StudioSession& session = window().session();
    std::string all =
        window().messages().message().toStdString() + (session.running() ? "; it runs" : "; it does not run");
    if (session.progress()) all += "; " + session.progress()->message;
    if (const LiveFrame* frame = live())
      all += "; frame " + std::to_string(frame->frame) + (frame->coming ? ", coming; " : "; ") + frame->sentence;
    return all;
  }

  void start(const std::vector<std::string>& parameters) {
    ASSERT_TRUE(window().chooseExperiment("frames"));
    ASSERT_TRUE(window().fillForm(parameters).ok());
    click(button("Run"));
    ASSERT_TRUE(waitUntil([&] { return live() && live()->coming && live()->frame > 3; })) << told();
  }

  void stop() {
    click(button("Stop"));
    ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  }

  bool comesOn() {
    const std::uint64_t before = live()->frame;
    return waitUntil([&] { return live()->frame > before + 2; });
  }
};

TEST_F(FramesWindowTest, ARunOfFramesIsSeenAndEveryButtonDoesWhatItSays) {
  openWindow();
  ASSERT_TRUE(frames().visibleRegion().isEmpty()) << "another tab is in front";
  start({"content=heat", "side=96", "frames=0"});
  EXPECT_FALSE(frames().visibleRegion().isEmpty());

  ASSERT_TRUE(clickButton(FrameAct::What::Step));
  ASSERT_TRUE(waitUntil([&] { return live()->paused; }));
  QTest::qWait(300);  // what was on its way arrives
  const std::uint64_t still = live()->frame;
  QTest::qWait(300);
  EXPECT_EQ(live()->frame, still);
  ASSERT_TRUE(clickButton(FrameAct::What::Step));
  ASSERT_TRUE(waitUntil([&] { return live()->frame > still; }));
  QTest::qWait(300);
  EXPECT_EQ(live()->frame, still + 1);
  ASSERT_TRUE(clickButton(FrameAct::What::Pause));
  EXPECT_TRUE(comesOn());

  for (const FrameWay way : {FrameWay::Host, FrameWay::Pipe, FrameWay::Host}) {
    ASSERT_TRUE(clickWay(way));
    ASSERT_TRUE(waitUntil([&] { return live()->way == way; })) << frameWayKey(way) << live()->sentence;
    EXPECT_TRUE(comesOn());
    EXPECT_TRUE(live()->sentence.empty()) << live()->sentence;
  }
  EXPECT_EQ(live()->different, 0u);
  ASSERT_TRUE(clickButton(FrameAct::What::Semaphore));
  EXPECT_TRUE(waitUntil([&] { return live()->pacing == FramePacing::SemaphoreOff; }));
  auto* semaphore = window().findChild<QComboBox*>("semaphore");
  EXPECT_TRUE(waitUntil([&] { return semaphore->currentText() == "off"; })) << "the form shows what is in use";
  ASSERT_TRUE(clickButton(FrameAct::What::Semaphore));
  EXPECT_TRUE(waitUntil([&] { return live()->pacing == FramePacing::NewestWins; }));
  EXPECT_TRUE(waitUntil([&] { return semaphore->currentText() == "on"; }));
  EXPECT_EQ(window().findChild<QCheckBox*>("host")->isChecked(), live()->way == FrameWay::Host);
  EXPECT_EQ(window().findChild<QCheckBox*>("pipe")->isChecked(), live()->way == FrameWay::Pipe);
  EXPECT_TRUE(comesOn());
  stop();
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
}

TEST_F(FramesWindowTest, WhileNobodySeesThemNoneIsDrawn) {
  openWindow();
  start({"content=heat", "side=64", "frames=0"});
  auto* dock = window().findChild<QDockWidget*>("FrameDock");
  auto* line = window().findChild<StatusLine*>();
  const auto others = window().tabifiedDockWidgets(dock);
  ASSERT_FALSE(others.isEmpty());
  const std::pair<std::function<void()>, std::function<void()>> ways[] = {
      {[&] { window().showMinimized(); }, [&] { window().showNormal(); }},
      {[&] { others.front()->raise(); }, [&] { dock->raise(); }}};
  for (const auto& [leave, comeBack] : ways) {
    ASSERT_TRUE(comesOn());
    leave();
    ASSERT_TRUE(waitUntil([&] { return line->text().contains("is not seen"); })) << line->text().toStdString();
    QTest::qWait(300);  // what was on its way is let go
    const std::uint64_t drawn = live()->shown;
    QTest::qWait(500);
    EXPECT_EQ(live()->shown, drawn);
    comeBack();
    EXPECT_TRUE(waitUntil([&] { return live()->shown > drawn + 2; })) << told();
  }
  stop();
}

TEST_F(FramesWindowTest, OfAnotherExperimentNoFirstFrameIsAwaited) {
  openWindow();
  start({"content=heat", "side=64", "frames=0"});
  stop();
  ASSERT_TRUE(window().chooseExperiment("matmul"));
  setParameter("n", 384);
  setParameter("repeat", 1000);
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return window().session().running() && kernels() > 0; }));
  ASSERT_NE(live(), nullptr);
  EXPECT_EQ(live()->sentence, "");
  stop();
}

TEST_F(FramesWindowTest, TheyStayInFrontInAWindowOfAnotherSize) {
  openWindow();
  start({"content=heat", "side=64", "frames=0"});
  for (const QSize size : {QSize(1280, 690), QSize(1800, 1000)}) {
    window().resize(size);
    QTest::qWait(1000);  // the layout follows
    EXPECT_FALSE(frames().visibleRegion().isEmpty()) << size.width();
  }
  stop();
}

TEST_F(FramesWindowTest, InASmallWindowThePictureIsNoThumbnail) {
  openWindow();
  window().resize(1280, 690);
  start({"content=heat", "side=64", "frames=0"});
  waitUntilPanelsRest();
  EXPECT_GT(layout().picture.h, 140);
  window().resize(1500, 800);
  waitUntilPanelsRest();
  window().resize(1280, 690);
  waitUntilPanelsRest();
  EXPECT_GT(layout().picture.h, 140) << "after another size";
  stop();
}

TEST_F(FramesWindowTest, AnotherSideInTheFormIsFollowedWhileFramesCome) {
  openWindow();
  start({"content=heat", "side=64", "frames=0"});
  ASSERT_TRUE(clickWay(FrameWay::Host));
  ASSERT_TRUE(waitUntil([&] { return live()->way == FrameWay::Host; }));
  setParameter("side", 129);
  ASSERT_TRUE(waitUntil([&] { return live()->side == 129; })) << told();
  EXPECT_EQ(live()->way, FrameWay::Host) << "and nothing else";
  EXPECT_TRUE(comesOn());
  EXPECT_EQ(live()->different, 0u);
  stop();
  start({"content=heat", "side=64", "frames=0"});
  EXPECT_TRUE(waitUntil([&] { return live()->side == 64; })) << "what was wished of the run before";
  stop();
}

TEST_F(FramesWindowTest, ResultsSayWhatRunsUntilThereAreRows) {
  openWindow();
  start({"content=heat", "side=64", "frames=0"});
  auto* panel = window().findChild<ResultsPanel*>();
  const auto says = [&](const char* words) {
    for (const auto* label : panel->findChildren<QLabel*>())
      if (!label->isHidden() && label->text().contains(words)) return true;
    return false;
  };
  ASSERT_TRUE(waitUntil([&] { return says("frames of heat by pipe"); }));
  EXPECT_FALSE(says("Press Run"));
  stop();
  EXPECT_TRUE(waitUntil([&] { return panel->table().model()->rowCount() == 1; }));
}

TEST_F(FramesWindowTest, AnOlderRunThatIsChosenLeavesTheFramesAsTheyAre) {
  openWindow();
  start({"content=heat", "side=64", "frames=0"});
  stop();
  start({"content=heat", "side=129", "frames=0"});
  auto* runs = window().findChild<ResultsPanel*>()->findChild<QComboBox*>();
  ASSERT_TRUE(runs && runs->count() == 1);
  emit runs->activated(0);
  QTest::qWait(1500);  // what a hand types in the form is followed sooner
  ASSERT_NE(live(), nullptr);
  EXPECT_EQ(live()->side, 129u);
  EXPECT_TRUE(comesOn());
  setParameter("rate", 30);
  QTest::qWait(1500);
  EXPECT_EQ(live()->side, 129u) << "only what the hand changes";
  setParameter("side", 80);
  EXPECT_TRUE(waitUntil([&] { return live()->side == 80; })) << told();
  stop();
}

TEST_F(FramesWindowTest, AfterAKilledRunRowsOfTheRunBeforeSayWhoseTheyAre) {
  openWindow();
  start({"content=heat", "side=64", "frames=0"});
  stop();
  auto* results = window().findChild<ResultsPanel*>();
  ASSERT_EQ(results->table().model()->rowCount(), 1);
  start({"content=heat", "side=64", "frames=0"});
  auto* line = window().findChild<StatusLine*>();
  ASSERT_TRUE(waitUntil([&] { return line->text().contains("frames of heat"); }));
  EXPECT_TRUE(line->text().contains("s so far")) << line->text().toStdString();
  ::kill(window().session().agentPid(), SIGKILL);
  ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  QTest::qWait(300);
  EXPECT_EQ(results->table().model()->rowCount(), 1);
  EXPECT_TRUE(std::ranges::any_of(results->findChildren<QLabel*>(), [](const QLabel* label) {
    return label->isVisible() && label->text() == say(Msg::StudioRowsBeforeLost);
  })) << "they would pass for this run's";
  EXPECT_TRUE(line->text().contains("signal 9")) << line->text().toStdString();
  auto* runs = results->findChild<QComboBox*>();
  ASSERT_TRUE(runs && runs->isVisible());
  emit runs->activated(0);
  EXPECT_EQ(results->table().model()->rowCount(), 1) << "the run before is a choice";
}

TEST_F(FramesWindowTest, AnOlderRunOfTheListShowsItsOwnFrames) {
  openWindow();
  for (const char* side : {"side=64", "side=80"}) {
    start({"content=heat", side, "frames=0"});
    stop();
  }
  ASSERT_NE(live(), nullptr);
  const auto newest = layout().frames;
  auto* runs = window().findChild<ResultsPanel*>()->findChild<QComboBox*>();
  ASSERT_EQ(runs->count(), 2);
  emit runs->activated(0);
  EXPECT_EQ(live(), nullptr) << "its pixels are not kept";
  const auto older = layout().frames;
  ASSERT_FALSE(older.empty());
  EXPECT_LT(older.back().call, newest.front().call);
  emit runs->activated(1);
  EXPECT_NE(live(), nullptr);
  EXPECT_EQ(layout().frames.back().call, newest.back().call);
}

TEST_F(FramesWindowTest, WhatWasSavedStaysToBeReadWhileFramesGoOn) {
  StatusLine line;
  line.setProgress("frames of heat");
  line.announce("Saved frame.png");
  line.setProgress("frames of heat");
  EXPECT_TRUE(line.text().contains("Saved"));
  line.setMessage("Run done");
  line.setProgress("frames of heat");
  EXPECT_TRUE(line.text().contains("frames of heat"));
}

TEST_F(FramesWindowTest, AnotherContentAfterAPauseAndAWrongValueInBetween) {
  openWindow();
  start({"content=heat", "side=64", "frames=0"});
  stop();
  QTest::qWait(2000);
  ASSERT_TRUE(window().fillForm({"content=mandelbrot", "kernel=nonsense"}).ok());
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return !window().messages().message().isEmpty(); }));
  EXPECT_TRUE(window().messages().message().contains("nonsense")) << window().messages().message().toStdString();
  ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  start({"content=mandelbrot", "kernel=", "side=64", "frames=0"});
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
  EXPECT_TRUE(comesOn());
  stop();
}

TEST_F(FramesWindowTest, AnOpenedSessionOfFramesPutsThemIntoTheForm) {
  openWindow();
  start({"content=mandelbrot", "side=80", "frames=0"});
  stop();
  const std::string file = temporary("frames.pftrace");
  ASSERT_TRUE(window().session().save(file).ok());
  openWindow();
  openFile(file);
  EXPECT_NE(window().findChild<QLineEdit*>("kernel"), nullptr) << "the form has frames' own field";
  EXPECT_EQ(live(), nullptr) << "the pixels were not recorded";
}

}  // namespace
}  // namespace strata
