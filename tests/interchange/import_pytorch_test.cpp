#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "engine/interchange/import_message.h"
#include "engine/interchange/stack_report.h"
#include "engine/trace/holds_trace.h"
#include "tests/interchange/import_fixture.h"
#include "tests/interchange/pytorch_rank.h"

// What somebody who profiled a training of two ranks with PyTorch finds of it.

namespace strata::test {
namespace {

constexpr std::int64_t since(double us) {
  return kRankStart * 1000 + static_cast<std::int64_t>(us * 1000);
}

constexpr const char* kNccl = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)";

std::multiset<std::string> namesOfKind(const TraceSnapshot& snapshot, TrackKind kind) {
  std::multiset<std::string> names;
  for (const TrackInfo& track : snapshot.tracks())
    if (track.kind == kind) names.insert(track.name);
  return names;
}

TEST(PytorchRank, HasEveryStorey) {
  const auto snapshot = importText(pytorchRank(0));
  EXPECT_EQ(problemsOf(*snapshot), "");
  const auto storey = [&](const char* name) { return eventNamed(*snapshot, name).storey; };
  EXPECT_EQ(storey("train.py(12): step"), Storey::Model);
  EXPECT_EQ(storey("nn.Module: Net_0"), Storey::Model);
  EXPECT_EQ(storey("aten::addmm"), Storey::Framework);
  EXPECT_EQ(storey("[memory]"), Storey::Framework);
  EXPECT_EQ(storey("cudaLaunchKernel"), Storey::Runtime);
  EXPECT_EQ(storey("cuLaunchKernel"), Storey::Driver);
  EXPECT_EQ(eventNamed(*snapshot, kNccl).kind, EventKind::Kernel);
  const ImportFacts facts = importFactsOf(snapshot->messages()[0]).value();
  EXPECT_EQ(facts.tool, "PyTorch (Kineto)");
  EXPECT_EQ(facts.devices,
            (std::vector<ImportedDevice>{{"NVIDIA A100-SXM4-80GB", "sm_80", 108, std::uint64_t{84'987'740'160}}}));
  EXPECT_EQ(facts.rank, 0);
}

TEST(PytorchRank, HasTheArrowsOfLaunchesAndOfBackwardOperations) {
  EXPECT_EQ(arrowsOf(*importText(pytorchRank(0))),
            (std::multiset<Arrow>{{since(30), "cudaLaunchKernel", since(60), "ampere_sgemm_128x64_tn"},
                                  {since(130), "cuLaunchKernel", since(150), "triton_poi_fused_relu_0"},
                                  {since(420), "cudaLaunchKernel", since(430), "ampere_sgemm_64x32_nt"},
                                  {since(540), "cudaLaunchKernelExC", since(560), kNccl},
                                  {since(20), "aten::addmm", since(402), "AddmmBackward0"}}));
}

TEST(PytorchRank, GivesKernelsToTheOperationsThatLaunchedThem) {
  const auto snapshot = importText(pytorchRank(0));
  const auto callOf = [&](const char* name) { return eventNamed(*snapshot, name).call; };
  EXPECT_EQ(callOf("ampere_sgemm_128x64_tn"), callOf("aten::linear"));
  EXPECT_EQ(callOf("triton_poi_fused_relu_0"), callOf("Torch-Compiled Region: 0/0"));
  EXPECT_EQ(callOf("ampere_sgemm_64x32_nt"), callOf("autograd::engine::evaluate_function: AddmmBackward0"));
  EXPECT_EQ(callOf(kNccl), callOf("c10d::allreduce_"));
  EXPECT_EQ(snapshot->callCount(), 4u);
}

TEST(PytorchRank, KeepsWhatItSaysOfOperationsAndCollectives) {
  const auto snapshot = importText(pytorchRank(0));
  const TraceEvent op = eventNamed(*snapshot, "aten::addmm"), nccl = eventNamed(*snapshot, kNccl);
  EXPECT_EQ(snapshot->number(op, "Sequence number"), 5.0);
  EXPECT_EQ(snapshot->text(op, "Input Dims"), "[[64], [64, 64], [64, 64]]");
  EXPECT_EQ(snapshot->text(nccl, "Collective name"), "allreduce");
  EXPECT_EQ(snapshot->number(nccl, "In msg nelems"), 4096.0);
  EXPECT_EQ(snapshot->text(nccl, "Process Group Ranks"), "[0, 1]");
  EXPECT_EQ(snapshot->number(nccl, arg::kRegisters), 122.0);
}

TEST(PytorchRank, HasStreamsStepsAndMemory) {
  const auto snapshot = importText(pytorchRank(1));
  EXPECT_EQ(namesOfKind(*snapshot, TrackKind::Queue), (std::multiset<std::string>{"stream 7", "stream 20"}));
  EXPECT_EQ(namesOfKind(*snapshot, TrackKind::Host).count("GPU annotations"), 2u) << "one beside each stream";
  EXPECT_EQ(namesOfKind(*snapshot, TrackKind::Counter),
            (std::multiset<std::string>{"device memory allocated (PyTorch, GPU 1)",
                                        "device memory reserved (PyTorch, GPU 1)"}));
  const auto steps = stackReport(*snapshot).steps;
  ASSERT_TRUE(steps.has_value());
  EXPECT_EQ(steps->count, 1u) << "the device's annotation of the step is none of its own";
}

TEST(PytorchRank, TheEndOfItsWindowIsOfAllProcesses) {
  const auto snapshot = importText(pytorchRank(0));
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "Record Window End").track].thread, "all processes");
}

TEST(PytorchRank, OneThatWasKilledWhileItWroteIsShownUpToThere) {
  const std::string whole = pytorchRank(0);
  const auto snapshot = importText(whole.substr(0, whole.find("ncclDevKernel")));
  EXPECT_TRUE(isCutOff(*snapshot));
  EXPECT_EQ(arrowsOf(*snapshot).size(), 4u);
  EXPECT_EQ(importFactsOf(snapshot->messages()[0]).value().rank, 0);
}

TEST(PytorchRank, TwoOfThemPackedAreOneSession) {
  const TemporaryFile folder(".run");
  std::filesystem::create_directories(folder.path());
  for (const int rank : {0, 1})
    std::ofstream(folder.path() / ("host_" + std::to_string(4000 + rank) + ".pt.trace.json.gz"), std::ios::binary)
        << packed(pytorchRank(rank));
  const auto snapshot = importFile(folder.path());
  std::filesystem::remove_all(folder.path());
  EXPECT_EQ(problemsOf(*snapshot), "");
  EXPECT_EQ(importFactsOf(snapshot->messages()[0]).value().format, "Chrome trace of 2 ranks");
  EXPECT_EQ(namesOfKind(*snapshot, TrackKind::Queue),
            (std::multiset<std::string>{"rank 0 · stream 20", "rank 0 · stream 7", "rank 1 · stream 20",
                                        "rank 1 · stream 7"}));
  EXPECT_EQ(namesOfKind(*snapshot, TrackKind::Counter).count("rank 1 · device memory allocated (PyTorch, GPU 1)"), 1u);
  EXPECT_EQ(arrowsOf(*snapshot).size(), 10u);
  EXPECT_EQ(snapshot->callCount(), 8u);
}

// AMD's default stream is stream 0, and PyTorch calls a thread that it has no id of thread 0 of process 0.
TEST(PytorchRank, AStreamThatSharesItsIdWithAThreadIsCalledAStream) {
  const auto snapshot = importEvents(
      R"--({"ph":"M","name":"thread_name","pid":0,"tid":0,"args":{"name":"thread 0 (python3)"}},
         {"ph":"X","cat":"python_function","name":"threading.py(1032): _bootstrap","pid":0,"tid":0,"ts":1,"dur":50},
         {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":0,"ts":10,"dur":5,"args":{"stream":0}})--");
  EXPECT_EQ(namesOfKind(*snapshot, TrackKind::Queue), (std::multiset<std::string>{"stream 0"}));
}

TEST(PytorchRank, WaitsForAStreamStandOnItsName) {
  const auto snapshot = importEvents(
      R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":10,"dur":50,"args":{"correlation":1}},
         {"ph":"X","cat":"cuda_runtime","name":"cudaStreamSynchronize","pid":9,"tid":9,"ts":20,"dur":45,"args":{"correlation":2}},
         {"ph":"X","cat":"cuda_sync","name":"Stream Sync","pid":0,"tid":1000007,"ts":21,"dur":40,"args":{"correlation":2}})");
  const TrackInfo& waits = snapshot->tracks()[eventNamed(*snapshot, "Stream Sync").track];
  EXPECT_EQ(waits.thread, "stream 7 (waits)");
  EXPECT_EQ(waits.storey, Storey::Runtime);
}

}  // namespace
}  // namespace strata::test
