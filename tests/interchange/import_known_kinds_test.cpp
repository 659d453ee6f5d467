#include <gtest/gtest.h>

#include "engine/interchange/importer.h"
#include "tests/interchange/import_fixture.h"

// Files that Strata does not read are named by what is in them, and the way from them is told.

namespace strata::test {
namespace {

struct Kind {
  const char* name;
  std::string bytes;
  const char *what, *way;
};

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text += static_cast<char>(value);
  return text;
}

/// A field of the protobuf type 2.
std::string field(int number, const std::string& content) {
  return bytes({number << 3 | 2, static_cast<int>(content.size())}) + content;
}

const Kind kKinds[] = {
    {"ResultOfRun",
     "{\n  \"version\": 1,\n  \"experiment\": \"matmul\",\n  \"device\": \"cpu\",\n  \"device_name\": null,",
     "a result that strata run --json printed", "the session is the file that --out names"},
    {"NsysReport", "NVIDIA Tegra Profiler Report 1.\x0A\x0BLocal (CLI)", "Nsight Systems", "nsys export --type sqlite"},
    {"NcuReport", bytes({'N', 'V', 'R', 0, 20, 0, 0, 0, '\n', 1}), "Nsight Compute", "nsys profile"},
    {"Rocprofv3Json", "{\n  \"rocprofiler-sdk-tool\": [\n {\"metadata\": {\"pid\": 1}}]}", "rocprofv3",
     "--output-format rocpd"},
    {"Rocprofv3Kernels",
     "\"Kind\",\"Agent_Id\",\"Queue_Id\",\"Kernel_Name\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n"
     "\"KERNEL_DISPATCH\",\"Agent 4\",1,\"gemm(float*)\",1,100,107\n",
     "rocprofv3", "--output-format rocpd"},
    {"Rocprofv3Calls",
     "\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n",
     "rocprofv3", "--output-format rocpd"},
    {"Tracy", bytes({'t', 'r', 0xFD, 'P', 1, 2, 3, '\n'}), "Tracy", "tracy-profiler"},
    {"TracyOlder", "tZst\x0A\x01\x02", "Tracy", "tracy-profiler"},
    {"PerfData", "PERFILE2\x68\x01\x0A", "perf.data", "samply import"},
    {"PerfScript", "train 10 198792.736893:    1001001 cpu-clock:\n\t             643 f (/a)\n", "perf script",
     "profiler.firefox.com"},
    {"PerfScriptWithHeader",
     "# ========\n# captured on: Wed Aug 15 2018\n#\nmy train   9/9 [000] 202513.231785: 1001001 cpu-clock: \n\t 6 f "
     "(a)\n",
     "perf script", "profiler.firefox.com"},
    {"Pprof", field(1, bytes({8, 1, 16, 2})) + field(1, bytes({8, 3, 16, 4})) + field(2, field(1, "\1")) + field(6, ""),
     "pprof", "no timeline"},
    {"PprofThatBeginsWithItsTime", bytes({0x48, 0xD6, 0xDD, 1}) + field(1, bytes({8, 1, 16, 2})) + field(6, "cpu"),
     "pprof", "no timeline"},
    {"XPlane", field(1, bytes({8, 1}) + field(2, "/host:CPU") + field(3, "x")), "XPlane", "trace.json.gz"},
    {"GeckoProfile",
     R"({"meta":{"version":24,"startTime":1.5,"stackwalk":1,"interval":1,"processType":0},"libs":[],"threads":[]})",
     "Firefox profile in the browser", "profiler.firefox.com"},
    {"GitLfs", "version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 7\n", "Git LFS", "git lfs pull"},
    {"WebPage", "\n<!DOCTYPE html>\n<html><head>", "web page", "fetch the file itself"},
};

class UnreadableKinds : public ::testing::TestWithParam<Kind> {};

TEST_P(UnreadableKinds, AreNamedWithAWayOut) {
  const Kind& kind = GetParam();
  const TemporaryFile file(".bin");
  for (const std::string& content : {kind.bytes, packed(kind.bytes)}) {
    file.write(content);
    TraceStore store;
    const auto read = readAnyTrace(file.path().string(), store);
    ASSERT_FALSE(read.ok());
    const std::string& message = read.error().message;
    EXPECT_NE(message.find(file.path().string()), std::string::npos) << message;
    EXPECT_NE(message.find(kind.what), std::string::npos) << message;
    EXPECT_NE(message.find(kind.way), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(All, UnreadableKinds, ::testing::ValuesIn(kKinds),
                         [](const auto& test) { return std::string(test.param.name); });

// What only looks like one of them is read as what it is.
TEST(ReadableKinds, AreNotTakenForOthers) {
  const TemporaryFile file(".json");
  for (
      const char* events :
      {R"({"meta":{"processType":0,"stackwalk":1},"traceEvents":[{"ph":"X","name":"a","ts":1,"dur":1,"pid":1,"tid":1}]})",
       R"([{"ph":"X","name":"rocprofiler-sdk-tool","ts":1,"dur":1,"pid":1,"tid":1}])",
       R"([{"ph":"X","name":"speedscope.app/file-format-schema.json","ts":1,"dur":1,"pid":1,"tid":1}])"}) {
    file.write(events);
    TraceStore store;
    const auto read = readAnyTrace(file.path().string(), store);
    EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
    EXPECT_EQ(store.snapshot()->totals().slices, 1u) << events;
  }
}

}  // namespace
}  // namespace strata::test
