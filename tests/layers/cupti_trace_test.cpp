#include "layers/runtime/cupti_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <set>

#include "engine/trace/trace_query.h"
#include "layers/runtime/call_log.h"
#include "layers/runtime/symbol_name.h"
#include "tests/layers/recorded_session.h"

namespace strata::cupti {
namespace {

using strata::test::eventsWhere;
using strata::test::readRecorded;

constexpr std::uint32_t kThread = 4711;
constexpr std::uint64_t kAddress = 0x7F00'0000'0000;
constexpr std::uint32_t kLaunchId = 211, kDriverLaunchId = 307, kCopyId = 41, kSyncId = 131, kGraphLaunchId = 311;

std::string nameOf(CUpti_CallbackDomain, std::uint32_t id) {
  switch (id) {
    case kLaunchId: return "cudaLaunchKernel";
    case kDriverLaunchId: return "cuLaunchKernel";
    case kCopyId: return "cudaMemcpyAsync";
    case kGraphLaunchId: return "cudaGraphLaunch";
    default: return "cudaStreamSynchronize";
  }
}

/// Records as CUPTI hands them over, made by hand.
class CuptiTraceTest : public ::testing::Test {
 protected:
  const CUpti_Activity* api(CUpti_ActivityKind kind, std::uint32_t id, std::uint32_t correlation, std::uint64_t start,
                            std::uint64_t end) {
    ApiRecord& record = m_api.emplace_back();
    record.kind = kind;
    record.cbid = id;
    record.threadId = kThread;
    record.correlationId = correlation;
    record.start = start;
    record.end = end;
    return keep(record);
  }
  const CUpti_Activity* kernel(std::uint32_t correlation, std::uint64_t start, std::uint64_t end,
                               std::uint32_t stream = 7, std::uint32_t graph = 0) {
    KernelRecord& record = m_kernels.emplace_back();
    record.graphId = graph;
    record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    record.name = "_Z12matmul_tiledILi32EEvPKfS1_Pfiii";
    record.correlationId = correlation;
    record.start = start;
    record.end = end;
    record.streamId = stream;
    record.gridX = 16;
    record.gridY = 8;
    record.gridZ = 1;
    record.blockX = record.blockY = 32;
    record.blockZ = 1;
    record.registersPerThread = 40;
    record.staticSharedMemory = 8192;
    return keep(record);
  }
  const CUpti_Activity* copy(std::uint32_t correlation, std::uint64_t start, std::uint64_t end, std::uint64_t bytes) {
    CopyRecord& record = m_copies.emplace_back();
    record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
    record.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
    record.srcKind = CUPTI_ACTIVITY_MEMORY_KIND_PINNED;
    record.dstKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    record.correlationId = correlation;
    record.start = start;
    record.end = end;
    record.bytes = bytes;
    return keep(record);
  }
  const CUpti_Activity* overhead(std::uint64_t start, std::uint64_t end,
                                 CUpti_ActivityOverheadKind kind = CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH) {
    OverheadRecord& record = m_overheads.emplace_back();
    record.kind = CUPTI_ACTIVITY_KIND_OVERHEAD;
    record.overheadKind = kind;
    record.start = start;
    record.end = end;
    return keep(record);
  }
  const CUpti_Activity* memory(CUpti_ActivityMemoryOperationType operation, std::uint64_t time, std::uint64_t bytes,
                               CUpti_ActivityMemoryKind kind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE) {
    MemoryRecord& record = m_memory.emplace_back();
    record.kind = CUPTI_ACTIVITY_KIND_MEMORY2;
    record.memoryOperationType = operation;
    record.memoryKind = kind;
    record.timestamp = time;
    record.bytes = bytes;
    record.address = kAddress + bytes;
    return keep(record);
  }

  /// The thread of all records works for `call` from `time` on.
  void worksFor(std::uint64_t time, std::uint32_t call) { m_calls.changed(kThread, time, CallId{call}); }

  void add(const std::vector<const CUpti_Activity*>& records) { m_trace.add(records); }
  void drop(std::uint64_t count) { m_trace.addDropped(count); }
  std::shared_ptr<const TraceSnapshot> read() { return readRecorded(m_recorder); }
  const ActivityLosses& losses() const { return m_trace.losses(); }

  static std::vector<TraceEvent> named(const TraceSnapshot& snapshot, std::string_view name) {
    return eventsWhere(snapshot, [&](const TraceEvent& event) { return snapshot.name(event.name) == name; });
  }

 private:
  template <class Record>
  const CUpti_Activity* keep(Record& record) {
    return reinterpret_cast<const CUpti_Activity*>(&record);
  }

  std::list<ApiRecord> m_api;
  std::list<KernelRecord> m_kernels;
  std::list<CopyRecord> m_copies;
  std::list<OverheadRecord> m_overheads;
  std::list<MemoryRecord> m_memory;
  TraceRecorder m_recorder;
  CallLog m_calls;
  // The host's clock is a second ahead of this CUPTI's.
  CuptiTrace m_trace{
      m_recorder,
      {nameOf, [](std::uint64_t ticks) { return HostTime{static_cast<std::int64_t>(ticks) + 1'000'000'000}; },
       [this](std::uint64_t thread, std::uint64_t ticks) { return m_calls.at(thread, ticks); }}};
};

constexpr auto kRuntime = CUPTI_ACTIVITY_KIND_RUNTIME;
constexpr auto kDriver = CUPTI_ACTIVITY_KIND_DRIVER;

TEST_F(CuptiTraceTest, ALaunchGoesThroughAllItsStoreys) {
  worksFor(900, 5);
  worksFor(8000, 6);
  add({api(kRuntime, kLaunchId, 218, 1000, 7000), api(kDriver, kDriverLaunchId, 218, 2000, 6000),
       kernel(218, 9000, 21000)});
  const auto snapshot = read();

  const auto launches = named(*snapshot, "cudaLaunchKernel");
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_EQ(launches[0].storey, Storey::Runtime);
  EXPECT_EQ(launches[0].begin.ns, 1'000'001'000);
  EXPECT_EQ(launches[0].duration().ns, 6000);
  EXPECT_EQ(launches[0].call, CallId{5});

  const auto driver = named(*snapshot, "cuLaunchKernel");
  ASSERT_EQ(driver.size(), 1u);
  EXPECT_EQ(driver[0].storey, Storey::Driver);
  EXPECT_EQ(driver[0].call, CallId{5});

  const auto kernels = named(*snapshot, "matmul_tiled<32>");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].kind, EventKind::Kernel);
  EXPECT_EQ(kernels[0].begin.ns, 1'000'009'000);
  EXPECT_EQ(kernels[0].duration().ns, 12000);
  EXPECT_EQ(kernels[0].call, CallId{5});
  EXPECT_EQ(snapshot->number(kernels[0], arg::kGridX), 16);
  EXPECT_EQ(snapshot->number(kernels[0], arg::kBlockY), 32);
  EXPECT_EQ(snapshot->number(kernels[0], "registers_per_thread"), 40);
  EXPECT_EQ(snapshot->number(kernels[0], "graph"), std::nullopt) << "it was launched alone";
  EXPECT_EQ(snapshot->totals().flows, 1u);
  EXPECT_TRUE(snapshot->problems().empty());
}

// All that a graph starts carries the correlation of its one launch.
TEST_F(CuptiTraceTest, EachKernelOfAGraphIsLinkedToTheOneLaunch) {
  worksFor(1000, 9);
  add({api(kRuntime, kGraphLaunchId, 40, 1000, 5000), kernel(40, 9000, 9500, 7, 3), kernel(40, 9600, 9900, 7, 3)});
  add({kernel(40, 10'000, 10'500, 7, 3), copy(40, 10'600, 10'700, 64)});
  const auto snapshot = read();
  const auto kernels = named(*snapshot, "matmul_tiled<32>");
  ASSERT_EQ(kernels.size(), 3u);
  std::set<CorrelationId> arrows;
  for (const TraceEvent& kernel : kernels) {
    EXPECT_EQ(kernel.call, CallId{9});
    EXPECT_EQ(snapshot->number(kernel, "graph"), 3);
    const auto launch = snapshot->launchOf(kernel.correlation);
    ASSERT_TRUE(launch.has_value());
    EXPECT_EQ(snapshot->name(snapshot->event(*launch).name), "cudaGraphLaunch");
    EXPECT_EQ(snapshot->event(*snapshot->workOf(kernel.correlation)).begin, kernel.begin) << "an arrow of its own";
    arrows.insert(kernel.correlation);
  }
  EXPECT_EQ(arrows.size(), 3u);
  EXPECT_EQ(snapshot->totals().flows, 4u) << "three kernels and a copy";
  EXPECT_TRUE(snapshot->problems().empty());
}

TEST_F(CuptiTraceTest, TheArrowLeavesTheRuntimeCallWhereBothAreSeen) {
  add({api(kRuntime, kLaunchId, 1, 1000, 7000), api(kDriver, kDriverLaunchId, 1, 2000, 6000), kernel(1, 9000, 9500)});
  const auto snapshot = read();
  const auto launch = snapshot->launchOf(named(*snapshot, "matmul_tiled<32>")[0].correlation);
  ASSERT_TRUE(launch.has_value());
  EXPECT_EQ(snapshot->name(snapshot->event(*launch).name), "cudaLaunchKernel");
}

TEST_F(CuptiTraceTest, ADriverLaunchOfALibraryHasItsArrow) {
  add({api(kDriver, kDriverLaunchId, 9, 2000, 6000), kernel(9, 9000, 9500)});
  const auto snapshot = read();
  EXPECT_EQ(snapshot->totals().flows, 1u);
}

TEST_F(CuptiTraceTest, KernelsMayComeInALaterFlushThanTheirLaunch) {
  worksFor(500, 8);
  add({api(kRuntime, kLaunchId, 3, 1000, 2000)});
  add({kernel(3, 5000, 6000)});
  const auto snapshot = read();
  EXPECT_EQ(named(*snapshot, "matmul_tiled<32>")[0].call, CallId{8});
  EXPECT_EQ(snapshot->totals().flows, 1u);
}

TEST_F(CuptiTraceTest, ACallThatLaunchesNothingHasNoArrow) {
  add({api(kRuntime, kSyncId, 4, 1000, 90000)});
  const auto snapshot = read();
  ASSERT_EQ(named(*snapshot, "cudaStreamSynchronize").size(), 1u);
  EXPECT_EQ(named(*snapshot, "cudaStreamSynchronize")[0].correlation, CorrelationId::None);
}

TEST_F(CuptiTraceTest, KernelsOfTwoStreamsThatOverlapAreAllKept) {
  add({api(kRuntime, kLaunchId, 1, 100, 200), api(kRuntime, kLaunchId, 2, 300, 400), kernel(2, 600, 5000, 8),
       kernel(1, 500, 9000, 7), kernel(99, 700, 8000, 7)});
  const auto snapshot = read();
  EXPECT_EQ(named(*snapshot, "matmul_tiled<32>").size(), 3u);
  EXPECT_EQ(snapshot->totals().flows, 2u);
}

TEST_F(CuptiTraceTest, WorkWithoutTimesIsCountedAndNotDrawn) {
  add({api(kRuntime, kLaunchId, 1, 100, 200), kernel(1, 0, 0)});
  EXPECT_EQ(losses().untimed, 1u);
  EXPECT_TRUE(named(*read(), "matmul_tiled<32>").empty());
}

TEST_F(CuptiTraceTest, AKernelBeforeItsLaunchIsCountedAndKeptWhereItWas) {
  add({api(kRuntime, kLaunchId, 1, 1000, 2000), kernel(1, 900, 1500)});
  EXPECT_EQ(losses().beforeLaunch, 1u);
  const auto snapshot = read();
  EXPECT_EQ(named(*snapshot, "matmul_tiled<32>")[0].begin.ns, 1'000'000'900);
  EXPECT_EQ(snapshot->totals().flows, 1u);
}

TEST_F(CuptiTraceTest, CopiesSayDirectionBytesAndMemory) {
  add({api(kRuntime, kCopyId, 6, 100, 300), copy(6, 400, 1400, 4096)});
  const auto snapshot = read();
  const auto copies = eventsWhere(*snapshot, [](const TraceEvent& event) { return event.kind == EventKind::Copy; });
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_EQ(snapshot->number(copies[0], arg::kBytes), 4096);
  EXPECT_EQ(snapshot->text(copies[0], arg::kDirection), "H→D");
  EXPECT_EQ(snapshot->text(copies[0], arg::kHostMemory), "pinned");
  EXPECT_EQ(snapshot->totals().flows, 1u);
}

TEST_F(CuptiTraceTest, ItsOwnCostHasATrackOfItsOwn) {
  add({overhead(100, 900)});
  const auto snapshot = read();
  const auto cost = named(*snapshot, "Buffer Flush");
  ASSERT_EQ(cost.size(), 1u);
  EXPECT_EQ(cost[0].kind, EventKind::TracingCost);
  EXPECT_EQ(snapshot->tracks()[cost[0].track].kind, TrackKind::TracingCost);
}

/// It would be paid without a profiler, too.
TEST_F(CuptiTraceTest, LoadingAKernelIsTheDriversAndCompilingItTheCompilers) {
  add({overhead(100, 900, CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING),
       overhead(1000, 1900, CUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER)});
  const auto snapshot = read();
  const auto loading = named(*snapshot, "Lazy Function Loading"), compiling = named(*snapshot, "Driver Compiler");
  ASSERT_EQ(loading.size(), 1u);
  ASSERT_EQ(compiling.size(), 1u);
  EXPECT_EQ(loading[0].kind, EventKind::Slice);
  EXPECT_EQ(snapshot->tracks()[loading[0].track].storey, Storey::Driver);
  EXPECT_EQ(snapshot->tracks()[compiling[0].track].storey, Storey::Compiler);
}

TEST_F(CuptiTraceTest, RecordsOfOneFlushAreToldInTheOrderOfTheirTimes) {
  add({memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 300, 1024),
       memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 100, 4096),
       memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE, 200, 4096)});
  const auto snapshot = read();
  const auto values = eventsWhere(*snapshot, [](const TraceEvent& event) { return event.kind == EventKind::Counter; });
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[0].value(), 4096);
  EXPECT_EQ(values[1].value(), 0);
  EXPECT_EQ(values[2].value(), 1024);
}

TEST_F(CuptiTraceTest, MemoryInUseIsACounterAtTheTimesOfItsRecords) {
  add({memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 100, 4096),
       memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 200, 1024),
       memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE, 300, 4096)});
  const auto snapshot = read();
  const auto values = eventsWhere(*snapshot, [](const TraceEvent& event) { return event.kind == EventKind::Counter; });
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[0].value(), 4096);
  EXPECT_EQ(values[1].value(), 5120);
  EXPECT_EQ(values[2].value(), 1024);
  EXPECT_EQ(values[2].begin.ns, 1'000'000'300);
  for (const std::size_t i : {0, 2}) EXPECT_EQ(snapshot->number(values[i], arg::kAddress), kAddress + 4096);
}

TEST_F(CuptiTraceTest, PinnedMemoryHasACounterOfItsOwn) {
  const auto pinned = [&](CUpti_ActivityMemoryOperationType operation, std::uint64_t time) {
    return memory(operation, time, 4096, CUPTI_ACTIVITY_MEMORY_KIND_PINNED);
  };
  add({memory(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 100, 1024),
       pinned(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, 200),
       pinned(CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE, 300)});
  const auto snapshot = read();
  const auto values = eventsWhere(*snapshot, [&](const TraceEvent& event) {
    return event.kind == EventKind::Counter && snapshot->tracks()[event.track].name == "pinned memory";
  });
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0].value(), 4096);
  EXPECT_EQ(values[1].value(), 0);
}

TEST_F(CuptiTraceTest, WhatIsLostIsShownInTheTrace) {
  add({api(kRuntime, kLaunchId, 1, 1000, 2000), kernel(1, 900, 1500), kernel(2, 0, 0)});
  drop(17);
  const auto snapshot = read();
  const auto last = [&](std::string_view track) {
    double value = -1;
    for (const TraceEvent& event : eventsWhere(*snapshot, [&](const TraceEvent& e) {
           return e.kind == EventKind::Counter && snapshot->tracks()[e.track].name == track;
         }))
      value = event.value();
    return value;
  };
  EXPECT_EQ(last("CUPTI records dropped"), 17);
  EXPECT_EQ(last("device work before its launch"), 1);
  EXPECT_EQ(last("device work without times"), 1);
  EXPECT_EQ(last("CUPTI records not read"), -1);
}

TEST_F(CuptiTraceTest, UnknownRecordsAreCounted) {
  CUpti_Activity record{};
  record.kind = CUPTI_ACTIVITY_KIND_MARKER;
  add({&record});
  EXPECT_EQ(losses().unknown, 1u);
}

TEST(SymbolName, IsWhatPeopleWrite) {
  EXPECT_EQ(readableSymbol("_Z12matmul_naivePKfS0_Pfiii"), "matmul_naive");
  EXPECT_EQ(readableSymbol("_Z12matmul_tiledILi32EEvPKfS1_Pfiii"), "matmul_tiled<32>");
  EXPECT_EQ(readableSymbol("sm90_xmma_gemm_f32f32"), "sm90_xmma_gemm_f32f32");
  EXPECT_EQ(readableSymbol(nullptr), "kernel");
}

}  // namespace
}  // namespace strata::cupti
