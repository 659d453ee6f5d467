#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/strata_command.h"

// `strata lesson`: what is asked of files and folders of lessons.

namespace strata {
namespace {

using test::Finished;
using ::testing::AllOf;
using ::testing::HasSubstr;

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
