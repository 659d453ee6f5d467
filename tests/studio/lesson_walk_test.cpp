#include <QApplication>
#include <QDockWidget>
#include <QTest>
#include <algorithm>
#include <fstream>

#include "app/canvas/recording_canvas.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/place.h"
#include "app/lessons/progress.h"
#include "app/studio/kernel_editor.h"
#include "app/studio/kernel_text_edit.h"
#include "app/studio/layouts.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/message_bar.h"
#include "app/studio/replay.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/search_bar.h"
#include "app/studio/studio_style.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/view_widget.h"
#include "app/views/lesson/lesson_layout.h"
#include "window_fixture.h"

// Whole lessons, as a learner goes through them.

namespace strata {
namespace {

constexpr std::string_view kAsksAndExplores = R"(lesson: Own
ask: How many percent?
  name: share
  number: 0.01 to 100
  unit: %
  answer: 50
ask: How many sectors?
  name: sectors
  number: 1 to 64
  unit: sectors
  answer: 32
explore: Find a size
  Choose one.
  goal: time(naive) > 0
  solution: matmul n=32 variants=naive
  view: speed
)";

constexpr std::string_view kAsksWhatARunTells = R"(lesson: Own
ask: How many times quicker is tiled?
  name: times
  number: 1 to 64
  answer: time(naive) / time(tiled)
  view: speed
run: matmul n=32 variants=naive,tiled
)";

constexpr std::string_view kTwoPuzzles = R"(lesson: Own
say: Two
  Both are to be filled.
puzzle: Map
  One.
  task: saxpy n=8
  step: naive
  kernel:
    __global__ void map(const float* x, float* out, int n) {
      // your line here
    }
  solution:
    out[threadIdx.x] = x[threadIdx.x];
puzzle: Zip
  Two.
  task: saxpy n=8
  step: naive
  kernel:
    __global__ void zip(const float* x, float* out, int n) {
      // your line here
    }
  solution:
    out[threadIdx.x] = x[threadIdx.x];
)";

class LessonWalkTest : public WindowTest {
 protected:
  void TearDown() override {
    StudioStyle::shared().setLight(false);
    StudioStyle::shared().setTextScale(1);
  }

  const LessonSight& sight() { return *window().scene().state().sight.lesson; }
  LessonLayout layout() { return layOutLesson(RecordingCanvas{}, view("Lesson").area(), sight()); }

  void begin(const std::string& name) {
    window().lessons().showList();
    const auto& list = sight().list;  // until the next key
    const auto found = std::ranges::find(list, name, &ListedLesson::name);
    ASSERT_NE(found, list.end()) << name;
    const auto lines = found - list.begin();
    ViewWidget& lesson = view("Lesson");
    QTest::keyClick(&lesson, Qt::Key_Home);
    for (auto line = 0; line < lines; ++line) QTest::keyClick(&lesson, Qt::Key_Down);
    QTest::keyClick(&lesson, Qt::Key_Return);
    ASSERT_TRUE(sight().open);
    waitUntilPanelsRest();
    QApplication::setActiveWindow(&window());
    EXPECT_EQ(window().focusWidget(), &lesson) << "the keys are the lesson's";
  }

  void beginOwn(std::string_view text) {
    const std::string path = temporary("own.lesson");
    std::ofstream(path) << text;
    window().lessons().openFile(QString::fromStdString(path));
    ASSERT_TRUE(sight().open);
    waitUntilPanelsRest();
  }

  /// A place is asked for: the first one that can be pointed at.
  void pointAtPlace() {
    const bool line = sight().question->question.unit == "line";
    ViewWidget& widget = view(line ? "Kernel" : "Stack");
    ASSERT_TRUE(waitUntil([&] { return widget.isVisible() && widget.height() > 60; }));
    const Rect area = widget.area();
    for (float y = 20; y < area.h && !sight().question->bet; y += 14)
      for (const float x : {0.25f, 0.5f, 0.75f}) {
        clickAt(widget, {area.w * x, y});
        if (sight().question->bet) break;
      }
  }

  void predictByKeys() {
    ViewWidget& lesson = view("Lesson");
    switch (sight().question->question.kind) {
      case Question::Kind::Choice: QTest::keyClick(&view("Stack"), Qt::Key_1); return;  // wherever the keys go
      case Question::Kind::Order: QTest::keyClick(&lesson, Qt::Key_2); return;
      case Question::Kind::Number: QTest::keyClick(&lesson, Qt::Key_Right); return;
      case Question::Kind::Place: return pointAtPlace();
    }
  }

  void predictByMouse() {
    const LessonLayout here = layout();
    ViewWidget& lesson = view("Lesson");
    if (sight().question->question.kind == Question::Kind::Place) return pointAtPlace();
    const Rect box = here.asked.rows.empty() ? here.asked.track : here.asked.rows.back().box;
    clickOn(lesson, box);
  }

  void goOn(bool mouse) {
    if (!mouse) return QTest::keyClick(&view("Lesson"), Qt::Key_Return);
    const Rect next = layout().next;
    clickOn(view("Lesson"), next);
  }

  /// To the end, and back to the list.
  void walk(bool mouse) {
    while (sight().open) {
      const std::size_t page = sight().index;
      const std::string title = sight().title;
      SCOPED_TRACE(title);
      if (sight().kind == Page::Kind::Ask) {
        goOn(mouse);
        ASSERT_EQ(sight().index, page) << "on without a prediction";
        mouse ? predictByMouse() : predictByKeys();
        ASSERT_TRUE(sight().question->bet);
      }
      EXPECT_TRUE(sight().problem.empty()) << sight().problem;
      const bool runs = sight().kind == Page::Kind::Run;
      goOn(mouse);
      ASSERT_TRUE(waitUntil([&] { return !sight().open || sight().index != page; }));
      if (runs) {
        EXPECT_FALSE(window().session().running());
      }
      QTest::qWait(20);  // what the page looks at is shown
    }
  }

  static Progress kept() { return readProgress(); }
};

TEST_F(LessonWalkTest, TheFirstByKeysAlone) {
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  walk(false);
  const Progress progress = kept();
  EXPECT_TRUE(progress.done.contains("01-what-are-cuda-and-rocm"));
  EXPECT_EQ(progress.guesses.size(), 3u);
  EXPECT_GE(progress.findings.size(), 2u);
  for (const Progress::Finding& finding : progress.findings) EXPECT_FALSE(finding.device.empty());
}

TEST_F(LessonWalkTest, OneWithAPlaceByMouseAloneAndItsQuestionsReturn) {
  openAttendedWindow();
  begin("24-detective");
  walk(true);
  EXPECT_TRUE(kept().done.contains("24-detective"));
  const auto wrong = std::ranges::count(kept().guesses, false, &Progress::Guess::right);
  if (wrong == 0) return;
  begin("25-one-frame-four-ways");
  EXPECT_EQ(sight().kind, Page::Kind::Ask) << "what was wrong comes back";
  predictByKeys();
  EXPECT_TRUE(sight().question->bet);
}

TEST_F(LessonWalkTest, OneThatWasLeftGoesOnAndMakesItsRunAgainWhenAsked) {
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  while (sight().kind != Page::Kind::Explain) {
    const std::size_t page = sight().index;
    if (sight().kind == Page::Kind::Ask) predictByKeys();
    goOn(false);
    ASSERT_TRUE(waitUntil([&] { return sight().index != page; }));
  }
  const std::size_t stopped = sight().index;
  endWindow();
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  EXPECT_EQ(sight().index, stopped);
  EXPECT_FALSE(sight().opening.empty());
  EXPECT_FALSE(window().session().running()) << "nothing runs unasked";
  ASSERT_TRUE(sight().mayCatchUp());
  const Rect again = layout().again;
  clickOn(view("Lesson"), again);
  ASSERT_TRUE(waitUntil([&] { return sight().needed.empty() && !sight().running; }));
  EXPECT_EQ(sight().index, stopped);
  EXPECT_FALSE(sight().judged.empty());
  walk(false);
  EXPECT_TRUE(kept().places.empty()) << "read to its end";
}

TEST_F(LessonWalkTest, OneMayBeBegunAgain) {
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  while (sight().kind != Page::Kind::Ask) goOn(false);
  predictByKeys();
  EXPECT_EQ(kept().places.at("01-what-are-cuda-and-rocm").bets.size(), 1u) << "kept as it is made";
  const Rect restart = layout().restart;
  clickOn(view("Lesson"), restart);
  EXPECT_EQ(sight().index, 0u);
  EXPECT_TRUE(kept().places.empty());
  EXPECT_FALSE(sight().mayRestart);
}

TEST_F(LessonWalkTest, OneThatHasChangedBeginsAtItsFirstPageAndSaysSo) {
  openAttendedWindow();
  Progress before;
  before.places["01-what-are-cuda-and-rocm"] = {4, "say; ", {}, {}};
  endWindow();
  ASSERT_TRUE(keepProgress(before).ok());
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  EXPECT_EQ(sight().index, 0u);
  EXPECT_FALSE(sight().opening.empty());
}

TEST_F(LessonWalkTest, OneInTheLightThemeAtTwiceTheSize) {
  openAttendedWindow();
  StudioStyle::shared().setLight(true);
  StudioStyle::shared().setTextScale(2);
  begin("12-bank-conflicts");
  walk(true);
  EXPECT_TRUE(kept().done.contains("12-bank-conflicts"));
}

TEST_F(LessonWalkTest, AfterTheLastPageTheKeysAreOnTheNextLesson) {
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  walk(true);
  EXPECT_FALSE(sight().open);
  EXPECT_EQ(sight().list[sight().cursor].name, sight().list[1].name);
  EXPECT_TRUE(view("Lesson").spot().isEmpty()) << "no other line is marked where the last button was";
}

TEST_F(LessonWalkTest, TheRooflineOfALessonStandsWhereItCanBeRead) {
  openAttendedWindow();
  begin("10-roofline-intro");
  ViewWidget& roofline = view("Roofline");
  ASSERT_TRUE(waitUntil([&] { return !roofline.visibleRegion().isEmpty(); }));
  EXPECT_GT(roofline.width(), window().width() / 2);
}

TEST_F(LessonWalkTest, HIsAHintWhereAPuzzleHasTheKeysAndHidesALaneElsewhere) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  begin("26-puzzles-threads");
  while (!sight().puzzle) {
    const std::size_t page = sight().index;
    goOn(false);
    ASSERT_NE(sight().index, page);
  }
  const auto hidden = [&] { return window().scene().state().sight.choices.lanes.hidden.size(); };
  ASSERT_TRUE(window().scene().state().sight.selection.event);
  ASSERT_TRUE(sight().puzzle->hints.empty());
  press(view("Lesson"), Qt::Key_H);
  EXPECT_EQ(sight().puzzle->hints.size(), 1u);
  EXPECT_EQ(hidden(), 0u);
  window().scene().timelineWidget().setFocus();
  press(view("Timeline"), Qt::Key_H);
  EXPECT_EQ(sight().puzzle->hints.size(), 1u);
  EXPECT_EQ(hidden(), 1u);
}

TEST_F(LessonWalkTest, TheTourSaysThatItEndsAndNotThatItIsALesson) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().lessons().openTour();
  waitUntilPanelsRest();
  RecordingCanvas page;
  const auto draw = [&] { view("Lesson").view().draw(page, view("Lesson").area(), window().scene().state()); };
  draw();
  EXPECT_NE(page.findText("End the tour"), nullptr);
  EXPECT_EQ(page.findText("All lessons"), nullptr);
  clickOn(view("Lesson"), layout().back);
  EXPECT_FALSE(sight().open);
}

TEST_F(LessonWalkTest, TheTourShowsFiveStopsOfTheRunBefore) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  window().lessons().openTour();
  std::vector<std::string> seen;
  while (sight().open) {
    EXPECT_TRUE(sight().problem.empty()) << sight().problem;
    QTest::qWait(50);
    const auto& event = window().scene().state().sight.selection.event;
    ASSERT_TRUE(event) << sight().title;
    seen.emplace_back(window().session().snapshot()->name(window().session().snapshot()->event(*event).name));
    Replay& replay = window().scene().replay();
    EXPECT_EQ(replay.active(), seen.size() < 5) << sight().title;
    EXPECT_TRUE(!replay.active() || replay.playing() || replay.now() >= replay.range().end) << "nobody has to start it";
    goOn(false);
  }
  ASSERT_EQ(seen.size(), 5u);
  EXPECT_NE(seen[0], seen[2]) << "the call is not the kernel";
  EXPECT_EQ(seen[0], seen[4]);
  EXPECT_TRUE(kept().done.empty()) << "a tour is no lesson";
  ASSERT_TRUE(runSmall());
  EXPECT_TRUE(window().messages().message().isEmpty()) << "it is offered to those who have not taken it";
}

TEST_F(LessonWalkTest, APageAboutACallShowsIt) {
  openAttendedWindow();
  begin("03-one-call-seven-storeys");
  const auto showAll = [this] {
    ViewChoices all = window().scene().state().sight.choices;
    all.allCalls = true;
    window().scene().choose(all);
  };
  showAll();
  goOn(false);
  EXPECT_TRUE(waitUntil([&] { return !window().scene().state().sight.choices.allCalls; }));
  while (!sight().question || sight().question->question.kind != Question::Kind::Place) {
    if (sight().question) predictByKeys();
    goOn(false);
  }
  QTest::qWait(20);
  showAll();
  pointAtPlace();
  EXPECT_TRUE(sight().question->bet) << "also where the learner chose all calls again";
  EXPECT_EQ(window().focusWidget(), &view("Lesson")) << "Return goes on";
}

TEST_F(LessonWalkTest, OneBeginsWithoutWhatWasChosenBefore) {
  openAttendedWindow();
  ViewChoices before = window().scene().state().sight.choices;
  before.variant = "tiled";
  before.line = 7;
  before.kernelScroll = 3;
  before.speeds = SpeedKind::Modelled;
  window().scene().choose(before);
  begin("10-roofline-intro");
  const ViewChoices& now = window().scene().state().sight.choices;
  EXPECT_TRUE(waitUntil([&] { return now.speeds == SpeedKind::Measured; }));
  EXPECT_EQ(now.variant, "");
  EXPECT_EQ(now.line, 0);
  EXPECT_EQ(now.kernelScroll, 0);
}

TEST_F(LessonWalkTest, APageForgetsTheLineOfTheOneBeforeAndKeepsOnesOwn) {
  openAttendedWindow();
  begin("11-tiling");
  const ViewChoices& now = window().scene().state().sight.choices;
  EXPECT_TRUE(waitUntil([&] { return now.variant == "coalesced"; }));
  goOn(false);
  ASSERT_TRUE(waitUntil([&] { return now.line == 26; }));
  EXPECT_EQ(now.variant, "tiled");
  ViewChoices own = now;
  own.line = 30;
  own.speeds = SpeedKind::Modelled;
  window().scene().choose(own);
  QTest::qWait(20);
  EXPECT_EQ(now.line, 30) << "the page is the same";
  const Rect back = layout().back;
  clickOn(view("Lesson"), back);
  ASSERT_EQ(sight().index, 0u);
  EXPECT_TRUE(waitUntil([&] { return now.line == 0; }));
  EXPECT_EQ(now.variant, "coalesced");
  EXPECT_EQ(now.speeds, SpeedKind::Modelled) << "the lesson is the same";
}

TEST_F(LessonWalkTest, DigitsAreTheNumberThatIsAskedFor) {
  openAttendedWindow();
  beginOwn(kAsksAndExplores);
  ViewWidget& lesson = view("Lesson");
  const auto bet = [&] { return sight().question->bet ? sight().question->bet->number : -1; };
  press(view("Stack"), Qt::Key_4);  // wherever the keys go
  EXPECT_EQ(bet(), 4);
  EXPECT_EQ(window().focusWidget(), &lesson) << "the next digit is the lesson's";
  press(lesson, Qt::Key_2);
  press(lesson, Qt::Key_Comma);
  press(lesson, Qt::Key_5);
  EXPECT_EQ(bet(), 42.5);
  for (int i = 0; i < 3; ++i) press(lesson, Qt::Key_Backspace);
  EXPECT_EQ(bet(), 4);
  press(lesson, Qt::Key_Backspace);
  EXPECT_FALSE(sight().question->bet);
  press(lesson, Qt::Key_Right);
  press(lesson, Qt::Key_7);
  EXPECT_EQ(bet(), 7) << "typed anew after another way";
  press(lesson, Qt::Key_Return);
  ASSERT_EQ(sight().index, 1u);
  for (const Qt::Key key : {Qt::Key_1, Qt::Key_9, Qt::Key_Period}) press(lesson, key);
  EXPECT_EQ(bet(), 19) << "sectors are whole";
  press(lesson, Qt::Key_9);
  EXPECT_EQ(bet(), 64) << "the scale ends there";
}

TEST_F(LessonWalkTest, WhereOneTriesSizesTheFormIsSeen) {
  openAttendedWindow();
  beginOwn(kAsksAndExplores);
  const auto* form = window().findChild<QDockWidget*>(QStringLiteral("ExperimentDock"));
  EXPECT_TRUE(form->isHidden());
  for (const std::size_t page : {1u, 2u}) {
    predictByKeys();
    goOn(false);
    ASSERT_EQ(sight().index, page);
  }
  EXPECT_TRUE(waitUntil([&] { return !form->isHidden(); }));
}

TEST_F(LessonWalkTest, WhatALessonHidIsBackOnceItIsLeft) {
  openAttendedWindow();
  const auto hidden = [&](const char* dock) {
    return window().findChild<QDockWidget*>(QString::fromLatin1(dock))->isHidden();
  };
  window().lessons().openNext();
  waitUntilPanelsRest();
  ASSERT_TRUE(hidden("SelectionDock"));
  emit view("Lesson").lessonActed({LessonAct::Kind::Leave, {}, 0});
  waitUntilPanelsRest();
  EXPECT_FALSE(hidden("SelectionDock"));
  EXPECT_FALSE(hidden("ExperimentDock"));
  EXPECT_FALSE(hidden("LessonDock")) << "the list stands beside";
  window().lessons().openNext();
  window().layouts().apply(std::string("timeline"));
  emit view("Lesson").lessonActed({LessonAct::Kind::Leave, {}, 0});
  EXPECT_TRUE(hidden("SelectionDock")) << "what was chosen since stays";
}

TEST_F(LessonWalkTest, AfterTheTourTheLayoutIsTheOneOfBefore) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().layouts().apply(std::string("timeline"));
  const QByteArray before = window().layouts().save();
  window().lessons().openTour();
  waitUntilPanelsRest();
  ASSERT_NE(window().layouts().save(), before);
  emit view("Lesson").lessonActed({LessonAct::Kind::Leave, {}, 0});
  waitUntilPanelsRest();
  EXPECT_EQ(window().layouts().save(), before);
}

TEST_F(LessonWalkTest, ASessionThatTheLearnerOpensIsSeen) {
  openAttendedWindow();
  begin("26-puzzles-threads");
  openFile(STRATA_SOURCE_DIR "/assets/sessions/conv2d-h200.pftrace");
  const SessionFacts& shown = window().scene().state().session;
  EXPECT_FALSE(shown.results.empty());
  goOn(false);
  QTest::qWait(20);
  EXPECT_FALSE(shown.results.empty()) << "on the next page, too";
}

TEST_F(LessonWalkTest, ARunOfBeforeIsNotShownBesideTheQuestionThatItAnswers) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  const SessionFacts& shown = window().scene().state().session;
  const auto seen = [&] { return !shown.results.empty() && shown.snapshot->bounds().has_value(); };
  ASSERT_TRUE(seen());
  beginOwn(kAsksWhatARunTells);
  EXPECT_TRUE(waitUntil([&] { return !seen(); }));
  EXPECT_EQ(shown.hidden, LessonHides::Answer);
  predictByKeys();
  goOn(false);
  ASSERT_EQ(sight().index, 1u);
  EXPECT_TRUE(waitUntil(seen));
  clickOn(view("Lesson"), layout().back);
  ASSERT_EQ(sight().index, 0u);
  EXPECT_TRUE(waitUntil([&] { return !seen(); })) << "the prediction may still be changed";
  emit view("Lesson").lessonActed({LessonAct::Kind::Leave, {}, 0});
  EXPECT_TRUE(waitUntil(seen));
}

TEST_F(LessonWalkTest, TheOneThatIsHalfDoneIsTheNext) {
  openAttendedWindow();
  begin("09-coalescing");
  goOn(false);
  const std::string title = sight().lesson;
  window().lessons().showList();
  window().lessons().openNext();
  EXPECT_EQ(sight().lesson, title);
  EXPECT_EQ(sight().index, 1u);
}

TEST_F(LessonWalkTest, ThePaletteLeavesOne) {
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  goOn(false);
  ASSERT_EQ(sight().index, 1u);
  command("leave the lesson");
  EXPECT_TRUE(waitUntil([&] { return !sight().open; }));
}

TEST_F(LessonWalkTest, EscapeLeavesOneWhereNothingElseIsOpenAndItsPlaceIsKept) {
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  goOn(false);
  ASSERT_EQ(sight().index, 1u);
  press(view("Lesson"), Qt::Key_F, Qt::ControlModifier);
  ASSERT_TRUE(window().findChild<SearchBar*>()->isVisible());
  view("Lesson").setFocus();
  press(view("Lesson"), Qt::Key_Escape);
  EXPECT_TRUE(sight().open) << "the search was open";
  press(view("Lesson"), Qt::Key_Escape);
  EXPECT_FALSE(sight().open);
  window().lessons().openNext();
  EXPECT_EQ(sight().index, 1u);
}

TEST_F(LessonWalkTest, EscapeStopsTheRunOfALessonFirst) {
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  setParameter("n", 384);
  setParameter("repeat", 1000);
  window().runs().run();
  ASSERT_TRUE(waitUntil([&] { return window().session().running() && kernels() > 0; }));
  press(view("Lesson"), Qt::Key_Escape);
  EXPECT_TRUE(sight().open);
  ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  press(view("Lesson"), Qt::Key_Escape);
  EXPECT_FALSE(sight().open);
}

TEST_F(LessonWalkTest, ATourOfNoRunAsksForOneAndThenShowsIt) {
  openWindow();
  window().lessons().openTour();
  waitUntilPanelsRest();
  EXPECT_NE(sight().opening.find("Press Run"), std::string::npos);
  ASSERT_TRUE(runSmall());
  EXPECT_TRUE(waitUntil([&] { return window().scene().state().sight.selection.event.has_value(); }));
  EXPECT_TRUE(sight().opening.empty());
}

TEST_F(LessonWalkTest, AnEditorThatIsOpenFollowsFromPuzzleToPuzzle) {
  Progress solved;
  solved.places["own"] = {1, planOf(parseLesson(kTwoPuzzles, "own.lesson").value()), {}, {}, {1}};
  openAttendedWindow();
  endWindow();
  ASSERT_TRUE(keepProgress(solved).ok());
  openAttendedWindow();
  beginOwn(kTwoPuzzles);
  ASSERT_TRUE(sight().puzzle && sight().puzzle->solved);
  emit view("Lesson").lessonActed({LessonAct::Kind::Edit, {}, 0});
  waitUntilPanelsRest();
  const auto text = [this] { return window().findChild<KernelEditor*>()->text().text(); };
  ASSERT_TRUE(text().contains("void map"));
  goOn(false);
  ASSERT_EQ(sight().index, 2u);
  EXPECT_TRUE(text().contains("void zip"));
  EXPECT_EQ(window().focusWidget(), &view("Lesson")) << "the keys are still the lesson's";
}

}  // namespace
}  // namespace strata
