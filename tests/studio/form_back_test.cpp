#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include "app/studio/learner.h"
#include "app/studio/message_bar.h"
#include "app/studio/parameter_form.h"
#include "app/studio/results_panel.h"
#include "app/studio/run_bar.h"
#include "app/studio/ui_text.h"
#include "lesson_walk_fixture.h"

// What a hand has set in the form is not lost without a word.

namespace strata {
namespace {

class FormBackTest : public LessonWalkTest {
 protected:
  double number(const char* name) { return window().findChild<QDoubleSpinBox*>(name)->value(); }
  void openRecording() { openFile(STRATA_SOURCE_DIR "/assets/sessions/matmul-h200.pftrace"); }
  const ParameterForm& form() { return *window().findChild<ParameterForm*>(); }
  bool says(Msg message) { return window().messages().message() == say(message); }
};

TEST_F(FormBackTest, ASessionThatFillsItSaysSoAndTheHandsIsBack) {
  openWindow();
  setParameter("n", 64);
  setParameter("repeat", 5);
  openRecording();
  ASSERT_TRUE(waitUntil([&] { return says(Msg::StudioFormTaken); }));
  EXPECT_EQ(number("n"), 4096);
  click(button("MessageAction"));
  EXPECT_EQ(number("n"), 64);
  EXPECT_EQ(number("repeat"), 5);
}

TEST_F(FormBackTest, WhatWasSetBeforeAnotherExperimentWasChosenIsBackToo) {
  openWindow();
  setParameter("n", 64);
  ASSERT_TRUE(window().chooseExperiment("saxpy"));
  openRecording();
  ASSERT_TRUE(waitUntil([&] { return says(Msg::StudioFormTaken); }));
  ASSERT_EQ(number("n"), 4096);
  click(button("MessageAction"));
  EXPECT_EQ(number("n"), 64);
}

TEST_F(FormBackTest, WhatIsSetInAnotherExperimentIsNotTaken) {
  openWindow();
  ASSERT_TRUE(window().chooseExperiment("saxpy"));
  setParameter("n", 99);
  openRecording();
  QTest::qWait(50);
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
}

TEST_F(FormBackTest, WhatWasSetBeforeALessonIsBackOnceItIsLeft) {
  openAttendedWindow();
  constexpr std::string_view kRuns = "lesson: Own\nrun: saxpy n=128 variants=naive\n";
  ASSERT_TRUE(window().chooseExperiment("saxpy"));
  setParameter("n", 99);
  beginOwn(kRuns);
  ASSERT_TRUE(waitUntil([&] { return number("n") == 128; }));
  window().lessons().leave();
  EXPECT_EQ(number("n"), 99);
  beginOwn(kRuns);
  ASSERT_TRUE(waitUntil([&] { return number("n") == 128; }));
  setParameter("n", 256);
  window().lessons().leave();
  EXPECT_EQ(number("n"), 256) << "a hand has set it since";
}

TEST_F(FormBackTest, TheExperimentOfBeforeALessonIsBackUnlessTheLessonsRunIsShown) {
  openAttendedWindow();
  constexpr std::string_view kRuns = "lesson: Own\nrun: saxpy n=128 variants=naive\n";
  ASSERT_TRUE(runSmall());
  ASSERT_EQ(form().info().name, "matmul");
  const Request before = form().request();
  beginOwn(kRuns);
  ASSERT_TRUE(waitUntil([&] { return form().info().name == "saxpy"; }));
  window().lessons().leave();
  EXPECT_EQ(toLine(form().request()), toLine(before)) << "Results shows its run";
  beginOwn(kRuns);
  ASSERT_TRUE(waitUntil([&] { return sight().mayRun(); }));
  press(view("Lesson"), Qt::Key_Return);
  ASSERT_TRUE(waitUntil([&] { return !window().session().running() && window().session().runs().all().size() == 2; }));
  window().lessons().leave();
  EXPECT_EQ(form().info().name, "saxpy");
}

TEST_F(FormBackTest, AnotherLearnerEndsALessonAndBringsBackFormAndPanels) {
  openAttendedWindow();
  ASSERT_TRUE(window().chooseExperiment("saxpy"));
  setParameter("n", 99);
  auto& dock = *window().findChild<QDockWidget*>(QStringLiteral("LessonDock"));
  ASSERT_TRUE(dock.isHidden());
  beginOwn("lesson: Own\nrun: saxpy n=128 variants=naive\n");
  ASSERT_TRUE(waitUntil([&] { return number("n") == 128; }));
  ASSERT_FALSE(dock.isHidden());
  window().findChild<Learner*>()->choose("Ada");
  EXPECT_EQ(number("n"), 99);
  EXPECT_TRUE(dock.isHidden());
}

TEST_F(FormBackTest, OfAFormThatNobodyTouchedNothingIsSaid) {
  openWindow();
  openRecording();
  QTest::qWait(50);
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
  openRecording();
  QTest::qWait(50);
  EXPECT_FALSE(window().messages().message().contains(say(Msg::StudioFormTaken))) << "the window itself had filled it";
}

TEST_F(FormBackTest, AnEarlierRunThatFillsItSaysSoAndTheHandsIsBack) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ASSERT_TRUE(runSmall());
  setParameter("n", 96);
  setParameter("repeat", 5);
  emit window().results().runs().chosen(0);
  EXPECT_TRUE(says(Msg::StudioFormOfRun));
  ASSERT_EQ(number("n"), 64);
  emit window().results().runs().chosen(1);
  EXPECT_TRUE(says(Msg::StudioFormOfRun)) << "the offer outlasts a look at another run";
  click(button("MessageAction"));
  EXPECT_EQ(number("n"), 96);
  EXPECT_EQ(number("repeat"), 5);
}

TEST_F(FormBackTest, OfAnotherExperimentsRunItIsThatOnesForm) {
  openWindow();
  ASSERT_TRUE(runSmall());
  setParameter("n", 96);
  ASSERT_TRUE(window().chooseExperiment("saxpy"));
  setParameter("n", 99);
  emit window().results().runs().chosen(0);
  EXPECT_TRUE(says(Msg::StudioFormOfRun));
  ASSERT_EQ(number("n"), 64);
  click(button("MessageAction"));
  EXPECT_EQ(number("n"), 96);
}

TEST_F(FormBackTest, OfAFormThatARunHadFilledNothingIsSaid) {
  openWindow();
  ASSERT_TRUE(runSmall());
  emit window().results().runs().chosen(0);
  window().messages().hide();
  emit window().results().runs().chosen(0);
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
}

TEST_F(FormBackTest, BesideTheOfferOfTheSessionThatWasReplacedItHasAButtonAndSaysWhatIsLost) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  openRecording();
  ASSERT_TRUE(waitUntil([&] { return says(Msg::StudioUnsavedLeft) && button("MessageSecondAction")->isVisible(); }));
  const QString words = window().messages().findChild<QLabel*>()->text();
  EXPECT_TRUE(words.startsWith(say(Msg::StudioUnsavedLeft))) << words.toStdString();
  EXPECT_TRUE(words.endsWith(say(Msg::StudioFormTaken))) << words.toStdString();
  click(button("MessageSecondAction"));
  EXPECT_EQ(number("n"), 64);
  EXPECT_EQ(number("repeat"), 3);
}

}  // namespace
}  // namespace strata
