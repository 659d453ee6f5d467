#include <QAction>
#include <QDockWidget>
#include <fstream>
#include <iterator>

#include "app/lessons/place.h"
#include "app/studio/learner.h"
#include "app/studio/message_bar.h"
#include "app/studio/replay.h"
#include "app/studio/run_control.h"
#include "app/studio/search_bar.h"
#include "app/studio/timeline_widget.h"
#include "engine/base/shipped.h"
#include "lesson_walk_fixture.h"

// Whole lessons, as a learner goes through them.

namespace strata {
namespace {

TEST_F(LessonWalkTest, TheFirstByKeysAlone) {
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  walk(false);
  const Progress progress = kept();
  EXPECT_TRUE(progress.done.contains("01-what-are-cuda-and-rocm"));
  EXPECT_EQ(progress.guesses.size(), 3u);
  EXPECT_GE(progress.findings.size(), 2u);
  for (const Progress::Finding& finding : progress.findings) {
    EXPECT_FALSE(finding.runs.empty()) << finding.page;
    for (const Progress::Source& run : finding.runs) EXPECT_FALSE(run.device.empty()) << run.what;
  }
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

TEST_F(LessonWalkTest, ReturnMakesTheRunThatAPageNeedsAndLeavesNoPuzzleThatWaits) {
  constexpr std::string_view kLeftWhereItExplains = R"(lesson: Own
run: saxpy n=64 variants=naive
explain: What came out
  if 1:
    {time(naive)}
puzzle: Map
  One.
  task: saxpy n=8
  step: naive
  kernel:
    __global__ void map(float* out) {
      // your line here
    }
  solution:
    out[0] = 0;
)";
  Progress left;
  left.places["own"] = {1, planOf(parseLesson(kLeftWhereItExplains, "own.lesson").value()), {}, {}, {}};
  openAttendedWindow();
  endWindow();
  ASSERT_TRUE(keepProgress({}, left).ok());
  openAttendedWindow();
  beginOwn(kLeftWhereItExplains);
  ASSERT_TRUE(sight().mayCatchUp());
  goOn(false);
  EXPECT_EQ(sight().index, 1u) << "it does not run on";
  ASSERT_TRUE(waitUntil([&] { return sight().needed.empty() && !sight().running; }));
  goOn(false);
  ASSERT_TRUE(sight().atEnd);
  goOn(false);
  EXPECT_TRUE(sight().open) << "a right answer is missing";
  RecordingCanvas page;
  view("Lesson").view().draw(page, view("Lesson").area(), window().scene().state());
  std::string words;
  for (const DrawOp* op : page.of(DrawOp::Kind::Text)) words += op->text + " ";
  EXPECT_NE(words.find("Finish needs a right answer"), std::string::npos);
}

TEST_F(LessonWalkTest, AViewThatThereIsNotIsSaid) {
  openAttendedWindow();
  beginOwn("lesson: Own\nsay: Look\n  There.\n  view: kernl\n");
  EXPECT_TRUE(waitUntil([&] { return sight().problem.find("did you mean 'kernel'?") != std::string::npos; }));
}

TEST_F(LessonWalkTest, BeforeTheRunAPageShowsTheKernelOfTheFirstStepThatWillRun) {
  openAttendedWindow();
  beginOwn("lesson: Own\nsay: Look\n  There.\n  view: kernel\nrun: matmul n=32 variants=tiled,naive\n");
  EXPECT_TRUE(waitUntil([&] { return window().scene().state().sight.choices.variant == "tiled"; }));
}

TEST_F(LessonWalkTest, InALowWindowWithLargeLettersAnAnswerIsSeenOnceItIsGivenAndPagesScroll) {
  openAttendedWindow();
  std::string words;
  for (int line = 0; line < 80; ++line) words += "  There is more to say than a low window has room for.\n";
  beginOwn("lesson: Own\nsay: Much\n" + words + "ask: How many percent?\n" + words +
           "  name: share\n  number: 1 to 100\n  unit: %\n  answer: 50\nsay: End\n  Short.\n");
  window().resize(1000, 560);
  StudioStyle::shared().setTextScale(1.5);
  waitUntilPanelsRest();
  const auto inSight = [this](Rect part) {
    const Rect body = layout().body;
    return part.h > 0 && part.y >= body.y - 1 && part.bottom() <= body.bottom() + 1;
  };
  ViewWidget& lesson = view("Lesson");
  ASSERT_GT(layout().most, 0);
  EXPECT_GT(layout().next.h, 12);
  QTest::keyClick(&lesson, Qt::Key_PageDown);
  EXPECT_EQ(sight().index, 0u) << "there is more on this page";
  EXPECT_GT(layout().scroll, 0);
  for (int page = 0; page < 200 && sight().index == 0; ++page) QTest::keyClick(&lesson, Qt::Key_PageDown);
  ASSERT_EQ(sight().index, 1u);
  EXPECT_EQ(layout().scroll, 0) << "a page begins with its beginning";
  ASSERT_FALSE(inSight(layout().asked.value));
  QTest::keyClick(&lesson, Qt::Key_5);
  ASSERT_TRUE(sight().question->bet);
  EXPECT_TRUE(inSight(layout().asked.value));
  for (int page = 0; page < 200 && layout().scroll > 0; ++page) QTest::keyClick(&lesson, Qt::Key_PageUp);
  EXPECT_EQ(sight().index, 1u);
  QTest::keyClick(&lesson, Qt::Key_PageUp);
  EXPECT_EQ(sight().index, 0u);
}

TEST_F(LessonWalkTest, NothingMovesUnderTheMouseThatAnswers) {
  openAttendedWindow();
  std::string words;
  for (int line = 0; line < 80; ++line) words += "  There is more to say than a low window has room for.\n";
  beginOwn("lesson: Own\nask: How many percent?\n" + words +
           "  name: share\n  number: 1 to 100\n  unit: %\n  answer: 50\nsay: End\n  Short.\n");
  window().resize(1000, 560);
  waitUntilPanelsRest();
  const LessonLayout top = layout();
  ASSERT_GT(top.most, 0);
  ViewChoices choices = window().scene().state().sight.choices;
  choices.lessonScroll = top.asked.track.y + top.asked.track.h * 0.6f - top.body.bottom();
  window().scene().choose(choices);
  const Rect track = layout().asked.track;
  const float scroll = layout().scroll;
  ASSERT_GT(track.bottom(), layout().body.bottom()) << "a part of it is below what is in sight";
  clickAt(view("Lesson"), {track.x + track.w / 2, track.y + track.h * 0.3f});
  ASSERT_TRUE(sight().question->bet);
  EXPECT_EQ(layout().scroll, scroll);
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
  ASSERT_TRUE(keepProgress({}, before).ok());
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  EXPECT_EQ(sight().index, 0u);
  EXPECT_FALSE(sight().opening.empty());
}

TEST_F(LessonWalkTest, AnswersThatCannotBeReadAreSetAsideAndThatIsSaid) {
  openAttendedWindow();
  endWindow();
  ASSERT_TRUE(keepProgress({}, {}).ok());
  std::ofstream(ownFolder("learning") / "progress.json") << "{";
  openAttendedWindow();
  begin("01-what-are-cuda-and-rocm");
  while (sight().kind != Page::Kind::Ask) goOn(false);
  predictByKeys();
  EXPECT_TRUE(window().messages().message().startsWith("The answers kept here could not be read. The file is now "))
      << window().messages().message().toStdString();
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
  EXPECT_FALSE(sight().question->bet) << "sectors are whole";
  EXPECT_EQ(sight().question->typed, "19.");
  EXPECT_FALSE(window().scene().replay().active()) << "no slow motion";
  press(lesson, Qt::Key_Backspace);
  EXPECT_EQ(bet(), 19);
  press(lesson, Qt::Key_9);
  EXPECT_FALSE(sight().question->bet) << "the scale ends at 64";
  EXPECT_EQ(sight().question->typed, "199") << "what was typed stays to be seen";
  RecordingCanvas page;
  lesson.view().draw(page, lesson.area(), window().scene().state());
  EXPECT_NE(page.findTextWith("“199” is no whole number"), nullptr);
  press(lesson, Qt::Key_Backspace);
  EXPECT_EQ(bet(), 19);
  EXPECT_EQ(sight().question->typed, "");
}

TEST_F(LessonWalkTest, ABeginningOfANumberIsWarnedOfOnceReturnGoesOn) {
  openAttendedWindow();
  beginOwn(kAsksAndExplores);
  ViewWidget& lesson = view("Lesson");
  const auto says = [&](std::string_view words) {
    RecordingCanvas page;
    lesson.view().draw(page, lesson.area(), window().scene().state());
    return page.findTextWith(words) != nullptr;
  };
  for (const Qt::Key key : {Qt::Key_0, Qt::Key_Period}) {
    press(lesson, key);
    EXPECT_TRUE(sight().question->mayGrow);
    EXPECT_FALSE(says("is no number of the scale"));
  }
  EXPECT_TRUE(says("0.")) << "what was typed is seen";
  press(lesson, Qt::Key_Return);
  EXPECT_EQ(sight().index, 0u);
  EXPECT_TRUE(says("“0.” is no number of the scale"));
  for (const Qt::Key key : {Qt::Key_1, Qt::Key_7}) press(lesson, key);
  ASSERT_TRUE(sight().question->bet);
  EXPECT_EQ(sight().question->bet->number, 0.17);
  EXPECT_FALSE(says("is no number of the scale"));
}

TEST_F(LessonWalkTest, ALineIsPredictedByKeys) {
  openAttendedWindow();
  beginOwn(R"(lesson: Own
ask: Which line is the guard?
  name: guard
  place: line
  answer: 3
  view: kernel
  variant: naive
run: saxpy n=64 variants=naive
)");
  ViewWidget& lesson = view("Lesson");
  RecordingCanvas page;
  lesson.view().draw(page, lesson.area(), window().scene().state());
  EXPECT_NE(page.findTextWith("↓"), nullptr);
  press(lesson, Qt::Key_Down);
  ViewWidget& kernel = view("Kernel");
  ASSERT_EQ(window().focusWidget(), &kernel);
  press(kernel, Qt::Key_Down);
  press(kernel, Qt::Key_Return);
  EXPECT_TRUE(sight().question->bet);
  EXPECT_EQ(window().focusWidget(), &lesson) << "Return goes on";
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

TEST_F(LessonWalkTest, AKeyOfTheListBringsItBackWhereTheCurveStandsAlone) {
  openAttendedWindow();
  Progress::Guess guess;
  guess.lesson = "01-what-are-cuda-and-rocm", guess.factor = 2;
  for (const char* question : {"one", "two", "three"}) {
    guess.question = question;
    window().findChild<Learner*>()->progress().note(guess);
  }
  window().resize(1366, 700);
  window().lessons().showList();
  waitUntilPanelsRest();
  const auto laidOut = [&] { return layOutList(RecordingCanvas{}, view("Lesson").area(), window().scene().state()); };
  const Rect turn = laidOut().turn;
  ASSERT_GT(turn.w, 0);
  clickOn(view("Lesson"), turn);
  ASSERT_TRUE(laidOut().curveAlone);
  press(view("Lesson"), Qt::Key_Return);
  EXPECT_FALSE(laidOut().curveAlone);
  EXPECT_FALSE(sight().open) << "of a list that nobody saw";
  press(view("Lesson"), Qt::Key_Return);
  EXPECT_TRUE(sight().open);
}

TEST_F(LessonWalkTest, AnotherLanguageLeavesNoLesson) {
  openAttendedWindow();
  QAction* german = languageAction("Deutsch");
  ASSERT_NE(german, nullptr);
  EXPECT_TRUE(german->text().contains(QStringLiteral("1 of "))) << "the others are not translated";
  begin("02-why-not-straight-to-the-driver");
  QTest::keyClick(&view("Lesson"), Qt::Key_Return);
  const std::size_t page = sight().index;
  const std::string title = sight().title;
  german->trigger();
  ASSERT_TRUE(sight().open) << "it has no translation";
  EXPECT_EQ(sight().index, page);
  EXPECT_EQ(sight().title, title);
  languageAction("as written")->trigger();
  begin("01-what-are-cuda-and-rocm");
  QTest::keyClick(&view("Lesson"), Qt::Key_Return);
  languageAction("Deutsch")->trigger();
  ASSERT_TRUE(sight().open);
  EXPECT_EQ(sight().language, "de");
  EXPECT_EQ(sight().index, 1u) << "where it was";
  waitUntilPanelsRest();
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
  EXPECT_TRUE(sight().text.empty()) << "nothing has happened yet";
  ASSERT_TRUE(sight().mayRun());
  setParameter("n", 64);
  setParameter("repeat", 3);
  clickOn(view("Lesson"), layout().next);  // which says Run
  ASSERT_TRUE(waitUntil([&] { return sight().running; }));
  EXPECT_EQ(sight().opening.find("Nothing has run"), std::string::npos);
  ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  EXPECT_TRUE(waitUntil([&] { return window().scene().state().sight.selection.event.has_value(); }));
  EXPECT_TRUE(sight().opening.empty());
  EXPECT_FALSE(sight().text.empty());
  EXPECT_FALSE(sight().mayRun());
}

TEST_F(LessonWalkTest, ATourThatWasLeftWaitsForNoRun) {
  openWindow();
  window().lessons().openTour();
  waitUntilPanelsRest();
  ASSERT_TRUE(sight().mayRun());
  press(view("Lesson"), Qt::Key_Escape);
  ASSERT_FALSE(sight().open);
  waitUntilPanelsRest();
  const auto list = window().scene().state().sight.lesson;
  ASSERT_TRUE(runSmall());
  EXPECT_EQ(window().scene().state().sight.lesson, list) << "it stays as it is";
}

TEST_F(LessonWalkTest, TheFormOfAnExplorePageLeavesItsLessonRoom) {
  openAttendedWindow();
  for (const QSize size : {QSize(1600, 1000), QSize(1366, 768)}) {
    window().resize(size);
    beginOwn(R"(lesson: Own
explore: Find a size
  Choose one.
  goal: time(naive) > 0
  solution: matmul n=32 variants=naive
say: End
  Done.
)");
    ASSERT_TRUE(
        waitUntil([&] { return window().findChild<QDockWidget*>(QStringLiteral("ExperimentDock"))->isVisible(); }));
    waitUntilPanelsRest();
    EXPECT_GE(view("Lesson").width(), 250) << size.width();
    const LessonLayout here = layout();
    EXPECT_GT(here.next.w, 40);
    clickOn(view("Lesson"), here.back);
    ASSERT_TRUE(waitUntil([&] { return !sight().open; })) << "it can be left by the mouse";
  }
}

}  // namespace
}  // namespace strata
