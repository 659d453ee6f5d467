#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "engine/interchange/stack_report.h"
#include "engine/trace/call_levels.h"
#include "engine/trace/trace_query.h"
#include "tests/interchange/import_fixture.h"

// Calls of other tools' traces nest: annotation ⊃ module ⊃ operation.

namespace strata::test {
namespace {

std::string completeEvent(const std::string& category, const std::string& name, int begin, int length,
                          int correlation = 0, int tid = 1) {
  return R"({"ph":"X","pid":)" + std::to_string(category == "kernel" ? 0 : 1) + R"(,"tid":)" + std::to_string(tid) +
         R"(,"cat":")" + category + R"(","name":")" + name + R"(","ts":)" + std::to_string(begin) + R"(,"dur":)" +
         std::to_string(length) + R"(,"args":{"correlation":)" + std::to_string(correlation) + "}}";
}

const std::string kStep =
    completeEvent("user_annotation", "ProfilerStep#1", 0, 100) + "," +
    completeEvent("python_function", "nn.Module: Net_0", 10, 60) + "," +
    completeEvent("python_function", "nn.Module: Linear_0", 20, 40) + "," +
    completeEvent("python_function", "net.py: f", 22, 30) + "," + completeEvent("cpu_op", "aten::mm", 25, 20) + "," +
    completeEvent("cuda_runtime", "cudaLaunchKernel", 30, 10, 1) + "," + completeEvent("cpu_op", "aten::add", 80, 10) +
    "," + completeEvent("cuda_runtime", "cudaLaunchKernel", 82, 5, 2) + "," +
    completeEvent("kernel", "gemm", 90, 50, 1, 7) + "," + completeEvent("kernel", "add", 150, 10, 2, 7);

std::int64_t us(Duration time) {
  return time.ns / 1000;
}

TEST(CallLevels, HoldWhatTheirThreadDidWhileTheyLasted) {
  const auto snapshot = importEvents(kStep);
  const SessionWork work = workOf(*snapshot);
  const auto name = [&](const LevelCall& call) { return snapshot->name(snapshot->event(call.top).name); };
  const auto storey = [](const LevelCall& call, Storey s) { return us(call.storeys[static_cast<std::size_t>(s)]); };

  const auto steps = callsAt(*snapshot, CallLevel::Annotation, work);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(name(steps[0]), "ProfilerStep#1");
  EXPECT_EQ(storey(steps[0], Storey::Runtime), 15);
  EXPECT_EQ(storey(steps[0], Storey::Framework), 20 - 10 + 10 - 5);
  EXPECT_EQ(storey(steps[0], Storey::Hardware), 10) << "the kernel runs in its last 10 µs";
  EXPECT_EQ(us(steps[0].work.time()), 60);
  EXPECT_EQ(us(steps[0].work.afterReturn), 50);

  const auto modules = callsAt(*snapshot, CallLevel::Module, work);
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_EQ(name(modules[0]), "nn.Module: Net_0");
  EXPECT_FALSE(modules[0].nested);
  EXPECT_EQ(us(modules[0].work.time()), 50);
  EXPECT_TRUE(modules[1].nested);
  EXPECT_EQ(storey(modules[1], Storey::Model), 40 - 20);
  for (const LevelCall& call : modules)
    EXPECT_EQ(std::accumulate(call.storeys.begin(), call.storeys.end(), Duration{}),
              snapshot->event(call.top).duration());
  EXPECT_EQ(callsAt(*snapshot, CallLevel::Op, work).size(), 2u);
}

TEST(CallLevels, OperationsThatOverlapAreCallsOfTheirOwn) {
  const auto snapshot =
      importEvents(completeEvent("cpu_op", "a", 100, 100) + "," + completeEvent("cpu_op", "b", 150, 100) + "," +
                   completeEvent("cpu_op", "within b", 155, 5) + "," + completeEvent("cpu_op", "c", 160, 100) + "," +
                   completeEvent("cpu_op", "rounded", 250, 12));
  std::multiset<std::string> names;
  for (const LevelCall& call : callsAt(*snapshot, CallLevel::Op, workOf(*snapshot))) {
    names.insert(std::string(snapshot->name(snapshot->event(call.top).name)));
    EXPECT_EQ(std::accumulate(call.storeys.begin(), call.storeys.end(), Duration{}), Duration{100'000});
  }
  EXPECT_EQ(names, (std::multiset<std::string>{"a", "b", "c"}));
  EXPECT_EQ(eventNamed(*snapshot, "within b").call, eventNamed(*snapshot, "b").call);
  EXPECT_EQ(eventNamed(*snapshot, "rounded").call, eventNamed(*snapshot, "c").call);
  EXPECT_NE(problemsOf(*snapshot).find("2 operations begin while another one of the thread runs and end after it."),
            std::string::npos)
      << problemsOf(*snapshot);
  EXPECT_NE(problemsOf(*snapshot).find("counts for each: they sum to 140 µs more than their threads spent in them."),
            std::string::npos)
      << "50 of b with a, 90 of c with b";
}

TEST(CallLevels, WhatBeginsANanosecondEarlyFollowsTheCall) {
  const auto event = [](const std::string& category, const std::string& name, const char* begin, int length,
                        int correlation = 0) {
    return R"({"ph":"X","pid":1,"tid":1,"cat":")" + category + R"(","name":")" + name + R"(","ts":)" + begin +
           R"(,"dur":)" + std::to_string(length) + R"(,"args":{"correlation":)" + std::to_string(correlation) + "}}";
  };
  const auto snapshot = importEvents(
      event("cpu_op", "mul", "1000", 10) + "," + event("cuda_runtime", "cudaLaunchKernel", "1003", 5, 1) + "," +
      event("cpu_op", "add", "1009.999", 10) + "," + event("cuda_runtime", "cudaLaunchKernelExC", "1013", 5, 2) + "," +
      event("cuda_runtime", "cudaDeviceSynchronize", "1019.998", 800, 3) + "," +
      completeEvent("kernel", "k1", 1010, 2, 1, 7) + "," + completeEvent("kernel", "k2", 1020, 2, 2, 7));
  EXPECT_EQ(problemsOf(*snapshot), "") << "they share a nanosecond";
  EXPECT_EQ(eventNamed(*snapshot, "cudaLaunchKernel").call, eventNamed(*snapshot, "mul").call);
  EXPECT_EQ(eventNamed(*snapshot, "cudaLaunchKernelExC").call, eventNamed(*snapshot, "add").call);
  EXPECT_EQ(eventNamed(*snapshot, "k2").call, eventNamed(*snapshot, "add").call);
  EXPECT_NE(eventNamed(*snapshot, "add").call, eventNamed(*snapshot, "mul").call);
  EXPECT_EQ(eventNamed(*snapshot, "cudaDeviceSynchronize").call, CallId::None) << "it is no part of 20 µs";
}

TEST(CallLevels, WhatLiesWithinOneIsItsThreadsAndTheDevicesWorkForIt) {
  const auto snapshot = importEvents(kStep + "," + completeEvent("cpu_op", "aten::later", 200, 10) + "," +
                                     completeEvent("cpu_op", "aten::elsewhere", 30, 10, 0, 2));
  const auto step = callsAt(*snapshot, CallLevel::Annotation, workOf(*snapshot)).at(0);
  std::multiset<std::string_view> names;
  for (const EventRef ref : eventsWithin(*snapshot, step.top)) names.insert(snapshot->name(snapshot->event(ref).name));
  EXPECT_EQ(names, (std::multiset<std::string_view>{"ProfilerStep#1", "nn.Module: Net_0", "nn.Module: Linear_0",
                                                    "net.py: f", "aten::mm", "aten::add", "cudaLaunchKernel",
                                                    "cudaLaunchKernel", "gemm", "add"}));
  EXPECT_EQ(levelsIn(*snapshot), (std::vector{CallLevel::Op, CallLevel::Module, CallLevel::Annotation}));
  EXPECT_EQ(levelsIn(*importEvents(completeEvent("cpu_op", "aten::mm", 25, 20))), std::vector{CallLevel::Op});
}

TEST(CallLevels, TheDevicesAnnotationsStandOnTheHardware) {
  const auto snapshot = importEvents(
      kStep + R"(,{"ph":"X","pid":0,"tid":7,"cat":"gpu_user_annotation","name":"ProfilerStep#1","ts":90,"dur":70})");
  std::size_t there = 0;
  for (const TrackInfo& track : snapshot->tracks())
    there += track.kind == TrackKind::Host && track.storey == Storey::Hardware;
  EXPECT_EQ(there, 1u);
  EXPECT_EQ(us(workOf(*snapshot).all.time()), 60) << "it is no work of its own";
  EXPECT_EQ(callsAt(*snapshot, CallLevel::Annotation, {}).size(), 1u);
}

TEST(CallLevels, TheReportSaysItsLevelAndCountsNestedTimeOnceInItsSum) {
  const auto snapshot = importEvents(kStep);
  EXPECT_EQ(stackReport(*snapshot).level, CallLevel::Op);
  const StackReport report = stackReport(*snapshot, CallLevel::Module);
  ASSERT_EQ(report.ops.size(), 2u);
  EXPECT_EQ(report.ops[0].name, "nn.Module: Net_0");
  EXPECT_EQ(std::accumulate(report.storeys.begin(), report.storeys.end(), Duration{}), Duration{60'000});
  EXPECT_NE(reportJson(report).find(R"("call_level": "module")"), std::string::npos);
}

TEST(CallLevels, TheReportsDeviceWorkForCallsIsThatOfItsTable) {
  const auto snapshot = importEvents(kStep);
  EXPECT_EQ(us(stackReport(*snapshot).ofCalls.afterReturn), 60) << "an operation returns before its step";
  const StackReport steps = stackReport(*snapshot, CallLevel::Annotation);
  EXPECT_EQ(us(steps.ofCalls.time()), 60);
  EXPECT_EQ(us(steps.ofCalls.afterReturn), 50);
  EXPECT_EQ(steps.ofOthers.count(), 0u);
  const StackReport modules = stackReport(*snapshot, CallLevel::Module);
  EXPECT_EQ(us(modules.ofCalls.time()), 50) << "nested modules count once";
  EXPECT_EQ(us(modules.ofOthers.time()), 10) << "aten::add is in no module";
  EXPECT_NE(reportJson(modules).find(R"("of_other_operations": {)"), std::string::npos);
}

TEST(CallLevels, TheReportHasTheProfilersStepsTogether) {
  std::string steps =
      R"({"ph":"X","pid":0,"tid":7,"cat":"gpu_user_annotation","name":"ProfilerStep#1","ts":0,"dur":999},)" +
      completeEvent("cpu_op", "aten::mm", 1000, 5);
  for (const int length : {40, 10, 30, 20})
    steps += "," + completeEvent("user_annotation", "ProfilerStep#" + std::to_string(length), 100 * length, length);
  const StackReport report = stackReport(*importEvents(steps));
  ASSERT_TRUE(report.steps);
  EXPECT_EQ(report.steps->count, 4u);
  EXPECT_EQ(us(report.steps->median()), 20);
  EXPECT_EQ(us(report.steps->least), 10);
  EXPECT_EQ(us(report.steps->most), 40);
  EXPECT_NE(reportJson(report).find(R"("median_ns": 20000)"), std::string::npos);
  EXPECT_FALSE(stackReport(*importEvents(completeEvent("cpu_op", "aten::mm", 25, 20))).steps);
}

TEST(CallLevels, TheReportHasTheTokensOfATextTogether) {
  const StackReport report = stackReport(*importEvents(completeEvent("cpu_op", "token 6 ','", 0, 40) + "," +
                                                       completeEvent("cpu_op", "token 7 ' he'", 50, 10) + "," +
                                                       completeEvent("cpu_op", "token 8", 70, 20)));
  ASSERT_EQ(report.ops.size(), 1u);
  EXPECT_EQ(report.ops[0].name, "token");
  EXPECT_EQ(report.ops[0].time.count, 3u);
  EXPECT_EQ(us(report.ops[0].time.median()), 20);
}

TEST(CallLevels, AreFoundInRealTraces) {
  const auto path = traceFile("nv_h100_qwen1.5-0.5b.json.gz");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder";
  const auto snapshot = importFile(path);
  const StackReport steps = stackReport(*snapshot, CallLevel::Annotation);
  ASSERT_EQ(steps.ops.size(), 1u);
  EXPECT_EQ(steps.ops[0].name, "ProfilerStep#6");
  EXPECT_GT(steps.storeys[static_cast<std::size_t>(Storey::Model)].ns, 0);
  EXPECT_EQ(steps.ops[0].work.time(), steps.ofCalls.time()) << "all operations are within the step";
  const StackReport modules = stackReport(*snapshot, CallLevel::Module);
  EXPECT_GT(modules.ops.size(), 10u);
}

}  // namespace
}  // namespace strata::test
