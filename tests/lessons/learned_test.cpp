#include "app/lessons/learned.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/facts/start_sight.h"
#include "app/lessons/handout.h"
#include "app/lessons/lesson_sight.h"
#include "tests/lessons/made_run.h"
#include "tests/lessons/noted_progress.h"

namespace strata {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kFirst = R"(lesson: Tiling
let: factor = time(naive) / time(tiled)
ask: Which is slower?
  name: slower
  choice: naive | factor > 1
  choice: tiled | factor < 1
ask: How much?
  name: much
  number: 1 to 64
  unit: ×
  answer: factor
ask: In order?
  name: ordered
  item: naive | time(naive)
  item: tiled | time(tiled)
ask: Where?
  name: where
  place: line
  answer: counted(line, naive.load1)
run: matmul n=64 variants=naive,tiled
explain: So
  It is {factor: times}.
)";

constexpr std::string_view kNext =
    "lesson: Next\nafter: 01-tiling\nsay: Hello\n  Text.\nrun: matmul n=64\nexplain: E\n  {time(naive)}\n";

constexpr std::string_view kSecond =
    "lesson: Later\nsay: Hello\n  Text.\nrun: matmul n=64\nexplain: E\n  {time(naive)}\n";

std::vector<LessonFile> files() {
  return {{"01-tiling.lesson", parseLesson(kFirst, "01-tiling.lesson")},
          {"02-later.lesson", parseLesson(kSecond, "02-later.lesson")}};
}

LessonPlayer playerOf(Lesson lesson) {
  return LessonPlayer(std::make_shared<const Lesson>(std::move(lesson)));
}

LessonRun runOn(const std::string& device) {
  LessonRun run = madeRun();
  run.hello.device.name = device;
  return run;
}

/// The first lesson, with wrong predictions of all but the number.
Progress afterTheFirst() {
  LessonPlayer player = playerOf(files()[0].lesson.value());
  for (const Bet& bet : {Bet{1, {}, {}}, Bet{4, {}, {}}, Bet{0, {0, 1}, {}}, Bet{3, {}, {}}}) {
    player.bet(bet);
    player.next();
  }
  player.addRuns(4, {madeRun()});
  player.next();
  Progress progress;
  noteOutcomes(progress, player);
  progress.done.insert("01-tiling");
  return progress;
}

TEST(Learned, AnExplanationNotesWhatWasSaidAndWhatCame) {
  const Progress progress = afterTheFirst();
  ASSERT_EQ(progress.guesses.size(), 4u);
  EXPECT_FALSE(progress.guesses[0].right);
  EXPECT_EQ(progress.guesses[0].outcome, "naive");
  EXPECT_EQ(progress.guesses[1].factor, 1);
  EXPECT_EQ(progress.guesses[1].came.number, 4);
  EXPECT_EQ(progress.guesses[2].came.order, (std::vector<std::size_t>{1, 0}));
  ASSERT_EQ(progress.findings.size(), 1u);
  EXPECT_THAT(progress.findings[0].text, HasSubstr("4"));
  ASSERT_EQ(progress.findings[0].runs.size(), 1u);
  EXPECT_EQ(progress.findings[0].runs[0].what, "matmul n=64 variants=naive,tiled");
  EXPECT_EQ(progressFromText(toText(progress)), progress);
}

TEST(Learned, WhatWasWrongReturnsInTheNextLessonAndIsJudgedByWhatCameThen) {
  Progress progress = afterTheFirst();
  const Lesson lesson = withReturning(files()[1].lesson.value(), progress, files());
  ASSERT_EQ(lesson.pages.size(), 6u);
  EXPECT_EQ(lesson.pages[0].title, "Which is slower?");
  EXPECT_EQ(lesson.pages[1].title, "In order?") << "a place cannot return, what was right comes later";
  LessonPlayer player = playerOf(lesson);
  player.bet({0, {}, {}});
  player.next();
  player.bet({0, {1, 0}, {}});
  player.next();
  ASSERT_TRUE(player.text().ok()) << player.text().error().message;
  EXPECT_THAT(player.text().value(), HasSubstr("Tiling"));
  noteOutcomes(progress, player);
  ASSERT_EQ(progress.guesses.size(), 4u);
  for (const Progress::Guess& guess : progress.guesses)
    if (guess.question == "slower" || guess.question == "ordered") {
      EXPECT_TRUE(guess.known) << guess.question;
      EXPECT_FALSE(guess.right) << "what was predicted stays";
      EXPECT_EQ(guess.returned, 1u);
      EXPECT_EQ(guess.lesson, "01-tiling");
    }
  EXPECT_EQ(progress.findings.size(), 1u) << "what returns tells nothing new";
}

TEST(Learned, ANumberReturnsWithWhatCameThen) {
  Progress progress = afterTheFirst();
  for (Progress::Guess& guess : progress.guesses) guess.known = guess.question != "much";
  const Lesson lesson = withReturning(files()[1].lesson.value(), progress, files());
  ASSERT_EQ(lesson.pages[1].question.name, "01-tiling/much") << "in the order of the pages";
  LessonPlayer player = playerOf(lesson);
  player.bet({0, {}, {}});
  player.next();
  player.bet({8, {}, {}});
  const auto judged = player.judged(lesson.pages[1].question);
  ASSERT_TRUE(judged);
  EXPECT_EQ(judged->factor, 2);
  EXPECT_EQ(inWords(lesson.pages[1].question, *judged), "4 ×");
  EXPECT_EQ(formatted({1, "sectors", {}}, {}), "1 sector");
  EXPECT_EQ(formatted({1, "passes", {}}, {}), "1 pass");
  EXPECT_EQ(formatted({1, "branches", {}}, {}), "1 branch");
  EXPECT_EQ(formatted({2, "passes", {}}, {}), "2 passes");
}

TEST(Learned, NothingReturnsOfALessonThatIsNotDoneOrIsThisOne) {
  Progress progress = afterTheFirst();
  EXPECT_EQ(withReturning(files()[0].lesson.value(), progress, files()).pages.size(), 6u);
  progress.done.clear();
  EXPECT_EQ(withReturning(files()[1].lesson.value(), progress, files()).pages.size(), 3u);
}

TEST(Learned, NothingReturnsOfALessonThatStandsLater) {
  std::vector<LessonFile> listed = files();
  std::ranges::reverse(listed);
  EXPECT_EQ(withReturning(listed[0].lesson.value(), afterTheFirst(), listed).returning, 0u);
  listed.insert(listed.begin(), LessonFile{"00-broken.lesson", Error{ErrorCode::Usage, "It is none."}});
  EXPECT_EQ(withReturning(listed[1].lesson.value(), afterTheFirst(), listed).returning, 0u);
  EXPECT_GT(withReturning(files()[1].lesson.value(), afterTheFirst(), files()).returning, 0u);
}

TEST(Learned, AnOlderFileOfProgressReturnsNothing) {
  const Progress progress = progressFromText(
      R"({"done": ["01-tiling"], "guesses": [{"lesson": "01-tiling", "question": "much", "right": false, "factor": 2}]})");
  ASSERT_EQ(progress.guesses.size(), 1u);
  EXPECT_EQ(withReturning(files()[1].lesson.value(), progress, files()).pages.size(), 3u);
}

TEST(Learned, CalibrationIsTheShareWithinAFactor) {
  Progress progress;
  const auto number = [&](const char* name, double factor) {
    Progress::Guess guess;
    guess.lesson = "a";
    guess.question = name;
    guess.factor = factor;
    progress.note(std::move(guess));
  };
  for (const auto& [name, factor] : {std::pair("p", 8.), {"q", 1.}, {"r", 2.}, {"s", 3.}}) number(name, factor);
  Progress::Guess choice;
  choice.lesson = "a";
  choice.question = "t";
  choice.right = true;
  progress.note(choice);
  const Calibration calibration = calibrationOf(progress);
  EXPECT_EQ(calibration.factors, (std::vector<double>{1, 2, 3, 8}));
  EXPECT_EQ(calibration.earlier, (std::vector<double>{1, 8}));
  EXPECT_EQ(calibration.others, 1u);
  EXPECT_EQ(calibration.right, 1u);
  EXPECT_EQ(shareWithin(calibration.factors, 2), 0.5);
  EXPECT_EQ(shareWithin({}, 2), 0);
}

TEST(Learned, ALearnersPageHoldsAnswersAndNoMarkupOfTheirs) {
  Progress progress = afterTheFirst();
  progress.guesses[0].words = "<script>";
  const std::string page = learnerPage(progress, files(), {"Ada <b>", {}, {}});
  EXPECT_THAT(page, HasSubstr("How much?"));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
  EXPECT_THAT(page, HasSubstr("strata run matmul --set n=64"));
}

TEST(Learned, ALearnersPageOfGermanLessonsIsGerman) {
  const std::vector<LessonFile> german{{"01-tiling.de.lesson", parseLesson(kFirst, "01-tiling.de.lesson")}};
  const Progress progress = afterTheFirst();
  const auto curve = [](const Calibration&, const std::string& language) { return "<svg lang=" + language + ">"; };
  const std::string page = learnerPage(progress, german, {}, curve);
  EXPECT_THAT(page, HasSubstr("<html lang=\"de\">"));
  EXPECT_THAT(page, HasSubstr("<h1>Lektionen</h1>"));
  EXPECT_THAT(page, HasSubstr("<svg lang=de>")) << "the curve is a part of the page";
  EXPECT_THAT(page, HasSubstr("<th>Frage<th>vorhergesagt<th>Ergebnis<th>daneben um"));
  EXPECT_THAT(learnerPage(progress, files(), {}), HasSubstr("<th>question<th>predicted<th>came out<th>off by"));
}

TEST(Learned, AHandoutLeavesRoomForABetAndSaysWhereAndWhenItCameOut) {
  std::string text(kFirst);
  text.replace(text.find("It is"), 2, "You said {bet: much}, {bet: slower}; it");
  LessonPlayer player = playerOf(parseLesson(text, "01-tiling.lesson").value());
  player.addRuns(4, {runOn("a <device>")});
  const std::string page = handout(player, "2026-05-31");
  EXPECT_THAT(page, HasSubstr("You said ________, ________; it is <strong>4 ×</strong>"));
  EXPECT_THAT(page, Not(HasSubstr("no prediction")));
  EXPECT_THAT(page, HasSubstr("<li>tiled</li>\n</ol>\n<p>your prediction: ________</p>"));
  EXPECT_THAT(page, HasSubstr("<p>A number from 1 to 64 ×.</p>\n<p>your prediction: ________ ×</p>"));
  EXPECT_THAT(page, HasSubstr("<p>Number them: 1 comes first.</p>\n<ul>\n<li>naive</li>"));
  EXPECT_THAT(page, HasSubstr("As it came out on a &lt;device&gt;, 2026-05-31."));
}

TEST(Learned, WhereALineIsAskedForAHandoutHasTheNumberedText) {
  const LessonPlayer player = playerOf(parseLesson("lesson: x\nask: Which is the guard?\n  name: guard\n  place: line\n"
                                                   "  answer: 2\nask: Which storey?\n  name: storey\n"
                                                   "  place: storey\n  answer: hardware\n",
                                                   "x.lesson")
                                           .value());
  const auto kernel = [](const LessonPlayer&) { return std::string("int i;\nif (i < n)\n"); };
  const std::string page = handout(player, "2026-05-31", {}, HandoutAnswers::LeftOut, {}, kernel);
  EXPECT_THAT(page, HasSubstr("kernel’s text.</p>\n<pre>  1  int i;\n  2  if (i &lt; n)</pre>\n"));
  EXPECT_EQ(page.find("<pre>"), page.rfind("<pre>")) << "not where a storey is asked for";
}

TEST(Learned, AHandoutWithoutAnswersNeedsNoRunAndHasRoomForWhatComesOut) {
  const std::string text = std::string(kFirst) + "see: Later\n  It took {time(naive)}.\n";
  const LessonPlayer player = playerOf(parseLesson(text, "01-tiling.lesson").value());
  const std::string page = handout(player, "2026-05-31", {}, HandoutAnswers::LeftOut);
  EXPECT_THAT(page, HasSubstr("<p>your prediction: ________ ×</p>\n<p>came out: ________ ×</p>"));
  EXPECT_THAT(page, HasSubstr("strata run matmul"));
  EXPECT_THAT(page, HasSubstr("<h2>Later</h2>\n<p>It took ________.</p>"));
  EXPECT_THAT(page, Not(HasSubstr("<h2>So</h2>"))) << "an explanation is an answer";
  EXPECT_THAT(page, Not(HasSubstr("class=\"answer\"")));
  EXPECT_THAT(page, HasSubstr("<footer>Written on 2026-05-31.</footer>"));
}

TEST(Learned, AHandoutHasTheImageOfAViewOnceInARowAndNoneWithoutAnswers) {
  const LessonPlayer player =
      playerOf(parseLesson("lesson: Far\nopen: far.pftrace\n  view: stack\nsee: A\n  It.\n  view: "
                           "stack\nsay: B\n  No view.\nsee: C\n  That.\n  view: speed\n",
                           "far.lesson")
                   .value());
  const auto image = [](const LessonPlayer& of) {
    const std::string& view = of.page().sight.view;
    return view.empty() ? view : "<img alt=\"" + view + "\">";
  };
  const std::string page = handout(player, "2026-05-31", {}, HandoutAnswers::Told, image);
  const auto first = page.find("<figure><img alt=\"stack\"></figure>");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(page.find("<img alt=\"stack\">", first + 30), std::string::npos);
  EXPECT_THAT(page, HasSubstr("<p>That.</p>\n<figure><img alt=\"speed\"></figure>"));
  EXPECT_THAT(handout(player, "2026-05-31", {}, HandoutAnswers::LeftOut, image), Not(HasSubstr("<img")));
}

TEST(Learned, AHandoutNamesEachDeviceWithWhatRanOnIt) {
  LessonPlayer player = playerOf(parseLesson("lesson: Two\nrun: matmul n=64\nexplain: A\n  {time(naive)}\n"
                                             "open: far.pftrace\nexplain: B\n  {time(tiled)}\n",
                                             "two.lesson")
                                     .value());
  player.addRuns(0, {runOn("a CPU")});
  EXPECT_THAT(handout(player, "2026-05-31"), Not(HasSubstr("Ran on a CPU."))) << "the footer says it for all";
  player.addRuns(2, {runOn("a far GPU")});
  const std::string page = handout(player, "2026-05-31");
  EXPECT_THAT(page, HasSubstr("<p><small>Ran on a CPU.</small></p>\n<h2>A</h2>"));
  EXPECT_THAT(page, HasSubstr("<p><small>Recorded on a far GPU.</small></p>\n<h2>B</h2>"));
  EXPECT_THAT(page, HasSubstr("<footer>As it came out on a CPU, 2026-05-31. Recorded on a far GPU.</footer>"));
}

TEST(Learned, AHandoutNamesTheGpuThatAValueIsModelledFor) {
  const auto page = [](const char* file) {
    LessonPlayer player =
        playerOf(parseLesson("lesson: M\nask: How long?\n  name: long\n  number: 0 to 1\n  answer: "
                             "modelled(naive)\nrun: matmul n=64\nexplain: A\n  Once {modelled(naive)}, "
                             "of it {modelled(naive, load_unit)}; here {time(naive)}.\n",
                             file)
                     .value());
    LessonRun run = runOn("a CPU");
    run.results[0].modelled->gpuTitle = "NVIDIA RTX A6000";
    player.addRuns(1, {run});
    return handout(player, "2026-05-31");
  };
  EXPECT_THAT(page("m.lesson"), HasSubstr("<p><em>Modelled for NVIDIA RTX A6000.</em></p>"));
  EXPECT_THAT(page("m.lesson"), HasSubstr("</strong> · Modelled for NVIDIA RTX A6000.</p>")) << "the answer, too";
  EXPECT_THAT(page("m.de.lesson"), HasSubstr("<em>Modelliert für NVIDIA RTX A6000.</em>"));
}

TEST(Learned, AHandoutOfWhatDidNotRunNamesNoDevice) {
  const LessonPlayer player = playerOf(parseLesson("lesson: Words\nsay: A\n  x\n", "words.lesson").value());
  EXPECT_THAT(handout(player, "2026-05-31"), HasSubstr("<footer>Written on 2026-05-31.</footer>"));
}

TEST(Learned, AHandoutSpeaksTheLessonsLanguage) {
  LessonPlayer player = playerOf(parseLesson(kFirst, "01-tiling.de.lesson").value());
  player.addRuns(4, {runOn("ein Gerät")});
  const std::string page = handout(player, "2026-05-31");
  EXPECT_THAT(page, HasSubstr("<html lang=\"de\">"));
  EXPECT_THAT(page, HasSubstr("<small>gemessen</small>"));
  EXPECT_THAT(page, HasSubstr("<p>Eine Zahl von 1 bis 64 ×.</p>\n<p>deine Vorhersage: ________ ×</p>"));
  EXPECT_THAT(page, HasSubstr("<p>Nummeriere sie: 1 kommt zuerst.</p>"));
  EXPECT_THAT(page, HasSubstr("So kam es heraus auf ein Gerät, 2026-05-31."));
}

TEST(Learned, AGermanHandoutHasCommasInItsNumbersAndPointsInItsCode) {
  std::string text(kFirst);
  text.replace(text.find("1 to 64"), 7, "0.5 to 64");
  text.replace(text.find("answer: factor"), 14, "answer: factor / 8");
  text.replace(text.find("It is {factor: times}"), 21, "`x = 1.5` {factor / 8: times}, {bet: much}");
  LessonPlayer player = playerOf(parseLesson(text, "01-tiling.de.lesson").value());
  player.bet({0, {}, {}});
  player.skip();
  player.bet({2.5, {}, {}});
  player.addRuns(4, {runOn("Kern 2.4")});
  const std::string page = handout(player, "2026-05-31");
  EXPECT_THAT(page, HasSubstr("<p>Eine Zahl von 0,5 bis 64 ×.</p>"));
  EXPECT_THAT(page, HasSubstr("<strong>0,5 ×</strong> · vorhergesagt: 2,5 ×"));
  EXPECT_THAT(page, HasSubstr("<code>x = 1.5</code> <strong>0,5 ×</strong>"));
  EXPECT_THAT(page, HasSubstr("<strong>2,5 ×</strong>.</p>"));
  EXPECT_THAT(page, HasSubstr("auf Kern 2.4, 2026-05-31."));
  EXPECT_THAT(page, HasSubstr("<strong>Zeile 22</strong>"));
}

TEST(Learned, AFewAreAskedForInWholeNumbers) {
  Question question;
  question.kind = Question::Kind::Number;
  question.high = 7;
  const Bet first = firstBet(question);
  EXPECT_EQ(first.number, 4);
  EXPECT_EQ(betStepped(question, &first, 1).number, 5);
  EXPECT_EQ(betStepped(question, &first, 9).number, 7);
  question.high = 64;
  EXPECT_EQ(firstBet(question).number, 32);
}

TEST(Learned, ATypedNumberOffItsScaleIsNoPrediction) {
  Question question;
  question.kind = Question::Kind::Number;
  question.low = 0.01, question.high = 100;
  EXPECT_EQ(betTyped(question, "4")->number, 4);
  EXPECT_EQ(betTyped(question, "42.")->number, 42);
  EXPECT_EQ(betTyped(question, ".5")->number, 0.5);
  EXPECT_EQ(betTyped(question, "100")->number, 100);
  for (const char* typed : {"", ".", "0", "101", "4.5.6"}) EXPECT_FALSE(betTyped(question, typed)) << typed;
}

TEST(Learned, ABeginningOfANumberOfTheScaleMayGrow) {
  Question share;
  share.kind = Question::Kind::Number;
  share.low = 0.01, share.high = 100;
  for (const char* typed : {"0", "0.", ".", "0.0", ".0"}) EXPECT_TRUE(mayGrowToBet(share, typed)) << typed;
  for (const char* typed : {"101", "0.00", "100.1", "4.5.6"}) EXPECT_FALSE(mayGrowToBet(share, typed)) << typed;
  Question sectors;
  sectors.kind = Question::Kind::Number;
  sectors.unit = "sectors";
  sectors.low = 32, sectors.high = 64;
  ASSERT_TRUE(asksWhole(sectors));
  for (const char* typed : {"3", "4", "6", "0"}) EXPECT_TRUE(mayGrowToBet(sectors, typed)) << typed;
  for (const char* typed : {"2", "65", "7", "3."}) EXPECT_FALSE(mayGrowToBet(sectors, typed)) << typed;
}

TEST(Learned, APointMakesNoWholeNumber) {
  Question question;
  question.kind = Question::Kind::Number;
  question.high = 7;
  ASSERT_TRUE(asksWhole(question));
  EXPECT_EQ(betTyped(question, "4")->number, 4);
  for (const char* typed : {"4.", "4.5", "4.0"}) EXPECT_FALSE(betTyped(question, typed)) << typed;
}

TEST(Learned, ThingsAreAskedForInWholeNumbers) {
  Question question;
  question.kind = Question::Kind::Number;
  question.low = 1, question.high = 64;
  for (const char* things : {"sectors", "warp steps", "Stockwerke"}) {
    question.unit = things;
    EXPECT_TRUE(asksWhole(question)) << things;
  }
  for (const char* measure : {"×", "%", "MiB", "FLOP/byte"}) {
    question.unit = measure;
    EXPECT_FALSE(asksWhole(question)) << measure;
  }
  question.unit = "reads", question.low = 0.1;
  EXPECT_FALSE(asksWhole(question)) << "a part of one is on the scale";
}

TEST(Learned, NamesOfLearnersAreNoPaths) {
  EXPECT_EQ(learnerName(" Ada Lovelace ").value(), "Ada Lovelace");
  for (const char* name : {"", "  ", "../x", "a/b", "a.b", "\n"}) EXPECT_FALSE(learnerName(name).ok()) << name;
}

TEST(Returning, InTheOrderInWhichTheyWereAskedFirst) {
  Progress progress = afterTheFirst();
  std::ranges::reverse(progress.guesses);
  const Lesson lesson = withReturning(files()[1].lesson.value(), progress, files());
  ASSERT_EQ(lesson.returning, 3u);
  EXPECT_EQ(lesson.pages[0].title, "Which is slower?");
  EXPECT_EQ(lesson.pages[1].title, "In order?");
}

TEST(Returning, InTheLanguageOfTheLessonThatAsksAgain) {
  std::string german(kFirst);
  german.replace(german.find("Which is slower?"), 16, "Was ist langsamer?");
  std::vector<LessonFile> both = files();
  both.insert(both.begin(), {"01-tiling.de.lesson", parseLesson(german, "01-tiling.de.lesson")});
  const auto translated = parseLesson(kSecond, "02-later.de.lesson");
  const auto asks = [](const Lesson& lesson, const std::vector<LessonFile>& among) {
    return withReturning(lesson, afterTheFirst(), among).pages.front().title;
  };
  EXPECT_EQ(asks(both[2].lesson.value(), both), "Which is slower?");
  EXPECT_EQ(asks(translated.value(), both), "Was ist langsamer?");
  EXPECT_EQ(asks(translated.value(), files()), "Which is slower?") << "its lesson has no translation";
  both.erase(both.begin() + 1);
  EXPECT_EQ(asks(both[1].lesson.value(), both), "Was ist langsamer?") << "it is in German only";
}

TEST(Returning, ATitleThatAsksEndsNoSentence) {
  std::string text(kFirst);
  text.replace(text.find("Tiling"), 6, "Why tiles?");
  std::vector<LessonFile> asking = files();
  asking[0].lesson = parseLesson(text, "01-tiling.lesson");
  for (const char* file : {"02-later.lesson", "02-later.de.lesson"}) {
    const Lesson lesson = withReturning(parseLesson(kSecond, file).value(), afterTheFirst(), asking);
    ASSERT_EQ(lesson.returning, 3u);
    EXPECT_THAT(lesson.pages[0].text, HasSubstr("*Why tiles?*"));
    EXPECT_THAT(lesson.pages[0].text, Not(HasSubstr("?*.")));
    EXPECT_THAT(lesson.pages[2].outcomes.front().text, Not(HasSubstr("?*.")));
  }
}

TEST(Returning, NotInTheVeryNextLesson) {
  const auto next = parseLesson(kNext, "02-next.lesson");
  EXPECT_EQ(withReturning(next.value(), afterTheFirst(), files()).returning, 0u);
  EXPECT_GT(withReturning(files()[1].lesson.value(), afterTheFirst(), files()).returning, 0u);
}

constexpr std::string_view kSeesMuch = R"(lesson: Copies
say: The text
  Look.
  view: kernel
  variant: naive
  line: 3
ask: Seen before?
  name: before
  number: 1 to 64
  answer: 2
run: copy n=64 variants=naive
explain: So
  if 1:
    2
ask: Which call?
  name: call
  number: 1 to 64
  answer: 2
  view: timeline
  select: <kernel>
  zoom: yes
  slow: yes
run: saxpy n=64 variants=naive
explain: So
  if 1:
    2
)";

TEST(Returning, WithWhatStoodBesideThePageThatAskedAsFarAsItNeedsNoRun) {
  const std::vector<LessonFile> listed{{"01-copies.lesson", parseLesson(kSeesMuch, "01-copies.lesson")}, files()[1]};
  ASSERT_TRUE(listed[0].lesson.ok()) << listed[0].lesson.error().message;
  const Progress progress = test::notedProgress("01-copies", {"before", "call"});
  const Lesson lesson = withReturning(listed[1].lesson.value(), progress, listed);
  ASSERT_EQ(lesson.returning, 3u);
  PageSight text;
  text.view = "kernel", text.variant = "naive", text.line = 3;
  EXPECT_EQ(lesson.pages[0].sight, text) << "that of the page before, since the page named none";
  PageSight stairs;
  stairs.view = "stack";
  EXPECT_EQ(lesson.pages[1].sight, stairs) << "its timeline was of a run that this lesson does not make";
  LessonPlayer player = playerOf(lesson);
  EXPECT_EQ(player.experimentInSight(), "copy");
  player.skip();
  EXPECT_EQ(player.experimentInSight(), "saxpy");
  player.skip();
  EXPECT_EQ(player.experimentInSight(), "matmul") << "this lesson's own run lies ahead";
}

TEST(NextLesson, OneThatIsHalfDoneComesFirstAndSaysWhereItGoesOn) {
  const std::vector<LessonFile> all = files();
  Progress progress;
  EXPECT_EQ(nextLesson(all, progress), 0u);
  LessonPlayer player = playerOf(all[1].lesson.value());
  player.skip();
  progress.places["02-later"] = player.place();
  EXPECT_EQ(nextLesson(all, progress), 1u);
  const auto sight = listOf(all, progress);
  EXPECT_FALSE(sight->list[0].next);
  EXPECT_EQ(sight->list[0].goesOn, "");
  EXPECT_TRUE(sight->list[1].next);
  EXPECT_EQ(sight->list[1].goesOn, "page 2 of 3");
  EXPECT_EQ(listOf(all, progress, "de")->list[1].goesOn, "Seite 2 von 3");
  StartSight start;
  addLessons(start, all, progress);
  EXPECT_EQ(start.nextLesson, "Later");
  EXPECT_THAT(start.nextAbout, HasSubstr("page 2 of 3"));
  progress.places["02-later"].plan = "say; ";
  EXPECT_EQ(nextLesson(all, progress), 0u) << "it has changed since, and begins anew";
  progress.done = {"01-tiling", "02-later"};
  EXPECT_FALSE(nextLesson(all, progress));
}

}  // namespace
}  // namespace strata
