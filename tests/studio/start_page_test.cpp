#include "app/studio/start_page.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QPushButton>
#include <QTest>
#include <algorithm>

#include "app/studio/kernel_editor.h"
#include "app/studio/kernel_text_edit.h"
#include "app/studio/message_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/session_files.h"
#include "app/studio/status_line.h"
#include "app/studio/ui_text.h"
#include "app/studio/what_is_this.h"
#include "app/views/start/start_layout.h"
#include "layers/workloads/experiments.h"
#include "layers/workloads/kernel/kernel_experiment.h"
#include "window_fixture.h"

namespace strata {
namespace {

using StartPageTest = WindowTest;

TEST_F(StartPageTest, ItGoesByItselfAndComesBackWhenAsked) {
  openAttendedWindow();
  StartPage& page = window().start();
  EXPECT_FALSE(page.isVisible()) << "only the program opens it";
  page.open();
  EXPECT_TRUE(page.isVisible());
  EXPECT_GT(page.width(), 1000);
  press(page, Qt::Key_Escape);
  EXPECT_FALSE(page.isVisible());
  page.open();
  ASSERT_TRUE(runSmall());
  EXPECT_FALSE(page.isVisible()) << "a run has begun";
  command("start");
  EXPECT_TRUE(page.isVisible());
}

TEST_F(StartPageTest, AnExperimentIsChosenByKeysAndItsLayoutWithIt) {
  openAttendedWindow();
  StartPage& page = window().start();
  StartAct last;
  QObject::connect(&page, &StartPage::acted, [&](const StartAct& act) { last = act; });
  page.open();
  press(page, Qt::Key_Tab);
  press(page, Qt::Key_Tab);  // past the two of lessons
  press(page, Qt::Key_Backtab);
  press(page, Qt::Key_Right);
  press(page, Qt::Key_Return);
  EXPECT_EQ(last.kind, StartAct::Kind::Experiment);
  EXPECT_FALSE(page.isVisible());
  EXPECT_FALSE(window().session().running()) << "nothing runs unasked";
}

TEST_F(StartPageTest, OneRingIsAroundWhatTheKeysAreOn) {
  openAttendedWindow();
  StartPage& page = window().start();
  page.open();
  waitUntilPanelsRest();  // it covers docks that are raised late
  QApplication::setActiveWindow(&window());
  page.setFocus();
  const auto* ring = window().findChild<QWidget*>(QStringLiteral("FocusRing"));
  const auto isAroundOneDoor = [&] {
    return ring->isVisible() && ring->width() < page.width() / 2 && ring->height() < page.height() / 4 &&
           window().childAt(ring->geometry().center()) == &page;
  };
  EXPECT_TRUE(waitUntil(isAroundOneDoor));
  const QRect first = ring->geometry();
  press(page, Qt::Key_Tab);
  EXPECT_TRUE(waitUntil(isAroundOneDoor));
  EXPECT_NE(ring->geometry(), first);
  window().resize(window().width() - 60, window().height() - 40);
  waitUntilPanelsRest();
  EXPECT_TRUE(waitUntil(isAroundOneDoor)) << "in a window of another size, too";
  button("Run")->setFocus();
  EXPECT_FALSE(ring->geometry().intersects(QRect(page.mapTo(&window(), QPoint(0, 8)), page.size())))
      << "the keys are elsewhere";
}

TEST_F(StartPageTest, AFreeKernelBeginsInTheEditor) {
  openAttendedWindow();
  const auto all = experiments();
  const auto kernel = std::ranges::find(all, kKernelExperiment, &ExperimentInfo::name);
  const auto text = [this] { return window().findChild<KernelEditor*>()->text().text(); };
  ASSERT_TRUE(window().chooseExperiment(std::string(kKernelExperiment)));
  click(button("Run"));
  auto* offer = window().messages().findChild<QPushButton*>(QStringLiteral("MessageSecondAction"));
  ASSERT_TRUE(waitUntil([&] { return offer->isVisible(); })) << "there is nothing to run";
  EXPECT_TRUE(text().isEmpty());
  click(offer);
  EXPECT_TRUE(text().contains("// strata: n = 4096"));
  EXPECT_FALSE(window().session().running()) << "nothing runs unasked";
  window().findChild<KernelEditor*>()->text().append("// mine");
  window().start().open();
  emit window().start().started({StartAct::Kind::Experiment, static_cast<std::size_t>(kernel - all.begin())});
  EXPECT_FALSE(window().start().isVisible());
  EXPECT_TRUE(window().findChild<KernelEditor*>()->isVisible());
  EXPECT_TRUE(text().contains("// mine")) << "what was written goes on";
}

TEST_F(StartPageTest, TheDoorOfFilesOffersWhatWasRecordedOnAGpu) {
  openAttendedWindow();
  StartPage& page = window().start();
  page.open();
  StartSight start;
  start.recent.resize(20);
  start.shipped.resize(8);
  const auto actions = layOutStart(page.area(), start).actions;
  const auto is = [](StartAct::Kind kind) {
    return [kind](const StartLayout::Action& action) { return action.act.kind == kind; };
  };
  EXPECT_GE(std::ranges::count_if(actions, is(StartAct::Kind::Recent)), 3);
  EXPECT_GE(std::ranges::count_if(actions, is(StartAct::Kind::Shipped)), 3);
  emit page.started({StartAct::Kind::Shipped, 0});
  ASSERT_TRUE(waitUntil([this] { return window().session().fromFile(); }));
  EXPECT_FALSE(page.isVisible());
  EXPECT_TRUE(window().session().device().contains("H200"));
  window().runs().findDevices();
  auto* devices = window().findChild<QComboBox*>("Device");
  ASSERT_TRUE(waitUntil([&] { return devices->findData("cpu") >= 0; }));
  EXPECT_FALSE(devices->currentText().contains("H200"));
  EXPECT_TRUE(window().status().text().contains("recorded on CUDA · NVIDIA H200"))
      << "also beside a device that is here";
}

/// A recording under another name, which is the newest of the recent files once it was opened.
class RecentFilesTest : public StartPageTest {
 protected:
  void openCopy() {
    ASSERT_TRUE(QFile::copy(SessionFiles::shipped().front(), copy));
    ASSERT_TRUE(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
    openAttendedWindow();
    openFile(copy.toStdString());
    ASSERT_EQ(window().files().recent(), QStringList{copy});
  }
  void chooseFirst() {
    window().start().open();
    emit window().start().started({StartAct::Kind::Recent, 0});
    ASSERT_TRUE(waitUntil([this] { return window().messages().message().contains(word); }))
        << window().messages().message().toStdString();
  }

  const QString copy = QString::fromStdString(temporary("copy.pftrace"));
  const QString word = say(Msg::StudioRecentLeft, {QStringLiteral("copy.pftrace")});
};

TEST_F(RecentFilesTest, OneThatCannotBeOpenedIsTakenOutWithAWord) {
  ASSERT_NO_FATAL_FAILURE(openCopy());
  QFile file(copy);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
  file.write("no session");
  file.close();
  EXPECT_FALSE(window().files().recentFiles().front().gone);
  chooseFirst();
  EXPECT_TRUE(window().files().recent().isEmpty());
  endWindow();
  openAttendedWindow();
  EXPECT_TRUE(window().files().recent().isEmpty()) << "nor is it there the next time";
}

TEST_F(RecentFilesTest, OneThatHasVanishedIsShownAsSuchAndStaysSinceItMayComeBack) {
  ASSERT_NO_FATAL_FAILURE(openCopy());
  const auto isGone = [this] { return window().files().recentFiles().front().gone; };
  ASSERT_TRUE(QFile::rename(copy, copy + ".away"));
  window().start().open();
  EXPECT_TRUE(waitUntil(isGone));
  emit window().start().started({StartAct::Kind::Recent, 0});
  ASSERT_TRUE(waitUntil([this] { return !window().messages().message().isEmpty(); }));
  EXPECT_FALSE(window().messages().message().contains(word)) << window().messages().message().toStdString();
  EXPECT_EQ(window().files().recent(), QStringList{copy});
  ASSERT_TRUE(QFile::rename(copy + ".away", copy));
  window().files().lookForRecent();
  EXPECT_TRUE(waitUntil([&] { return !isGone(); }));
}

TEST_F(RecentFilesTest, OneThatNeverOpenedIsNotTakenIn) {
  openAttendedWindow();
  openFile(copy.toStdString());
  EXPECT_TRUE(window().files().recent().isEmpty());
  EXPECT_FALSE(window().messages().message().isEmpty());
  EXPECT_FALSE(window().messages().message().contains(word)) << "it was not among them";
}

TEST_F(StartPageTest, AMessageCoversNoDoor) {
  openAttendedWindow();
  StartPage& page = window().start();
  page.open();
  window().messages().show(QStringLiteral("Your last session was not saved."), MessageBar::Tone::Good, "Restore it",
                           {});
  waitUntilPanelsRest();
  StartSight start;
  start.experiments.resize(21);
  const int message = page.mapFrom(&window(), window().messages().pos()).y();
  const auto actions = layOutStart(page.area(), start).actions;
  EXPECT_GT(actions.size(), 21u);
  for (const StartLayout::Action& action : actions) EXPECT_LE(action.box.bottom() * ViewWidget::zoom(), message + 1);
}

TEST_F(StartPageTest, ALayoutForASmallerWindowLiesUnderIt) {
  openAttendedWindow();
  window().resize(1900, 1000);
  waitUntilPanelsRest();
  StartPage& page = window().start();
  page.open();
  window().messages().show(QStringLiteral("Your last session was not saved."), MessageBar::Tone::Good, {}, {});
  window().resize(1280, 720);
  waitUntilPanelsRest();
  for (const double across : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    const QPoint at = page.mapTo(&window(), QPoint(static_cast<int>(page.width() * across), page.height() / 4));
    EXPECT_EQ(window().childAt(at), &page) << at.x();
  }
  MessageBar& message = window().messages();
  EXPECT_TRUE(message.isAncestorOf(window().childAt(message.geometry().center())));
}

TEST_F(StartPageTest, WhatIsThisKnowsAFieldAViewAndABar) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  WhatIsThis& what = window().whatIsThis();
  auto* size = window().findChild<QWidget*>("n");
  ASSERT_NE(size, nullptr);
  const WhatIs field = what.at(*size, size->rect().center());
  EXPECT_NE(field.text.find("Columns of B"), std::string::npos) << field.text;
  EXPECT_EQ(field.text.find('<'), std::string::npos) << "no markup";
  auto* timeline = window().findChild<QWidget*>("Timeline");
  EXPECT_FALSE(what.at(*timeline, {5, 5}).text.empty());
}

}  // namespace
}  // namespace strata
