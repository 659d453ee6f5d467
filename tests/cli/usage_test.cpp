#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/cli/strata_command.h"

// Wrong lines: exit code 2, one or two lines on standard error that name what is near, nothing on standard output.

namespace strata {
namespace {

using test::Finished;
using ::testing::HasSubstr;

struct Wrong {
  std::vector<std::string> arguments;
  std::string says;
};

class UsageTest : public ::testing::TestWithParam<Wrong> {};

TEST_P(UsageTest, SaysWhatIsWrongInOneOrTwoLines) {
  const Finished finished = test::strata(GetParam().arguments);
  EXPECT_EQ(finished.code, 2);
  EXPECT_EQ(finished.out, "");
  EXPECT_THAT(finished.err, HasSubstr(GetParam().says));
  EXPECT_LE(std::count(finished.err.begin(), finished.err.end(), '\n'), 2) << finished.err;
}

TEST(Usage, WithJsonAsWellAsTheSessionOnStandardOutputTheErrorIsAnObjectThere) {
  const Finished finished = test::strata({"run", "matmul", "--out", "-", "--json"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("--out - and --json would both write to standard output"));
  EXPECT_THAT(finished.json()["errors"][0].dump(), HasSubstr("would both write to standard output"));
}

TEST(Usage, HelpIsACommandAsWellAsAnOption) {
  for (const auto& [words, option] :
       {std::pair<std::vector<std::string>, std::vector<std::string>>{{"help"}, {"--help"}},
        {{"help", "run"}, {"run", "--help"}},
        {{"help", "lesson", "check"}, {"lesson", "check", "--help"}}}) {
    const Finished help = test::strata(words);
    EXPECT_EQ(help.code, 0) << help.err;
    EXPECT_EQ(help.out, test::strata(option).out);
    EXPECT_NE(help.out, "");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Lines, UsageTest,
    ::testing::Values(
        Wrong{{}, "strata"}, Wrong{{"rum", "matmul"}, "'run'"}, Wrong{{"kernel"}, "'kernels'"},
        Wrong{{"help", "rum"}, "'run'"},
        Wrong{{"compare", "a.pftrace", "b.pftrace"},
              "view compare --out compare.svg; in figures: strata report FILE --compare FILE"},
        Wrong{{"run"}, "experiment"}, Wrong{{"run", "matmull"}, "'matmul'"},
        Wrong{{"run", "matmul", "--variants", "tilled"}, "'tiled'"},
        Wrong{{"run", "matmul", "--hang-limit", "abc"}, "--hang-limit: seconds from 0.1 to 1000000, such as 10"},
        Wrong{{"run", "matmul", "--hang-limit", "nan"}, "--hang-limit: seconds from 0.1"},
        Wrong{{"run", "matmul", "--set", "nn=5"}, "choose from: n, m, k"},
        Wrong{{"run", "matmul", "--set", "n"}, "name=value"}, Wrong{{"run", "matmul", "--set", "n=abc"}, "abc"},
        Wrong{{"run", "matmul", "--set", "n=0"}, "n"}, Wrong{{"run", "matmul", "--set", "n=-4"}, "-4"},
        Wrong{{"run", "matmul", "--set", "n=1.5"}, "1.5"},
        Wrong{{"run", "matmul", "--set", "n=99999999999"}, "99999999999"},
        Wrong{{"run", "matmul", "--set", "n=99999999999999999999"}, "\"99999999999999999999\" was given"},
        Wrong{{"run", "matmul", "--set", "n=1.000"}, "\"1.000\" was given; write 1000 or 1."},
        Wrong{{"run", "matmul", "--set", "n=2,000"}, "\"2,000\" was given; write 2000 or 2."},
        Wrong{{"run", "transformer", "--set", "temperature=0,8"}, "\"0,8\" was given; write 0.8."},
        Wrong{{"run", "matmul", "--repeat", "0"}, "repeat"}, Wrong{{"run", "matmul", "--repeat", "1001"}, "1000"},
        Wrong{{"run", "matmul", "--repeat", "2", "--set", "repeat=3"}, "repeat=3"},
        Wrong{{"run", "matmul", "--set", "n=8", "--set", "n=9"}, "n two values, 8 and 9"},
        Wrong{{"run", "matmul", "--device", "tpu"}, "tpu"}, Wrong{{"run", "matmul", "--device", "cuda:x"}, "cuda:x"},
        Wrong{{"run", "matmul", "--hang-limit", "0"}, "--hang-limit"},
        Wrong{{"run", "matmul", "n=64", "repeat=1"}, "--set n=64"}, Wrong{{"run", "matmul", "--nothing"}, "--nothing"},
        Wrong{{"run", "matmul", "--vriants", "naive"}, "there is no option '--vriants'; did you mean '--variants'?"},
        Wrong{{"run", "--vriants=naive", "matmul"}, "'--variants'"}, Wrong{{"export", "a", "--too", "csv"}, "'--to'"},
        Wrong{{"lesson", "check", "--no-rum"}, "'--no-run'"},
        Wrong{{"--device", "run", "matmul"}, "write strata run --device"},
        Wrong{{"run", "matmul", "n=64", "repeat=1"}, "not expected: n=64 repeat=1"},
        Wrong{{"run", "matmul", "--out", "o.json"}, "run writes a session, whose name ends in .pftrace"},
        Wrong{{"run", "matmul", "--out", "o.csv.gz"}, "strata export FILE --to csv --out o.csv.gz"},
        Wrong{{"run", "matmul", "--out", "o.html"}, "strata report FILE --out o.html"},
        Wrong{{"run", "matmul", "--out", "o.pftrace.gz"}, "strata export o.pftrace --to perfetto --out o.pftrace.gz"},
        Wrong{{"info"}, "file"}, Wrong{{"bench", "recorded"}, "'recorder'"},
        Wrong{{"lesson", "export", "coalescing", "--out", "a.pdf"}, "print it to one"},
        Wrong{{"lesson", "progress", "--out", "a.pdf"}, "print it to one"},
        Wrong{{"lesson", "progress", "--out", "a.html", "--language", "dee"}, "No lesson is in \"dee\""},
        Wrong{{"lesson", "progress", "--language", "de"}, "--out progress.html --language de"},
        Wrong{{"lesson", "progress", "--out", "a.json", "--language", "de"}, "--out progress.html --language de"},
        Wrong{{"lesson", "list", "--language", "de"}, "lesson list takes no --language; it is for export"},
        Wrong{{"lesson", "check", "--json"}, "lesson check takes no --json; it is for progress"},
        Wrong{{"export", "x.pftrace", "--to", "crome", "--out", "y"}, "'chrome'"}));

TEST(Usage, JsonIsPrintedEvenWhenTheLineIsWrong) {
  const Finished finished = test::strata({"run", "matmul", "--variants", "tilde", "--json"});
  EXPECT_EQ(finished.code, 2);
  const auto json = finished.json();
  ASSERT_TRUE(json.is_object()) << finished.out;
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["runs"].size(), 0u);
  ASSERT_EQ(json["errors"].size(), 1u);
  EXPECT_EQ(json["errors"][0]["code"], "usage");
}

TEST(Usage, JsonIsPrintedEvenWhenTheLineCannotBeRead) {
  const std::vector<std::string> lines[] = {{"run", "matmul", "--vriants", "naive", "--json"},
                                            {"--json", "run"},
                                            {"rum", "--json"},
                                            {"info", "--json"},
                                            {"compile", "matmul", "tiled", "--lnes", "--json"},
                                            {"run", "matmul", "--hang-limit", "0", "--json"}};
  for (const auto& line : lines) {
    const Finished finished = test::strata(line);
    EXPECT_EQ(finished.code, 2);
    const auto json = finished.json();
    ASSERT_TRUE(json.is_object()) << line[0] << finished.out;
    EXPECT_EQ(json["version"], 1);
    ASSERT_EQ(json["errors"].size(), 1u);
    EXPECT_EQ(json["errors"][0]["code"], "usage");
    EXPECT_THAT(finished.err, HasSubstr(json["errors"][0]["message"].get<std::string>()));
  }
  EXPECT_EQ(test::strata({"export", "a.pftrace", "--json"}).out, "") << "it prints no JSON at all";
}

TEST(Usage, AReportThatFailsHasTheVersionOfOneThatDoesNot) {
  const test::TemporaryFolder folder;
  const std::string session = folder.file("a.pftrace");
  test::recordRun(session, 1);
  const auto made = test::strata({"report", session, "--json"}).json();
  ASSERT_TRUE(made.is_object());
  EXPECT_EQ(test::strata({"report", "/nowhere/none.pftrace", "--json"}).json()["version"], made["version"]);
  EXPECT_EQ(test::strata({"report", session, "--jsn", "--json"}).json()["version"], made["version"]);
}

TEST(Usage, AFileThatIsNotThereIsToldAsJsonWhereThatWasAskedFor) {
  for (const char* command : {"report", "info", "lens"}) {
    const Finished finished = test::strata({command, "/nowhere/none.pftrace", "--json"});
    EXPECT_EQ(finished.code, 6) << command;
    ASSERT_TRUE(finished.json().is_object()) << command << finished.out;
    EXPECT_EQ(finished.json()["errors"][0]["code"], "io") << command;
  }
}

TEST(Usage, TheCommandThatChecksANewLessonCanBeCopied) {
  const test::TemporaryFolder folder;
  const Finished finished = test::strata({"lesson", "new", folder.file("PyTorch to GPU")});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("strata lesson check '" + folder.file("PyTorch to GPU.lesson") + "'"));
}

TEST(Usage, CheckingALessonTellsAMistakeOfEachPage) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("two.lesson");
  std::ofstream(path) << "lesson: x\nsay: a\n  answer: 1\nask: b\n  number: 9 to 1\n";
  const Finished finished = test::strata({"lesson", "check", path, "--no-run"});
  EXPECT_THAT(finished.err, HasSubstr("two.lesson:3:"));
  EXPECT_THAT(finished.err, HasSubstr("two.lesson:5:"));
  std::ofstream(path) << "lesson: x\nminutes: soon\nsay: a\n  T.\n  view: kernl\n";
  EXPECT_THAT(test::strata({"lesson", "check", path, "--no-run"}).err,
              AllOf(HasSubstr("two.lesson:2: minutes"), HasSubstr("two.lesson:5: There is no view \"kernl\"")));
  std::ofstream(path) << "lesson: x\nabout: y\nsay: a\n  T.\n  view: kernl\n";
  EXPECT_EQ(finished.code, test::strata({"lesson", "check", path, "--no-run"}).code) << "a mistake is a mistake";
}

TEST(Usage, APageOfALessonThatFailsItsCheckIsWrittenAndTheMistakeSaid) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("own.lesson"), page = folder.file("page.html");
  std::ofstream(path) << "lesson: x\nabout: y\nsay: a\n  T.\n  view: kernl\n";
  const Finished finished = test::strata({"lesson", "export", path, "--out", page, "--device", "cpu"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, HasSubstr("own.lesson:5: There is no view \"kernl\""));
  EXPECT_TRUE(std::ifstream(page).good());
}

TEST(Usage, APageToWorkThroughHasTheTextOfWhichALineIsAskedFor) {
  const test::TemporaryFolder folder;
  const std::string page = folder.file("page.html");
  ASSERT_EQ(test::strata({"lesson", "export", "07-threads-over-data", "--out", page, "--without-answers"}).code, 0);
  const auto bytes = test::bytesOf(page);
  const std::string written(bytes.begin(), bytes.end());
  EXPECT_THAT(written, AllOf(HasSubstr("<pre>  1  "), HasSubstr("\n 11  ")));
}

TEST(Usage, OfALessonThatIsExportedAClaimThatDoesNotHoldIsSaid) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("own.lesson"), page = folder.file("page.html");
  std::ofstream(path) << "lesson: x\nabout: y\nrun: matmul n=32 variants=naive repeat=1\n  view: kernl\n"
                         "explain: a\n  {time(naive)}\n  claim: time(naive) < 0\n";
  const Finished finished = test::strata({"lesson", "export", path, "--out", page, "--device", "cpu"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_THAT(finished.err, HasSubstr("own.lesson:4: There is no view \"kernl\""));
  EXPECT_THAT(finished.err,
              HasSubstr("own.lesson:7: \"time(naive) < 0\" does not hold: expected time(naive) < 0, got"));
  EXPECT_TRUE(std::ifstream(page).good());
}

TEST(Usage, APageOfALessonShowsTheViewOfARecording) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("own.lesson"), page = folder.file("page.html");
  std::ofstream(path)
      << "lesson: x\nabout: y\nopen: matmul-h200.pftrace\n  view: speed\nsee: b\n  B.\n  view: timeline\n"
         "open: conv2d-h200.pftrace\n  view: speed\nsee: c\n  C.\n  view: timeline\n";
  const Finished finished = test::strata({"lesson", "export", path, "--out", page, "--device", "cpu"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  std::ifstream file(page);
  const std::string written{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(written, HasSubstr("<figure><img alt="));
  std::set<std::string> images;
  constexpr std::string_view kImage = "<figure><img";
  for (std::size_t at = written.find(kImage); at != written.npos; at = written.find(kImage, at + 1))
    images.insert(written.substr(at, written.find("</figure>", at) - at));
  EXPECT_EQ(images.size(), 4u) << "two views of each recording";
}

TEST(Usage, APageWithoutAnswersNeedsNoDevice) {
  const test::TemporaryFolder folder;
  const std::string page = folder.file("page.html");
  const Finished finished =
      test::strata({"lesson", "export", "09-coalescing", "--out", page, "--without-answers", "--device", "cuda:99"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_TRUE(std::ifstream(page).good());
}

TEST(Usage, WhatALessonLooksAtIsCheckedWithoutARun) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("sight.lesson");
  std::ofstream(path) << "lesson: x\nabout: y\nask: Q\n  name: q\n  number: 1 to 9\n  answer: 2\n"
                         "run: matmul n=32 variants=naive\nsee: Look\n  Here.\n  variant: naive\n  line: 9999\n";
  EXPECT_THAT(test::strata({"lesson", "check", path, "--no-run"}).err,
              HasSubstr("sight.lesson:11: The text of naive has"));
  std::ofstream(path, std::ios::app) << "open: matmul-h20.pftrace\n";
  EXPECT_THAT(test::strata({"lesson", "check", path, "--no-run"}).err,
              HasSubstr("did you mean 'matmul-h200.pftrace'?"));
}

/// What stands between fences and begins a lesson or one of its pages, as a lesson.
std::vector<std::string> lessonsOnPage(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  const std::string all = text.str();
  std::vector<std::string> lessons;
  for (std::size_t from = all.find("```\n"), to = 0; from != std::string::npos; from = all.find("```\n", to + 4)) {
    to = all.find("```\n", from + 4);
    if (to == std::string::npos) break;
    const std::string block = all.substr(from + 4, to - from - 4);
    if (block.starts_with("lesson:")) lessons.push_back(block);
    if (block.starts_with("puzzle:")) lessons.push_back("lesson: A puzzle\nabout: One.\n" + block);
  }
  return lessons;
}

TEST(Usage, LessonsThatTheDocumentationShowsPassTheCheck) {
  const std::vector<std::string> lessons = lessonsOnPage(STRATA_SOURCE_DIR "/docs/teaching.md");
  ASSERT_EQ(lessons.size(), 2u);
  const test::TemporaryFolder folder;
  const std::string path = folder.file("shown.lesson");
  for (const std::string& lesson : lessons) {
    std::ofstream(path) << lesson;
    const Finished finished = test::strata({"lesson", "check", path, "--no-run"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_THAT(finished.out, HasSubstr("ok"));
  }
}

TEST(Usage, HelpAndVersionAreNoErrors) {
  for (const std::vector<std::string>& line : {std::vector<std::string>{"--help"}, {"run", "--help"}, {"--version"}}) {
    const Finished finished = test::strata(line);
    EXPECT_EQ(finished.code, 0);
    EXPECT_NE(finished.out, "");
    EXPECT_EQ(finished.err, "");
  }
}

}  // namespace
}  // namespace strata
