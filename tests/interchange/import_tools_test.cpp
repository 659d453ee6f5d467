#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/trace/device_work.h"
#include "engine/trace/storey_rules.h"
#include "tests/interchange/import_fixture.h"

// Whose file it is: by what it says of itself, then by what only that tool has. A rule holds for its tool's files
// alone.

namespace strata::test {
namespace {

std::string slice(const std::string& category, const std::string& name, int pid, int tid, int begin,
                  const std::string& args = "") {
  return R"({"ph":"X","pid":)" + std::to_string(pid) + R"(,"tid":)" + std::to_string(tid) + R"(,"cat":")" + category +
         R"(","name":")" + name + R"(","ts":)" + std::to_string(begin) + R"(,"dur":5,"args":{)" + args + "}}";
}

std::string process(int pid, const std::string& name) {
  return R"({"ph":"M","pid":)" + std::to_string(pid) + R"(,"name":"process_name","args":{"name":")" + name + R"("}})";
}

std::string toolOf(const TraceSnapshot& snapshot) {
  return nlohmann::json::parse(snapshot.messages()[0].json).value("tool", "");
}

/// PyTorch's categories of 2020 to 2022, which ONNX Runtime has some of.
const std::string kOldKineto = slice("Operator", "aten::mm", 1, 1, 0) + "," +
                               slice("Runtime", "cudaLaunchKernel", 1, 1, 1, R"("correlation":9)") + "," +
                               slice("Kernel", "gemm", 0, 7, 20, R"("correlation":9)") + "," +
                               slice("Memcpy", "Memcpy HtoD (Pinned -> Device)", 0, 7, 30, R"("bytes":8)") + "," +
                               slice("Memset", "Memset (Device)", 0, 7, 40);

TEST(ImportedTool, IsWhatTheFileSaysOfItself) {
  for (const char* said : {R"("schemaVersion":1)", R"("deviceProperties":[])"}) {
    const auto snapshot = importText("{" + std::string(said) + R"(,"traceEvents":[)" + kOldKineto + "]}");
    EXPECT_EQ(toolOf(*snapshot), "PyTorch (Kineto)");
    EXPECT_EQ(eventNamed(*snapshot, "aten::mm").storey, Storey::Framework);
    EXPECT_EQ(eventNamed(*snapshot, "cudaLaunchKernel").storey, Storey::Runtime);
    EXPECT_EQ(eventNamed(*snapshot, "gemm").kind, EventKind::Kernel);
    EXPECT_EQ(eventNamed(*snapshot, "gemm").call, CallId{1});
    EXPECT_EQ(eventNamed(*snapshot, "Memcpy HtoD (Pinned -> Device)").kind, EventKind::Copy);
    EXPECT_EQ(eventNamed(*snapshot, "Memset (Device)").kind, EventKind::Kernel);
  }
  const auto behind = importText(R"({"traceEvents":[)" + kOldKineto + R"(],"schemaVersion":1})");
  EXPECT_EQ(toolOf(*behind), "PyTorch (Kineto)") << "wherever in the file it says so";
}

TEST(ImportedTool, CategoriesThatAnyToolMayHaveNameNone) {
  const auto snapshot = importEvents(kOldKineto);
  EXPECT_EQ(toolOf(*snapshot), "");
  EXPECT_EQ(eventNamed(*snapshot, "gemm").storey, Storey::Other);
  EXPECT_EQ(eventNamed(*snapshot, "aten::mm").storey, Storey::Other);
}

// Names as TensorFlow 1.7 writes them. The same work stands on its stream, and again on stream:all or memcpy.
TEST(ImportedTool, TensorFlowsTimelineCountsTheDevicesWorkOnce) {
  const auto snapshot = importEvents(
      process(1, "/job:localhost/replica:0/task:0/device:GPU:0 Compute") + "," +
      process(2, "/device:GPU:0/stream:13 Compute") + "," + process(3, "/device:GPU:0/stream:all Compute") + "," +
      process(4, "/device:GPU:0/stream:14 Compute") + "," + process(5, "/device:GPU:0/memcpy Compute") + "," +
      slice("Op", "Conv2D", 1, 0, 0) + "," + slice("Op", "Mul", 2, 0, 10) + "," + slice("Op", "Mul", 3, 0, 10) + "," +
      slice("Op", "MEMCPYHtoD", 4, 0, 20) + "," + slice("Op", "MEMCPYHtoD", 5, 0, 20));
  EXPECT_EQ(toolOf(*snapshot), "TensorFlow (timeline)");
  EXPECT_EQ(snapshot->totals().slicesPerStorey[static_cast<std::size_t>(Storey::Hardware)], 2u);
  EXPECT_EQ(snapshot->totals().slicesPerStorey[static_cast<std::size_t>(Storey::Framework)], 3u);
  const TraceEvent op = eventNamed(*snapshot, "Conv2D");
  EXPECT_EQ(op.storey, Storey::Framework);
  EXPECT_NE(op.call, CallId{0});
}

TEST(ImportedTool, OldKinetoIsKnownByItsSpanToo) {
  const std::string span =
      R"-({"ph":"X","cat":"Trace","pid":"Spans","tid":"PyTorch Profiler","name":"PyTorch Profiler (0)","ts":0,"dur":9},)-";
  const auto snapshot = importEvents(span + kOldKineto);
  EXPECT_EQ(toolOf(*snapshot), "PyTorch (Kineto)");
  EXPECT_EQ(eventNamed(*snapshot, "gemm").kind, EventKind::Kernel);
  const auto another = importEvents(slice("Trace", "span", 1, 1, 0) + "," + kOldKineto);
  EXPECT_EQ(toolOf(*another), "") << "the category alone may be anybody's";
}

TEST(ImportedTool, TheTimelinesCategoryAloneNamesNone) {
  const auto snapshot = importEvents(process(1, "worker Compute") + "," + slice("Op", "Conv2D", 1, 0, 0));
  EXPECT_EQ(toolOf(*snapshot), "");
  EXPECT_EQ(eventNamed(*snapshot, "Conv2D").storey, Storey::Other);
}

TEST(ImportedTool, OnnxRuntimeIsKnownByItsNodes) {
  const auto snapshot =
      importEvents(slice("Session", "model_run", 1, 1, 0) + "," + slice("Node", "MatMul_kernel_time", 1, 1, 1) + "," +
                   slice("Kernel", "gemm", 1, 2, 3));
  EXPECT_EQ(toolOf(*snapshot), "ONNX Runtime");
  EXPECT_EQ(eventNamed(*snapshot, "gemm").kind, EventKind::Kernel);
  EXPECT_EQ(eventNamed(*snapshot, "MatMul_kernel_time").call, CallId{1});
}

TEST(ImportedTool, ChromesGpuProcessIsNoDevice) {
  for (const char* name : {"GPU Process", "GPU", "GPUx", "GPU service"}) {
    const auto snapshot = importEvents(process(5, name) + "," + slice("gpu", "DoWork", 5, 1, 0));
    EXPECT_EQ(toolOf(*snapshot), "") << name;
    EXPECT_EQ(eventNamed(*snapshot, "DoWork").storey, Storey::Other) << name;
    EXPECT_EQ(eventNamed(*snapshot, "DoWork").kind, EventKind::Slice) << name;
  }
  const auto rocprof = importEvents(process(6, "GPU0") + "," + slice("", "gemm", 6, 1, 0));
  EXPECT_EQ(toolOf(*rocprof), "rocprof");
  EXPECT_EQ(eventNamed(*rocprof, "gemm").kind, EventKind::Kernel);
}

// As bin/sqlitedb.py of rocprof writes it: no correlation ids, an arrow from each call to its kernel.
TEST(ImportedTool, RocprofsLaunchesAreCallsJoinedToTheirKernelsByArrows) {
  const auto arrow = [](int id, int from, int to) {
    const std::string head = R"(,"cat":"DataFlow","id":)" + std::to_string(id) + R"(,"name":"dep","ts":)";
    return R"({"ph":"s","pid":2,"tid":77)" + head + std::to_string(from) + R"(},{"ph":"t","pid":6,"tid":0)" + head +
           std::to_string(to) + "}";
  };
  const auto snapshot = importEvents(
      process(2, "CPU HIP API") + "," + process(6, "GPU0") + "," + slice("", "hipMalloc", 2, 77, 0) + "," +
      slice("", "hipLaunchKernel", 2, 77, 10) + "," + slice("", "hipGraphLaunch", 2, 77, 20) + "," +
      slice("", "first", 6, 0, 30) + "," + slice("", "second", 6, 0, 40) + "," + slice("", "third", 6, 0, 50) + "," +
      slice("", "lost", 6, 0, 60) + "," + arrow(0, 10, 30) + "," + arrow(1, 20, 40) + "," + arrow(2, 20, 50));
  EXPECT_EQ(snapshot->callCount(), 2u);
  EXPECT_EQ(eventNamed(*snapshot, "hipMalloc").call, CallId::None);
  EXPECT_EQ(eventNamed(*snapshot, "first").call, eventNamed(*snapshot, "hipLaunchKernel").call);
  for (const char* kernel : {"second", "third"})
    EXPECT_EQ(eventNamed(*snapshot, kernel).call, eventNamed(*snapshot, "hipGraphLaunch").call) << kernel;
  EXPECT_NE(eventNamed(*snapshot, "second").call, CallId::None);
  EXPECT_EQ(eventNamed(*snapshot, "lost").call, CallId::None);
  EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{10'000, "hipLaunchKernel", 30'000, "first"},
                                                       {20'000, "hipGraphLaunch", 40'000, "second"},
                                                       {20'000, "hipGraphLaunch", 50'000, "third"}}));
  EXPECT_EQ(problemsOf(*snapshot), "");
}

TEST(ImportedTool, OneToolsPatternsDoNotFitAnothersFile) {
  const auto snapshot = importEvents(process(5, "GPU0") + "," + slice("cpu_op", "aten::mm", 1, 1, 0) + "," +
                                     slice("mark", "step", 5, 1, 0) + "," + slice("hip_api", "hipMalloc", 1, 1, 1));
  EXPECT_EQ(toolOf(*snapshot), "PyTorch (Kineto)");
  EXPECT_EQ(eventNamed(*snapshot, "step").storey, Storey::Other) << "a process of rocprof is none of PyTorch";
  EXPECT_EQ(eventNamed(*snapshot, "hipMalloc").storey, Storey::Other);
}

TEST(ImportedTool, EventsOfMtiaAreHardware) {
  const auto snapshot =
      importText(R"({"schemaVersion":1,"traceEvents":[)" + slice("mtia_ccp_events", "gemm", 3, 1, 0) + "]}");
  EXPECT_EQ(eventNamed(*snapshot, "gemm").storey, Storey::Hardware);
  EXPECT_EQ(eventNamed(*snapshot, "gemm").kind, EventKind::Kernel);
}

TEST(ImportedTool, CategoriesOfKinetosOtherDevicesHaveStoreys) {
  const auto snapshot = importText(
      R"({"schemaVersion":1,"traceEvents":[)" +
      slice("xpu_runtime", "urEnqueueKernelLaunch", 1, 1, 0, R"("correlation":5)") + "," +
      slice("kernel", "gemm", 0, 7, 20, R"("correlation":5)") + "," + slice("xpu_sync", "Event Sync", 0, 7, 30) + "," +
      slice("hpu_op", "launch", 1, 1, 40) + "," + slice("cuda_profiler_range", "gemm counters", 0, 0, 50) + "]}");
  EXPECT_EQ(eventNamed(*snapshot, "Event Sync").storey, Storey::Runtime);
  EXPECT_EQ(eventNamed(*snapshot, "launch").storey, Storey::Runtime);
  EXPECT_EQ(eventNamed(*snapshot, "gemm counters").storey, Storey::Hardware);
  EXPECT_EQ(eventNamed(*snapshot, "gemm counters").kind, EventKind::Slice) << "its time is not the kernel's";
  EXPECT_EQ(workOf(*snapshot).all.busy, Duration{5000});
}

TEST(StoreyRules, EachIsReachedInAFileOfItsToolAndInNoOther) {
  for (const StoreyRule& rule : storeyRules()) {
    const auto sample = [](std::string_view pattern) {
      std::string text;
      for (const char c : pattern)
        text += c == '*' ? std::string("x") : std::string(1, c == '#' ? '3' : c == '?' ? 'y' : c);
      return text;
    };
    const std::string thread = sample(rule.thread), category = sample(rule.category), name = sample(rule.name);
    const StoreyRule* found = findStoreyRule(rule.tool, thread, category, name);
    ASSERT_NE(found, nullptr) << rule.tool << " " << rule.category;
    EXPECT_EQ(found->tool, rule.tool);
    EXPECT_EQ(findStoreyRule("another tool", thread, category, name), nullptr);
    EXPECT_EQ(findStoreyRule({}, thread, category, name), nullptr);
  }
}

TEST(StoreyRules, PatternsKnowDigits) {
  EXPECT_TRUE(fitsPattern("GPU#/*", "GPU3/thread 1"));
  EXPECT_FALSE(fitsPattern("GPU#/*", "GPU Process/thread 1"));
  EXPECT_FALSE(fitsPattern("GPU#/*", "GPU/thread 1"));
}

}  // namespace
}  // namespace strata::test
