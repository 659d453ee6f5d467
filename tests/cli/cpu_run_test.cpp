#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "app/lessons/shell_command.h"
#include "tests/cli/strata_command.h"

// The real agent of the CPU, from the command line.

namespace strata {
namespace {

using test::Finished;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

struct Shape {
  int m, n, k;
};

class CpuRunTest : public ::testing::TestWithParam<Shape> {};

TEST_P(CpuRunTest, EveryVariantIsRightAndTheSessionHoldsItsLaunches) {
  const Shape shape = GetParam();
  const test::TemporaryFolder folder;
  const std::string out = folder.file("out.pftrace");
  const Finished finished = test::strata({"run", "matmul", "--device", "cpu", "--set", "m=" + std::to_string(shape.m),
                                          "--set", "n=" + std::to_string(shape.n), "--set",
                                          "k=" + std::to_string(shape.k), "--repeat", "2", "--out", out, "--json"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto json = finished.json();
  ASSERT_GE(json["runs"].size(), 3u) << finished.out;
  for (const auto& run : json["runs"]) {
    if (run["status"] == "unsupported") continue;  // steps for matrix units
    EXPECT_EQ(run["ok"], true) << run;
    EXPECT_LE(run["error"]["value"], run["error"]["limit"]) << run;
    EXPECT_EQ(run["storeys"].size(), 7u);
    EXPECT_GT(run["storeys"]["hardware"], 0);
  }
  EXPECT_EQ(json["trace"]["dropped"], 0);
  const auto info = test::strata({"info", out, "--json"}).json();
  EXPECT_EQ(info["cut_off"], false);
  EXPECT_EQ(info["events"]["unmatched_ends"], 0);
  EXPECT_EQ(info["events"]["flows"], info["events"]["per_storey"]["hardware"]) << "every piece of work has its launch";
  EXPECT_EQ(json["trace"]["events"],
            info["events"]["slices"].get<std::uint64_t>() + info["events"]["counters"].get<std::uint64_t>());
  EXPECT_EQ(info["runs"][0]["results"].size(), json["runs"].size());
}

INSTANTIATE_TEST_SUITE_P(Shapes, CpuRunTest,
                         ::testing::Values(Shape{64, 64, 64}, Shape{257, 130, 511}, Shape{1, 1, 1}, Shape{1, 77, 3},
                                           Shape{33, 1, 65}));

TEST(CpuRun, WithoutATraceThereAreResultsAndNoEvents) {
  const Finished finished = test::strata(
      {"run", "matmul", "--device", "cpu", "--set", "n=32", "--variants", "naive,library", "--no-trace", "--json"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto json = finished.json();
  ASSERT_EQ(json["runs"].size(), 2u);
  EXPECT_TRUE(json["runs"][0]["storeys"].is_null());
  EXPECT_EQ(json["trace"]["events"], 0);
  EXPECT_TRUE(json["trace"]["file"].is_null());
}

TEST(CpuRun, WhereWorkOverlapsTheTableHasTheBusyTime) {
  const auto tableOf = [](const char* streams) {
    const Finished finished =
        test::strata({"run", "saxpy", "--device", "cpu", "--set", streams, "--variants", "naive", "--repeat", "2"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    return finished.out.substr(finished.out.find("Time per storey"));
  };
  EXPECT_THAT(tableOf("streams=2"), ContainsRegex("device work +busy +after return"));
  EXPECT_THAT(tableOf("streams=1"), Not(HasSubstr("busy")));
}

TEST(CpuRun, TheHeadingNamesWhatTheChoiceUses) {
  const Finished finished = test::strata({"run", "frames", "--device", "cpu", "--set", "content=mandelbrot", "--set",
                                          "frames=2", "--set", "side=16", "--variants", "pipe"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr(" iterations=256"));
  for (const char* other : {" steps=", " layer=", " head="}) EXPECT_THAT(finished.out, Not(HasSubstr(other)));
}

TEST(CpuRun, FramesSayHowLargeTheyWereDrawnAndWhichTimesAreMedians) {
  const Finished finished =
      test::strata({"run", "frames", "--device", "cpu", "--set", "frames=5", "--set", "side=16", "--variants", "pipe"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  if (finished.out.find("drawn") == std::string::npos) GTEST_SKIP() << "no graphics here";
  EXPECT_THAT(finished.out, ContainsRegex("torn +kernels +latency"));
  EXPECT_THAT(finished.out, HasSubstr("kernel's error, limit"));
  EXPECT_THAT(finished.out, HasSubstr("device work of that frame"));
  EXPECT_THAT(finished.out, HasSubstr("Drawn at 16 × 16 pixels."));
  EXPECT_THAT(finished.out, HasSubstr("one frame each way, whose latency is the median"));
  EXPECT_THAT(finished.out, HasSubstr("timed frames"));
  EXPECT_THAT(finished.out, HasSubstr("pipe: timed over fewer than 10 frames"));
}

TEST(CpuRun, AWayThatToreIsNotCalledOk) {
  const Finished finished =
      test::strata({"run", "frames", "--device", "cpu", "--set", "frames=150", "--set", "side=1024", "--set", "rate=0",
                    "--set", "steps=1", "--set", "slots=1", "--set", "semaphore=off", "--variants", "host"});
  if (finished.out.find("drawn") == std::string::npos) GTEST_SKIP() << "no graphics here";
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, ContainsRegex("host +TORN "));
  EXPECT_THAT(finished.out, ContainsRegex("host: [0-9]+ of [0-9]+ frames torn"));
  EXPECT_THAT(finished.out, HasSubstr(" ≤ ")) << "what its kernels computed is right";
  EXPECT_THAT(finished.out, Not(HasSubstr("whose latency is the median"))) << "none of its frames has one";
}

std::vector<std::string> framesUntilStopped() {
  return {"run", "frames", "--device", "cpu", "--set", "frames=0", "--set", "side=16", "--variants", "pipe"};
}

TEST(CpuRun, FramesThatHaveNoEndAreNoShareOfOne) {
  test::StrataCommand command(framesUntilStopped());
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  const auto told = [&] { return command.errorSoFar().find("frames of heat") != std::string::npos; };
  while (!told() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const bool began = told();
  ::kill(command.pid(), SIGINT);
  const Finished finished = command.wait();
  if (finished.out.find("drawn") == std::string::npos) GTEST_SKIP() << "no graphics here";
  EXPECT_TRUE(began) << finished.err;
  EXPECT_THAT(finished.err, Not(HasSubstr("%")));
}

TEST(CpuRun, InATerminalFramesThatHaveNoEndAreCountedAndTimed) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) GTEST_SKIP() << "no terminal here";
  const std::string line = "exec \"$0\" \"$@\" 2>" + std::string(::ptsname(terminal));
  test::StrataCommand command(line, framesUntilStopped());
  std::string shown;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  const auto readOn = [&] {
    std::array<char, 4096> bytes{};
    for (ssize_t got = 0; (got = ::read(terminal, bytes.data(), bytes.size())) > 0;)
      shown.append(bytes.data(), static_cast<std::size_t>(got));
  };
  while (shown.find(" made, ") == std::string::npos && std::chrono::steady_clock::now() < end) {
    readOn();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ::kill(command.pid(), SIGINT);
  const Finished finished = command.wait();
  readOn();
  ::close(terminal);
  if (finished.out.find("drawn") == std::string::npos) GTEST_SKIP() << "no graphics here";
  EXPECT_THAT(shown, ContainsRegex("frames of heat by pipe, [0-9]+ made, [0-9]+ s so far"));
  EXPECT_THAT(shown, Not(HasSubstr("%")));
}

TEST(CpuRun, AccessesAreAsWideAsNvccMakesThem) {
  const Finished finished = test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=4096", "--set",
                                          "observe=memory", "--variants", "vectorised", "--no-trace", "--json"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto json = finished.json();
  ASSERT_EQ(json["runs"].size(), 1u);
  if (json["runs"][0]["memory"].is_null()) GTEST_SKIP() << json["runs"][0]["message"];  // a sanitizer is on
  int accesses = 0;
  for (const auto& place : json["runs"][0]["memory"]) {
    if (place["what"] == "branch") continue;
    ++accesses;
    EXPECT_EQ(place["width_of"], "sm_90") << place;
    EXPECT_EQ(place["example"]["bytes"], 16) << place;
    EXPECT_EQ(place["sectors"], 16 * place["requests"].get<int>()) << place;
  }
  EXPECT_EQ(accesses, 3) << "two loads and a store";
}

TEST(CpuRun, ADeviceThatIsNotHereIsCodeThreeWithWhatToDo) {
  for (const char* device : {"hip:99", "cpu:7", "cuda:99"}) {
    const Finished finished = test::strata({"run", "matmul", "--device", device, "--json"});
    EXPECT_EQ(finished.code, 3) << device;
    EXPECT_THAT(finished.err, HasSubstr(device));
    EXPECT_EQ(finished.json()["errors"][0]["code"], "unavailable");
  }
}

TEST(CpuRun, TheShareOfTheRoofSaysWhichBytesAreCounted) {
  const Finished finished = test::strata(
      {"run", "matmul", "--device", "cpu", "--set", "n=32", "--variants", "naive", "--repeat", "1", "--no-trace"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("of roof: the share of what the roofs allow if each byte moved once.\n"));
}

TEST(CpuRun, ListWritesALargestWholeNumberAsNoLimit) {
  const std::string tokens = test::strata({"list", "transformer"}).out, product = test::strata({"list", "matmul"}).out;
  EXPECT_THAT(tokens, ContainsRegex(" seed +integer +1 +1 or more"));
  EXPECT_THAT(product, ContainsRegex(" seed +integer +1 +0 to 4294967295"));
  EXPECT_THAT(tokens + product, Not(HasSubstr("9.007")));
}

TEST(CpuRun, ListNamesExperimentsAndDevices) {
  const auto json = test::strata({"list", "--json"}).json();
  EXPECT_EQ(json["experiments"][0]["name"], "matmul");
  EXPECT_EQ(json["experiments"][0]["parameters"][0]["name"], "n");
  EXPECT_EQ(json["experiments"][0]["parameters"][0]["type"], "integer");
  EXPECT_EQ(json["experiments"][0]["variants"][0]["name"], "naive");
  EXPECT_GT(json["experiments"].size(), 5u);
  const auto isCpu = [](const auto& device) { return device["device"] == "cpu"; };
  EXPECT_TRUE(std::any_of(json["devices"].begin(), json["devices"].end(), isCpu));
}

TEST(CpuRun, ListIsShortAndTellsOfOneExperimentAll) {
  const std::string all = test::strata({"list"}).out;
  EXPECT_THAT(
      all, AllOf(HasSubstr("\nmatmul"), HasSubstr("\ntransformer"), HasSubstr("\ndevices\n"), HasSubstr("\n  cpu: ")));
  EXPECT_THAT(all, Not(HasSubstr("Timed runs of each variant"))) << "of each experiment the same";
  EXPECT_LT(std::ranges::count(all, '\n'), 40) << "a screen";
  const Finished one = test::strata({"list", "matmul"});
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_THAT(one.out, AllOf(HasSubstr("Timed runs of each variant"), HasSubstr("unit_specialised")));
  EXPECT_THAT(one.out, ContainsRegex("model_gpu .* one of [0-9]+ .* One of auto, .*, none\\.\n"));
  EXPECT_THAT(one.out, AllOf(Not(HasSubstr("conv2d")), Not(HasSubstr("devices"))));
  const auto json = test::strata({"list", "saxpy", "--json"}).json();
  ASSERT_EQ(json["experiments"].size(), 1u);
  EXPECT_EQ(json["experiments"][0]["name"], "saxpy");
  const Finished none = test::strata({"list", "matmull"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("matmull"));
}

TEST(CpuRun, DoctorSaysEachStoreyOfTheCpu) {
  const Finished finished = test::strata({"doctor", "--json"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  for (const auto& agent : finished.json()["agents"]) {
    EXPECT_EQ(agent["reason"].is_null(), agent["usable"]) << agent;
    EXPECT_TRUE(agent["agent"] != "cpu" || agent["storeys"].size() == 7) << agent;
  }
}

TEST(CpuRun, AWidthOfWarpsThatCannotBeIsNamedWithThoseThatCan) {
  setenv("STRATA_CPU_WAVE", "48", 1);
  const Finished doctor = test::strata({"doctor"});
  const Finished run = test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=64", "--no-trace"});
  unsetenv("STRATA_CPU_WAVE");
  constexpr const char* kSays = "warps of 48 lanes was requested; only 32 and 64 are possible: set STRATA_CPU_WAVE to";
  EXPECT_THAT(doctor.out, HasSubstr(kSays));
  EXPECT_THAT(run.err, HasSubstr(kSays));
  EXPECT_EQ(run.code, 3);
}

TEST(CpuRun, AnUnknownLevelOfTheProcessorIsNamedWithThoseThatThereAre) {
  setenv("STRATA_CPU_LEVEL", "x86-64-v1", 1);
  const Finished doctor = test::strata({"doctor"});
  const Finished run = test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=64", "--no-trace"});
  unsetenv("STRATA_CPU_LEVEL");
  constexpr const char* kSays = "level x86-64-v1 were requested for the CPU; there are v1, v3 and v4: set";
  EXPECT_THAT(doctor.out, HasSubstr(kSays));
  EXPECT_THAT(run.err, HasSubstr(kSays));
  EXPECT_EQ(run.code, 3);
}

// A build for one machine has one level, a portable one those of this processor.
TEST(CpuRun, ALevelOfTheProcessorIsTheOneAskedForOrRefused) {
  int runs = 0;
  for (const std::string level : {"v1", "v3", "v4"}) {
    setenv("STRATA_CPU_LEVEL", level.c_str(), 1);
    const Finished doctor = test::strata({"doctor"});
    const Finished run = test::strata({"run", "saxpy", "--device", "cpu", "--set", "n=64", "--no-trace"});
    unsetenv("STRATA_CPU_LEVEL");
    if (run.code == 0) {
      ++runs;
      const bool names = doctor.out.find("-march=x86-64-" + level) != std::string::npos;
      EXPECT_EQ(names, level != "v1") << doctor.out;
      continue;
    }
    EXPECT_EQ(run.code, 3) << run.err;
    EXPECT_THAT(run.err, HasSubstr("level " + level + " were requested for the CPU, and this "));
  }
  EXPECT_GE(runs, 1);
}

TEST(CpuRun, TheRecorderBenchCountsWhatItDrops) {
  const Finished finished = test::strata({"bench", "recorder", "--json"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto figures = finished.json()["benches"][0]["figures"];
  const auto named = [&](const char* name) {
    for (const auto& figure : figures)
      if (figure["name"] == name) return figure;
    return nlohmann::json();
  };
  EXPECT_EQ(named("allocations while recording")["met"], true);
  EXPECT_EQ(named("lost without being counted")["met"], true);
  EXPECT_GT(named("dropped and counted")["value"], 0);
}

TEST(CpuRun, TheCommandThatALessonPrintsRuns) {
  for (const char* line : {"copy n=64 variants=vectorised repeat=1 roofs=off", "copy n=64,128 repeat=1 roofs=off"}) {
    const std::string printed = shellCommand(parseRunLine(line).value());
    const Finished finished = test::strataIn("strata() { \"$program\" \"$@\"; }; program=$0; " + printed, {});
    EXPECT_EQ(finished.code, 0) << printed << "\n" << finished.err;
  }
}

}  // namespace
}  // namespace strata
