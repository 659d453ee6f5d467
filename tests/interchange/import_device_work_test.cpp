#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "engine/interchange/stack_report.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_query.h"
#include "engine/trace/trace_store.h"
#include "tests/interchange/import_fixture.h"
#include "tests/interchange/unzipped.h"

// What the device did belongs to the call whose launch has its correlation id, whenever it ran.

namespace strata::test {
namespace {

/// What a file says of its device work, read by the JSON library alone.
struct SaidWork {
  std::uint64_t pieces = 0, withoutHostCall = 0;
  std::int64_t ns = 0;
};

SaidWork workSaidBy(const std::filesystem::path& path) {
  const auto trace = nlohmann::json::parse(unzipped(path));
  const std::set<std::string> work{"kernel", "gpu_memcpy", "gpu_memset"}, device{"cuda_sync", "gpu_user_annotation"};
  std::set<std::int64_t> launched;
  const auto correlation = [](const nlohmann::json& event) {
    return event.contains("args") ? event["args"].value("correlation", std::int64_t{0}) : 0;
  };
  for (const auto& event : trace["traceEvents"]) {
    const std::string category = event.value("cat", "");
    if (event.value("ph", "") == "X" && !work.contains(category) && !device.contains(category))
      launched.insert(correlation(event));
  }
  launched.erase(0);
  SaidWork said;
  for (const auto& event : trace["traceEvents"]) {
    if (event.value("ph", "") != "X" || !work.contains(event.value("cat", ""))) continue;
    ++said.pieces;
    said.ns += std::llround(event["dur"].get<double>() * 1000);
    said.withoutHostCall += !launched.contains(correlation(event));
  }
  return said;
}

struct ExpectedWork {
  const char* file;
  std::uint64_t pieces, unassigned;
};

class DeviceWorkOf : public ::testing::TestWithParam<ExpectedWork> {};

TEST_P(DeviceWorkOf, AllCallsAndUnassignedIsAllThereIsAndUnassignedHasNoHostCall) {
  const auto path = traceFile(GetParam().file);
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder";
  const SaidWork said = workSaidBy(path);
  EXPECT_EQ(said.pieces, GetParam().pieces);
  EXPECT_EQ(said.withoutHostCall, GetParam().unassigned);

  const auto snapshot = importFile(path);
  const SessionWork work = workOf(*snapshot);
  WorkTotals ofCalls;
  for (const WorkTotals& call : work.calls) ofCalls += call;
  EXPECT_EQ(ofCalls.count() + work.unassigned.count(), said.pieces);
  EXPECT_EQ((ofCalls.time() + work.unassigned.time()).ns, said.ns);
  EXPECT_EQ(work.all.time().ns, said.ns);
  EXPECT_EQ(work.unassigned.count(), said.withoutHostCall);
  EXPECT_EQ(work.withoutLaunch, said.withoutHostCall) << "and that is why";
  EXPECT_LE(work.all.busy, work.all.time());

  const StackReport report = stackReport(*snapshot);
  Duration rows;
  for (const KernelReport& kernel : report.kernels) rows += kernel.time.total;
  for (const CopyReport& copy : report.copies) rows += copy.time.total;
  for (const KernelReport& memset : report.memsets) rows += memset.time.total;
  EXPECT_EQ(rows.ns, said.ns);
  const auto json = nlohmann::json::parse(reportJson(report));
  EXPECT_EQ(json["device_work"]["unassigned"]["without_host_call"], said.withoutHostCall);
  EXPECT_EQ(json["device_work"]["of_calls"]["total_ns"].get<std::int64_t>() +
                json["device_work"]["unassigned"]["total_ns"].get<std::int64_t>(),
            said.ns);
}

INSTANTIATE_TEST_SUITE_P(Files, DeviceWorkOf,
                         ::testing::Values(ExpectedWork{"nv_h100_qwen1.5-0.5b.json.gz", 1707, 509},
                                           ExpectedWork{"amd_mi300_qwen1.5-0.5b.json.gz", 1517, 463},
                                           ExpectedWork{"amd_mi250_minitoy_rocm6.2.json.gz", 16, 0},
                                           ExpectedWork{"vllm_piecewise_graph.json.gz", 423, 0},
                                           ExpectedWork{"hta_alexnet_critical_path.json.gz", 98, 0}),
                         [](const auto& test) {
                           const std::string file = test.param.file;
                           return file.substr(0, file.find('_')) + std::to_string(test.param.pieces);
                         });

std::string hostEvent(const std::string& category, const std::string& name, int begin, int length, int correlation) {
  return R"({"ph":"X","pid":1,"tid":1,"cat":")" + category + R"(","name":")" + name + R"(","ts":)" +
         std::to_string(begin) + R"(,"dur":)" + std::to_string(length) + R"(,"args":{"correlation":)" +
         std::to_string(correlation) + "}}";
}

std::string kernel(const std::string& name, int stream, int begin, int length, int correlation) {
  return R"({"ph":"X","pid":0,"tid":)" + std::to_string(stream) + R"(,"cat":"kernel","name":")" + name + R"(","ts":)" +
         std::to_string(begin) + R"(,"dur":)" + std::to_string(length) + R"(,"args":{"correlation":)" +
         std::to_string(correlation) + "}}";
}

TEST(DeviceWork, RunsOnWhenItsCallHasReturned) {
  const auto snapshot = importEvents(hostEvent("cpu_op", "aten::mm", 0, 100, 0) + "," +
                                     hostEvent("cuda_runtime", "cudaLaunchKernel", 10, 20, 1) + "," +
                                     hostEvent("cuda_runtime", "cudaLaunchKernel", 40, 20, 2) + "," +
                                     kernel("a", 7, 60, 100, 1) + "," + kernel("b", 8, 110, 100, 2));
  const WorkTotals work = workOfCall(*snapshot, CallId{1});
  EXPECT_EQ(work.kernels, 2u);
  EXPECT_EQ(work.time(), Duration{200'000});
  EXPECT_EQ(work.busy, Duration{150'000}) << "they overlap for 50 µs";
  EXPECT_EQ(work.afterReturn, Duration{160'000}) << "60 of a and all of b";
  const auto times = storeyTimes(*snapshot, CallId{1});
  EXPECT_EQ(times[static_cast<std::size_t>(Storey::Hardware)], Duration{40'000});
  EXPECT_EQ(std::accumulate(times.begin(), times.end(), Duration{}), Duration{100'000});
}

TEST(DeviceWork, OfALaunchOutsideEveryOperationIsThatLaunchsCall) {
  const auto snapshot = importEvents(hostEvent("cuda_runtime", "cudaGraphLaunch", 0, 100, 5) + "," +
                                     hostEvent("cuda_driver", "cuGraphLaunch", 10, 50, 6) + "," +
                                     hostEvent("cuda_runtime", "cudaStreamSynchronize", 200, 10, 9) + "," +
                                     kernel("a", 7, 150, 10, 5) + "," + kernel("b", 7, 160, 10, 5));
  ASSERT_EQ(snapshot->callCount(), 1u) << "what launches nothing opens no call";
  EXPECT_EQ(snapshot->name(snapshot->event(snapshot->call(CallId{1})->top).name), "cudaGraphLaunch");
  EXPECT_EQ(workOfCall(*snapshot, CallId{1}).kernels, 2u);
  EXPECT_EQ(eventNamed(*snapshot, "cuGraphLaunch").call, CallId{1});
  EXPECT_EQ(eventNamed(*snapshot, "cudaStreamSynchronize").call, CallId::None);
}

TEST(DeviceWork, OfLaunchesWithOneIdIsTheNearestOnesBefore) {
  const auto snapshot = importEvents(
      hostEvent("cuda_runtime", "first", 100, 5, 7) + "," + hostEvent("cuda_runtime", "second", 200, 5, 7) + "," +
      hostEvent("cuda_driver", "within second", 201, 3, 7) + "," + hostEvent("cuda_runtime", "other", 300, 5, 8) + "," +
      kernel("k1", 7, 110, 20, 7) + "," + kernel("k2", 7, 210, 20, 7) + "," + kernel("k3", 7, 310, 20, 8) +
      R"(,{"ph":"s","id":7,"pid":1,"tid":1,"ts":200,"cat":"ac2g","name":"ac2g"},)" +
      R"({"ph":"f","id":7,"pid":0,"tid":7,"ts":210,"cat":"ac2g","name":"ac2g","bp":"e"})");
  EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{100'000, "first", 110'000, "k1"},
                                                       {200'000, "second", 210'000, "k2"},
                                                       {300'000, "other", 310'000, "k3"}}));
  for (const auto& [launch, work] : {std::pair("first", "k1"), std::pair("second", "k2"), std::pair("other", "k3")}) {
    EXPECT_NE(eventNamed(*snapshot, work).call, CallId::None) << work;
    EXPECT_EQ(eventNamed(*snapshot, work).call, eventNamed(*snapshot, launch).call) << work;
  }
  EXPECT_EQ(
      problemsOf(*snapshot),
      "1 correlation id is that of several launches. Kernels and copies of such an id belong to the nearest launch "
      "that began before them.\n");
}

TEST(DeviceWork, OfVeryManyLaunchesWithOneIdIsEachTheNearestOnesBefore) {
  constexpr int kLaunches = 20'000;
  std::string events;
  std::multiset<Arrow> arrows;
  for (int i = 0; i < kLaunches; ++i) {
    const int begin = 100 * (i + 1);
    events += hostEvent("cuda_runtime", "launch", begin, 5, 7) + "," + kernel("k", 7, begin + 10, 20, 7) + ",";
    arrows.insert({begin * 1000L, "launch", (begin + 10) * 1000L, "k"});
  }
  const auto snapshot = importEvents(events + hostEvent("cuda_driver", "within the second", 201, 3, 7));
  EXPECT_EQ(differences(arrowsOf(*snapshot), arrows), "");
}

/// A call of 120 with a kernel of 100 in it, begun then.
void addCall(TraceStore& store, std::uint32_t host, std::uint32_t stream, std::uint32_t call, std::string_view name,
             std::int64_t begin) {
  TraceEvent event;
  event.begin = {begin};
  event.payload = 120;
  event.name = store.intern(name);
  event.call = CallId{call};
  event.track = host;
  event.storey = Storey::Model;
  store.add(event);
  event.begin = {begin + 10};
  event.payload = 100;
  event.name = store.intern("matmul_naive");
  event.track = stream;
  event.kind = EventKind::Kernel;
  event.storey = Storey::Hardware;
  store.add(event);
}

TEST(DeviceWork, CallsThatOnlyCountAreInNoTimeOfTheReport) {
  TraceStore store;
  TrackInfo model, queue;
  model.uuid = 1;
  model.storey = Storey::Model;
  queue.uuid = 2;
  queue.kind = TrackKind::Queue;
  queue.storey = Storey::Hardware;
  const std::uint32_t host = store.track(model), stream = store.track(queue);
  addCall(store, host, stream, 1, "naive 8×8×8", 0);
  addCall(store, host, stream, 2, "naive, counted for NVIDIA T4", 1000);
  addCall(store, host, stream, 3, "naive, memory observed", 2000);
  const StackReport report = stackReport(*store.snapshot());
  ASSERT_EQ(report.ops.size(), 1u);
  EXPECT_EQ(report.ops[0].name, "naive 8×8×8");
  EXPECT_EQ(report.storeys[static_cast<std::size_t>(Storey::Hardware)], Duration{100});
  EXPECT_EQ(std::accumulate(report.storeys.begin(), report.storeys.end(), Duration{}), Duration{120});
  const auto json = nlohmann::json::parse(reportJson(report));
  EXPECT_EQ(json["device_work"]["only_counting"]["count"], 2);
  EXPECT_EQ(json["storeys_ns"]["hardware"], 100);
  EXPECT_EQ(json["ops"].size(), 1u);
}

TEST(DeviceWork, ThatNoCallClaimsSaysWhy) {
  const auto snapshot = importEvents(kernel("lost", 7, 0, 10, 77) + "," +
                                     R"({"ph":"X","pid":0,"tid":7,"cat":"kernel","name":"bare","ts":20,"dur":5})");
  const SessionWork work = workOf(*snapshot);
  EXPECT_EQ(work.unassigned.time(), Duration{15'000});
  EXPECT_EQ(work.withoutLaunch, 1u);
  EXPECT_EQ(work.withoutId, 1u);
  EXPECT_EQ(work.launchedOutside, 0u);
}

}  // namespace
}  // namespace strata::test
