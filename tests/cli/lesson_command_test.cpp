#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/base/read_file.h"
#include "tests/cli/strata_command.h"

// `strata lesson`: what is asked of files and folders of lessons.

namespace strata {
namespace {

using test::Finished;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class LessonCommandTest : public ::testing::Test {
 protected:
  LessonCommandTest() {
    std::filesystem::create_directory(course);
    write("1-everything.lesson", "");
    write("2-puzzle.lesson", "after: 1-everything\n");
  }
  void write(const std::string& name, const std::string& key) const {
    std::ofstream(course + "/" + name) << "lesson: x\nabout: y\n"
                                       << key
                                       << "ask: Q\n  name: q\n  number: 1 to 9\n  answer: ran(naive)\n"
                                          "run: matmul n=32 variants=naive\n"
                                          "explain: So\n  You said {bet: q}, and {ran(naive): count} came out.\n";
  }

  const test::TemporaryFolder folder;
  const std::string course = folder.file("course"), page = folder.file("page.html");
};

TEST_F(LessonCommandTest, ALessonOfACourseKnowsThoseBesideIt) {
  const std::string second = course + "/2-puzzle.lesson";
  const Finished checked = test::strata({"lesson", "check", second, "--no-run"});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_EQ(test::strataIn("cd " + course + R"( && "$0" "$@")", {"lesson", "check", "2-puzzle.lesson", "--no-run"}).err,
            "");
  const Finished exported = test::strata({"lesson", "export", second, "--out", page, "--without-answers"});
  EXPECT_EQ(exported.code, 0);
  EXPECT_EQ(exported.err, "");
}

TEST_F(LessonCommandTest, ATranslationIsHeldAgainstTheOriginalBesideIt) {
  write("1-everything.de.lesson", "");
  std::ofstream(course + "/1-everything.de.lesson", std::ios::app) << "say: Mehr\n  Noch etwas.\n";
  const std::string line = "cd " + course + R"( && "$0" "$@")";
  EXPECT_THAT(test::strataIn(line, {"lesson", "check", "1-everything.de.lesson", "--no-run"}).err,
              HasSubstr("It has 4 pages, the original 3."));
}

TEST_F(LessonCommandTest, TheListHasALessonOnceAndSaysWhatLanguagesItIsAlsoIn) {
  write("1-everything.de.lesson", "");
  write("1-everything.fr.lesson", "");
  write("3-allein.de.lesson", "");
  const Finished listed = test::strata({"lesson", "list", course});
  EXPECT_EQ(listed.code, 0) << listed.err;
  EXPECT_THAT(listed.out, AllOf(HasSubstr("also in"), HasSubstr("de, fr"), Not(HasSubstr("1-everything.de"))));
  EXPECT_THAT(listed.out, HasSubstr("3-allein.de")) << "it has no original beside it";
  EXPECT_THAT(test::strata({"lesson", "list", course + "/1-everything.de.lesson"}).out, HasSubstr("1-everything.de"));
}

TEST_F(LessonCommandTest, ExportTakesOneLessonAndSaysWhichThereAreInAFolder) {
  for (const std::string& named : {course, course + "/"}) {
    const Finished finished = test::strata({"lesson", "export", named, "--out", page});
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, AllOf(HasSubstr("takes one lesson"), HasSubstr("1-everything.lesson")));
  }
}

TEST_F(LessonCommandTest, AFolderWithoutLessonsIsSaid) {
  const std::string empty = folder.file("empty");
  std::filesystem::create_directory(empty);
  for (const std::vector<std::string>& line : {std::vector<std::string>{"lesson", "check", empty, "--no-run"},
                                               {"lesson", "list", empty},
                                               {"lesson", "export", empty, "--out", page}}) {
    const Finished finished = test::strata(line);
    EXPECT_EQ(finished.code, 6) << line[1];
    EXPECT_THAT(finished.err, HasSubstr(empty + " holds no lesson")) << line[1];
  }
}

TEST_F(LessonCommandTest, OutIsRefusedWhereNothingIsWritten) {
  for (const char* action : {"list", "check", "new"}) {
    const Finished finished = test::strata({"lesson", action, course, "--out", page});
    EXPECT_EQ(finished.code, 2) << action;
    EXPECT_THAT(finished.err, HasSubstr("takes no --out; it is for export and progress")) << action;
    EXPECT_FALSE(std::filesystem::exists(page)) << action;
  }
}

TEST_F(LessonCommandTest, ExportWritesTheTranslationOrSaysThatThereIsNone) {
  write("1-everything.de.lesson", "");
  const auto exported = [&](const std::string& lesson, const std::string& language) {
    return test::strata(
        {"lesson", "export", course + "/" + lesson, "--out", page, "--without-answers", "--language", language});
  };
  const auto written = [&] { return readWholeFile(page).value(); };
  EXPECT_EQ(exported("1-everything.lesson", "de").err, "");
  EXPECT_THAT(written(), HasSubstr("<html lang=\"de\">"));
  EXPECT_EQ(exported("1-everything.de.lesson", "en").err, "");
  EXPECT_THAT(written(), HasSubstr("<html lang=\"en\">"));
  const Finished none = exported("2-puzzle.lesson", "de");
  EXPECT_EQ(none.code, 0);
  EXPECT_THAT(none.err, HasSubstr("2-puzzle is not in \"de\"; the page is in English"));
  EXPECT_THAT(written(), HasSubstr("<html lang=\"en\">"));
  EXPECT_THAT(exported("1-everything.lesson", "dee").err, HasSubstr("No lesson is in \"dee\""));
}

/// Answers as they are kept here, and as pupils saved them.
class LessonProgressTest : public LessonCommandTest {
 protected:
  LessonProgressTest() {
    std::filesystem::create_directories(learning);
    std::ofstream(kept) << answers("", "1-everything", "2-puzzle");
    std::ofstream(anna) << answers(R"("learner": "Anna", "saved": "2026-05-31 02:10", "machine": "lab-07",)",
                                   "1-everything", "2-puzzle");
    std::ofstream(bert) << answers("", "3-gone", "3-gone");
  }
  static std::string answers(const std::string& whose, const std::string& first, const std::string& second) {
    const auto guess = [](const std::string& lesson, const char* question) {
      return R"({"lesson": ")" + lesson + R"(", "question": ")" + question +
             R"(", "right": false, "factor": 2.5, "words": "five", "outcome": "two, \"2\""})";
    };
    return "{" + whose + R"("version": 1, "done": [")" + first + R"("], "guesses": [)" + guess(first, "q") + "," +
           guess(second, "r") + "]}";
  }
  Finished progress(std::vector<std::string> more) const {
    more.insert(more.begin(), {"lesson", "progress"});
    return test::strataIn("XDG_DATA_HOME=" + data + R"( "$0" "$@")", std::move(more));
  }

  const std::string data = folder.file("data"), learning = data + "/strata/learning",
                    kept = learning + "/progress.json", anna = folder.file("anna.json"),
                    bert = folder.file("bert.json");
};

TEST_F(LessonProgressTest, ResetForgetsTheLessonsThatAreNamedAndSaysSo) {
  const Finished one = progress({course + "/1-everything.lesson", "--reset"});
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_THAT(one.out, HasSubstr("Forgotten: 1 prediction and what 0 explanations told, of 1-everything"));
  EXPECT_THAT(progress({}).out, AllOf(HasSubstr("2-puzzle"), Not(HasSubstr("1-everything")), HasSubstr("0 lessons")));
  EXPECT_THAT(progress({"1-everything", "--reset"}).err, HasSubstr("There is no lesson \"1-everything\""));
  EXPECT_THAT(progress({anna, "--reset"}).err, HasSubstr("--reset is for what is kept here"));
  EXPECT_THAT(progress({}).out, HasSubstr("2-puzzle"));
  EXPECT_THAT(progress({"--reset"}).out, HasSubstr("of 2-puzzle"));
  EXPECT_THAT(progress({"--reset"}).out, HasSubstr("nothing to forget"));
}

TEST_F(LessonProgressTest, NamesChooseLessonsAndWhatIsNeitherALessonNorAnswersIsRefused) {
  EXPECT_THAT(progress({"2-puzzle"}).out, AllOf(HasSubstr("2-puzzle"), Not(HasSubstr("1-everything"))));
  EXPECT_EQ(progress({folder.file("nobody.json")}).code, 6);
  std::ofstream(folder.file("notes.txt")) << "no answers";
  const Finished refused = progress({folder.file("notes.txt")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("notes.txt is no lesson, and holds no answers"));
}

TEST_F(LessonProgressTest, AnswersOfSeveralLearnersAreOneTable) {
  const Finished table = progress({anna, bert});
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, AllOf(HasSubstr("Anna"), HasSubstr(bert), HasSubstr("3-gone"), HasSubstr("× 2.5"),
                               HasSubstr("Anna: 1 lesson done, saved 2026-05-31 02:10 on lab-07")));
  const Finished json = progress({anna, bert, "--json"});
  ASSERT_EQ(json.json()["learners"].size(), 2u) << json.out;
  EXPECT_EQ(json.json()["learners"][0]["learner"], "Anna");
  EXPECT_EQ(json.json()["learners"][1]["answers"][0]["factor"], 2.5);
  const std::string csv = folder.file("all.csv");
  EXPECT_EQ(progress({anna, bert, "--out", csv}).code, 0);
  EXPECT_THAT(readWholeFile(csv).value(),
              AllOf(HasSubstr("learner,saved,machine,lesson,question,predicted,came_out,right,factor\r\n"),
                    HasSubstr("Anna,2026-05-31 02:10,lab-07,1-everything,q,five,\"two, \"\"2\"\"\",0,2.5")));
  EXPECT_THAT(progress({anna, bert, "--out", page}).err, HasSubstr("one learner"));
}

TEST_F(LessonProgressTest, WhatIsSavedSaysWhoseItIsAndOfWhen) {
  const std::string mine = folder.file("mine.json");
  ASSERT_EQ(progress({"--out", mine}).code, 0);
  const auto saved = nlohmann::json::parse(readWholeFile(mine).value());
  for (const char* key : {"learner", "saved", "machine"}) EXPECT_FALSE(saved.value(key, "").empty()) << key;
  ASSERT_EQ(progress({anna, "--out", page}).code, 0);
  EXPECT_THAT(readWholeFile(page).value(),
              AllOf(HasSubstr("<h1>Anna</h1>"), HasSubstr("Saved 2026-05-31 02:10 on lab-07.")));
}

TEST_F(LessonCommandTest, ANewLessonHasANameThatIsSeen) {
  for (const std::string& name : {std::string(), course + "/", course + "/.hidden", course + "/.lesson"}) {
    const Finished finished = test::strataIn("cd " + course + R"( && "$0" "$@")", {"lesson", "new", name});
    EXPECT_EQ(finished.code, 2) << name;
    EXPECT_THAT(finished.err, HasSubstr("'" + name + "' is no name of a lesson"));
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(course), {}), 2);
}

}  // namespace
}  // namespace strata
