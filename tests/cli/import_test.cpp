#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/cli/strata_command.h"

// `strata import`, and `strata info` of another tool's trace.

namespace strata {
namespace {

namespace fs = std::filesystem;
using test::Finished;
using test::TemporaryFolder;
using test::writeBytes;
using ::testing::HasSubstr;

class ImportTest : public ::testing::Test {
 protected:
  ImportTest() {
    writeBytes(trace, R"([{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":10,"dur":60},
      {"ph":"X","cat":"mine","name":"other","pid":9,"tid":9,"ts":80,"dur":1}])");
  }

  TemporaryFolder folder;
  const std::string trace = folder.file("trace.json"), session = folder.file("session.pftrace");
};

TEST_F(ImportTest, MakesASession) {
  const Finished made = test::strata({"import", trace, "--out", session});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("2 slices, 0 flows, 0 counter values; 1 slice on no storey"));
  const auto json = test::strata({"info", session, "--json"}).json();
  EXPECT_EQ(json["events"]["per_storey"]["framework"], 1);
  EXPECT_EQ(json["imported"]["format"], "Chrome trace");
  EXPECT_EQ(json["imported"]["tool"], "PyTorch (Kineto)");
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["cut_off"], false);
  EXPECT_EQ(test::strata({"report", session, "--json"}).json()["complete"], true);
}

TEST_F(ImportTest, ATraceThatIsCutOffIsNotComplete) {
  writeBytes(trace, R"([{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":10,"dur":60},
      {"ph":"X","cat":"cpu_op","na)");
  EXPECT_EQ(test::strata({"import", trace, "--out", session}).code, 0);
  for (const std::string& file : {trace, session}) {
    const auto info = test::strata({"info", file, "--json"}).json();
    EXPECT_EQ(info["complete"], false);
    EXPECT_EQ(info["cut_off"], true);
    EXPECT_EQ(test::strata({"report", file, "--json"}).json()["complete"], false);
  }
  std::filesystem::create_directory(folder.file("ranks"));
  for (const char* name : {"ranks/rank0.json", "ranks/rank1.json"})
    std::filesystem::copy_file(trace, folder.file(name));
  EXPECT_EQ(test::strata({"info", folder.file("ranks"), "--json"}).json()["complete"], false);
}

TEST_F(ImportTest, ASignalLeavesNothingOfWhatCameThroughAPipe) {
  const fs::path place = folder.file("temporary"), pipe = folder.file("pipe");
  fs::create_directory(place);
  for (const int signal : {SIGINT, SIGTERM}) {
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    test::StrataCommand command("TMPDIR=" + place.string() + R"( exec "$0" "$@")",
                                {"import", pipe.string(), "--out", session});
    std::ofstream writes(pipe);
    writes << "[" << std::flush;
    for (int tries = 0; fs::is_empty(place) && tries < 2000; ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_FALSE(fs::is_empty(place)) << "it waits for the rest";
    ::kill(command.pid(), signal);
    EXPECT_EQ(command.wait().code, 128 + signal);
    EXPECT_TRUE(fs::is_empty(place));
    fs::remove(pipe);
  }
}

TEST_F(ImportTest, WritesNoSessionUnderTheNameOfAnotherFormat) {
  for (const char* name : {"m.json", "m.csv.gz"}) {
    const Finished made = test::strata({"import", trace, "--out", folder.file(name)});
    EXPECT_EQ(made.code, 2) << name;
    EXPECT_THAT(made.err, HasSubstr("import writes a session, whose name ends in .pftrace"));
    EXPECT_FALSE(std::filesystem::exists(folder.file(name)));
  }
  EXPECT_EQ(test::strata({"import", trace, "--out", folder.file("m.pftrace.gz")}).code, 0);
}

TEST_F(ImportTest, AModelIsCalledOne) {
  const std::string model = folder.file("m.gguf");
  writeBytes(model, "GGUF, and more");
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"import", model, "--out", session}, {"info", model}}) {
    const Finished finished = test::strata(line);
    EXPECT_EQ(finished.code, 6) << line[0];
    EXPECT_THAT(finished.err, HasSubstr("m.gguf is a language model, no session"));
    EXPECT_THAT(finished.err, HasSubstr("strata run transformer --set model=" + model));
  }
  EXPECT_FALSE(fs::exists(session));
}

TEST_F(ImportTest, ADashIsStandardOutput) {
  const Finished table = test::strata({"export", trace, "--to", "csv", "--out", "-"});
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, ::testing::StartsWith("storey,kind,"));
  EXPECT_THAT(table.err, HasSubstr("2 slices"));
}

TEST_F(ImportTest, InfoReadsTheTraceItself) {
  const Finished info = test::strata({"info", trace});
  EXPECT_EQ(info.code, 0) << info.err;
  EXPECT_THAT(info.out, HasSubstr("imported: Chrome trace of PyTorch (Kineto)"));
}

TEST_F(ImportTest, AnAnnotationIsACallOfItsLevel) {
  writeBytes(trace, R"([{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":9,"ts":0,"dur":90},
      {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":10,"dur":60}])");
  const auto drawn = [&](std::vector<std::string> more) {
    const std::string picture = folder.file("stack.svg");
    more.insert(more.begin(), {"render", trace, "--out", picture});
    const Finished finished = test::strata(more);
    EXPECT_EQ(finished.code, 0) << finished.err;
    const auto bytes = test::bytesOf(picture);
    return std::string(bytes.begin(), bytes.end());
  };
  EXPECT_THAT(drawn({"--view", "stack", "--select", "ProfilerStep"}), HasSubstr("ProfilerStep#1 · 90.0 µs"));
  EXPECT_THAT(drawn({"--view", "shares"}), HasSubstr("1 call · 60.0 µs"));
  EXPECT_THAT(drawn({"--view", "shares", "--level", "annotation"}), HasSubstr("1 annotation · 90.0 µs"));
  const Finished wrong =
      test::strata({"render", trace, "--view", "shares", "--level", "step", "--out", folder.file("x.svg")});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("annotation"));
}

TEST_F(ImportTest, EndsWithoutABeginAreCounted) {
  const auto said = HasSubstr("left out: events that close what is not open: 1");
  EXPECT_THAT(test::strata({"info", trace}).out, ::testing::Not(HasSubstr("not open")));
  writeBytes(trace, R"([{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":10,"dur":60},
      {"ph":"E","pid":9,"tid":9,"ts":90}])");
  EXPECT_THAT(test::strata({"info", trace}).out, said);
}

TEST_F(ImportTest, WorkThatAnotherLevelsTableHasNotStandsApart) {
  writeBytes(trace, R"([{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":9,"ts":0,"dur":90},
      {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":100,"dur":40},
      {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":110,"dur":9,"args":{"correlation":1}},
      {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":120,"dur":50,"args":{"correlation":1}}])");
  EXPECT_THAT(test::strata({"report", trace}).out, HasSubstr("for calls  50.0 µs, 30.0 µs of it after"));
  const std::string steps = test::strata({"report", trace, "--level", "annotation"}).out;
  EXPECT_THAT(steps, HasSubstr("for calls  0 ns, 0 ns of it after"));
  EXPECT_THAT(steps, HasSubstr("outside    50.0 µs: for operations in no call of this level"));
}

TEST_F(ImportTest, OfSeveralDevicesEachIsBusyForItself) {
  writeBytes(trace, R"([{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":0,"dur":90},
      {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":40,"args":{"correlation":1}},
      {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":8,"ts":20,"dur":10,"args":{"correlation":2}},
      {"ph":"X","cat":"kernel","name":"gemm","pid":1,"tid":7,"ts":20,"dur":20,"args":{"correlation":3}}])");
  EXPECT_THAT(
      test::strata({"report", trace}).out,
      HasSubstr("70.0 µs; busy 60.0 µs: 40.0 µs on GPU 0, 20.0 µs on GPU 1; overlaps on one device counted once"));
  const auto work = test::strata({"report", trace, "--json"}).json()["device_work"];
  EXPECT_EQ(work["devices"][1]["name"], "GPU 1");
  EXPECT_EQ(work["devices"][1]["busy_ns"], 20'000);
  writeBytes(
      trace,
      R"([{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":0,"dur":5,"args":{"correlation":1}},
      {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":40,"args":{"correlation":1}},
      {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":70,"dur":20,"args":{"correlation":2}},
      {"ph":"X","cat":"kernel","name":"gemm","pid":1,"tid":7,"ts":20,"dur":20,"args":{"correlation":3}}])");
  const std::string report = test::strata({"report", trace}).out;
  EXPECT_THAT(report,
              HasSubstr("busy       GPU 0 75 % of 80.0 µs from its first work to its last, idle 20.0 µs, gaps: 1"));
  EXPECT_THAT(report,
              HasSubstr("busy       GPU 1 100 % of 20.0 µs from its first work to its last, idle 0 ns, gaps: 0"));
  EXPECT_THAT(report,
              HasSubstr("launches   1, latency median 10.0 µs, p99 –, max 10.0 µs: from the begin of a launch"));
  const auto use = test::strata({"report", trace, "--json"}).json()["device_use"];
  EXPECT_EQ(use["devices"][0]["idle_ns"], 20'000);
  EXPECT_EQ(use["devices"][1]["span_ns"], 20'000);
  EXPECT_EQ(use["launch_latency"]["median_ns"], 10'000);
  EXPECT_TRUE(use["launch_latency"]["p99_ns"].is_null());
  EXPECT_THAT(test::strata({"info", trace}).out, HasSubstr("devices with work: 2\n"));
  EXPECT_EQ(test::strata({"info", trace, "--json"}).json()["devices"], 2);
}

TEST_F(ImportTest, AGraphsLaunchIsOneAndClocksThatDisagreeAreSaid) {
  const auto write = [&](int begin) {
    std::string events =
        R"({"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":9,"tid":9,"ts":100,"dur":5,"args":{"correlation":1}})";
    for (int i = 0; i < 40; ++i)
      events += R"(,{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)" + std::to_string(begin + 10 * i) +
                R"(,"dur":9,"args":{"correlation":1}})";
    writeBytes(trace, "[" + events + "]");
  };
  write(108);
  const auto latencyOf = [&] {
    return test::strata({"report", trace, "--json"}).json()["device_use"]["launch_latency"];
  };
  EXPECT_THAT(test::strata({"report", trace}).out, HasSubstr("launches   1, latency median 8.00 µs, p99 –, max 8.00"));
  EXPECT_EQ(latencyOf()["count"], 1);
  EXPECT_EQ(latencyOf()["median_ns"], 8000);
  EXPECT_EQ(latencyOf()["before_launch"], 0);
  write(98);
  const std::string report = test::strata({"report", trace}).out;
  EXPECT_THAT(report, HasSubstr("clocks     of host and device disagree: of 1 launch the first work began before"));
  EXPECT_EQ(report.find("latency median"), std::string::npos);
  EXPECT_EQ(latencyOf()["count"], 0);
  EXPECT_TRUE(latencyOf()["median_ns"].is_null());
  EXPECT_EQ(latencyOf()["before_launch"], 1);
}

TEST_F(ImportTest, TheReportComparesTwo) {
  const std::string other = folder.file("other.json");
  const auto write = [](const std::string& file, int microseconds) {
    std::string events;
    for (int i = 0; i < 6; ++i)
      events += (i == 0 ? "" : ",") +
                (R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)" + std::to_string(1000 * i)) +
                R"(,"dur":)" + std::to_string(microseconds + i) + "}";
    writeBytes(file, "[" + events + "]");
  };
  write(trace, 100);
  write(other, 150);
  const std::string text = test::strata({"report", trace, "--compare", other}).out;
  EXPECT_THAT(text, testing::ContainsRegex("gemm +6 +6 +615 µs +915 µs +.300 µs +102 µs +152 µs +1.49 +hardly\n"));
  EXPECT_THAT(text, testing::ContainsRegex("hardware +615 µs +915 µs +.300 µs\n"));
  const auto json = test::strata({"report", trace, "--compare", other, "--json"}).json();
  const auto& gemm = json["device_work"][0];
  EXPECT_EQ(gemm["names"][1], "gemm");
  EXPECT_EQ(gemm["difference_ns"], 300'000);
  EXPECT_EQ(gemm["more_than_chance"], true);
  EXPECT_EQ(gemm["median_ns"], (nlohmann::json{102'000, 152'000}));
  EXPECT_EQ(json["clock_steps_ns"]["device"][0], 1000);
  EXPECT_TRUE(json["clock_steps_ns"]["host"][0].is_null());
  EXPECT_EQ(json["span_ns"][0], 5'105'000);
  EXPECT_EQ(json["storeys_ns"]["hardware"][0], 615'000);
  const auto same = test::strata({"report", trace, "--compare", trace, "--json"}).json();
  EXPECT_EQ(same["device_work"][0]["more_than_chance"], false);
  EXPECT_EQ(same["device_work"][0]["ratio"], 1.0);
  EXPECT_EQ(test::strata({"report", trace, "--compare", other, "--out", folder.file("page.html")}).code, 2);
}

TEST_F(ImportTest, AComparisonHasStepsBusyDevicesAndWhatIsInNoOtherTable) {
  const std::string other = folder.file("other.json");
  const auto write = [](const std::string& file, int load) {
    const auto slice = [](const char* category, const std::string& name, int pid, int begin, int length) {
      return R"({"ph":"X","cat":")" + std::string(category) + R"(","name":")" + name + R"(","pid":)" +
             std::to_string(pid) + R"(,"tid":9,"ts":)" + std::to_string(begin) + R"(,"dur":)" + std::to_string(length) +
             (name == "cudaLaunchKernel" || name == "gemm"
                  ? R"(,"args":{"correlation":)" + std::to_string(begin / 10'000 + 1) + "}}"
                  : "}");
    };
    std::string events;
    for (int step = 0; step < 3; ++step) {
      const int begin = 10'000 * step, op = begin + load;
      events += (step == 0 ? "" : ",") +
                slice("user_annotation", "ProfilerStep#" + std::to_string(step), 9, begin, load + 200) + "," +
                slice("user_annotation", "load", 9, begin, load) + "," + slice("cpu_op", "aten::mm", 9, op, 100) + "," +
                slice("cuda_runtime", "cudaLaunchKernel", 9, op + 10, 20) + "," +
                slice("kernel", "gemm", 0, op + 50, 100);
    }
    writeBytes(file, "[" + events + "]");
  };
  write(trace, 1000);
  write(other, 400);
  const std::string text = test::strata({"report", trace, "--compare", other}).out;
  EXPECT_THAT(text, testing::ContainsRegex("device busy +1.5 % of 20.1 ms +1.5 % of 20.1 ms +.0 points\n"));
  EXPECT_THAT(text, testing::ContainsRegex("profiler step, median +1.20 ms +600 µs +-600 µs\n"));
  EXPECT_THAT(text, testing::ContainsRegex("ProfilerStep +3 +3 +3.60 ms +1.80 ms +-1.80 ms"));
  EXPECT_THAT(text, testing::ContainsRegex("load +3 +3 +3.00 ms +1.20 ms +-1.80 ms"));
  const std::string others = text.substr(std::min(text.find("other events"), text.size()));
  EXPECT_THAT(others, HasSubstr("cudaLaunchKernel"));
  for (const char* name : {"aten::mm", "gemm"}) {
    EXPECT_THAT(text, HasSubstr(name));
    EXPECT_THAT(others, testing::Not(HasSubstr(name))) << "it is in a table of its own";
  }
  const auto json = test::strata({"report", trace, "--compare", other, "--json"}).json();
  EXPECT_EQ(json["steps"]["median_ns"], (nlohmann::json{1'200'000, 600'000}));
  EXPECT_EQ(json["device_use"]["busy_ns"], (nlohmann::json{300'000, 300'000}));
  EXPECT_EQ(json["device_use"]["span_ns"], (nlohmann::json{20'100'000, 20'100'000}));
}

TEST_F(ImportTest, TheReportListsTheProfilersSteps) {
  writeBytes(trace, R"([{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":9,"ts":0,"dur":90},
      {"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":9,"tid":9,"ts":100,"dur":80},
      {"ph":"X","cat":"user_annotation","name":"ProfilerStep#3","pid":9,"tid":9,"ts":200,"dur":70},
      {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":210,"dur":40}])");
  const Finished report = test::strata({"report", trace});
  EXPECT_THAT(report.out, HasSubstr("3 profiler steps: median 80.0 µs, 70.0 µs – 90.0 µs"));
  writeBytes(trace, R"([{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":9,"ts":0,"dur":90},
      {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":10,"dur":40}])");
  EXPECT_THAT(test::strata({"report", trace}).out, HasSubstr("\n1 profiler step: 90.0 µs\n"));
}

TEST_F(ImportTest, WhatIsLeftOutIsNamedAndCounted) {
  writeBytes(trace, R"([{"ph":"X","name":"a","pid":9,"tid":9,"ts":10,"dur":60},{"ph":"P","name":"s","ts":11},
      {"ph":"P","name":"s","ts":12}])");
  const std::string said = "left out: events of phase 'P': 2\n";
  EXPECT_THAT(test::strata({"import", trace, "--out", session}).err, HasSubstr(said));
  EXPECT_THAT(test::strata({"info", trace}).out, HasSubstr(said));
  EXPECT_THAT(test::strata({"info", session}).out, HasSubstr(said));
  EXPECT_EQ(test::strata({"info", session, "--json"}).json()["imported"]["left_out"]["events of phase 'P'"], 2);
}

TEST_F(ImportTest, AFolderOfRanksIsOneSession) {
  std::filesystem::create_directory(folder.file("ranks"));
  for (const char* name : {"ranks/rank0.json", "ranks/rank1.json"})
    std::filesystem::copy_file(trace, folder.file(name));
  EXPECT_EQ(test::strata({"import", folder.file("ranks"), "--out", session}).code, 0);
  for (const std::string& file : {folder.file("ranks"), session}) {
    const Finished info = test::strata({"info", file});
    EXPECT_THAT(info.out, HasSubstr("imported: Chrome trace of 2 ranks of PyTorch (Kineto)")) << info.err;
    EXPECT_THAT(info.out, HasSubstr("4 slices"));
  }
}

TEST_F(ImportTest, SessionsWithResultsOfTheirOwnAreSaidToBeNoRanks) {
  const fs::path days = folder.file("days");
  fs::create_directory(days);
  test::recordRun(days / "day1.pftrace", 7);
  EXPECT_EQ(test::strata({"info", days, "--json"}).json()["problems"].size(), 0u) << "there is one";
  test::recordRun(days / "day2.pftrace", 8);
  const std::string way =
      "strata report " + (days / "day1.pftrace").string() + " --compare " + (days / "day2.pftrace").string();
  for (const Finished& finished :
       {test::strata({"info", days}), test::strata({"info", days / "day2.pftrace", days / "day1.pftrace"})}) {
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_THAT(finished.out, AllOf(HasSubstr("These are 2 whole sessions, not ranks of one job"), HasSubstr(way)));
  }
}

TEST_F(ImportTest, FilesOfRanksNamedTogetherAreOneSession) {
  const std::string zero = folder.file("rank0.json"), one = folder.file("rank1.json");
  for (const std::string& file : {zero, one}) std::filesystem::copy_file(trace, file);
  EXPECT_EQ(test::strata({"import", one, zero, "--out", session}).code, 0);
  EXPECT_THAT(test::strata({"info", zero, one}).out, HasSubstr("imported: Chrome trace of 2 ranks"));
  EXPECT_THAT(test::strata({"info", zero, one}).out, HasSubstr("several files: "));
  EXPECT_THAT(test::strata({"info", session}).out, HasSubstr("clocks: Not every rank states the wall clock"));
  EXPECT_THAT(test::strata({"info", zero, trace}).err,
              HasSubstr("nothing in them says that they are ranks of one job"));
}

TEST_F(ImportTest, InfoSaysTheSameOfAFileThatCannotBeRead) {
  writeBytes(trace, "NVIDIA Tegra Profiler Report 1.");
  const Finished made = test::strata({"import", trace, "--out", session}), info = test::strata({"info", trace});
  EXPECT_EQ(made.code, 6);
  EXPECT_EQ(info.code, 6);
  EXPECT_THAT(made.err, HasSubstr("nsys export --type sqlite"));
  EXPECT_EQ(made.err, info.err);
}

TEST_F(ImportTest, OfJsonWithoutATraceNobodySpeaksOfSessions) {
  writeBytes(trace, "{}\n");
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"import", trace, "--out", session}, {"info", trace}}) {
    const Finished finished = test::strata(line);
    EXPECT_EQ(finished.code, 6) << line[0];
    EXPECT_THAT(finished.err, HasSubstr("Cannot read " + trace + ": it is not a trace that Strata knows. It reads: "));
  }
}

TEST_F(ImportTest, WhatIsNoTraceIsAnInputError) {
  writeBytes(trace, "no trace");
  const Finished made = test::strata({"import", trace, "--out", session});
  EXPECT_EQ(made.code, 6);
  EXPECT_THAT(made.err, HasSubstr(trace));
  EXPECT_EQ(test::strata({"import", trace}).code, 2);
}

}  // namespace
}  // namespace strata
