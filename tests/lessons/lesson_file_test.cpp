#include "app/lessons/lesson_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/lessons/new_lesson.h"
#include "tests/lessons/lesson_texts.h"

namespace strata {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kWhole = R"(# A comment.
lesson: Tiling
about: One sentence.
after: a, b
words: warp, bank
minutes: 7
let: factor = time(naive) / time(tiled)

say: First
  A paragraph with *emphasis*.

  Another one: with a colon.
  view: kernel
  line: 12

ask: Which is slower?
  name: slower
  choice: the naive one | factor > 1
  choice: the tiled one, of course | 1

ask: How much?
name: much
number: 1 to 64
unit: ×
answer: factor

run: matmul n=64,128 variants=naive,tiled
  title: Both

explain: So
  if factor > 1.5:
    Naive is slower: {factor: times}.
  else:
  About the same: {factor}.
  claim: factor > 0
)";

std::string errorOf(std::string_view text) {
  const auto lesson = parseLesson(text, "a.lesson");
  if (lesson.ok()) return "it is a lesson";
  EXPECT_EQ(lesson.error().code, ErrorCode::Usage);
  return lesson.error().message;
}

TEST(LessonFile, ReadsPagesQuestionsAndOutcomes) {
  const Lesson lesson = parsed(kWhole, "x/tiling.lesson");
  EXPECT_EQ(lesson.name, "tiling");
  EXPECT_EQ(lesson.title, "Tiling");
  EXPECT_EQ(lesson.after, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(lesson.minutes, 7);
  EXPECT_EQ(lesson.formulas.at("factor"), "time(naive) / time(tiled)");
  ASSERT_EQ(lesson.pages.size(), 5u);
  EXPECT_EQ(lesson.pages[0].text, "A paragraph with *emphasis*.\n\nAnother one: with a colon.");
  EXPECT_EQ(lesson.pages[0].sight.view, "kernel");
  EXPECT_EQ(lesson.pages[0].sight.line, 12);
  const Question& slower = lesson.pages[1].question;
  ASSERT_EQ(slower.choices.size(), 2u);
  EXPECT_EQ(slower.choices[1].text, "the tiled one, of course");
  EXPECT_EQ(slower.choices[1].when, "1");
  EXPECT_EQ(lesson.question("much")->kind, Question::Kind::Number);
  EXPECT_EQ(lesson.question("much")->high, 64);
  EXPECT_EQ(lesson.pages[3].run.experiment, "matmul");
  EXPECT_EQ(lesson.pages[3].title, "Both");
  const Page& explained = lesson.pages[4];
  ASSERT_EQ(explained.outcomes.size(), 2u);
  EXPECT_EQ(explained.outcomes[0].when, "factor > 1.5");
  EXPECT_EQ(explained.outcomes[0].text, "Naive is slower: {factor: times}.");
  EXPECT_TRUE(explained.outcomes[1].when.empty());
  EXPECT_EQ(explained.claims, std::vector<std::string>{"factor > 0"});
}

TEST(LessonFile, ALessonToBeginWithIsOne) {
  const Lesson lesson = parsed(newLesson("first"));
  EXPECT_EQ(lesson.title, "first");
  EXPECT_EQ(lesson.pages.size(), 4u);
}

TEST(LessonFile, AMistakeIsNamedWithItsLine) {
  EXPECT_EQ(errorOf("say: a\n"), "a.lesson:1: the first line is \"lesson: TITLE\".");
  EXPECT_THAT(errorOf("lesson: x\n"), HasSubstr(":1: there is no page"));
  EXPECT_THAT(errorOf("lesson: x\ncolour: red\n"), HasSubstr(":2: \"colour\" is not a key"));
  EXPECT_THAT(errorOf("lesson: x\n  text\n"), HasSubstr(":2: a text stands below a page"));
  EXPECT_THAT(errorOf("lesson: x\nsay: a\nnonsense\n"), HasSubstr(":3: a line is"));
  EXPECT_THAT(errorOf("lesson: x\nsay: a\n  answer: 1\n"), HasSubstr(":3: \"answer\" is not a key of say"));
  EXPECT_THAT(errorOf("lesson: x\nask: a\n"), HasSubstr(":2: the question has no name"));
  EXPECT_THAT(errorOf("lesson: x\nask: a\nname: A b\n"), HasSubstr(":3: a question's name"));
  EXPECT_THAT(errorOf("lesson: x\nask: a\nname: a\nnumber: 64 to 1\n"), HasSubstr(":4: the limits are swapped"));
  EXPECT_THAT(errorOf("lesson: x\nask: a\nname: a\nnumber: 64 to 64\n"), HasSubstr(":4: a number is asked for"));
  EXPECT_THAT(errorOf("lesson: x\nask: a\nname: a\nnumber: 1 to 9\n"), HasSubstr("no \"answer: expression\""));
  EXPECT_THAT(errorOf("lesson: x\nask: a\nname: a\nchoice: one | 1\n"), HasSubstr("two choices at least"));
  EXPECT_THAT(errorOf("lesson: x\nask: a\nname: a\nchoice: one | 1\nchoice: two\n"), HasSubstr(":5: write"));
  for (const char* both : {"number: 1 to 9\nchoice: one | 1\n", "choice: one | 1\nnumber: 1 to 9\n",
                           "choice: one | 1\nitem: two | 2\n", "number: 1 to 9\nplace: line\n"})
    EXPECT_THAT(errorOf("lesson: x\nask: a\nname: a\n" + std::string(both)),
                HasSubstr(":5: a question asks for choices, items, a number or a place, not for several of them"));
  EXPECT_THAT(errorOf("lesson: x\nsay: a\nif 1:\n  b\n"), HasSubstr("below \"explain:\""));
  EXPECT_THAT(errorOf("lesson: x\nexplain: a\nif 1\n"), HasSubstr(":3: a line is"));
  EXPECT_THAT(errorOf("lesson: x\nexplain: a\nif 1:\n"), HasSubstr("an outcome has no text"));
  EXPECT_THAT(errorOf("lesson: x\nrun: matmul big\n"), HasSubstr("name=value"));
  EXPECT_THAT(errorOf("lesson: x\nminutes: soon\nsay: a\n"), HasSubstr(":2: minutes"));
  EXPECT_THAT(errorOf("lesson: x\nlet: A = 1\nsay: a\n"), HasSubstr(":2: a formula"));
  EXPECT_THAT(errorOf("lesson: x\nlet: a = 1\nlet: a = 2\nsay: a\n"), HasSubstr(":3: \"a\" is said twice"));
}

TEST(LessonFile, AMisspeltKeyBelowAPageIsAMistakeAndNoText) {
  EXPECT_THAT(errorOf("lesson: x\nsay: a\n  Text.\n  veiw: stack\n"), HasSubstr(":4: did you mean \"view:\"?"));
  EXPECT_THAT(errorOf("lesson: x\nask: a\n  name: a\n  chioce: one | 1\n"), HasSubstr(":4: did you mean \"choice:\"?"));
  EXPECT_THAT(errorOf("lesson: x\nsay: a\n  Text.\n  View: stack\n"), HasSubstr(":4: did you mean \"view:\"?"));
  EXPECT_THAT(errorOf("lesson: x\nexplain: a\n  if 1:\n    {1}\n  Else:\n    {2}\n"),
              HasSubstr(":5: did you mean \"else:\"?"));
  EXPECT_EQ(errorOf("lesson: x\nsay: a\n  Viel: a word and a colon.\n  note: no key is near.\n"), "it is a lesson");
}

TEST(LessonFile, AMisspeltKindOfPageIsNamed) {
  EXPECT_THAT(errorOf("lesson: x\nexplain: a\n  {1}\npuzle: b\n"),
              HasSubstr(":4: \"puzle\" is not a key of explain; did you mean \"puzzle:\"?"));
}

TEST(LessonFile, OfEachPageAMistakeIsTold) {
  const auto errors = lessonErrors(
      "lesson: x\nexplain: a\n  {1}\npuzle: b\n  task: saxpy n=8\nask: c\n  name: c\nsay: d\n  answer: 1\nsay: e\n",
      "x.lesson");
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_THAT(errors[0].message, HasSubstr("x.lesson:4:"));
  EXPECT_THAT(errors[1].message, HasSubstr("x.lesson:9: \"answer\" is not a key of say"));
  EXPECT_THAT(errors[2].message, HasSubstr("x.lesson:6: the question"));
  EXPECT_TRUE(lessonErrors("lesson: x\nsay: a\n", "x.lesson").empty());
}

TEST(LessonFile, AMistakeHidesNoneThatDoesNotFollowFromIt) {
  const auto errors = lessonErrors(
      "lesson: x\nminutes: soon\nlet: A = 1\nask: a\n  number: 1 to 9\n  answer: 1\nask: b\n  number: 1 to 9\n"
      "  answer: 1\n",
      "x.lesson");
  ASSERT_EQ(errors.size(), 4u);
  EXPECT_THAT(errors[0].message, HasSubstr("x.lesson:2: minutes"));
  EXPECT_THAT(errors[1].message, HasSubstr("x.lesson:3: a formula"));
  EXPECT_THAT(errors[2].message, HasSubstr("x.lesson:4: the question has no name"));
  EXPECT_THAT(errors[3].message, HasSubstr("x.lesson:7: the question has no name"));
  EXPECT_EQ(lessonErrors("lesson: x\nsays: a\n  Text.\n  view: stack\nsay: b\n  T.\n", "x.lesson").size(), 1u)
      << "what stands below a page that is none follows from it";
}

TEST(LessonFile, AKeyThatNoPageHasIsAMistakeAndNoText) {
  EXPECT_THAT(errorOf("lesson: x\nsay: a\n  Text\n  colour: red\n"),
              HasSubstr(":4: \"colour\" is not a key of say; it may have view, select"));
  EXPECT_THAT(errorOf("lesson: x\nexplain: a\n  if 1:\n    {1}\n  colour: red\n"), HasSubstr(":5: \"colour\" is not"));
  EXPECT_THAT(errorOf("lesson: x\nsay: a\n  note: a sentence, with a full stop.\n"), HasSubstr(":3: \"note\" is not"));
  EXPECT_EQ(
      errorOf("lesson: x\nsay: a\n  Sectors a request are\n  lanes: that is said of each warp and of all of it\n"),
      "it is a lesson");
  EXPECT_EQ(errorOf("lesson: x\nsay: a\n  So:\n\n      x: int\n\n  ```\n  y: int\n  ```\n  - dot: 3\n"),
            "it is a lesson");
}

TEST(LessonFile, TwoQuestionsOfOneNameAreAMistake) {
  const std::string ask = "ask: a\nname: same\nnumber: 1 to 9\nanswer: 1\n";
  EXPECT_THAT(errorOf("lesson: x\n" + ask + ask), HasSubstr(":6: two questions are named \"same\""));
}

TEST(LessonFile, WhatIsNoTextIsSaid) {
  EXPECT_THAT(errorOf(std::string_view("lesson: x\nsay: \0a\n", 18)), HasSubstr(":2: this is no text"));
  EXPECT_THAT(errorOf(std::string(300 * 1024, 'a')), HasSubstr("larger than 256 KiB"));
  std::string many = "lesson: x\n";
  for (int i = 0; i < 300; ++i) many += "say: a\n";
  EXPECT_THAT(errorOf(many), HasSubstr("at most 200 pages"));
}

TEST(LessonFile, WhatIsNotThereIsSaid) {
  EXPECT_EQ(readLesson("/nowhere/a.lesson").error().code, ErrorCode::Io);
  EXPECT_EQ(readLesson("/").error().code, ErrorCode::Io);
  EXPECT_THAT(findLesson("no-such-lesson").error().message,
              HasSubstr("There is no lesson \"no-such-lesson\"; strata lesson list tells which there are."));
}

TEST(LessonFile, AllThatComeWithStrataAreRead) {
  const auto files = lessonsIn(STRATA_SOURCE_DIR "/assets/lessons");
  EXPECT_EQ(inLanguage(files, {}).size(), 29u);
  for (const LessonFile& file : files) EXPECT_TRUE(file.lesson.ok()) << file.lesson.error().message;
}

TEST(LessonFile, AFileOfAnotherEncodingIsRefusedAtItsLineAndAMarkBeforeUtf8IsNoKey) {
  EXPECT_THAT(errorOf("lesson: x\nsay: a\nGr\xF6\xDF"
                      "e\n"),
              HasSubstr(":3: this line is not UTF-8. Save the file as UTF-8."));
  EXPECT_THAT(errorOf(std::string_view("\x89PNG\r\n\x1A\n\0\0\0\rIHDR", 16)),
              HasSubstr(":1: this is no text. Name a file of text in UTF-8."));
  EXPECT_THAT(errorOf(std::string_view("\xFF\xFEl\0e\0", 6)), HasSubstr(":1: this line is not UTF-8"));
  EXPECT_TRUE(parseLesson("lesson: x\nsay: \xEF\xBF\xBD\n", "x.lesson").ok()) << "U+FFFD itself is UTF-8";
  const auto marked = parseLesson("\xEF\xBB\xBFlesson: Gr\u00F6\u00DFe\nsay: a\n", "x.lesson");
  ASSERT_TRUE(marked.ok()) << marked.error().message;
  EXPECT_EQ(marked.value().title, "Gr\u00F6\u00DFe");
}

}  // namespace
}  // namespace strata
