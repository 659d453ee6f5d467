#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "engine/interchange/exporter.h"
#include "tests/interchange/import_fixture.h"

// Traces that other people's tools wrote.

namespace strata::test {
namespace {

/// Slices, arrows and counter values. The first three are what Perfetto's trace_processor v55.3 counts in the file;
/// `more` is what it drops and Strata keeps.
struct ExpectedCounts {
  const char* file;
  std::uint64_t slices, flows, counters;
  std::uint64_t moreSlices = 0;
  std::int64_t moreFlows = 0;
  std::uint64_t moreCounters = 0;  ///< that PyTorch's "[memory]" events make
};

const ExpectedCounts kFiles[] = {
    {"amd_mi250_minitoy_rocm6.2.json.gz", 115, 20, 0},
    // One slice overlaps the one before (slice_drop_overlapping_complete_event).
    {"amd_mi300_qwen1.5-0.5b.json.gz", 14805, 1054, 0, 1, 0, 5280},
    {"nv_h100_qwen1.5-0.5b.json.gz", 14531, 1198, 0, 1, 0, 4700},
    // Two overlapping slices; 361 kernels of 25 graph launches that have no "s" event, only the launch's correlation.
    {"vllm_piecewise_graph.json.gz", 18483, 62, 0, 2, 361},
    // Eight overlapping waits (cuda_sync), and the arrows to waits that trace_processor cannot bind.
    {"hta_alexnet_critical_path.json.gz", 862, 117, 0, 8, 22},
    // 265 "s" events lie in no slice (flow_no_enclosing_slice): they become instants. trace_processor counts 886
    // arrows, but lets 22 whose "s" is not in the file begin at the trace's first slice.
    {"catapult_flow.json", 1625, 886, 0, 265, -22},
    {"flow_events_track_event.pftrace", 11, 8, 0},
    {"track_event_counters.pftrace", 7, 0, 18},
    {"track_event_tracks.pftrace", 15, 0, 0},
};

class OthersTraces : public ::testing::TestWithParam<ExpectedCounts> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(traceFile(GetParam().file)))
      GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder";
  }
};

TEST_P(OthersTraces, AreCountedAsTraceProcessorCountsAndMore) {
  const ExpectedCounts& expected = GetParam();
  const auto snapshot = importFile(traceFile(expected.file));
  EXPECT_EQ(snapshot->totals().slices, expected.slices + expected.moreSlices);
  EXPECT_EQ(snapshot->totals().flows, expected.flows + static_cast<std::uint64_t>(expected.moreFlows));
  EXPECT_EQ(snapshot->totals().counters, expected.counters + expected.moreCounters);
  EXPECT_EQ(problemsOf(*snapshot), "");
}

TEST_P(OthersTraces, StayTheSameThroughEachFormatAndBack) {
  const auto once = importFile(traceFile(GetParam().file));
  for (const char* format : {"perfetto", "chrome"}) {
    const TemporaryFile file(std::string(".") + format);
    const auto written = findExporter(format)->write(*once, file.path().string());
    ASSERT_TRUE(written.ok());
    const auto again = importFile(file.path());
    EXPECT_EQ(differences(slicesOf(*once), slicesOf(*again)), "") << format;
    EXPECT_EQ(differences(arrowsOf(*once), arrowsOf(*again)), "") << format;
    EXPECT_EQ(again->totals().slices, once->totals().slices) << format;
    EXPECT_EQ(again->totals().flows, once->totals().flows) << format;
    EXPECT_EQ(again->totals().counters, once->totals().counters) << format;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, OthersTraces, ::testing::ValuesIn(kFiles), [](const auto& test) {
  std::string name = test.param.file;
  name = name.substr(0, name.find(".json"));
  name = name.substr(0, name.find(".pftrace"));
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); }, '_');
  return name;
});

struct Pair {
  const char *file, *device, *launch;
};

class SameModelOnTwoVendors : public ::testing::TestWithParam<Pair> {};

TEST_P(SameModelOnTwoVendors, FillsTheStoreysInTheSameWay) {
  const auto path = traceFile(GetParam().file);
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder";
  const auto snapshot = importFile(path);
  const auto storey = [&](Storey s) { return snapshot->totals().slicesPerStorey[static_cast<std::size_t>(s)]; };
  EXPECT_GT(storey(Storey::Model), 1000u);
  EXPECT_GT(storey(Storey::Framework), 9000u);
  EXPECT_GT(storey(Storey::Runtime), 1700u);
  EXPECT_GT(storey(Storey::Hardware), 1500u);
  EXPECT_EQ(storey(Storey::Other), 3u);  // the profiler's own span and its two marks
  ASSERT_EQ(snapshot->messages().size(), 1u);
  EXPECT_NE(snapshot->messages()[0].json.find(GetParam().device), std::string::npos);
  // Each arrow leads from a launch in a call to device work of the same call.
  std::size_t inCall = 0;
  for (std::uint32_t i = 1; i <= snapshot->correlationCount(); ++i) {
    const auto from = snapshot->launchOf(CorrelationId{i}), to = snapshot->workOf(CorrelationId{i});
    if (!from || !to) continue;
    EXPECT_EQ(snapshot->event(*from).call, snapshot->event(*to).call);
    inCall += snapshot->event(*to).call != CallId::None;
  }
  EXPECT_GT(inCall, 1000u);
  EXPECT_EQ(snapshot->callCount(), 1378u);  // the same operations of the same model
  EXPECT_EQ(eventNamed(*snapshot, GetParam().launch).storey, Storey::Runtime);
}

INSTANTIATE_TEST_SUITE_P(
    Vendors, SameModelOnTwoVendors,
    ::testing::Values(Pair{"amd_mi300_qwen1.5-0.5b.json.gz", "AMD Instinct MI300X VF", "hipLaunchKernel"},
                      Pair{"nv_h100_qwen1.5-0.5b.json.gz", "NVIDIA H100 80GB HBM3", "cudaLaunchKernel"}),
    [](const auto& test) { return std::string(test.param.file).substr(0, 2); });

}  // namespace
}  // namespace strata::test
