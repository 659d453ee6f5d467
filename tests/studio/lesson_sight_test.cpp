#include <QAbstractSpinBox>
#include <QAction>
#include <QCheckBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QMenu>

#include "app/facts/kernel_facts.h"
#include "app/facts/selections.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/place.h"
#include "app/studio/kernel_editor.h"
#include "app/studio/kernel_text_edit.h"
#include "app/studio/layouts.h"
#include "lesson_walk_fixture.h"

// What the window shows beside a lesson, and once it is left.

namespace strata {
namespace {

constexpr std::string_view kAsksWhatARunTells = R"(lesson: Own
ask: How many times quicker is tiled?
  name: times
  number: 1 to 64
  answer: time(naive) / time(tiled)
  view: speed
run: matmul n=32 variants=naive,tiled
)";

constexpr std::string_view kHidesWhatItRan = R"(lesson: Own
run: matmul n=32 variants=naive,tiled
ask: How many times quicker is tiled?
  name: times
  number: 1 to 64
  answer: time(naive) / time(tiled)
  view: speed
  hide: yes
explain: So
  {time(naive)}
)";

constexpr std::string_view kRunsTwice = R"(lesson: Own
run: matmul n=32 variants=naive
explain: Small
  {time(naive, n=32)}
  view: speed
run: matmul n=64 variants=naive
explain: Large
  {time(naive, n=64)}
  view: speed
)";

constexpr std::string_view kZooms = R"(lesson: Own
run: matmul n=32 variants=naive
explain: One call
  if 1:
    {time(naive)}
  view: stack
  zoom: yes
see: All of them
  Look around.
  view: timeline
)";

constexpr std::string_view kSpeaksOfSpeeds = R"(lesson: Own
say: On another GPU
  As the model has it.
  view: speed
  speeds: modelled
say: The same under its roof
  Still modelled.
  view: roofline
say: Here
  As it was measured.
  view: speed
  speeds: measured
)";

constexpr std::string_view kSelects = R"(lesson: Own
say: Before
  Nothing has run.
  view: stack
run: matmul n=32 variants=naive,tiled
explain: Naive
  if 1:
    {time(naive)}
  view: stack
  variant: naive
see: All of it
  Look around.
  view: timeline
explain: Tiled
  if 1:
    {time(tiled)}
  view: stack
  variant: tiled
ask: How many?
  name: many
  number: 1 to 64
  answer: 2
  view: stack
run: saxpy n=64 variants=naive
explain: Another
  if 1:
    {time(naive)}
  view: stack
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

TEST_F(LessonWalkTest, TheRooflineOfALessonStandsWhereItCanBeRead) {
  openAttendedWindow();
  begin("10-roofline-intro");
  ViewWidget& roofline = view("Roofline");
  ASSERT_TRUE(waitUntil([&] { return !roofline.visibleRegion().isEmpty(); }));
  EXPECT_GT(roofline.width(), window().width() / 2);
}

TEST_F(LessonWalkTest, AViewThatAPageNamesHasRoomInALowWindow) {
  openAttendedWindow();
  window().resize(1280, 720);
  begin("12-bank-conflicts");
  ViewWidget& kernel = view("Kernel");
  EXPECT_TRUE(waitUntil([&] { return kernel.height() > window().height() * 3 / 10; })) << kernel.height();
}

TEST_F(LessonWalkTest, AfterAPageThatZoomsTheWholeRunIsSeenAgain) {
  openAttendedWindow();
  beginOwn(kZooms);
  goOn(false);
  ASSERT_TRUE(waitUntil([&] { return sight().index == 1; }));
  waitUntilPanelsRest();
  const auto length = [&] { return window().scene().state().sight.range.length(); };
  const Duration zoomed = length();
  goOn(false);
  EXPECT_TRUE(waitUntil([&] { return length() > zoomed; }));
}

TEST_F(LessonWalkTest, WhatIsSelectedFollowsThePageInBothDirections) {
  openAttendedWindow();
  beginOwn(kSelects);
  const auto selected = [this] { return window().selection().selection().call; };
  std::vector<CallId> forward{selected()};
  for (std::size_t page = 0; page < 7;) {
    if (sight().question && sight().mayBet) predictByKeys();
    goOn(false);
    ASSERT_TRUE(waitUntil([&] { return sight().index > page && !window().session().running(); }));
    QTest::qWait(20);
    page = sight().index;
    forward.resize(page + 1);
    forward[page] = selected();
  }
  EXPECT_EQ(forward[0], CallId::None);
  EXPECT_EQ(forward[3], forward[2]) << "it selects nothing itself";
  EXPECT_NE(forward[4], forward[2]);
  EXPECT_EQ(forward[5], forward[4]) << "of the run behind it";
  EXPECT_NE(forward[7], forward[4]);
  for (std::size_t page = 7; page > 0;) {
    const Rect back = layout().back;
    clickOn(view("Lesson"), back);
    ASSERT_TRUE(waitUntil([&] { return sight().index == page - 1; }));
    QTest::qWait(20);
    page = sight().index;
    if (const bool runs = page == 1 || page == 6; !runs) {
      EXPECT_EQ(selected(), forward[page]) << page;
    }
  }
}

TEST_F(LessonWalkTest, APageThatIsTurnedBackToHasWhatItsOwnRunCameToBesideIt) {
  openAttendedWindow();
  beginOwn(kRunsTwice);
  const auto shown = [this] { return window().session().runs().shown(); };
  const auto turnTo = [&](std::size_t page) {
    if (page > sight().index)
      goOn(false);
    else
      clickOn(view("Lesson"), layout().back);
    return waitUntil([&] { return sight().index == page && !window().session().running(); });
  };
  ASSERT_TRUE(turnTo(1));
  const auto small = shown();
  ASSERT_TRUE(turnTo(2));
  ASSERT_TRUE(turnTo(3));
  const auto large = shown();
  ASSERT_NE(small, large);
  ASSERT_TRUE(turnTo(2));
  ASSERT_TRUE(turnTo(1));
  EXPECT_TRUE(waitUntil([&] { return shown() == small; }));
  EXPECT_FALSE(window().scene().state().session.results.empty());
  ASSERT_TRUE(turnTo(2));
  EXPECT_TRUE(waitUntil([&] { return shown() == large; }));
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

TEST_F(LessonWalkTest, TheKernelOfAPageAboutAnotherExperimentStaysWhateverIsSelected) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  beginOwn(R"(lesson: Own
say: A kernel
  Look at it.
  view: kernel
  variant: vectorised
run: saxpy n=64 variants=vectorised
)");
  const ViewState& state = window().scene().state();
  ASSERT_TRUE(waitUntil([&] { return state.session.hidden == LessonHides::OtherExperiment; }));
  ASSERT_TRUE(waitUntil([&] { return state.sight.choices.variant == "vectorised"; }));
  const auto kernel = lastKernel(*window().session().snapshot(), window().session().results());
  ASSERT_TRUE(kernel);
  window().selection().select(selectionOf(*window().session().snapshot(), *kernel));
  EXPECT_EQ(state.sight.choices.variant, "vectorised");
  EXPECT_FALSE(kernelFacts(state).lines.empty());
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
  const auto* field = form->findChild<QAbstractSpinBox*>();
  for (const QSize size : {QSize(1920, 1080), QSize(1280, 720), QSize(1024, 700)}) {
    window().resize(size);
    waitUntilPanelsRest();
    EXPECT_EQ(window().width(), size.width()) << "there is room for both";
    EXPECT_GE(field->visibleRegion().boundingRect().width(), 100) << size.width();
    EXPECT_FALSE(view("Lesson").visibleRegion().isEmpty()) << size.width();
  }
}

TEST_F(LessonWalkTest, TheFormShowsWhatTheLessonRunsAndKeepsWhatAHandChanges) {
  openAttendedWindow();
  ASSERT_TRUE(window().chooseExperiment("saxpy"));
  ASSERT_TRUE(window().fillForm({"seed=7"}).ok());
  beginOwn(R"(lesson: Own
run: saxpy n=64,128 variants=naive repeat=3
explore: Find a size
  Choose one.
  goal: time(naive) > 0
  solution: saxpy n=32 variants=naive
)");
  const auto number = [&](const char* name) { return window().findChild<QDoubleSpinBox*>(name)->value(); };
  const auto runs = [&](const char* step) { return window().findChild<QCheckBox*>(step)->isChecked(); };
  ASSERT_TRUE(waitUntil([&] { return number("n") == 128; })) << "before it has run";
  EXPECT_NE(number("seed"), 7) << "the lesson does not name it";
  setParameter("n", 99);
  goOn(false);
  ASSERT_TRUE(waitUntil([&] { return sight().index == 1; }));
  EXPECT_EQ(number("n"), 128) << "what ran, and not the solution";
  EXPECT_EQ(number("repeat"), 3);
  EXPECT_TRUE(runs("naive"));
  EXPECT_FALSE(runs("vectorised"));
  setParameter("n", 256);
  QTest::keyClick(&view("Lesson"), Qt::Key_Backspace);
  ASSERT_EQ(sight().index, 0u);
  QTest::qWait(20);  // what the page looks at is shown
  EXPECT_EQ(number("n"), 256);
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

TEST_F(LessonWalkTest, AQuestionMayHideWhatTheLessonRan) {
  openAttendedWindow();
  beginOwn(kHidesWhatItRan);
  const SessionFacts& shown = window().scene().state().session;
  const auto seen = [&] { return !shown.results.empty() && shown.snapshot->bounds().has_value(); };
  goOn(false);
  ASSERT_TRUE(waitUntil([&] { return sight().index == 1; }));
  EXPECT_TRUE(waitUntil([&] { return !seen() && shown.hidden == LessonHides::Answer; }));
  predictByKeys();
  EXPECT_FALSE(seen()) << "the prediction may still be changed";
  goOn(false);
  ASSERT_EQ(sight().index, 2u);
  EXPECT_TRUE(waitUntil(seen));
}

TEST_F(LessonWalkTest, APageChoosesTheSpeedsThatAreShownFromThereOn) {
  openAttendedWindow();
  beginOwn(kSpeaksOfSpeeds);
  const auto speeds = [this] { return window().scene().state().sight.choices.speeds; };
  EXPECT_TRUE(waitUntil([&] { return speeds() == SpeedKind::Modelled; }));
  goOn(false);
  QTest::qWait(20);
  EXPECT_EQ(speeds(), SpeedKind::Modelled);
  goOn(false);
  EXPECT_TRUE(waitUntil([&] { return speeds() == SpeedKind::Measured; }));
}

TEST_F(LessonWalkTest, ALessonThatIsOpenedAgainIsAsItsFileIsNowAndStandsInTheListOnce) {
  openAttendedWindow();
  beginOwn(kSpeaksOfSpeeds);
  const std::string path = temporary("own.lesson");
  std::ofstream(path) << kAsksAndExplores;
  window().lessons().openFile(QString::fromStdString(temporary("./own.lesson")));
  EXPECT_EQ(sight().kind, Page::Kind::Ask);
  window().lessons().showList();
  EXPECT_EQ(std::ranges::count(sight().list, std::string("own"), &ListedLesson::name), 1) << "under another path";
  std::ofstream(path) << kSelects;
  begin("own");
  EXPECT_EQ(sight().title, "Before") << "from the list, too";
  std::ofstream(path) << kAsksAndExplores;
  begin("own");
  EXPECT_EQ(sight().kind, Page::Kind::Ask);
}

TEST_F(LessonWalkTest, ATitleThatHasChangedOnDiskIsTheNewOneInTheMenuAndInTheList) {
  openAttendedWindow();
  const auto write = [this](std::string_view title) {
    std::string text(kSpeaksOfSpeeds);
    std::ofstream(temporary("own.lesson")) << text.replace(text.find("Own"), 3, title);
  };
  const auto entry = [this](const QString& title) -> QAction* {
    const auto entries = window().findChildren<QAction*>();
    const auto found = std::ranges::find_if(
        entries, [&](const QAction* one) { return one->text().remove(QLatin1Char('&')) == title; });
    return found == entries.end() ? nullptr : *found;
  };
  write("Its first title");
  window().lessons().openFile(QString::fromStdString(temporary("own.lesson")));
  ASSERT_NE(entry(QStringLiteral("Its first title")), nullptr);
  auto* titles = qobject_cast<QMenu*>(entry(QStringLiteral("Its first title"))->parent());
  ASSERT_NE(titles, nullptr);
  write("Another one");
  emit titles->aboutToShow();
  EXPECT_EQ(entry(QStringLiteral("Its first title")), nullptr);
  EXPECT_NE(entry(QStringLiteral("Another one")), nullptr);
  write("A third");
  window().lessons().showList();
  const auto& list = sight().list;
  const auto listed = std::ranges::find(list, std::string("own"), &ListedLesson::name);
  ASSERT_NE(listed, list.end());
  EXPECT_EQ(listed->title, "A third");
  EXPECT_NE(entry(QStringLiteral("A third")), nullptr) << "for the palette";
}

TEST_F(LessonWalkTest, AnEditorThatIsOpenFollowsFromPuzzleToPuzzle) {
  Progress solved;
  solved.places["own"] = {1, planOf(parseLesson(kTwoPuzzles, "own.lesson").value()), {}, {}, {1}};
  openAttendedWindow();
  endWindow();
  ASSERT_TRUE(keepProgress({}, solved).ok());
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
