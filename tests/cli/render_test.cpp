#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "app/views/view.h"
#include "tests/cli/strata_command.h"

// `strata render`: pictures of sessions, and what it says when there is none to make.

namespace strata {
namespace {

using test::bytesOf;
using test::Finished;
using test::recordRun;
using test::TemporaryFolder;
using test::writeBytes;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class RenderTest : public ::testing::Test {
 protected:
  RenderTest() { recordRun(session, 7, 20); }

  Finished render(std::string_view view, std::vector<std::string> more = {}, const char* name = "out.svg") {
    std::vector<std::string> line{"render", session, "--view", std::string(view), "--out", folder.file(name)};
    line.insert(line.end(), more.begin(), more.end());
    return test::strata(line);
  }
  std::string written(const char* name = "out.svg") const {
    const auto bytes = bytesOf(folder.file(name));
    return {bytes.begin(), bytes.end()};
  }
  bool exists(const char* name = "out.svg") const { return std::filesystem::exists(folder.file(name)); }
  void expectRefused(const Finished& finished, int code, const std::string& words) const {
    EXPECT_EQ(finished.code, code) << finished.err;
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err, HasSubstr(words));
    EXPECT_FALSE(exists()) << finished.err;
  }

  TemporaryFolder folder;
  const std::string session = folder.file("session.pftrace");
};

unsigned bigEndian(const std::string& bytes, std::size_t at) {
  unsigned value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

TEST_F(RenderTest, ASvgHoldsTheSessionsNames) {
  const Finished finished = render("timeline", {"--select", "matmul_naive"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(written(), HasSubstr(R"(<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720")"));
  EXPECT_THAT(written(), HasSubstr(">matmul_naive"));
}

TEST_F(RenderTest, AVariantThatIsNotThereIsNotAnotherOne) {
  expectRefused(render("kernel", {"--variant", "zzz"}), 2, "There is no variant 'zzz'");
}

// The typical kernel's variant is marked where nobody chose one.
TEST_F(RenderTest, WhereNoneIsAskedForNoVariantIsMarked) {
  const std::string run = folder.file("run.pftrace");
  ASSERT_EQ(
      test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=64", "--set", "model_gpu=none", "--out", run}).code,
      0);
  const auto speeds = [&](std::vector<std::string> more) {
    std::vector<std::string> line{"render", run, "--view", "speed", "--out", folder.file("out.svg")};
    line.insert(line.end(), more.begin(), more.end());
    EXPECT_EQ(test::strata(line).code, 0);
    return written();
  };
  const std::string marked = speeds({}), plain = speeds({"--variant", "none"});
  EXPECT_NE(marked, plain);
  EXPECT_LT(plain.size(), marked.size()) << "without a frame";
}

TEST_F(RenderTest, HelpNamesEachViewThatShowsAVariant) {
  const std::string help = test::strata({"render", "--help"}).out;
  EXPECT_THAT(help, HasSubstr("'kernel', 'roofline', 'bounds' and 'compiled'"));
  EXPECT_THAT(help, HasSubstr("compiles the variant (--variant) for"));
}

TEST_F(RenderTest, APngHasJustTheSizeThatWasAskedFor) {
  for (const auto& [size, scale] : {std::pair("640x360", "1"), {"1000x501", "2"}, {"333x77", "1.5"}}) {
    const Finished finished = render("stack", {"--size", size, "--scale", scale}, "out.png");
    ASSERT_EQ(finished.code, 0) << finished.err;
    const std::string png = written("out.png");
    ASSERT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(fmt::format("{}x{}", bigEndian(png, 16), bigEndian(png, 20)), size);
  }
}

TEST_F(RenderTest, TheFormatIsWhatTheEndingSaysUnlessItIsGiven) {
  EXPECT_EQ(render("stack", {}, "a.PNG").code, 0);
  EXPECT_EQ(written("a.PNG").substr(1, 3), "PNG");
  EXPECT_EQ(render("stack", {"--format", "svg"}, "picture").code, 0);
  EXPECT_EQ(written("picture").substr(0, 4), "<svg");
  EXPECT_EQ(render("stack", {}, "a.pdf").code, 0);
  EXPECT_EQ(written("a.pdf").substr(0, 5), "%PDF-");
  EXPECT_THAT(written("a.pdf"), HasSubstr("/Title (Stack)"));
}

TEST_F(RenderTest, AnSvgTellsItsTitleAndWhatItShowsToWhoDoesNotSeeIt) {
  ASSERT_EQ(render("stack").code, 0);
  EXPECT_THAT(written(), HasSubstr("<title>Stack</title>\n<desc>" + std::string(findView("stack")->shows)));
}

TEST_F(RenderTest, LettersOfAnSvgCanBeOutlines) {
  ASSERT_EQ(render("stack", {"--text", "outlines"}).code, 0);
  EXPECT_THAT(written(), AllOf(HasSubstr("<path d=\"M"), Not(HasSubstr("<text"))));
  std::filesystem::remove(folder.file("out.svg"));
  expectRefused(render("stack", {"--text", "paths"}), 2, "There is no kind of text 'paths'");
  EXPECT_EQ(render("stack", {"--text", "outlines"}, "out.png").code, 2) << "pixels have none";
}

TEST_F(RenderTest, ThemesDiffer) {
  std::set<std::string> pictures;
  for (const char* theme : {"dark", "light", "projector"}) {
    EXPECT_EQ(render("stack", {"--theme", theme}).code, 0);
    pictures.insert(written());
  }
  EXPECT_EQ(pictures.size(), 3u);
}

TEST_F(RenderTest, ACallByItsNumberIsTheOneThatIsShown) {
  ASSERT_EQ(render("stack", {"--select", "3"}).code, 0);
  EXPECT_THAT(written(), HasSubstr("#3 · "));
  ASSERT_EQ(render("stack", {"--select", "#4"}).code, 0);
  EXPECT_THAT(written(), HasSubstr("#4 · "));
  expectRefused((std::filesystem::remove(folder.file("out.svg")), render("stack", {"--select", "400"})), 2, "400");
  expectRefused(render("stack", {"--select", "nothing of that name"}), 2, "nothing of that name");
  expectRefused(render("stack", {"--select", "launchKernle"}), 2, "did you mean 'launchKernel'?");
}

// A warm-up or what Strata measures for itself is mostly longer.
TEST_F(RenderTest, ANameSelectsTheMedianRepeatHoweverLongOtherCallsOfItAre) {
  const std::string timed = folder.file("timed.pftrace");
  for (std::size_t median = 0; median < 5; ++median) {
    test::RecordedStream stream(timed, 11);
    stream.answer(1, Answer::Status::Accepted);
    std::vector<CallId> calls;
    for (int i = 0; i < 5; ++i) calls.push_back(stream.call("matmul_naive"));
    stream.result(1, test::okResult("naive", 0.004, calls[median]));
    stream.answer(1, Answer::Status::Done);
    stream.finish();
    const std::string picture = folder.file("timed.svg");
    ASSERT_EQ(test::strata({"render", timed, "--view", "stack", "--select", "matmul_naive", "--out", picture}).code, 0);
    EXPECT_THAT(written("timed.svg"), HasSubstr(fmt::format("#{} · ", median + 1)));
  }
}

TEST_F(RenderTest, AnEventOutsideEveryCallIsSaidToBeAndDrawsNoOther) {
  const std::string trace = folder.file("outside.json");
  std::ofstream(trace) << R"({"traceEvents":[
    {"ph":"X","pid":1,"tid":1,"cat":"cpu_op","name":"aten::mm","ts":10,"dur":5},
    {"ph":"X","pid":1,"tid":1,"cat":"cuda_runtime","name":"cudaDeviceSynchronize","ts":50,"dur":9}]})";
  const auto stack = [&](const std::string& select) {
    return test::strata({"render", trace, "--view", "stack", "--out", folder.file("out.svg"), "--select", select});
  };
  EXPECT_EQ(stack("aten::mm").code, 0);
  std::filesystem::remove(folder.file("out.svg"));
  expectRefused(stack("cudaDeviceSynchronize"), 3, "'cudaDeviceSynchronize' is outside every call");
}

// One of the session's twenty calls is the run's timed one; the selected one is not.
TEST_F(RenderTest, ASelectedCallIsWhatIsInSight) {
  const auto calls = [this](const std::vector<std::string>& sight) {
    EXPECT_EQ(render("shares", sight).code, 0);
    static const std::regex kCalls(R"re(>([0-9]+ (?:timed )?calls?) · )re");
    const std::string svg = written();
    std::smatch match;
    return std::regex_search(svg, match, kCalls) ? match[1].str() : std::string();
  };
  EXPECT_EQ(calls({}), "1 timed call");
  EXPECT_EQ(calls({"--select", "3"}), "1 call");
  EXPECT_EQ(calls({"--select", "3", "--from", "0s", "--to", "1s"}), "1 timed call")
      << "times say more than the selection";
}

TEST_F(RenderTest, TimesCountFromTheSessionsBeginInAnyUnit) {
  ASSERT_EQ(render("timeline").code, 0);
  const std::string whole = written();
  std::set<std::string> parts;
  for (const char* end : {"10us", "0.01ms", "10000ns", "10µs"}) {
    ASSERT_EQ(render("timeline", {"--from", "2us", "--to", end}).code, 0);
    parts.insert(written());
  }
  EXPECT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts.count(whole), 0u);
}

TEST_F(RenderTest, TimesThatAreNoneAreRefused) {
  for (const std::string words : {"later", "5", "ms", "-1ms", "1e99s", "nans", "infs", "1 ms", "1,5ms"})
    expectRefused(render("timeline", {"--from=" + words}), 2, "'" + words + "' is not a time");
  expectRefused(render("timeline", {"--from", "2ms", "--to", "1ms"}), 2, "--from and --to");
}

TEST_F(RenderTest, AnUnknownViewListsThoseThereAre) {
  expectRefused(render("timelin"), 2, "did you mean 'timeline'?");
  const Finished finished = render("hologram");
  expectRefused(finished, 2, "There is no view 'hologram'");
  for (const View& view : allViews()) EXPECT_THAT(finished.err, HasSubstr(std::string(view.name)));
}

TEST_F(RenderTest, WhatTheSessionLacksIsSaidInASentence) {
  expectRefused(render("tokens"), 3, "The view 'tokens' has nothing to show of " + session);
  expectRefused(render("cnn"), 3, "digit reader");
  expectRefused(render("compare"), 3, "no second session");
  expectRefused(render("bounds"), 3, "strata run matmul --model-gpu h200");
}

TEST_F(RenderTest, OfASessionWithoutEventsThatIsSaidWhateverTheView) {
  const std::string empty = folder.file("empty.pftrace");
  test::RecordedStream(empty, 9).finish();
  const std::string nothing = "' has nothing to show of " + empty + ": it holds no event.";
  expectRefused(render("compare", {"--compare", empty}), 3, "The view 'compare" + nothing);
  const std::string out = folder.file("out.svg");
  expectRefused(test::strata({"render", empty, "--compare", session, "--view", "compare", "--out", out}), 3,
                "The view 'compare" + nothing);
  for (const std::string view : {"map", "timeline"})
    expectRefused(test::strata({"render", empty, "--view", view, "--out", out}), 3, "The view '" + view + nothing);
}

TEST_F(RenderTest, TwoSessionsStandSideBySide) {
  const std::string other = folder.file("other.pftrace");
  recordRun(other, 8, 10);
  ASSERT_EQ(render("compare", {"--compare", other}).code, 0);
  EXPECT_THAT(written(), HasSubstr("session.pftrace"));
  EXPECT_THAT(written(), HasSubstr("other.pftrace"));
}

TEST_F(RenderTest, OfTwoSessionsTheNewestRunsAreCompared) {
  const std::string run = folder.file("run.pftrace");
  ASSERT_EQ(
      test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=64", "--set", "model_gpu=none", "--out", run}).code,
      0);
  const std::string picture = folder.file("compared.svg");
  ASSERT_EQ(test::strata({"render", run, "--compare", run, "--view", "compare", "--out", picture}).code, 0);
  const auto bytes = bytesOf(picture);
  const std::string svg(bytes.begin(), bytes.end());
  EXPECT_THAT(svg, HasSubstr("Run 1"));
  EXPECT_THAT(svg, ::testing::Not(HasSubstr("inputs 64"))) << "it is before the run's timed calls";
}

TEST_F(RenderTest, BadWordsAreRefusedBeforeAnythingIsRead) {
  expectRefused(render("stack", {"--size", "big"}), 2, "'big' is not a size");
  expectRefused(render("stack", {"--size", "0x10"}), 2, "'0x10' is not a size");
  expectRefused(render("stack", {"--size", "99999x10"}), 2, "pixels");
  expectRefused(render("stack", {"--size", "1x1"}), 2, "from 64x64 to 16384x16384");
  expectRefused(render("stack", {"--scale", "0"}), 2, "--scale");
  expectRefused(render("stack", {"--theme", "pink"}), 2, "There is no theme 'pink'");
  expectRefused(render("stack", {"--words", "latin"}), 2, "There is no vocabulary 'latin'");
  expectRefused(render("stack", {"--format", "gif"}), 2, "svg, pdf or png, not 'gif'");
  expectRefused(render("tensor", {"--cell", "five"}), 2, "'five' is not a cell");
  EXPECT_EQ(render("stack", {}, "picture").code, 2) << "nothing says what it is to be";
  EXPECT_FALSE(exists("picture"));
}

TEST_F(RenderTest, AnOptionOfAnotherViewIsRefusedAndNotLeftOut) {
  const std::pair<const char*, std::vector<std::string>> lines[] = {
      {"roofline", {"--compare", session}}, {"speed", {"--what-if", "threads=64"}}, {"speed", {"--cell", "1,1"}},
      {"stack", {"--token", "3"}},          {"roofline", {"--line", "3"}},          {"stack", {"--level", "module"}},
      {"stack", {"--speeds", "modelled"}},  {"speed", {"--lens", "hip"}},           {"kernel", {"--intermediate"}}};
  for (const auto& [view, more] : lines) expectRefused(render(view, more), 2, more.front() + " is of the view");
  EXPECT_EQ(render("shares", {"--level", "op"}).code, 0);
}

TEST_F(RenderTest, SpeedsThatTheSessionDoesNotHoldAreNotOtherOnes) {
  for (const char* kind : {"modelled", "published"})
    expectRefused(render("speed", {"--speeds", kind}), 3, std::string("no speeds that are ") + kind);
  EXPECT_EQ(render("speed", {"--speeds", "measured"}).code, 0);
}

TEST_F(RenderTest, FilesThatAreNoSessionAreCodeSix) {
  const std::string bad = folder.file("bad"), out = folder.file("out.svg");
  writeBytes(bad, "this is no session");
  for (const std::string& file : {bad, folder.file("missing")})
    expectRefused(test::strata({"render", file, "--view", "stack", "--out", out}), 6, file);
  expectRefused(render("compare", {"--compare", bad}), 6, bad);
  expectRefused(render("stack", {}, "no/folder/out.svg"), 6, "no/folder/out.svg");
}

}  // namespace
}  // namespace strata
