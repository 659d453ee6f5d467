#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "engine/interchange/exporter.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/synthetic_session.h"
#include "tests/interchange/import_fixture.h"

// Strata's own exports, read back.

namespace strata::test {
namespace {

/// Calls by what they are called: the names of all slices of each.
std::multiset<std::multiset<std::string>> callsOf(const TraceSnapshot& snapshot) {
  std::map<CallId, std::multiset<std::string>> calls;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row)
      for (std::size_t i = 0; i < snapshot.row(track, row).size(); ++i) {
        const TraceEvent& event = snapshot.row(track, row)[i];
        if (event.call != CallId::None) calls[event.call].insert(std::string(snapshot.name(event.name)));
      }
  std::multiset<std::multiset<std::string>> all;
  for (auto& [id, names] : calls) all.insert(std::move(names));
  return all;
}

TEST(RoundTripOfKineto, KeepsTheDevicesNameAndWritesARateOnce) {
  const auto session = importText(
      R"json({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H100"}],"traceEvents":[
          {"ph":"X","pid":0,"tid":7,"cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","ts":1,"dur":2,
           "args":{"device":0,"stream":7,"bytes":4096,"memory bandwidth (GB/s)":2.5}}]})json");
  const TemporaryFile file(".chrome");
  ASSERT_TRUE(findExporter("chrome")->write(*session, file.path().string()).ok());
  std::ifstream stream(file.path());
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_NE(text.find(R"("name":"NVIDIA H100")"), std::string::npos);
  const std::size_t rate = text.find("memory bandwidth (GB/s)");
  ASSERT_NE(rate, std::string::npos);
  EXPECT_EQ(text.find("memory bandwidth (GB/s)", rate + 1), std::string::npos) << "JSON has each key once";
}

TEST(RoundTripOfKineto, KeepsEachDevicesOwnProperties) {
  const auto session = importText(
      R"json({"schemaVersion":1,"deviceProperties":[
          {"id":0,"name":"NVIDIA A100","numSms":108,"totalGlobalMem":85017493504},
          {"id":1,"name":"NVIDIA T4","numSms":40,"totalGlobalMem":15828320256}],"traceEvents":[
          {"ph":"X","pid":1,"tid":7,"cat":"kernel","name":"k","ts":1,"dur":2,"args":{"device":1,"stream":7}}]})json");
  const TemporaryFile file(".chrome");
  ASSERT_TRUE(findExporter("chrome")->write(*session, file.path().string()).ok());
  const auto again = importFile(file.path());
  EXPECT_EQ(
      importFactsOf(again->messages()[0]).value().devices,
      (std::vector<ImportedDevice>{{"NVIDIA A100", "", 108, 85'017'493'504}, {"NVIDIA T4", "", 40, 15'828'320'256}}));
  std::ifstream stream(file.path());
  EXPECT_NE(std::string(std::istreambuf_iterator<char>(stream), {}).find(R"("name":"NVIDIA A100, NVIDIA T4")"),
            std::string::npos)
      << "the streams of both are in one process";
}

struct Case {
  const char* format;
  bool foreign;
};

class RoundTrip : public ::testing::TestWithParam<Case> {};

TEST_P(RoundTrip, GivesTheSameSlicesArrowsAndCalls) {
  SyntheticOptions options;
  options.events = 20000;
  options.oddNames = true;
  options.foreign = GetParam().foreign;
  const auto session = syntheticSession(options);
  const TemporaryFile file(std::string(".") + GetParam().format);
  const auto written = findExporter(GetParam().format)->write(*session, file.path().string());
  ASSERT_TRUE(written.ok());
  const auto again = importFile(file.path());
  EXPECT_EQ(problemsOf(*again), "");
  EXPECT_EQ(again->totals().slices, written.value().slices);
  EXPECT_EQ(again->totals().counters, written.value().counters);
  EXPECT_EQ(again->totals().flows, written.value().flows);
  EXPECT_EQ(differences(slicesOf(*session), slicesOf(*again)), "");
  EXPECT_EQ(differences(arrowsOf(*session), arrowsOf(*again)), "");
  EXPECT_TRUE(callsOf(*session) == callsOf(*again));
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip,
                         ::testing::Values(Case{"chrome", false}, Case{"chrome", true}, Case{"perfetto", false},
                                           Case{"perfetto", true}),
                         [](const auto& test) {
                           return std::string(test.param.format) + (test.param.foreign ? "Overlapping" : "");
                         });

TEST(PerfettoRoundTrip, AThreadOfNumber0KeepsItsName) {
  const auto session =
      importEvents(R"json({"ph":"X","name":"wait","pid":0,"tid":0,"ts":1,"dur":5},)json"
                   R"json({"ph":"M","name":"thread_name","pid":0,"tid":0,"args":{"name":"thread 0 (python3)"}})json");
  ASSERT_EQ(session->tracks().front().thread, "thread 0 (python3)");
  const TemporaryFile file(".perfetto");
  ASSERT_TRUE(findExporter("perfetto")->write(*session, file.path().string()).ok());
  EXPECT_EQ(importFile(file.path())->tracks().front().thread, "thread 0 (python3)");
}

}  // namespace
}  // namespace strata::test
