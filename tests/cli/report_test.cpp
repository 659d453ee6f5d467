#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/cli/strata_command.h"

// `strata report` as text, as JSON and as a page: the three say the same.

namespace strata {
namespace {

using test::Finished;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class ReportTest : public ::testing::Test {
 protected:
  std::string textOf(const std::string& of) { return test::strata({"report", of}).out; }
  nlohmann::json jsonOf(const std::string& of) { return test::strata({"report", of, "--json"}).json(); }
  std::string pageOf(const std::string& of) { return test::reportPage(of, folder.file("page.html")); }

  test::TemporaryFolder folder;
  const std::string session = folder.file("run.pftrace"), trace = folder.file("trace.json");
};

TEST_F(ReportTest, StratasOwnMeasurementsStandApartFromTheTimedCalls) {
  {
    test::RecordedStream stream(session, 1);
    for (int i = 0; i < 3; ++i) stream.call("copy_scalar");
    stream.result(1, test::okResult("naive", 0.001, stream.call("matmul_naive")));
    stream.finish();
  }
  for (const std::string& told : {textOf(session), pageOf(session)}) {
    const std::size_t apart = told.find("Apart from ");
    ASSERT_NE(apart, std::string::npos) << told;
    const std::size_t tables = told.find("The timed calls, which results were measured with:");
    ASSERT_LT(tables, apart);
    const std::string timed = told.substr(tables, apart - tables);
    EXPECT_THAT(timed, AllOf(HasSubstr("matmul_naive"), HasSubstr("100 %"), Not(HasSubstr("copy_scalar"))));
    EXPECT_THAT(told.substr(apart), AllOf(HasSubstr("copy_scalar"), HasSubstr("100 %"), HasSubstr("roofs")));
    EXPECT_THAT(told, AllOf(HasSubstr("in timed calls (op level)"), HasSubstr("in other calls")));
  }
  const auto json = jsonOf(session);
  EXPECT_EQ(json["version"], 2) << "in the first one tables were of the whole session";
  ASSERT_EQ(json["kernels"].size(), 1u);
  EXPECT_EQ(json["kernels"][0]["name"], "matmul_naive");
  EXPECT_EQ(json["apart"]["kernels"][0]["name"], "copy_scalar");
  EXPECT_EQ(json["apart"]["kernels"][0]["count"], 3);
}

TEST_F(ReportTest, WhereNothingWasTimedAllCountsAndNothingIsApart) {
  {
    test::RecordedStream stream(session, 1);
    stream.call("copy_scalar");
    stream.finish();
  }
  EXPECT_THAT(textOf(session), AllOf(HasSubstr("copy_scalar"), HasSubstr("time in calls (op level)"),
                                     Not(HasSubstr("Apart from ")), Not(HasSubstr("The timed calls"))));
  EXPECT_TRUE(jsonOf(session)["apart"].is_null());
}

RunResult modelledResult(const std::string& variant) {
  RunResult result;
  result.variant = variant;
  result.status = RunResult::Status::NotRun;
  ModelledRun& run = result.modelled.emplace();
  run.gpu = "h200";
  run.gpuTitle = "NVIDIA H200";
  run.seconds = 549e-6;
  run.bound = "load_unit";
  return result;
}

TEST_F(ReportTest, AModelledTimeIsToldWithItsGpuAndThatNoComparisonIsOfIt) {
  const std::string measured = folder.file("measured.pftrace");
  {
    test::RecordedStream stream(session, 1);
    stream.call("matmul_naive");
    stream.result(1, modelledResult("naive"));
    stream.finish();
  }
  test::recordRun(measured, 2, 3);
  for (const std::string& told : {textOf(session), test::strata({"info", session}).out, pageOf(session)}) {
    EXPECT_THAT(told, ContainsRegex("variant +result +on NVIDIA H200 +held by\n +modelled +modelled\n"));
    EXPECT_THAT(told, ContainsRegex("naive +modelled +549 µs +load unit\n"));
  }
  EXPECT_THAT(textOf(measured), Not(HasSubstr("held by")));
  const auto result = jsonOf(session)["runs"][0]["results"][0];
  EXPECT_TRUE(result["seconds"].is_null());
  EXPECT_DOUBLE_EQ(result["modelled"]["seconds"], 549e-6);
  EXPECT_EQ(result["modelled"]["gpu_title"], "NVIDIA H200");
  EXPECT_TRUE(jsonOf(measured)["runs"][0]["results"][0]["modelled"].is_null());
  const std::string note = session + " has times that are modelled on NVIDIA H200: nothing ran there";
  EXPECT_THAT(test::strata({"report", measured, "--compare", session}).out, HasSubstr(note));
  const auto compared = test::strata({"report", measured, "--compare", session, "--json"}).json();
  const std::vector<std::string> notes = compared["notes"];
  EXPECT_THAT(notes, testing::Contains(HasSubstr(note)));
  const auto same = test::strata({"report", measured, "--compare", measured, "--json"}).json();
  EXPECT_THAT(same["notes"].dump(), Not(HasSubstr("modelled")));
}

TEST_F(ReportTest, TheLongestGapsAreListedWithWhatTheHostDid) {
  test::writeBytes(
      trace,
      R"([{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":0,"dur":5,"args":{"correlation":1}},
      {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":40,"args":{"correlation":1}},
      {"ph":"X","cat":"cpu_op","name":"load_batch","pid":9,"tid":9,"ts":60,"dur":200},
      {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":300,"dur":5,"args":{"correlation":2}},
      {"ph":"X","cat":"kernel","name":"relu","pid":0,"tid":7,"ts":310,"dur":20,"args":{"correlation":2}},
      {"ph":"X","cat":"kernel","name":"sum","pid":0,"tid":7,"ts":340,"dur":20,"args":{"correlation":3}}])");
  const std::string told = textOf(trace);
  EXPECT_THAT(told, ContainsRegex("longest gaps +begin +what the host did meanwhile +of the gap +until\n"
                                  "  260 µs +50.*µs +load_batch +77 % +relu\n"
                                  "  10.0 µs +330.*µs +not told: the launch that ended .* – +sum\n"));
  EXPECT_THAT(pageOf(trace), AllOf(HasSubstr("<h2>Longest gaps</h2>"), HasSubstr("<td>load_batch</td>")));
  const auto use = jsonOf(trace)["device_use"];
  ASSERT_EQ(use["longest_gaps"].size(), 2u) << use;
  const auto& gap = use["longest_gaps"][0];
  EXPECT_EQ(gap["begin_ns"], 50'000);
  EXPECT_EQ(gap["duration_ns"], 260'000);
  EXPECT_EQ(gap["host"], "load_batch");
  EXPECT_EQ(gap["host_self_ns"], 200'000);
  EXPECT_EQ(gap["host_unrecorded_ns"], 55'000);
  EXPECT_EQ(gap["ended_by"], "relu");
  EXPECT_EQ(gap["device"], use["devices"][0]["name"]);
  const auto& unknown = use["longest_gaps"][1];
  EXPECT_TRUE(unknown["host"].is_null() && unknown["host_self_ns"].is_null() && unknown["host_unrecorded_ns"].is_null())
      << unknown;
}

TEST_F(ReportTest, OfARunTheGapsAreThoseOfItsTimedCalls) {
  {
    test::RecordedStream stream(session, 1);
    for (int i = 0; i < 3; ++i) stream.call("copy_scalar");
    RunResult result = test::okResult("naive", 0.001, stream.call("matmul_naive"));
    stream.call("matmul_naive");
    result.lastCall = static_cast<std::uint32_t>(stream.call("matmul_naive"));
    stream.result(1, result);
    stream.finish();
  }
  const auto work = jsonOf(session)["runs"][0]["device_work"];
  EXPECT_EQ(work["gaps"], 2);
  ASSERT_EQ(work["longest_gaps"].size(), 2u);
  EXPECT_EQ(work["idle_ns"], work["span_ns"].get<std::int64_t>() - work["busy_ns"].get<std::int64_t>());
  EXPECT_THAT(textOf(session), ContainsRegex("longest gaps .*\n.* matmul_naive\n.* matmul_naive\n\n"));
}

TEST_F(ReportTest, WhatLiesBetweenTwoResultsIsInNoBusyShare) {
  {
    test::RecordedStream stream(session, 1);
    for (const char* variant : {"naive", "tiled"}) {
      RunResult result = test::okResult(variant, 0.001, stream.call("matmul"));
      result.lastCall = static_cast<std::uint32_t>(stream.call("matmul"));
      stream.result(1, result);
      for (int i = 0; i < 3; ++i) stream.call("check");
    }
    stream.finish();
  }
  const auto json = jsonOf(session);
  const auto work = json["runs"][0]["device_work"];
  EXPECT_EQ(work["total_ns"], json["kernels"][0]["total_ns"]) << "as the table beside it";
  EXPECT_EQ(work["gaps"], 2) << "one of each result";
  for (const auto& gap : work["longest_gaps"]) EXPECT_EQ(gap["ended_by"], "matmul") << gap;
  const auto comparison = test::strata({"report", session, "--compare", session, "--json"}).json();
  EXPECT_EQ(comparison["files"], (std::vector<std::string>{session, session}));
  EXPECT_EQ(comparison["recorded"][1], test::strata({"info", session, "--json"}).json()["recorded"]);
  const auto compared = comparison["device_use"];
  for (const char* time : {"span_ns", "busy_ns"}) EXPECT_EQ(compared[time][0], work[time]) << time;
}

TEST_F(ReportTest, ALongNameIsCutAndItsShapeStays) {
  const std::string name(90, 'k');
  test::writeBytes(trace, R"([{"ph":"X","cat":"kernel","name":")" + name +
                              R"(","pid":0,"tid":7,"ts":10,"dur":40,"args":{"grid":[4096,2,1],"block":[128,1,1]}}])");
  const std::string shape = test::strata({"report", trace, "--by-shape", "--json"}).json()["kernels"][0]["launch"];
  ASSERT_THAT(shape, testing::EndsWith(">>>"));
  EXPECT_THAT(test::strata({"report", trace, "--by-shape"}).out, HasSubstr("  " + name.substr(0, 72) + "… " + shape));
}

TEST_F(ReportTest, CopiesWhoseFileDoesNotSayTheirBytesHaveNone) {
  const auto copy = [](const char* name, int begin, const char* args) {
    return R"({"ph":"X","pid":0,"tid":7,"cat":"gpu_memcpy","name":")" + std::string(name) + R"(","ts":)" +
           std::to_string(begin) + R"(,"dur":2,"args":{)" + args + "}}";
  };
  const char *down = "Memcpy HtoD (Pinned -> Device)", *back = "Memcpy DtoH (Device -> Pinned)";
  test::writeBytes(trace,
                   "[" + copy(down, 0, "") + "," + copy(back, 10, R"("bytes":4096)") + "," + copy(back, 20, "") + "]");
  EXPECT_THAT(textOf(trace), AllOf(ContainsRegex("H→D +1 +2.00 µs +– +– "),
                                   ContainsRegex("D→H +2 +4.00 µs +4.00 KiB in 1 of them +2.05 GB/s ")));
}

TEST_F(ReportTest, NoPageIsWrittenIntoAFileOfAnotherFormat) {
  test::recordRun(session, 1, 3);
  const std::string table = folder.file("x.csv");
  const Finished refused = test::strata({"report", session, "--out", table});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr(".html"), HasSubstr("strata export " + session + " --to csv-ops --out " + table)));
  EXPECT_FALSE(std::filesystem::exists(table));
  for (const char* other : {"x.CSV", "x.json", "x.pdf", "x.png"})
    EXPECT_EQ(test::strata({"report", session, "--out", folder.file(other)}).code, 2) << other;
  for (const char* page : {"x.htm", "X.HTML", "report-v1.2", "report"})
    EXPECT_EQ(test::strata({"report", session, "--out", folder.file(page)}).code, 0) << page;
}

TEST_F(ReportTest, OfSeveralFilesItSaysHowTheyBecomeOneSession) {
  test::recordRun(session, 1, 3);
  const std::string other = folder.file("other.pftrace");
  test::recordRun(other, 2, 3);
  const Finished refused = test::strata({"report", session, other});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, AllOf(HasSubstr("strata import " + session + " " + other + " --out ranks.pftrace"),
                                 HasSubstr("strata report " + session + " --compare " + other)));
}

}  // namespace
}  // namespace strata
