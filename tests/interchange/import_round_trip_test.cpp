#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/interchange/exporter.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/synthetic_session.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_args.h"
#include "engine/trace/trace_store.h"
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

/// Two processes whose threads and counters are called alike.
constexpr std::string_view kAlikeProcesses =
    R"json([{"ph":"M","pid":10,"tid":0,"name":"process_name","args":{"name":"trainer"}},
            {"ph":"M","pid":10,"tid":11,"name":"thread_name","args":{"name":"worker"}},
            {"ph":"X","name":"f","pid":10,"tid":11,"ts":1,"dur":4},
            {"ph":"C","name":"rss","pid":10,"tid":0,"ts":1,"args":{"bytes":10}},
            {"ph":"M","pid":20,"tid":21,"name":"thread_name","args":{"name":"worker"}},
            {"ph":"X","name":"f","pid":20,"tid":21,"ts":1,"dur":4},
            {"ph":"C","name":"rss","pid":20,"tid":0,"ts":1,"args":{"bytes":20}},
            {"ph":"M","pid":20,"tid":0,"name":"process_name","args":{"name":"dataloader"}}])json";

/// Kind, pid and process of each track.
std::multiset<std::tuple<TrackKind, std::int64_t, std::string>> processesOf(const TraceSnapshot& snapshot) {
  std::multiset<std::tuple<TrackKind, std::int64_t, std::string>> all;
  for (const TrackInfo& track : snapshot.tracks()) all.insert({track.kind, track.pid, track.process});
  return all;
}

TEST(RoundTripOfProcesses, KeepsTheirNames) {
  const auto session = importText(kAlikeProcesses);
  const auto expected = processesOf(*session);
  EXPECT_EQ(expected,
            (std::multiset<std::tuple<TrackKind, std::int64_t, std::string>>{{TrackKind::Host, 10, "trainer"},
                                                                             {TrackKind::Host, 20, "dataloader"},
                                                                             {TrackKind::Counter, 10, "trainer"},
                                                                             {TrackKind::Counter, 20, "dataloader"}}));
  for (const char* format : {"chrome", "perfetto"}) {
    const TemporaryFile file(std::string(".") + format);
    ASSERT_TRUE(findExporter(format)->write(*session, file.path().string()).ok());
    EXPECT_EQ(processesOf(*importFile(file.path())), expected) << format;
  }
  const TemporaryFile csv(".csv");
  ASSERT_TRUE(findExporter("csv")->write(*session, csv.path().string()).ok());
  const std::string rows = bytesOf(csv.path());
  for (const char* end : {",trainer,10,11\r\n", ",dataloader,20,21\r\n", ",trainer,10,\r\n", ",dataloader,20,\r\n"})
    EXPECT_NE(rows.find(end), std::string::npos) << end << rows;
}

TEST(RoundTripOfProcesses, WhoseIdIsATextIsCalledByItAlsoByItsCounters) {
  const auto session = importEvents(R"({"ph":"C","name":"dram","pid":"GPU 0 Counters","ts":1,"args":{"":10}},
                                       {"ph":"C","name":"dram","pid":"GPU 1 Counters","ts":1,"args":{"":11}})");
  ASSERT_EQ(session->tracks().size(), 2u);
  EXPECT_EQ(session->tracks()[0].process, "GPU 0 Counters");
  EXPECT_EQ(session->tracks()[1].process, "GPU 1 Counters");
}

TEST(RoundTripOfProcesses, AnUnnamedOneStaysSo) {
  const auto session = importEvents(R"({"ph":"X","name":"f","pid":10,"tid":11,"ts":1,"dur":4})");
  const TemporaryFile file(".chrome");
  ASSERT_TRUE(findExporter("chrome")->write(*session, file.path().string()).ok());
  EXPECT_EQ(importFile(file.path())->tracks()[0].process, "");
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
  EXPECT_EQ(importFactsOf(again->messages()[0]).value().devices,
            (std::vector<ImportedDevice>{{"NVIDIA A100", "", 108, 85'017'493'504},
                                         {"NVIDIA T4", "", 40, 15'828'320'256, 1}}));
  const std::string text = bytesOf(file.path());
  EXPECT_NE(text.find(R"("pid":1,"tid":0,"ts":0.000,"name":"process_name","args":{"name":"NVIDIA T4"})"),
            std::string::npos)
      << text;
}

/// The devices of a trace's deviceProperties, "ID NAME" each, once it was read and written anew; process names of
/// devices behind them.
std::vector<std::string> devicesWrittenOf(const TraceSnapshot& session) {
  const TemporaryFile file(".chrome");
  EXPECT_TRUE(findExporter("chrome")->write(session, file.path().string()).ok());
  const auto json = nlohmann::json::parse(bytesOf(file.path()));
  std::vector<std::string> found;
  for (const auto& device : json["deviceProperties"])
    found.push_back(device["id"].dump() + " " + device["name"].get<std::string>());
  std::set<std::int64_t> pids;
  for (const auto& event : json["traceEvents"])
    if (event["ph"] == "X" && event["cat"] == "kernel") pids.insert(event["pid"].get<std::int64_t>());
  for (const auto& event : json["traceEvents"])
    if (event["name"] == "process_name" && pids.contains(event["pid"].get<std::int64_t>()))
      found.push_back(event["pid"].dump() + ": " + event["args"]["name"].get<std::string>());
  return found;
}

std::string kernelOn(int device) {
  return R"({"ph":"X","pid":)" + std::to_string(device) + R"(,"tid":7,"cat":"kernel","name":"k","ts":1,"dur":2,)" +
         R"("args":{"device":)" + std::to_string(device) + R"(,"stream":7}})";
}

TEST(RoundTripOfKineto, DevicesAreKnownByTheirIdsInWhateverOrder) {
  const std::string properties =
      R"({"schemaVersion":1,"deviceProperties":[{"id":3,"name":"BIG"},{"id":0,"name":"SMALL"}],"traceEvents":[)";
  EXPECT_EQ(devicesWrittenOf(*importText(properties + kernelOn(3) + "]}")),
            (std::vector<std::string>{"0 SMALL", "3 BIG", "3: BIG"}));
  EXPECT_EQ(
      devicesWrittenOf(*importText(R"({"schemaVersion":1,"deviceProperties":[{"id":3,"name":"ONLY"}],"traceEvents":[)" +
                                   kernelOn(3) + "]}")),
      (std::vector<std::string>{"3 ONLY", "3: ONLY"}));
}

TEST(RoundTripOfKineto, ADeviceWhoseNumberAProcessHasKeepsItsName) {
  const std::string host = R"(,{"ph":"X","pid":1,"tid":1,"cat":"cpu_op","name":"op","ts":1,"dur":1})";
  EXPECT_EQ(devicesWrittenOf(*importText(R"({"schemaVersion":1,"deviceProperties":[{"id":1,"name":"BIG"},)"
                                         R"({"id":2,"name":"SMALL"}],"traceEvents":[)" +
                                         kernelOn(1) + host + "]}")),
            (std::vector<std::string>{"2 BIG", "3 SMALL", "2: BIG"}));
}

const std::string kHostOp = R"({"ph":"X","pid":99,"tid":98,"cat":"cpu_op","name":"op","ts":1,"dur":1})";

std::vector<std::string> streamsOf(const TraceSnapshot& snapshot) {
  std::vector<std::string> names;
  for (const TrackInfo& track : snapshot.tracks())
    if (track.kind == TrackKind::Queue) names.push_back(track.name);
  std::ranges::sort(names);
  return names;
}

TEST(RoundTripOfKineto, KeepsDevicesStreamsAndTheNamesOfArguments) {
  const auto kernel = [](int device, int stream, int begin) {
    return R"({"ph":"X","pid":)" + std::to_string(device) + R"(,"tid":)" + std::to_string(stream) +
           R"(,"cat":"kernel","name":"k","ts":)" + std::to_string(begin) + R"(,"dur":2,"args":{"device":)" +
           std::to_string(device) + R"(,"context":2,"stream":)" + std::to_string(stream) +
           R"(,"registers per thread":32,"shared memory":64}})";
  };
  const auto session = importText(R"({"schemaVersion":1,"deviceProperties":[],"traceEvents":[)" + kernel(0, 7, 1) +
                                  "," + kernel(1, 7, 2) + "," + kernel(1, 20, 3) + "," + kHostOp + "]}");
  const std::vector<std::string> streams{"GPU 0 stream 7", "GPU 1 stream 20", "GPU 1 stream 7"};
  ASSERT_EQ(streamsOf(*session), streams);
  const TemporaryFile file(".chrome"), second(".chrome");
  ASSERT_TRUE(findExporter("chrome")->write(*session, file.path().string()).ok());
  const std::string text = bytesOf(file.path());
  for (const std::string said :
       {R"("device":0,"context":2,"stream":7,)", R"("device":1,"context":2,"stream":7,)",
        R"("device":1,"context":2,"stream":20,)", R"("registers per thread":32,"shared memory":64,)"})
    EXPECT_NE(text.find(said), std::string::npos) << said << text;
  EXPECT_EQ(text.find("(argument)"), std::string::npos) << text;
  const auto again = importFile(file.path());
  EXPECT_EQ(streamsOf(*again), streams);
  EXPECT_EQ(deviceCount(*again), 2u);
  EXPECT_EQ(again->number(eventNamed(*again, "k"), arg::kRegisters), 32.0);
  ASSERT_TRUE(findExporter("chrome")->write(*again, second.path().string()).ok());
  EXPECT_EQ(bytesOf(second.path()), text);
}

TEST(RoundTripOfKineto, KeepsTheDeviceOfEachRank) {
  const TemporaryFile folder("-ranks"), file(".chrome");
  std::filesystem::create_directory(folder.path());
  for (const std::string rank : {"0", "1"})
    std::ofstream(folder.path() / ("rank" + rank + ".json"))
        << R"({"schemaVersion":1,"distributedInfo":{"rank":)" + rank + R"(,"world_size":2},"traceEvents":[)" +
               R"({"ph":"X","pid":)" + rank + R"(,"tid":7,"cat":"kernel","name":"k","ts":1,"dur":2,"args":{"device":)" +
               rank + R"(,"stream":7}},)" + kHostOp + "]}";
  const auto session = importFile(folder.path());
  std::filesystem::remove_all(folder.path());
  ASSERT_TRUE(findExporter("chrome")->write(*session, file.path().string()).ok());
  EXPECT_NE(bytesOf(file.path()).find(R"("device":1,"context":1,"stream":7,)"), std::string::npos);
  const auto again = importFile(file.path());
  EXPECT_EQ(streamsOf(*again), (std::vector<std::string>{"rank 0 · stream 7", "rank 1 · stream 7"}));
  EXPECT_EQ(deviceCount(*again), 2u);
}

std::string ofRank(const std::string& rank, std::int64_t baseNs, const std::string& begin = "500.250") {
  return R"({"schemaVersion":1,"deviceProperties":[],"distributedInfo":{"backend":"nccl","rank":)" + rank +
         R"(,"world_size":2},"baseTimeNanoseconds":)" + std::to_string(baseNs) +
         R"(,"traceEvents":[{"ph":"X","pid":9,"tid":8,"cat":"cpu_op","name":"op of )" + rank + R"(","ts":)" + begin +
         R"(,"dur":1}]})";
}

constexpr std::int64_t kWallClock = 1'735'632'360'000'000'000;

TEST(RoundTripOfKineto, KeepsTheRankAndTheWallClock) {
  const auto session = importText(ofRank("1", kWallClock));
  const TemporaryFile file(".chrome"), second(".chrome");
  ASSERT_TRUE(findExporter("chrome")->write(*session, file.path().string()).ok());
  const std::string text = bytesOf(file.path());
  EXPECT_NE(text.find(R"("distributedInfo": {"backend": "nccl", "rank": 1, "world_size": 2},)"), std::string::npos)
      << text;
  const auto json = nlohmann::json::parse(text);
  for (const auto& event : json["traceEvents"]) {
    if (event["ph"] != "X") continue;
    EXPECT_EQ(json["baseTimeNanoseconds"].get<std::int64_t>() + std::llround(event["ts"].get<double>() * 1000),
              kWallClock + 500'250);
  }
  const auto again = importFile(file.path());
  EXPECT_EQ(slicesOf(*again), slicesOf(*session));
  const ImportFacts facts = importFactsOf(again->messages()[0]).value();
  EXPECT_EQ(facts.rank, 1);
  EXPECT_EQ(facts.worldSize, 2);
  EXPECT_EQ(facts.backend, "nccl");
  EXPECT_EQ(facts.baseNs, kWallClock);
  ASSERT_TRUE(findExporter("chrome")->write(*again, second.path().string()).ok());
  EXPECT_EQ(bytesOf(second.path()), text);
}

/// All times of such a session are moved, and what they count from with them.
TEST(RoundTripOfKineto, KeepsTheWallClockOfTimesBefore0) {
  const auto session = importText(ofRank("1", kWallClock, "-500.250"));
  EXPECT_NE(problemsOf(*session).find("times before 0"), std::string::npos);
  EXPECT_EQ(importFactsOf(session->messages()[0]).value().baseNs + session->bounds()->begin.ns, kWallClock - 500'250);
  const TemporaryFile first(".chrome"), second(".chrome");
  ASSERT_TRUE(findExporter("chrome")->write(*session, first.path().string()).ok());
  ASSERT_TRUE(findExporter("chrome")->write(*importFile(first.path()), second.path().string()).ok());
  for (const TemporaryFile* file : {&first, &second}) {
    const auto json = nlohmann::json::parse(bytesOf(file->path()));
    std::size_t slices = 0;
    for (const auto& event : json["traceEvents"]) {
      if (event["ph"] != "X") continue;
      ++slices;
      EXPECT_EQ(json["baseTimeNanoseconds"].get<std::int64_t>() + std::llround(event["ts"].get<double>() * 1000),
                kWallClock - 500'250);
    }
    EXPECT_EQ(slices, 1u);
  }
}

TEST(RoundTripOfKineto, StatesNoRankThatTheTraceDoesNot) {
  const auto session = importEvents(kHostOp);
  const TemporaryFile file(".chrome");
  ASSERT_TRUE(findExporter("chrome")->write(*session, file.path().string()).ok());
  EXPECT_EQ(bytesOf(file.path()).find("distributedInfo"), std::string::npos);
}

TEST(RoundTripOfKineto, OfARankWithTimesBefore0MeetsTheOthersByTheWallClock) {
  const TemporaryFile folder("-ranks");
  std::filesystem::create_directory(folder.path());
  std::ofstream(folder.path() / "a.json") << ofRank("0", kWallClock, "-500.250");
  std::ofstream(folder.path() / "b.json") << ofRank("1", kWallClock, "500.250");
  const auto session = importFile(folder.path());
  std::filesystem::remove_all(folder.path());
  EXPECT_EQ((eventNamed(*session, "op of 1").begin - eventNamed(*session, "op of 0").begin).ns, 1'000'500);
}

TEST(RoundTripOfKineto, OfSeveralRanksKeepsTheWallClockAndNoRank) {
  const TemporaryFile folder("-ranks"), file(".chrome");
  std::filesystem::create_directory(folder.path());
  std::ofstream(folder.path() / "a.json") << ofRank("0", kWallClock + 1'000'000);
  std::ofstream(folder.path() / "b.json") << ofRank("1", kWallClock + 3'000'000);
  const auto session = importFile(folder.path());
  std::filesystem::remove_all(folder.path());
  ASSERT_TRUE(findExporter("chrome")->write(*session, file.path().string()).ok());
  const auto json = nlohmann::json::parse(bytesOf(file.path()));
  EXPECT_FALSE(json.contains("distributedInfo"));
  std::map<std::string, std::int64_t> begins;
  for (const auto& event : json["traceEvents"])
    if (event["ph"] == "X")
      begins[event["name"]] =
          json["baseTimeNanoseconds"].get<std::int64_t>() - kWallClock + std::llround(event["ts"].get<double>() * 1000);
  EXPECT_EQ(begins, (std::map<std::string, std::int64_t>{{"op of 0", 1'500'250}, {"op of 1", 3'500'250}}));
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

/// A counter of memory as an agent has it.
std::shared_ptr<const TraceSnapshot> sessionOfMemory() {
  TraceStore store;
  TrackInfo info;
  info.uuid = 7;
  info.name = "device memory";
  info.unit = "bytes";
  info.kind = TrackKind::Counter;
  info.storey = Storey::Runtime;
  TraceEvent value;
  value.track = store.track(info);
  value.name = store.intern(info.name);
  value.kind = EventKind::Counter;
  value.storey = Storey::Runtime;
  value.provenance = Provenance::Counted;
  value.begin = {1000};
  value.payload = std::bit_cast<std::int64_t>(4096.0);
  const Arg args[] = {{store.intern(arg::kAddress), std::int64_t{139642808565760}}};
  store.add(value, args);
  return store.snapshot();
}

TEST(ChromeRoundTrip, ACounterKeepsItsStoreyItsProvenanceAndItsArguments) {
  const TemporaryFile file(".chrome");
  ASSERT_TRUE(findExporter("chrome")->write(*sessionOfMemory(), file.path().string()).ok());
  const auto json = nlohmann::json::parse(bytesOf(file.path()));
  for (const auto& event : json["traceEvents"])
    if (event["ph"] == "C") {
      EXPECT_EQ(event["args"].size(), 1u) << "each entry is drawn as a series";
    }
  const auto again = importFile(file.path());
  EXPECT_EQ(problemsOf(*again), "");
  const auto& tracks = again->tracks();
  const auto track = std::ranges::find(tracks, TrackKind::Counter, &TrackInfo::kind);
  ASSERT_NE(track, tracks.end());
  EXPECT_EQ(track->storey, Storey::Runtime);
  EXPECT_EQ(track->unit, "bytes");
  const TraceEvent value = again->row(static_cast<std::uint32_t>(track - tracks.begin()), 0)[0];
  EXPECT_EQ(value.value(), 4096);
  EXPECT_EQ(value.storey, Storey::Runtime);
  EXPECT_EQ(value.provenance, Provenance::Counted);
  EXPECT_EQ(again->number(value, arg::kAddress), 139642808565760.0);
}

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
