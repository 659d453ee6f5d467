#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/core.h>

#include <filesystem>

#include "app/session/session.h"
#include "engine/interchange/exporter.h"
#include "engine/trace/trace_query.h"
#include "tests/cli/strata_command.h"

// `strata info` and `strata export` on good and bad files.

namespace strata {
namespace {

using test::bytesOf;
using test::Finished;
using test::recordRun;
using test::TemporaryFolder;
using test::writeBytes;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

class SessionFileTest : public ::testing::Test {
 protected:
  SessionFileTest() { recordRun(good, 7, 100); }

  TemporaryFolder folder;
  const std::string good = folder.file("good.pftrace"), bad = folder.file("bad.pftrace");
};

TEST_F(SessionFileTest, InfoCountsWhatTheSessionHolds) {
  const Finished finished = test::strata({"info", good, "--json"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto json = finished.json();
  const int tracingCost = json["events"]["per_storey"]["other"];
  EXPECT_EQ(json["events"]["slices"], 400 + tracingCost) << "three host slices and one kernel a call";
  EXPECT_EQ(json["events"]["flows"], 100);
  EXPECT_EQ(json["events"]["calls"], 100);
  EXPECT_EQ(json["events"]["per_storey"]["hardware"], 100);
  EXPECT_EQ(json["events"]["per_storey"]["runtime"], 100);
  EXPECT_EQ(json["dropped"]["total"], 0);
  EXPECT_EQ(json["cut_off"], false);
  EXPECT_EQ(json["agents"][0]["device"]["name"], "Recorded device");
  EXPECT_EQ(json["storeys"].size(), 7u);
  EXPECT_EQ(json["runs"][0]["results"].size(), 2u);
  EXPECT_TRUE(json["clock_error_ns"].is_number_integer());
  EXPECT_EQ(json["problems"].size(), 0u);
}

TEST_F(SessionFileTest, InfoSaysWhenItWasRecordedAlsoOfWhatWasWrittenAnew) {
  const std::string anew = folder.file("anew.pftrace");
  ASSERT_EQ(test::strata({"export", good, "--to", "perfetto", "--out", anew}).code, 0);
  EXPECT_THAT(test::strata({"info", good}).out, ContainsRegex("\nrecorded 2[0-9]{3}-[0-9]{2}-[0-9]{2} [0-9:]{5}\n"));
  const auto recorded = test::strata({"info", good, "--json"}).json()["recorded"];
  EXPECT_TRUE(recorded.is_string());
  for (const char* command : {"info", "report"})
    EXPECT_EQ(test::strata({command, anew, "--json"}).json()["recorded"], recorded) << command;
}

TEST_F(SessionFileTest, InfoListsWhatTheAgentRefused) {
  {
    test::RecordedStream stream(bad, 9);
    stream.error(1, {ErrorCode::Unavailable, "There is no such device here.", Storey::Hardware});
    stream.finish();
  }
  const auto errors = test::strata({"info", bad, "--json"}).json()["errors"];
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0]["code"], "unavailable");
  EXPECT_EQ(errors[0]["storey"], "hardware");
  EXPECT_THAT(test::strata({"info", bad}).out, HasSubstr("error (hardware storey): There is no such device here."));
  EXPECT_EQ(test::strata({"info", good, "--json"}).json()["errors"].size(), 0u);
}

TEST_F(SessionFileTest, AKernelThatWasStoppedIsNotOpen) {
  {
    test::RecordedStream stream(bad, 9);
    stream.stoppedKernel("naive");
    stream.runningKernel("tiled");
    stream.cutOff();
  }
  const auto events = test::strata({"info", bad, "--json"}).json()["events"];
  EXPECT_EQ(events["open"], 1);
  EXPECT_EQ(events["stopped"], 1);
  EXPECT_THAT(test::strata({"info", bad}).out, HasSubstr("1 still open at its end, 1 stopped"));
  EXPECT_EQ(test::strata({"info", good, "--json"}).json()["events"]["stopped"], 0);
}

TEST_F(SessionFileTest, InfoInWordsSaysTheSame) {
  const Finished finished = test::strata({"info", good});
  EXPECT_EQ(finished.code, 0);
  for (const char* words : {"100 flows", "Recorded device", "dropped: nothing", "end: complete", "naive"})
    EXPECT_THAT(finished.out, HasSubstr(words));
}

TEST_F(SessionFileTest, AReportHasTheMedianBesideTheMean) {
  const Finished finished = test::strata({"report", good});
  EXPECT_THAT(finished.out, ContainsRegex("calls +count +sum +mean +median "));
  EXPECT_THAT(finished.out, ContainsRegex("kernels +count +sum +mean +median +least +most"));
  EXPECT_THAT(finished.out, ContainsRegex("least +most +of device work\n  matmul_naive .* 100 %\n"))
      << "its only device work";
  const auto kernels = test::strata({"report", good, "--json"}).json()["kernels"];
  EXPECT_GE(kernels[0]["median_ns"], kernels[0]["least_ns"]);
  EXPECT_LE(kernels[0]["median_ns"], kernels[0]["most_ns"]);
}

TEST_F(SessionFileTest, AnotherProcessReadsWhatTheLiveStoreHeld) {
  Session live;
  ASSERT_TRUE(live.start(test::scriptedAgent("cat " + good)).ok());
  Request request;
  request.name = "matmul";
  const auto id = live.run(request);
  ASSERT_TRUE(id.ok());
  ASSERT_TRUE(live.wait(id.value()).ok());
  live.finish();
  const std::string hash = fmt::format("{:016x}", contentHash(*live.snapshot()));
  const std::string saved = folder.file("saved.pftrace");
  ASSERT_TRUE(live.save(saved).ok());
  EXPECT_EQ(test::strata({"info", saved, "--json"}).json()["content_hash"], hash);
}

TEST_F(SessionFileTest, WhatCouldNotBeReadIsSaidByWhateverReadsIt) {
  const std::string picture = folder.file("x.svg");
  const auto whole = bytesOf(good);
  writeBytes(bad, {whole.data(), whole.size() - 7});
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"export", bad, "--to", "csv", "--out", folder.file("x.csv")},
        {"import", bad, "--out", folder.file("x.pftrace")},
        {"render", bad, "--view", "timeline", "--out", picture},
        {"render", good, "--view", "compare", "--compare", bad, "--out", picture}}) {
    const Finished finished = test::strata(line);
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("problem: ")) << line[0];
  }
}

TEST_F(SessionFileTest, FilesThatAreNoSessionAreCodeSix) {
  writeBytes(bad, "this is no session");
  writeBytes(folder.file("empty"), "");
  std::filesystem::create_directory(folder.file("nothing"));
  for (const std::string& file : {bad, folder.file("empty"), folder.file("missing"), folder.file("nothing")}) {
    for (const std::vector<std::string>& line :
         {std::vector<std::string>{"info", file}, {"export", file, "--to", "csv", "--out", folder.file("x")}}) {
      const Finished finished = test::strata(line);
      EXPECT_EQ(finished.code, 6) << file;
      EXPECT_EQ(finished.out, "");
      EXPECT_THAT(finished.err, HasSubstr(file));
    }
  }
  EXPECT_FALSE(std::filesystem::exists(folder.file("x")));
}

TEST_F(SessionFileTest, ANameThatNoFileCanHaveIsNoBug) {
  const std::string kernel = folder.file(std::string(300, 'a') + ".cu");
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"info", kernel}, {"run", "kernel", "--kernel", kernel}}) {
    const Finished finished = test::strata(line);
    EXPECT_EQ(finished.code, 6) << line[0];
    EXPECT_THAT(finished.err, HasSubstr("Cannot read " + kernel + ": File name too long")) << line[0];
  }
}

TEST_F(SessionFileTest, ATruncatedSessionShowsItsReadablePart) {
  const auto bytes = bytesOf(good);
  writeBytes(bad, {bytes.data(), bytes.size() / 2});
  const Finished finished = test::strata({"info", bad, "--json"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(finished.json()["cut_off"], true);
  EXPECT_GT(finished.json()["events"]["slices"], 50);
  EXPECT_THAT(test::strata({"info", bad}).out, HasSubstr("cut off"));
}

TEST_F(SessionFileTest, ADamagedSessionSaysWhatWasSkipped) {
  const auto bytes = bytesOf(good);
  std::string damaged(bytes.begin(), bytes.end());
  damaged.replace(damaged.size() / 2, 64, std::string(64, '\xFF'));
  writeBytes(bad, damaged);
  const Finished finished = test::strata({"info", bad, "--json"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_GE(finished.json()["problems"].size(), 1u);
  EXPECT_GT(finished.json()["events"]["slices"], 350);
}

TEST_F(SessionFileTest, ControlCharactersOfAFileDoNotReachTheTerminal) {
  {
    test::RecordedStream stream(bad, 7);
    stream.result(1, test::okResult("\x1b[31mred\x07", 0.004));
    stream.finish();
  }
  const Finished finished = test::strata({"info", bad});
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(finished.out.find('\x1b'), std::string::npos);
  EXPECT_THAT(finished.out, HasSubstr("\\x1b[31mred"));
}

TEST_F(SessionFileTest, ExportsAreWritten) {
  for (const char* format : {"chrome", "perfetto", "csv", "csv-kernels", "report"}) {
    const std::string out = folder.file(format);
    const Finished finished = test::strata({"export", good, "--to", format, "--out", out});
    EXPECT_EQ(finished.code, 0) << finished.err;
    const auto bytes = bytesOf(out);
    EXPECT_THAT(std::string(bytes.begin(), bytes.end()), HasSubstr("matmul_naive"));
  }
}

TEST_F(SessionFileTest, ASessionWrittenAnewSaysTheSame) {
  const auto info = [](const std::string& file) { return test::strata({"info", file, "--json"}).json(); };
  const std::string out = folder.file("anew.pftrace.gz");
  EXPECT_EQ(test::strata({"export", good, "--to", "perfetto", "--out", out}).code, 0);
  EXPECT_EQ(info(out)["content_hash"], info(good)["content_hash"]);
  EXPECT_EQ(test::strata({"export", good, "--to", "perfetto", "--compat", "--out", out}).code, 0);
  EXPECT_EQ(info(out)["events"], info(good)["events"]);
}

TEST_F(SessionFileTest, ASessionThatHoldsNothingIsNotExported) {
  const std::string empty = folder.file("empty.pftrace"), out = folder.file("out.json");
  test::RecordedStream(empty, 9).finish();
  for (const Exporter& exporter : exporters()) {
    const Finished finished = test::strata({"export", empty, "--to", std::string(exporter.name), "--out", out});
    EXPECT_EQ(finished.code, 3) << exporter.name;
    EXPECT_THAT(finished.err, HasSubstr("There is nothing to export: " + empty + " holds no event")) << exporter.name;
    EXPECT_FALSE(std::filesystem::exists(out)) << exporter.name;
  }
}

TEST_F(SessionFileTest, OnlyFormatsThatDifferTakeCompat) {
  const Finished finished = test::strata({"export", good, "--to", "csv", "--compat", "--out", folder.file("x")});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("--compat"));
}

TEST_F(SessionFileTest, TheReportSumsUpTheSession) {
  const Finished finished = test::strata({"report", good, "--json"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto json = finished.json();
  EXPECT_EQ(json["kernels"][0]["name"], "matmul_naive");
  EXPECT_EQ(json["kernels"][0]["count"], 1) << "the one call that the results were measured with";
  EXPECT_EQ(json["ops"][0]["kernels"], 1);
  EXPECT_EQ(json["apart"]["kernels"][0]["count"], 99);
  EXPECT_EQ(json["apart"]["ops"][0]["kernels"], 99);
  EXPECT_EQ(json["device_work"]["kernels"], 100) << "of the whole session";
  const std::string words = test::strata({"report", good}).out;
  EXPECT_THAT(words, HasSubstr("matmul_naive"));
  EXPECT_THAT(words, HasSubstr("sum of kernels, copies and memsets")) << "and beside it:";
  EXPECT_THAT(words, HasSubstr("busy"));
  EXPECT_THAT(words, ::testing::Not(HasSubstr("total"))) << "each sum says that it is one";
}

TEST_F(SessionFileTest, TheReportHasEachRunInBothForms) {
  const std::string words = test::strata({"report", good}).out;
  EXPECT_THAT(words, HasSubstr("  run 1 "));
  EXPECT_THAT(words, ::testing::StartsWith("run 1 (request ")) << "what was run comes first";
  EXPECT_LT(words.find("  naive"), words.find("storey"));
  const auto runs = test::strata({"report", good, "--json"}).json()["runs"];
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0]["run"], 1);
  EXPECT_TRUE(runs[0].contains("experiment") && runs[0].contains("parameters"));
  EXPECT_LT(runs[0]["begin_ns"], runs[0]["end_ns"]);
  ASSERT_EQ(runs[0]["results"].size(), 2u);
  EXPECT_EQ(runs[0]["results"][0]["variant"], "naive");
  EXPECT_EQ(runs[0]["results"][0]["status"], "ok");
  EXPECT_EQ(runs[0]["results"][0]["seconds"]["median"], 0.004);
  const std::int64_t total = runs[0]["device_work"]["total_ns"];
  EXPECT_GE(total, 2000) << "the last call's kernel";
  EXPECT_EQ(runs[0]["device_work"]["busy_ns"], total);
  EXPECT_EQ(runs[0]["device_work"]["span_ns"], total);
}

TEST_F(SessionFileTest, NoExportIsWrittenIntoAPage) {
  const std::string out = folder.file("x.html");
  const Finished finished = test::strata({"export", good, "--to", "report", "--out", out});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("strata report " + good + " --out " + out));
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(SessionFileTest, AnExportThatCannotBeWrittenIsCodeSix) {
  const std::string out = folder.file("no/folder/x.json");
  const Finished finished = test::strata({"export", good, "--to", "chrome", "--out", out});
  EXPECT_EQ(finished.code, 6);
  EXPECT_THAT(finished.err, HasSubstr(out));
}

}  // namespace
}  // namespace strata
