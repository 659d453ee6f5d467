#include <signal.h>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "app/session/agents.h"
#include "app/studio/message_bar.h"
#include "app/studio/results_model.h"
#include "app/studio/results_panel.h"
#include "app/studio/run_bar.h"
#include "app/studio/scene.h"
#include "app/studio/status_line.h"
#include "app/views/timeline/timeline_layout.h"
#include "window_fixture.h"

namespace strata {
namespace {

using CrashTest = WindowTest;

TEST_F(CrashTest, AnAgentThatDiesIsReportedInPlaceAndRunWorksAgain) {
  openWindow("sh -c 'kill -9 $$'");
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return window().messages().isVisible(); }));
  EXPECT_FALSE(window().messages().message().isEmpty());
  EXPECT_TRUE(waitUntil([&] { return button("Run")->isEnabled(); }));
  EXPECT_EQ(button("MessageAction")->text(), "Run again");

  chooseDevice("cpu");
  ASSERT_TRUE(runSmall());
  EXPECT_FALSE(window().messages().isVisible());
  EXPECT_GE(window().results().model().rowCount(), 3);
}

TEST_F(CrashTest, AnAgentKilledInTheMiddleKeepsItsEventsAndItIsRunAgain) {
  openWindow();
  setParameter("n", 384);
  setParameter("repeat", 1000);
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return kernels() > 0; }));
  const auto before = window().session().snapshot()->totals().slices;
  ::kill(window().session().agentPid(), SIGKILL);
  ASSERT_TRUE(waitUntil([&] { return window().messages().isVisible() && !window().session().running(); }));
  EXPECT_GE(window().session().snapshot()->totals().slices, before);

  setParameter("n", 96);
  setParameter("repeat", 3);
  bool ended = false;
  QObject::connect(&window().session(), &StudioSession::runEnded, [&] { ended = true; });
  const std::size_t groups = timelineGroups(*window().session().snapshot()).size();
  const auto death = window().session().snapshot()->bounds()->end;
  click(button("MessageAction"));
  ASSERT_TRUE(waitUntil([&] { return ended; }));
  EXPECT_GE(window().results().model().rowCount(), 3);
  EXPECT_FALSE(window().messages().isVisible()) << window().messages().message().toStdString();
  EXPECT_LT(timelineGroups(*window().session().snapshot()).size(), groups * 3 / 2)
      << "it takes up the groups there are";
  for (const auto& open : window().session().snapshot()->openEvents())
    EXPECT_LE(open.event.seenEnd(window().session().now()), death) << "what the dead agent had begun is over";
}

TEST_F(CrashTest, ARunThatEndsWithItsAgentLeavesTheRunBeforeInViewAndIsToldOf) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const int rows = window().results().model().rowCount();
  setParameter("n", 384);
  setParameter("repeat", 1000);
  bool ended = false;
  QObject::connect(&window().session(), &StudioSession::runEnded, [&] { ended = true; });
  click(button("Run"));
  ASSERT_TRUE(window().session().running());
  ::kill(window().session().agentPid(), SIGKILL);
  ASSERT_TRUE(waitUntil([&] { return ended; }));
  EXPECT_TRUE(window().session().lost());
  EXPECT_EQ(window().session().runs().shown(), 0u);
  EXPECT_EQ(window().results().model().rowCount(), rows);
  const auto notes = window().results().findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(notes, [](const QLabel* note) {
    return note->isVisible() && note->text().contains(QStringLiteral("The newest ended with its agent"));
  }));
  ASSERT_TRUE(runSmall());
  EXPECT_FALSE(window().session().lost());
}

TEST_F(CrashTest, ALostRunStandsInTheListWithItsReasonAndIsRunAgainFromThere) {
  openWindow();
  ASSERT_TRUE(runSmall());
  setParameter("n", 384);
  setParameter("repeat", 1000);
  bool ended = false;
  QObject::connect(&window().session(), &StudioSession::runEnded, [&] { ended = true; });
  click(button("Run"));
  ::kill(window().session().agentPid(), SIGKILL);
  ASSERT_TRUE(waitUntil([&] { return ended; }));
  auto* box = window().findChild<QComboBox*>("Runs");
  ASSERT_EQ(box->count(), 2);
  EXPECT_EQ(box->currentIndex(), 0) << "the run before stays in view";
  EXPECT_EQ(box->itemText(1), "Lost run · matmul 384×384×384");
  EXPECT_TRUE(box->itemData(1, Qt::ToolTipRole).toString().contains("signal 9"));

  setParameter("n", 96);
  emit box->activated(1);
  EXPECT_EQ(box->currentIndex(), 1);
  EXPECT_EQ(window().results().model().rowCount(), 0);
  EXPECT_EQ(window().findChild<QDoubleSpinBox*>("n")->value(), 384);
  const auto notes = window().results().findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(notes, [](const QLabel* note) {
    return note->isVisible() && note->text().contains(QStringLiteral("signal 9"));
  }));
  emit window().results().runs().lostRemoveWanted(0);
  EXPECT_EQ(box->count(), 1);
  EXPECT_EQ(window().session().runs().shown(), 0u);
  EXPECT_TRUE(std::ranges::none_of(notes, [](const QLabel* note) {
    return note->isVisible() && note->text().contains(QStringLiteral("The newest ended with its agent"));
  })) << "nothing in the list is that run";
  click(button("MessageAction"));
  EXPECT_EQ(box->count(), 2);
  EXPECT_EQ(box->currentIndex(), 1);
  emit window().results().runs().againWanted(0);
  ASSERT_TRUE(waitUntil([&] { return kernels() > 0 && window().session().running(); }));
  EXPECT_FALSE(window().session().lost());
  click(button("Stop"));
  EXPECT_TRUE(waitUntil([&] { return !window().session().running(); }));
}

TEST_F(CrashTest, ARunThatEndsWithItsAgentAmongItsResultsIsMarked) {
  openWindow();
  setParameter("n", 192);
  setParameter("repeat", 1000);
  bool ended = false;
  QObject::connect(&window().session(), &StudioSession::runEnded, [&] { ended = true; });
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return window().results().model().rowCount() > 0; }));
  ::kill(window().session().agentPid(), SIGKILL);
  ASSERT_TRUE(waitUntil([&] { return ended; }));
  EXPECT_FALSE(window().session().lost());
  auto* box = window().findChild<QComboBox*>("Runs");
  ASSERT_EQ(box->count(), 1);
  EXPECT_EQ(box->itemText(0), "Run 1 · matmul 192×192×192 · ended with its agent");
  EXPECT_TRUE(box->itemData(0, Qt::ToolTipRole).toString().contains("signal 9"));
  const auto notes = window().results().findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(notes, [](const QLabel* note) {
    return note->isVisible() && note->text().contains(QStringLiteral("before it was complete"));
  }));

  const std::string saved = temporary("killed.pftrace");
  ASSERT_TRUE(window().session().save(saved).ok());
  openFile(saved);
  EXPECT_TRUE(waitUntil([&] { return box->itemData(0, Qt::ToolTipRole).toString().contains("does not say why"); }));
  EXPECT_EQ(box->itemText(0), "Run 1 · matmul 192×192×192 · ended with its agent") << "also when it is opened again";
}

TEST_F(CrashTest, ProgressGoesWithItsRun) {
  openWindow();
  window().status().setMessage(QStringLiteral("naive on NVIDIA RTX A6000, modelled · 64 % · 5 s so far"));
  Answer answer;
  answer.status = Answer::Status::Error;
  answer.error = {ErrorCode::AgentDied, "The agent was killed. Run again."};
  emit window().session().runEnded(answer);
  EXPECT_TRUE(window().status().text().endsWith("The agent was killed")) << window().status().text().toStdString();
}

TEST_F(CrashTest, TheAgentIsSaidWithTheIdOfItsOwnProcess) {
  const auto agent = agentProgram("cpu");
  ASSERT_TRUE(agent.ok());
  openWindow(agent.value() + "; exit $?");
  ASSERT_TRUE(runSmall());
  ASSERT_TRUE(window().session().hello());
  const auto pid = window().session().hello()->pid;
  ASSERT_NE(pid, window().session().agentPid()) << "there is a shell around it";
  EXPECT_TRUE(window().status().text().contains("pid " + QString::number(pid)))
      << window().status().text().toStdString();
}

TEST_F(CrashTest, TheDeviceAndTheTimelineShowALostRunWhereItIsChosenAndNoLongerWhereItIsRemoved) {
  openWindow();
  ASSERT_TRUE(runSmall());
  const std::size_t before = kernels();
  const HostTime end = window().session().snapshot()->bounds()->end;
  setParameter("n", 384);
  setParameter("repeat", 1000);
  bool ended = false;
  QObject::connect(&window().session(), &StudioSession::runEnded, [&] { ended = true; });
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return kernels() > before; }));
  ::kill(window().session().agentPid(), SIGKILL);
  ASSERT_TRUE(waitUntil([&] { return ended; }));
  ASSERT_TRUE(window().session().lost());
  const ViewState& state = window().scene().state();
  EXPECT_EQ(state.session.part, window().session().shownPart());
  EXPECT_FALSE(state.session.lost);
  emit window().results().runs().lostChosen(0);
  EXPECT_TRUE(state.session.lost);
  ASSERT_TRUE(state.session.part);
  EXPECT_GE(state.session.part->begin, end);
  EXPECT_GT(state.session.part->end, state.session.part->begin);
  EXPECT_TRUE(state.sight.range.covers(*state.session.part));
  emit window().results().runs().lostRemoveWanted(0);
  EXPECT_FALSE(state.session.lost);
  ASSERT_TRUE(state.session.part);
  EXPECT_LE(state.session.part->end, end);
  EXPECT_TRUE(state.sight.range.covers(*state.session.part)) << "as Results do";
}

TEST_F(CrashTest, ACommandThatIsNoAgentIsSaidInOneMessage) {
  openWindow("echo hello");
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return window().messages().isVisible(); }));
  EXPECT_TRUE(window().messages().message().contains("echo hello")) << window().messages().message().toStdString();
}

}  // namespace
}  // namespace strata
