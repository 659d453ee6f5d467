#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "app/session/session.h"
#include "app/session/session_messages.h"
#include "engine/interchange/importer.h"
#include "engine/trace/trace_query.h"
#include "tests/session/recorded_stream.h"

// Traces of other tools in a session.

namespace strata {
namespace {

using test::bytesOf;
using test::TemporaryFolder;
using test::writeBytes;
using ::testing::HasSubstr;

constexpr const char* kTrace =
    R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"GPU of a test"}],"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":10,"dur":60},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":30,"dur":6,"args":{"correlation":5}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":40,"dur":12,"args":{"correlation":5}},
{"ph":"X","ts":broken}]})";

class ForeignOpenTest : public ::testing::Test {
 protected:
  ForeignOpenTest() { writeBytes(file, kTrace); }

  TemporaryFolder folder;
  const std::string file = folder.file("trace.json"), saved = folder.file("saved.pftrace");
};

TEST_F(ForeignOpenTest, OpensWithItsStoreysAndProblems) {
  Session session;
  ASSERT_TRUE(session.open(file).ok());
  const auto snapshot = session.snapshot();
  EXPECT_EQ(snapshot->totals().slices, 3u);
  EXPECT_EQ(snapshot->totals().flows, 1u);
  EXPECT_EQ(snapshot->callCount(), 1u);
  EXPECT_EQ(session.path(), file);
  ASSERT_EQ(session.errors().size(), 1u);
  EXPECT_THAT(session.errors()[0].message, HasSubstr("1 event without a time is skipped"));
  const auto origin = messagesOf(*snapshot).origin();
  ASSERT_TRUE(origin);
  EXPECT_EQ(origin->tool, "PyTorch (Kineto)");
  EXPECT_EQ(origin->devices, std::vector<std::string>{"GPU of a test"});
}

TEST_F(ForeignOpenTest, SaysAllProblemsOfAFile) {
  constexpr std::string_view kUnknownPhases = "0123456789!#$%&()*+-./:;<=>@";
  std::string events;
  for (const char phase : kUnknownPhases)
    events += std::string(R"({"name":"e","pid":1,"tid":1,"ts":1,"ph":")") + phase + "\"},";
  writeBytes(file, R"({"traceEvents":[)" + events + R"({"ph":"X","name":"e","pid":1,"tid":1,"ts":90,"dur":1}]})");
  Session session;
  ASSERT_TRUE(session.open(file).ok());
  EXPECT_EQ(session.snapshot()->problems().size(), kUnknownPhases.size());
  EXPECT_EQ(session.errors().size(), session.snapshot()->problems().size());
}

TEST_F(ForeignOpenTest, KnowsTheGpuWhereAllItsDevicesAreThatOne) {
  const auto gpuOf = [&](const std::string& devices) {
    writeBytes(file, R"({"schemaVersion":1,"deviceProperties":[)" + devices +
                         R"(],"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":2}]})");
    Session session;
    EXPECT_TRUE(session.open(file).ok());
    const auto origin = session.origin();
    return origin ? origin->gpu : std::nullopt;
  };
  const std::string a100 =
      R"({"id":0,"name":"NVIDIA A100-SXM4-80GB","computeMajor":8,"computeMinor":0,"warpSize":32,"numSms":108,)"
      R"("totalGlobalMem":85017493504})";
  const auto gpu = gpuOf(a100 + "," + a100);
  ASSERT_TRUE(gpu);
  EXPECT_EQ(gpu->architecture, "sm_80");
  EXPECT_EQ(gpu->computeUnits, 108u);
  EXPECT_EQ(gpu->computeUnitName, "SM");
  EXPECT_EQ(gpu->memoryBytes, 85'017'493'504u);
  EXPECT_FALSE(gpuOf(a100 + R"(,{"id":1,"name":"NVIDIA T4","computeMajor":7,"computeMinor":5,"warpSize":32})"));
  const std::string mi250 =
      R"({"name":"AMD Instinct MI250X","computeMajor":9,"computeMinor":0,"warpSize":64,"numSms":110,"totalGlobalMem":68702699520})";
  const auto amds = gpuOf(mi250 + "," + mi250);
  ASSERT_TRUE(amds);
  EXPECT_EQ(amds->computeUnits, 110u);
  EXPECT_EQ(amds->computeUnitName, "CU");
  EXPECT_EQ(amds->memoryBytes, 68'702'699'520u);
  const auto radeon =
      gpuOf(R"({"name":"AMD Radeon RX 7900","computeMajor":11,"computeMinor":0,"warpSize":32,"numSms":48})");
  ASSERT_TRUE(radeon);
  EXPECT_EQ(radeon->architecture, "") << "its numbers are no compute capability";
  EXPECT_FALSE(gpuOf(mi250 + "," + a100));
  EXPECT_FALSE(gpuOf(R"({"name":"NVIDIA A100"})"));
}

/// Larger than what is read at once.
std::string longTrace() {
  std::string text = R"({"traceEvents":[)";
  for (int i = 0; i < 60'000; ++i)
    text += (i > 0 ? ",\n" : "") +
            std::string(R"({"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"dur":1,"ts":)") +
            std::to_string(2 * i) + "}";
  return text + "]}";
}

TEST_F(ForeignOpenTest, TellsHowFarTheImportIsAndThenTheRest) {
  writeBytes(file, longTrace());
  std::vector<double> shares;
  SessionOptions options;
  options.opening = [&](std::uint64_t bytes, std::uint64_t of) {
    shares.push_back(static_cast<double>(bytes) / static_cast<double>(of));
    return true;
  };
  Session session(options);
  ASSERT_TRUE(session.open(file).ok());
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_GE(std::ranges::count_if(shares, [](double share) { return share > 0 && share < 0.8; }), 3)
      << "on the way through the file";
  EXPECT_GT(std::ranges::count(shares, 0.8), 0) << "where all of it is read";
  EXPECT_EQ(shares.back(), 1);
}

TEST_F(ForeignOpenTest, ACancelEndsTheImportWhereItIs) {
  writeBytes(file, longTrace());
  SessionOptions options;
  double reached = 0;
  int after = 0;
  options.opening = [&](std::uint64_t bytes, std::uint64_t of) {
    if (reached > 0) ++after;
    reached = static_cast<double>(bytes) / static_cast<double>(of);
    return reached == 0;
  };
  Session session(options);
  const auto opened = session.open(file);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, ErrorCode::Stopped);
  EXPECT_THAT(opened.error().message, HasSubstr(file));
  EXPECT_LT(reached, 0.5);
  EXPECT_EQ(after, 0) << "who said so once is not asked again";
  EXPECT_EQ(session.snapshot()->totals().slices, 0u);
}

TEST_F(ForeignOpenTest, ACancelEndsTheUnpackingOfAnArchive) {
  writeBytes(file, longTrace());
  const std::string packed = folder.file("trace.tar");
  ASSERT_EQ(std::system(("tar -cf " + packed + " -C " + folder.file("") + " trace.json").c_str()), 0);
  int asked = 0;
  SessionOptions options;
  options.opening = [&](std::uint64_t bytes, std::uint64_t) {
    EXPECT_EQ(bytes, 0u) << "nothing is read yet";
    return ++asked < 3;
  };
  Session session(options);
  const auto opened = session.open(packed);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, ErrorCode::Stopped);
  EXPECT_EQ(opened.error().message, "Opening " + packed + " was stopped.");
  EXPECT_EQ(asked, 3);
}

TEST_F(ForeignOpenTest, IsSavedAsASessionOfOurOwn) {
  Session session;
  ASSERT_TRUE(session.open(file).ok());
  ASSERT_TRUE(session.save(saved).ok());
  EXPECT_EQ(std::string(bytesOf(file).data(), bytesOf(file).size()), kTrace) << "the file itself stays";
  const auto importer = importerOf(InputFile::open(saved).value());
  ASSERT_TRUE(importer.ok());
  EXPECT_EQ(importer.value()->name, "perfetto");
  Session again;
  ASSERT_TRUE(again.open(saved).ok());
  EXPECT_EQ(again.snapshot()->totals().slices, 3u);
  EXPECT_EQ(contentHash(*again.snapshot()), [&] {
    TraceStore store;
    EXPECT_TRUE(readAnyTrace(saved, store).ok());
    return contentHash(*store.snapshot());
  }());
}

}  // namespace
}  // namespace strata
