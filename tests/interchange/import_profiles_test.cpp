#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/interchange/importer.h"
#include "tests/interchange/import_fixture.h"

// Profiles of stacks: speedscope's and Firefox's.

namespace strata::test {
namespace {

constexpr std::int64_t kMs = 1'000'000;

std::shared_ptr<const TraceSnapshot> profile(const std::string& text) {
  const TemporaryFile file(".json");
  file.write(text);
  return importFile(file.path());
}

std::string profileRefusal(const std::string& text) {
  const TemporaryFile file(".json");
  file.write(text);
  TraceStore store;
  const auto read = readAnyTrace(file.path().string(), store);
  return read.ok() ? "" : read.error().message;
}

std::string speedscope(const std::string& profiles) {
  return R"({"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"py-spy@0.4",
    "shared":{"frames":[{"name":"main"},{"name":"step"},{"name":"mm"}]},"profiles":[)" +
         profiles + "]}";
}

TEST(Speedscope, EventsOpenAndCloseFrames) {
  const auto snapshot = profile(speedscope(R"({"type":"evented","name":"worker","unit":"milliseconds","startValue":0,
    "endValue":9,"events":[{"type":"O","frame":0,"at":0},{"type":"O","frame":1,"at":1.5},{"type":"C","frame":1,"at":3},
    {"type":"C","frame":2,"at":4},{"type":"O","frame":9,"at":4}]})"));
  EXPECT_EQ(slicesOf(*snapshot),
            (std::multiset<Said>{{0, 9 * kMs, "main", Storey::Other, EventKind::Slice},
                                 {kMs * 3 / 2, kMs * 3 / 2, "step", Storey::Other, EventKind::Slice}}));
  const TraceEvent step = eventNamed(*snapshot, "step");
  EXPECT_EQ(step.provenance, Provenance::Measured);
  EXPECT_EQ(snapshot->tracks()[step.track].thread, "worker");
  const std::string& facts = snapshot->messages()[0].json;
  EXPECT_NE(facts.find("py-spy@0.4"), std::string::npos);
  EXPECT_NE(facts.find(R"("events that close what is not open":1)"), std::string::npos) << facts;
  EXPECT_NE(facts.find(R"("events without a frame":1)"), std::string::npos) << facts;
}

TEST(Speedscope, SamplesBecomeTheStacksTheySaw) {
  const auto snapshot = profile(speedscope(R"({"type":"sampled","name":"t","unit":"seconds","startValue":1,"endValue":5,
    "samples":[[0,1],[0,1,2],[0],[0,1]],"weights":[1,1,1,1]},
    {"type":"sampled","name":"heap","unit":"bytes","startValue":0,"endValue":1,"samples":[[0]],"weights":[1]})"));
  constexpr std::int64_t kS = 1000 * kMs;
  EXPECT_EQ(slicesOf(*snapshot), (std::multiset<Said>{{kS, 4 * kS, "main", Storey::Other, EventKind::Slice},
                                                      {kS, 2 * kS, "step", Storey::Other, EventKind::Slice},
                                                      {2 * kS, kS, "mm", Storey::Other, EventKind::Slice},
                                                      {4 * kS, kS, "step", Storey::Other, EventKind::Slice}}));
  EXPECT_EQ(eventNamed(*snapshot, "mm").provenance, Provenance::Modelled) << "nobody saw it begin";
  EXPECT_NE(snapshot->messages()[0].json.find("profiles that count bytes and not time\":1"), std::string::npos);
}

TEST(Speedscope, WhatCountsNoTimeIsRefused) {
  const std::string none = R"({"type":"sampled","unit":"none","samples":[[0]],"weights":[1]})";
  EXPECT_NE(profileRefusal(speedscope(none)).find("counts time"), std::string::npos);
  const std::string whole = speedscope(none);
  EXPECT_NE(profileRefusal(whole.substr(0, whole.size() - 3)).find("damaged or cut off"), std::string::npos);
}

/// `tables`: of the thread, or shared by all as newer versions have them.
std::string firefox(const std::string& version, const std::string& thread, const std::string& beside) {
  return R"({"meta":{"interval":1,"product":"a.out","preprocessedProfileVersion":)" + version +
         R"(},"libs":[],"counters":[{"name":"malloc"}],)" + beside + R"("threads":[{"name":"main","pid":"12","tid":13,
    "processName":"train",)" +
         thread + "}]}";
}

constexpr const char* kMarkers = R"("markers":{"length":5,"name":[3,4,4,3,3],"phase":[0,2,3,1,3],
  "startTime":[1,2,null,5,null],"endTime":[null,null,4,5.5,6],"category":[0,0,0,0,0],
  "data":[{"type":"Log","size":7,"stack":{"a":1}},null,null,null,null]})";
constexpr const char* kStrings = R"(["main","step","mm","mark","load"])";
constexpr const char* kTables = R"("frameTable":{"func":[0,1,2],"length":3},"funcTable":{"name":[0,1,2],"length":3})";

void expectTheProfile(const TraceSnapshot& snapshot) {
  EXPECT_EQ(slicesOf(snapshot), (std::multiset<Said>{{0, 4 * kMs, "main", Storey::Other, EventKind::Slice},
                                                     {1 * kMs, 2 * kMs, "step", Storey::Other, EventKind::Slice},
                                                     {2 * kMs, 1 * kMs, "mm", Storey::Other, EventKind::Slice},
                                                     {1 * kMs, 0, "mark", Storey::Other, EventKind::Instant},
                                                     {2 * kMs, 2 * kMs, "load", Storey::Other, EventKind::Slice},
                                                     {5 * kMs, kMs / 2, "mark", Storey::Other, EventKind::Slice}}));
  EXPECT_EQ(snapshot.tracks()[eventNamed(snapshot, "mm").track].thread, "main");
  EXPECT_EQ(snapshot.number(eventNamed(snapshot, "mark"), "size"), 7.0);
  const std::string& facts = snapshot.messages()[0].json;
  for (const char* what : {R"("counters":1)", R"("markers that end what never began":1)",
                           R"("nested details of markers":1)", R"("tool":"a.out")"})
    EXPECT_NE(facts.find(what), std::string::npos) << what << " in " << facts;
}

TEST(Firefox, ProfilesOfOlderVersionsAreRead) {
  const auto snapshot = profile(firefox(
      "49",
      std::string(kTables) + R"(,"stackTable":{"frame":[0,1,2],"prefix":[null,0,1],"length":3},"stringArray":)" +
          kStrings + R"(,"samples":{"length":4,"stack":[0,1,2,0],"time":[0,1,2,3]},)" + kMarkers,
      ""));
  expectTheProfile(*snapshot);
}

TEST(Firefox, ProfilesOfNewerVersionsAreRead) {
  const auto snapshot = profile(firefox(
      "70", std::string(R"("samples":{"length":4,"stack":[0,1,2,0],"timeDeltas":[0,1,1,1]},)") + kMarkers,
      std::string(R"("shared":{)") + kTables +
          R"(,"stackTable":{"frame":[0,1,2],"prefixOffset":[0,1,1],"length":3},"stringArray":)" + kStrings + "},"));
  expectTheProfile(*snapshot);
}

TEST(Firefox, TablesThatDoNotFitAreNoTrouble) {
  const auto snapshot = profile(
      firefox("49",
              R"("frameTable":{"func":[7]},"funcTable":3,"stackTable":{"frame":[0,-5],"prefix":[1,1]},"stringArray":[],
    "samples":{"stack":[0,1,99,null,"x"],"time":[0,1,"a",3,1e300]},"markers":{"name":[0],"phase":[9],"startTime":[1]})",
              ""));
  EXPECT_NE(snapshot->messages()[0].json.find("samples without a time\":1"), std::string::npos);
  EXPECT_NE(snapshot->messages()[0].json.find("markers without a time\":1"), std::string::npos);
  EXPECT_NE(profileRefusal(firefox("49", R"("samples":{})", "")).find("no sample and no marker"), std::string::npos);
}

constexpr int kMany = 4000;

std::string manyEvents() {
  std::string events;
  for (int i = 0; i < kMany; ++i)
    events += fmt::format("{}{{\"type\":\"{}\",\"frame\":0,\"at\":{}}}", i > 0 ? "," : "", i % 2 ? 'C' : 'O', i);
  return speedscope(R"({"type":"evented","name":"t","unit":"milliseconds","startValue":0,"events":[)" + events + "]}");
}

std::string manySamples(const std::string& beside = {}) {
  std::string stacks, times;
  for (int i = 0; i < kMany; ++i) {
    stacks += fmt::format("{}{}", i > 0 ? "," : "", i % 2 ? "null" : "0");
    times += fmt::format("{}{}", i > 0 ? "," : "", i);
  }
  return R"({"meta":{"preprocessedProfileVersion":47,"interval":1},)" + beside +
         R"("threads":[{"pid":1,"tid":2,"name":"main","stringArray":["f"],"funcTable":{"name":[0]},
    "frameTable":{"func":[0]},"stackTable":{"frame":[0],"prefix":[null]},"samples":{"stack":[)" +
         stacks + R"(],"time":[)" + times + "]}}]}";
}

/// Cancelled when asked for the first time after all bytes are read.
struct Cancelled {
  explicit Cancelled(const std::string& text) {
    const TemporaryFile file(".json");
    file.write(text);
    auto input = InputFile::open(file.path().string());
    const auto importer = importerOf(input.value());
    input.value().watchWith([this](std::uint64_t bytes) { return bytes > 0 || ++asked == 0; });
    TraceStore store;
    read = importer.value()->read(input.value(), store);
    slices = store.snapshot()->totals().slices;
  }

  int asked = 0;
  std::uint64_t slices = 0;
  Result<void> read;
};

TEST(CancelledProfiles, EndWhereTheyAre) {
  for (const std::string& text : {manyEvents(), manySamples()}) {
    EXPECT_EQ(profile(text)->totals().slices, std::uint64_t{kMany} / 2);
    const Cancelled cancelled(text);
    EXPECT_EQ(cancelled.asked, 1) << "who said so once is not asked again";
    EXPECT_GT(cancelled.slices, 0u);
    EXPECT_LT(cancelled.slices, std::uint64_t{kMany} / 4);
  }
}

TEST(CancelledProfiles, EndInALongText) {
  const std::string text = manySamples(fmt::format(R"("pad":"{}",)", std::string(std::size_t{3} << 20, 'x')));
  EXPECT_EQ(profile(text)->totals().slices, std::uint64_t{kMany} / 2);
  const Cancelled cancelled(text);
  ASSERT_FALSE(cancelled.read.ok());
  EXPECT_EQ(cancelled.read.error().code, ErrorCode::Stopped);
  EXPECT_EQ(cancelled.asked, 1);
  EXPECT_EQ(cancelled.slices, 0u);
}

}  // namespace
}  // namespace strata::test
