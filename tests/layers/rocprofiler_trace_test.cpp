#include "layers/runtime/rocprofiler_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "engine/trace/trace_query.h"
#include "tests/layers/recorded_session.h"

namespace strata::rocprofiler {
namespace {

using strata::test::eventsWhere;
using strata::test::readRecorded;

constexpr std::uint64_t kThread = 4711, kGpu = 77, kCpu = 76;
constexpr std::uint64_t kMatmul = 12;
constexpr std::int32_t kLaunch = 300, kCopyAsync = 301, kSynchronize = 302, kGraphLaunch = 303;
constexpr std::int32_t kDoorbell = 40, kAsyncCopy = 8, kWait = 41;

std::string apiName(BufferKind kind, std::int32_t operation) {
  if (kind == BufferKind::HipRuntime)
    return operation == kLaunch        ? "hipLaunchKernel"
           : operation == kCopyAsync   ? "hipMemcpyAsync"
           : operation == kGraphLaunch ? "hipGraphLaunch"
                                       : "hipStreamSynchronize";
  if (kind == BufferKind::HsaAmdExt) return "hsa_amd_memory_async_copy_on_engine";
  return operation == kDoorbell ? "hsa_signal_store_screlease" : "hsa_signal_wait_scacquire";
}

Kernel kernelOf(std::uint64_t id) {
  return id == kMatmul ? Kernel{"_Z12matmul_tiledILi32EEvPKfS1_Pfiii.kd", 40, 32, 8192} : Kernel{};
}

template <class Record>
RecordHead headOf(BufferKind kind, std::int32_t operation) {
  return {sizeof(Record), kind, operation};
}

/// Records as rocprofiler-sdk hands them over, made by hand.
class RocprofilerTraceTest : public ::testing::Test {
 protected:
  const RecordHead* api(BufferKind kind, std::int32_t operation, Correlation id, std::uint64_t start,
                        std::uint64_t end) {
    return &m_api.emplace_back(ApiRecord{headOf<ApiRecord>(kind, operation), id, start, end, kThread}).head;
  }
  const RecordHead* hip(std::int32_t operation, Correlation id, std::uint64_t start, std::uint64_t end) {
    return api(BufferKind::HipRuntime, operation, id, start, end);
  }
  const RecordHead* hsa(std::int32_t operation, Correlation id, std::uint64_t start, std::uint64_t end) {
    return api(BufferKind::HsaCore, operation, id, start, end);
  }
  const RecordHead* dispatch(std::uint64_t id, std::uint64_t call, std::uint64_t start, std::uint64_t end,
                             std::uint64_t queue = 0x7f00, std::uint64_t kernel = kMatmul) {
    DispatchRecord record{headOf<DispatchRecord>(BufferKind::KernelDispatch, 2), {id, {call}}, kThread, start, end, {}};
    record.info.queue = {queue};
    record.info.kernel = kernel;
    record.info.groupBytes = 10240;
    record.info.privateBytes = 16;
    record.info.workgroup = {32, 32, 1};
    record.info.grid = {512, 250, 1};
    return &m_dispatches.emplace_back(record).head;
  }
  const RecordHead* copy(std::uint64_t id, std::uint64_t call, std::uint64_t start, std::uint64_t end,
                         std::uint64_t bytes) {
    return &m_copies
                .emplace_back(CopyRecord{headOf<CopyRecord>(BufferKind::MemoryCopy, operation::HostToDevice),
                                         {id, {call}},
                                         kThread,
                                         start,
                                         end,
                                         {kGpu},
                                         {kCpu},
                                         bytes})
                .head;
  }
  const RecordHead* allocation(operation::Allocation change, std::uint64_t agent, std::uint64_t address,
                               std::uint64_t bytes, std::uint64_t time) {
    return &m_allocations
                .emplace_back(AllocationRecord{headOf<AllocationRecord>(BufferKind::MemoryAllocation, change),
                                               {},
                                               kThread,
                                               time - 10,
                                               time,
                                               {agent},
                                               address,
                                               bytes})
                .head;
  }
  const RecordHead* scratch(operation::Scratch what, std::uint64_t start, std::uint64_t end, std::uint64_t bytes) {
    return &m_scratches
                .emplace_back(ScratchRecord{headOf<ScratchRecord>(BufferKind::ScratchMemory, what),
                                            {},
                                            {kGpu},
                                            {0x7f00},
                                            kThread,
                                            start,
                                            end,
                                            0,
                                            bytes})
                .head;
  }

  void add(const std::vector<const RecordHead*>& records) { m_trace.add(records); }
  RocprofilerTrace& trace() { return m_trace; }
  std::shared_ptr<const TraceSnapshot> read() {
    m_trace.finish();
    return readRecorded(m_recorder);
  }
  const ActivityLosses& losses() const { return m_trace.losses(); }

  static std::vector<TraceEvent> named(const TraceSnapshot& snapshot, std::string_view name) {
    return eventsWhere(snapshot, [&](const TraceEvent& event) { return snapshot.name(event.name) == name; });
  }
  static std::string launchOf(const TraceSnapshot& snapshot, const TraceEvent& work) {
    const auto launch = snapshot.launchOf(work.correlation);
    return launch ? std::string(snapshot.name(snapshot.event(*launch).name)) : "none";
  }

 private:
  std::deque<ApiRecord> m_api;
  std::deque<DispatchRecord> m_dispatches;
  std::deque<CopyRecord> m_copies;
  std::deque<AllocationRecord> m_allocations;
  std::deque<ScratchRecord> m_scratches;
  TraceRecorder m_recorder;
  // The host's clock is a second ahead of this profiler's.
  RocprofilerTrace m_trace{
      m_recorder,
      {apiName,
       kernelOf,
       [](std::uint64_t ticks) { return HostTime{static_cast<std::int64_t>(ticks) + 1'000'000'000}; },
       {kGpu}}};
};

constexpr std::string_view kKernelName = "matmul_tiled<32>";

TEST_F(RocprofilerTraceTest, ALaunchGoesThroughAllItsStoreys) {
  // The doorbell rings inside the launch, and the dispatch carries the doorbell's id.
  add({hsa(kDoorbell, {219, {5}, 218}, 2000, 6000), hip(kLaunch, {218, {5}, 0}, 1000, 7000),
       dispatch(219, 5, 9000, 21000)});
  const auto snapshot = read();

  const auto launches = named(*snapshot, "hipLaunchKernel");
  ASSERT_EQ(launches.size(), 1u);
  EXPECT_EQ(launches[0].storey, Storey::Runtime);
  EXPECT_EQ(launches[0].begin.ns, 1'000'001'000);
  EXPECT_EQ(launches[0].duration().ns, 6000);
  EXPECT_EQ(launches[0].call, CallId{5});

  const auto doorbells = named(*snapshot, "hsa_signal_store_screlease");
  ASSERT_EQ(doorbells.size(), 1u);
  EXPECT_EQ(doorbells[0].storey, Storey::Driver);
  EXPECT_EQ(doorbells[0].call, CallId{5});
  EXPECT_EQ(doorbells[0].correlation, CorrelationId::None);  // the arrow leaves the launch

  const auto kernels = named(*snapshot, kKernelName);
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].kind, EventKind::Kernel);
  EXPECT_EQ(kernels[0].begin.ns, 1'000'009'000);
  EXPECT_EQ(kernels[0].duration().ns, 12000);
  EXPECT_EQ(kernels[0].call, CallId{5});
  EXPECT_EQ(launchOf(*snapshot, kernels[0]), "hipLaunchKernel");
  EXPECT_EQ(snapshot->totals().flows, 1u);
  EXPECT_TRUE(snapshot->problems().empty());
}

TEST_F(RocprofilerTraceTest, EachKernelOfAGraphIsLinkedToTheOneLaunch) {
  add({hip(kGraphLaunch, {50, {9}, 0}, 1000, 7000), hsa(kDoorbell, {51, {9}, 50}, 2000, 2500),
       hsa(kDoorbell, {52, {9}, 50}, 3000, 3500), dispatch(51, 9, 9000, 9500), dispatch(52, 9, 9600, 9900)});
  const auto snapshot = read();
  const auto kernels = named(*snapshot, kKernelName);
  ASSERT_EQ(kernels.size(), 2u);
  for (const TraceEvent& kernel : kernels) {
    EXPECT_EQ(kernel.call, CallId{9});
    EXPECT_EQ(launchOf(*snapshot, kernel), "hipGraphLaunch");
  }
  EXPECT_EQ(snapshot->totals().flows, 2u);
}

TEST_F(RocprofilerTraceTest, AGridIsTranslatedFromWorkItemsToGroups) {
  add({hip(kLaunch, {1, {}, 0}, 100, 200), dispatch(1, 0, 500, 900)});
  const auto snapshot = read();
  const TraceEvent kernel = named(*snapshot, kKernelName).at(0);
  EXPECT_EQ(snapshot->number(kernel, arg::kGridX), 16);
  EXPECT_EQ(snapshot->number(kernel, arg::kGridY), 8);  // the last one is not full: 250 of 256 items
  EXPECT_EQ(snapshot->number(kernel, arg::kBlockX), 32);
  EXPECT_EQ(snapshot->number(kernel, arg::kSharedBytes), 2048);  // dynamic: what the dispatch has beyond the code's own
  EXPECT_EQ(snapshot->number(kernel, "shared_mem_static"), 8192);
  EXPECT_EQ(snapshot->number(kernel, "registers_per_thread"), 40);
  EXPECT_EQ(snapshot->number(kernel, "scratch_bytes_per_thread"), 16);
}

TEST_F(RocprofilerTraceTest, ADispatchOfTheLaunchItselfHasItsArrow) {
  add({hip(kLaunch, {3, {}, 0}, 100, 200), dispatch(3, 0, 500, 900)});
  const auto snapshot = read();
  EXPECT_EQ(launchOf(*snapshot, named(*snapshot, kKernelName).at(0)), "hipLaunchKernel");
}

TEST_F(RocprofilerTraceTest, ADoorbellOutsideAnyHipCallHasItsArrow) {
  add({hsa(kDoorbell, {9, {}, 0}, 100, 200), dispatch(9, 0, 500, 900)});
  const auto snapshot = read();
  EXPECT_EQ(launchOf(*snapshot, named(*snapshot, kKernelName).at(0)), "hsa_signal_store_screlease");
}

TEST_F(RocprofilerTraceTest, AKernelToldBeforeItsCallsWaitsForThem) {
  add({dispatch(219, 5, 9000, 21000)});
  add({hsa(kDoorbell, {219, {5}, 218}, 2000, 6000), hip(kLaunch, {218, {5}, 0}, 1000, 7000)});
  const auto snapshot = read();
  ASSERT_EQ(named(*snapshot, kKernelName).size(), 1u);
  EXPECT_EQ(launchOf(*snapshot, named(*snapshot, kKernelName)[0]), "hipLaunchKernel");
}

TEST_F(RocprofilerTraceTest, ALaunchMayBeToldAfterItsDoorbellAndKernel) {
  add({hsa(kDoorbell, {219, {5}, 218}, 2000, 6000), dispatch(219, 5, 9000, 21000)});
  add({hip(kLaunch, {218, {5}, 0}, 1000, 22000)});
  const auto snapshot = read();
  EXPECT_EQ(launchOf(*snapshot, named(*snapshot, kKernelName).at(0)), "hipLaunchKernel");
}

TEST_F(RocprofilerTraceTest, WorkOfACallNobodyTellsIsKept) {
  add({dispatch(500, 6, 900, 1000), copy(501, 6, 1100, 1200, 64)});
  add({});
  const auto snapshot = read();
  ASSERT_EQ(named(*snapshot, kKernelName).size(), 1u);
  EXPECT_EQ(named(*snapshot, kKernelName)[0].call, CallId{6});
  EXPECT_EQ(named(*snapshot, "memcpy H→D").size(), 1u);
  EXPECT_EQ(snapshot->totals().flows, 0u);
}

TEST_F(RocprofilerTraceTest, ACallThatLaunchesNothingHasNoArrow) {
  add({hsa(kWait, {5, {}, 4}, 2000, 80000), hip(kSynchronize, {4, {}, 0}, 1000, 90000)});
  const auto snapshot = read();
  EXPECT_EQ(named(*snapshot, "hipStreamSynchronize").at(0).correlation, CorrelationId::None);
  EXPECT_EQ(named(*snapshot, "hsa_signal_wait_scacquire").at(0).correlation, CorrelationId::None);
}

TEST_F(RocprofilerTraceTest, QueuesAreNumberedAndOverlappingKernelsKept) {
  add({hip(kLaunch, {1, {}, 0}, 100, 200), hip(kLaunch, {2, {}, 0}, 300, 400), dispatch(2, 0, 600, 5000, 0x7f80),
       dispatch(1, 0, 500, 9000, 0x7f00), dispatch(1, 0, 700, 8000, 0x7f00)});
  const auto snapshot = read();
  const auto kernels = named(*snapshot, kKernelName);
  ASSERT_EQ(kernels.size(), 3u);
  std::set<std::string> tracks;
  for (const TraceEvent& kernel : kernels) tracks.insert(std::string(snapshot->tracks()[kernel.track].name));
  EXPECT_EQ(tracks, (std::set<std::string>{"queue 1", "queue 2"}));
}

TEST_F(RocprofilerTraceTest, WorkWithoutTimesIsCountedAndNotDrawn) {
  add({hip(kLaunch, {1, {}, 0}, 100, 200), dispatch(1, 0, 0, 0), copy(1, 0, 300, 0, 64)});
  EXPECT_EQ(losses().untimed, 2u);
  EXPECT_TRUE(named(*read(), kKernelName).empty());
}

TEST_F(RocprofilerTraceTest, AKernelBeforeItsDoorbellIsCountedAndKeptWhereItWas) {
  add({hsa(kDoorbell, {219, {}, 218}, 2000, 2500), hip(kLaunch, {218, {}, 0}, 1000, 3000),
       dispatch(219, 0, 1900, 4000)});
  EXPECT_EQ(losses().beforeLaunch, 1u);
  const auto snapshot = read();
  EXPECT_EQ(named(*snapshot, kKernelName).at(0).begin.ns, 1'000'001'900);
  EXPECT_EQ(snapshot->totals().flows, 1u);
}

TEST_F(RocprofilerTraceTest, CopiesSayDirectionAndBytes) {
  add({api(BufferKind::HsaAmdExt, kAsyncCopy, {7, {2}, 6}, 150, 250), hip(kCopyAsync, {6, {2}, 0}, 100, 300),
       copy(7, 2, 400, 1400, 4096)});
  const auto snapshot = read();
  const auto copies = eventsWhere(*snapshot, [](const TraceEvent& event) { return event.kind == EventKind::Copy; });
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_EQ(snapshot->number(copies[0], arg::kBytes), 4096);
  EXPECT_EQ(snapshot->text(copies[0], arg::kDirection), "H→D");
  EXPECT_EQ(copies[0].call, CallId{2});
  EXPECT_EQ(launchOf(*snapshot, copies[0]), "hipMemcpyAsync");
  EXPECT_EQ(named(*snapshot, "hsa_amd_memory_async_copy_on_engine").at(0).storey, Storey::Driver);
}

TEST_F(RocprofilerTraceTest, MemoryInUseCountsTheGpuAlone) {
  add({allocation(operation::Allocate, kGpu, 0x1000, 4096, 100),
       allocation(operation::Allocate, kCpu, 0x9000, 999, 150),
       allocation(operation::VirtualAllocate, kGpu, 0x3000, 1024, 200),
       // A release tells the address alone.
       allocation(operation::Free, 0, 0x9000, 0, 250), allocation(operation::Free, 0, 0x1000, 0, 300),
       allocation(operation::Free, 0, 0x5555, 0, 350)});
  const auto snapshot = read();
  const auto values = eventsWhere(*snapshot, [](const TraceEvent& event) { return event.kind == EventKind::Counter; });
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[0].value(), 4096);
  EXPECT_EQ(values[1].value(), 5120);
  EXPECT_EQ(values[2].value(), 1024);
  EXPECT_EQ(values[2].begin.ns, 1'000'000'300);
}

TEST_F(RocprofilerTraceTest, ScratchMemoryHasATrackOfItsOwn) {
  add({scratch(operation::ScratchAllocate, 100, 900, 65536), scratch(operation::ScratchReclaim, 1000, 1100, 0)});
  const auto snapshot = read();
  const auto allocate = named(*snapshot, "scratch allocate");
  ASSERT_EQ(allocate.size(), 1u);
  EXPECT_EQ(snapshot->tracks()[allocate[0].track].name, "scratch memory");
  EXPECT_EQ(snapshot->number(allocate[0], arg::kBytes), 65536);
  EXPECT_EQ(named(*snapshot, "scratch reclaim").size(), 1u);
}

TEST_F(RocprofilerTraceTest, WhatIsLostIsShownInTheTrace) {
  add({hip(kLaunch, {1, {}, 0}, 1000, 2000), dispatch(1, 0, 900, 1500), dispatch(1, 0, 0, 0)});
  trace().addDropped(17);
  const auto snapshot = read();
  const auto last = [&](std::string_view track) {
    double value = -1;
    for (const TraceEvent& event : eventsWhere(*snapshot, [&](const TraceEvent& e) {
           return e.kind == EventKind::Counter && snapshot->tracks()[e.track].name == track;
         }))
      value = event.value();
    return value;
  };
  EXPECT_EQ(last("rocprofiler-sdk records dropped"), 17);
  EXPECT_EQ(last("device work before its launch"), 1);
  EXPECT_EQ(last("device work without times"), 1);
  EXPECT_EQ(last("rocprofiler-sdk records not read"), -1);
}

TEST_F(RocprofilerTraceTest, UnknownAndTooShortRecordsAreCounted) {
  const RecordHead unknown{sizeof(RecordHead), BufferKind{13}, 0};
  // A launch as 0.x told it: without an ancestor, and so with other offsets.
  ApiRecord old{{56, BufferKind::HipRuntime, kLaunch}, {1, {}, 0}, 100, 200, kThread};
  add({&unknown, &old.head});
  EXPECT_EQ(losses().unknown, 2u);
  EXPECT_TRUE(named(*read(), "hipLaunchKernel").empty());
}

TEST_F(RocprofilerTraceTest, LongerRecordsOfLaterVersionsAreRead) {
  struct Later {
    DispatchRecord record;
    std::int32_t pipe = -1;
  } later{};
  later.record = *reinterpret_cast<const DispatchRecord*>(dispatch(0, 3, 500, 900));
  later.record.head.size = sizeof(later);
  add({&later.record.head});
  EXPECT_EQ(losses().unknown, 0u);
  EXPECT_EQ(named(*read(), kKernelName).size(), 1u);
}

TEST_F(RocprofilerTraceTest, AKernelWithoutASymbolIsCalledByItsNumber) {
  add({dispatch(0, 0, 500, 900, 0x7f00, 99)});
  EXPECT_EQ(named(*read(), "kernel 99").size(), 1u);
}

}  // namespace
}  // namespace strata::rocprofiler
