#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/trace/trace_query.h"
#include "kernels/copy/copy_operation.h"
#include "kernels/matmul/matmul_operation.h"
#include "kernels/operation/kernel_table.h"
#include "layers/library/open_blas.h"
#include "layers/library/open_blas_routine.h"
#include "layers/workloads/bench/library_bench.h"
#include "layers/workloads/ladder/ladder_figures.h"
#include "layers/workloads/ladder/ladder_workload.h"
#include "layers/workloads/ladder/measured_roofs.h"
#include "layers/workloads/ladder/roof_measuring.h"
#include "tests/layers/beyond_caches.h"
#include "tests/layers/recorded_session.h"

namespace strata {
namespace {

using test::eventsWhere;
using test::RecordedSession;

bool isWork(const TraceEvent& event) {
  return event.kind == EventKind::Kernel || event.kind == EventKind::Copy;
}

std::shared_ptr<const Routines> cpuRoutines() {
  auto routines = std::make_shared<Routines>(strataRoutines(findKernel));
  routines->push_back(std::make_unique<OpenBlasRoutine>());
  return routines;
}

class MatmulOnCpu : public ::testing::Test {
 protected:
  std::shared_ptr<const TraceSnapshot> run(const std::string& line) {
    const auto done = m_session.run(m_workload, line);
    EXPECT_TRUE(done.ok()) << done.error().message;
    return m_session.read();
  }

  void expectAllOk() const {
    ASSERT_GE(m_session.results().size(), 3u);
    for (const RunResult& result : m_session.results()) {
      if (result.variant == "library" && !openBlas().ok()) continue;
      if (result.status == RunResult::Status::Unsupported) {  // matrix units know no fp32, some steps no odd sizes
        EXPECT_FALSE(result.message.empty()) << result.variant;
        continue;
      }
      EXPECT_EQ(result.status, RunResult::Status::Ok) << result.variant << ": " << result.message;
      EXPECT_GT(result.seconds.median, 0) << result.variant;
      EXPECT_GT(result.error->value, 0) << result.variant;
    }
  }

  RecordedSession m_session{openCpuDevice().value()};
  std::shared_ptr<const Routines> m_routines = cpuRoutines();
  LadderWorkload m_workload{matmulOperation(), {m_routines}};
};

TEST_F(MatmulOnCpu, EveryVariantIsRight) {
  run(R"({"id":1,"run":"matmul","n":128,"repeat":2})");
  expectAllOk();
}

TEST_F(MatmulOnCpu, OddShapesAreRight) {
  run(R"({"id":1,"run":"matmul","m":257,"n":130,"k":511,"repeat":1,"host_memory":"pageable"})");
  expectAllOk();
}

TEST_F(MatmulOnCpu, TheSmallestIsRight) {
  run(R"({"id":1,"run":"matmul","n":1,"repeat":1,"variants":["naive","tiled"]})");
  for (const RunResult& result : m_session.results())
    EXPECT_EQ(result.status, RunResult::Status::Ok) << result.variant << ": " << result.message;
}

// A roof below what a kernel reached was measured beside other work: it is measured again, unless it was just now and
// stayed. One above is left alone.
TEST_F(MatmulOnCpu, ARoofThatAResultBeatsIsMeasuredAgain) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "beaten-roofs.json";
  const RoofKeeper keeper(file);
  LadderWorkload workload(matmulOperation(), {.routines = m_routines, .roofs = keeper});
  const auto roofAfter = [&](double kept, Roofs::Confirmed confirmed) {
    EXPECT_TRUE(keeper.keep(m_session.device().info(), {1e6, kept, "none", "none", confirmed}).ok());
    const auto done = m_session.run(workload, R"({"id":1,"run":"matmul","n":64,"repeat":1,"variants":["naive"]})");
    EXPECT_TRUE(done.ok());
    EXPECT_EQ(m_session.results().back().figure("roof_flop_per_s")->value,
              keeper.kept(m_session.device().info())->flops);
    return keeper.kept(m_session.device().info());
  };
  const auto renewed = roofAfter(1000, {});
  EXPECT_GT(renewed->flops, 1e6);
  EXPECT_GT(renewed->bytesPerSecond, 1e6);
  EXPECT_NE(renewed->peakStep, "none");
  EXPECT_GT(renewed->measuredAt, 1'700'000'000) << "seconds since 1970";
  EXPECT_EQ(m_session.results().back().details["arithmetic_roof_measured_at"], renewed->flopsReachedAt);
  EXPECT_EQ(renewed->flopsReachedAt, renewed->measuredAt);
  EXPECT_EQ(renewed->confirmed.flops, renewed->flops);
  EXPECT_EQ(roofAfter(1e18, {})->flops, 1e18);
  const std::int64_t now = secondsSince1970();
  EXPECT_EQ(roofAfter(1000, {now, 1e6, 1000})->flops, 1000) << "it was measured again just now";
  EXPECT_GT(roofAfter(1000, {now, 1e6, 1e18})->flops, 1e6) << "that was another roof";
  EXPECT_GT(roofAfter(1000, {now - 60, 1e6, 1000})->flops, 1e6) << "a minute ago";
  std::filesystem::remove(file);
}

// Measuring again reaches less: the roof stays, and so does the time when it was reached.
TEST_F(MatmulOnCpu, ARoofThatMeasuringAgainDoesNotReachKeepsItsTime) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "unreached-roofs.json";
  const RoofKeeper keeper(file);
  LadderWorkload workload(matmulOperation(), {.routines = m_routines, .roofs = keeper});
  EXPECT_TRUE(
      keeper
          .keep(
              m_session.device().info(),
              {.bytesPerSecond = 1e18, .flops = 1000, .measuredAt = 300, .bytesReachedAt = 100, .flopsReachedAt = 200})
          .ok());
  ASSERT_TRUE(m_session.run(workload, R"({"id":1,"run":"matmul","n":64,"repeat":1,"variants":["naive"]})").ok());
  const auto kept = keeper.kept(m_session.device().info());
  EXPECT_EQ(kept->bytesPerSecond, 1e18);
  EXPECT_EQ(kept->bytesReachedAt, 100);
  EXPECT_GT(kept->flopsReachedAt, 1'700'000'000);
  EXPECT_GT(kept->measuredAt, 1'700'000'000);
  EXPECT_EQ(m_session.results().back().details["memory_roof_measured_at"], 100);
  std::filesystem::remove(file);
}

// A processor fetches a line before it writes to it, so that a copy moves more than it counts.
TEST_F(MatmulOnCpu, ReadingCountsForMemorysRoofAsCopyingDoes) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "reading-roofs.json";
  std::filesystem::remove(file);
  const RoofKeeper keeper(file);
  LadderWorkload workload(matmulOperation(), {.routines = m_routines, .roofs = keeper});
  ASSERT_TRUE(m_session.run(workload, R"({"id":1,"run":"matmul","n":64,"repeat":1,"variants":["naive"]})").ok());
  const auto snapshot = m_session.read();
  const auto isRead = [&](const TraceEvent& event) { return snapshot->name(event.name) == "roof: partial_sums"; };
  EXPECT_FALSE(eventsWhere(*snapshot, isRead).empty());
  const auto kept = keeper.kept(m_session.device().info());
  ASSERT_TRUE(kept);
  EXPECT_NE(kept->memoryStep, "");
  EXPECT_GT(kept->bytesReachedAt, 1'700'000'000);
  std::filesystem::remove(file);
}

/// Does another's work many times over for one result: it is that much slower, however busy the machine is.
class SlowRoutine final : public Routine {
 public:
  explicit SlowRoutine(std::shared_ptr<const Routine> other) : m_other(std::move(other)) {}
  const Operation& operation() const override { return m_other->operation(); }
  std::string_view variant() const override { return m_other->variant(); }
  std::string provider() const override { return m_other->provider(); }
  const Step* step() const override { return m_other->step(); }
  Result<void> supports(const DeviceInfo& device, const Problem& problem) const override {
    return m_other->supports(device, problem);
  }
  Cost cost(const Problem& problem) const override { return m_other->cost(problem); }
  Result<std::unique_ptr<BoundRoutine>> bind(Device& device, const Problem& problem,
                                             std::span<const TensorPlace> tensors) const override {
    STRATA_ASSIGN(auto bound, m_other->bind(device, problem, tensors));
    return std::unique_ptr<BoundRoutine>(std::make_unique<Bound>(std::move(bound)));
  }

 private:
  struct Bound final : BoundRoutine {
    explicit Bound(std::unique_ptr<BoundRoutine> bound) : m_bound(std::move(bound)) {}
    Result<void> start(TraceRecorder& recorder, Stream& stream) override {
      constexpr int kTimes = 200;
      for (int i = 0; i < kTimes; ++i) STRATA_TRY(m_bound->start(recorder, stream));
      return {};
    }
    std::unique_ptr<BoundRoutine> m_bound;
  };
  std::shared_ptr<const Routine> m_other;
};

// The roof that is kept lies between both: the tiled step beats it after the slow one was compared with it.
TEST_F(MatmulOnCpu, AllResultsOfARunHaveOneRoof) {
  const auto routines = std::make_shared<Routines>(strataRoutines(findKernel));
  const auto naive = std::ranges::find_if(*routines, [](const auto& routine) {
    return &routine->operation() == &matmulOperation() && routine->variant() == "naive";
  });
  ASSERT_NE(naive, routines->end());
  *naive = std::make_shared<SlowRoutine>(*naive);
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "one-roof.json";
  const RoofKeeper keeper(file, {.claim = file.string()});
  LadderWorkload workload(matmulOperation(), {.routines = routines, .roofs = keeper});
  const std::string line = R"({"id":1,"run":"matmul","n":64,"repeat":5,"variants":["naive","tiled"]})";
  EXPECT_TRUE(keeper.keep(m_session.device().info(), {.bytesPerSecond = 1e18, .flops = 1e18}).ok());
  ASSERT_TRUE(m_session.run(workload, line).ok());
  const double between = std::sqrt(*m_session.results()[0].gflops * *m_session.results()[1].gflops) * 1e9;
  EXPECT_TRUE(keeper.keep(m_session.device().info(), {.bytesPerSecond = 1e18, .flops = between}).ok());
  const std::size_t before = m_session.results().size();
  ASSERT_TRUE(m_session.run(workload, line).ok());
  std::map<std::string, RunResult> last;
  for (const RunResult& result : std::span(m_session.results()).subspan(before)) last[result.variant] = result;
  const double kept = keeper.kept(m_session.device().info())->flops;
  EXPECT_GT(kept, between);
  for (const auto& [variant, result] : last) EXPECT_DOUBLE_EQ(result.figure("roof_flop_per_s")->value, kept) << variant;
  EXPECT_NE(last["tiled"].message.find("beat the roof"), std::string::npos) << last["tiled"].message;
  std::filesystem::remove(file);
}

TEST_F(MatmulOnCpu, TheFirstResultThatBeatsTheRoofsSpeaksOfNoneBefore) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "beaten-first.json";
  const RoofKeeper keeper(file);
  LadderWorkload workload(matmulOperation(), {.routines = m_routines, .roofs = keeper});
  EXPECT_TRUE(keeper.keep(m_session.device().info(), {.bytesPerSecond = 1e18, .flops = 1}).ok());
  ASSERT_TRUE(
      m_session.run(workload, R"({"id":1,"run":"matmul","n":64,"repeat":1,"variants":["naive","tiled"]})").ok());
  const auto results = std::span(m_session.results()).last(2);
  EXPECT_GT(keeper.kept(m_session.device().info())->flops, 1);
  EXPECT_EQ(results[0].message.find("beat the roof"), std::string::npos) << results[0].message;
  std::filesystem::remove(file);
}

TEST_F(MatmulOnCpu, RoofsMeasuredAnewReplaceHigherOnesAndTheFirstResultSaysSo) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "lower-roofs.json";
  const RoofKeeper keeper(file);
  LadderWorkload workload(matmulOperation(), {.routines = m_routines, .roofs = keeper});
  const auto messagesAfter = [&](double bytes, double flops) {
    EXPECT_TRUE(keeper.keep(m_session.device().info(), {.bytesPerSecond = bytes, .flops = flops}).ok());
    EXPECT_TRUE(
        m_session
            .run(workload, R"({"id":1,"run":"matmul","n":64,"repeat":1,"roofs":"anew","variants":["naive","tiled"]})")
            .ok());
    const auto results = std::span(m_session.results()).last(2);
    return std::pair(results[0].message, results[1].message);
  };
  const auto [first, second] = messagesAfter(1e18, 1e18);
  EXPECT_NE(first.find("lower than those kept before: memory "), std::string::npos) << first;
  EXPECT_NE(first.find(" GFLOP/s (not 1000000000.0)"), std::string::npos) << first;
  EXPECT_EQ(second.find("kept before"), std::string::npos) << second;
  EXPECT_LT(keeper.kept(m_session.device().info())->flops, 1e18) << "the lower one is kept";
  EXPECT_EQ(messagesAfter(1e18, 1).first.find("arithmetic"), std::string::npos) << "higher than before";
  std::filesystem::remove(file);
}

TEST_F(MatmulOnCpu, RoofsThatCannotBeKeptAreSaidToBeOnceARun) {
  const std::filesystem::path noFolder = std::filesystem::path(::testing::TempDir()) / "no-folder";
  std::ofstream(noFolder) << "a file";
  LadderWorkload workload(matmulOperation(), {.routines = m_routines, .roofs = RoofKeeper(noFolder / "roofs.json")});
  std::string told;
  m_session.onProgress = [&](std::string_view text) { told += text; };
  ASSERT_TRUE(
      m_session.run(workload, R"({"id":1,"run":"matmul","n":64,"repeat":1,"variants":["naive","tiled"]})").ok());
  const auto results = std::span(m_session.results()).last(2);
  EXPECT_NE(
      results[0].message.find("roofs cannot be kept, so that every run measures them first: Cannot make the folder " +
                              noFolder.string()),
      std::string::npos)
      << results[0].message;
  EXPECT_NE(results[0].message.find("XDG_CACHE_HOME"), std::string::npos) << results[0].message;
  EXPECT_EQ(results[1].message.find("cannot be kept"), std::string::npos) << results[1].message;
  EXPECT_EQ(told.find("only once"), std::string::npos) << told;
  std::filesystem::remove(noFolder);
}

// The other process is a descriptor of its own: flock tells these apart.
TEST_F(MatmulOnCpu, RoofsThatAnotherProcessMeasuresAreAwaitedAndTaken) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "awaited-roofs.json";
  std::filesystem::remove(file);
  const RoofKeeper keeper(file);
  LadderWorkload workload(matmulOperation(), {.routines = m_routines, .roofs = keeper});
  std::optional<RoofClaim> other(std::in_place, file, "");
  ASSERT_FALSE(other->heldByAnother());
  int waits = 0;
  m_session.onProgress = [&](std::string_view text) {
    if (text.find("another Strata measures roofs") == std::string_view::npos || ++waits != 3) return;
    EXPECT_TRUE(keeper.keep(m_session.device().info(), {.bytesPerSecond = 1e18, .flops = 1e18}).ok());
    other.reset();
  };
  ASSERT_TRUE(m_session.run(workload, R"({"id":1,"run":"matmul","n":64,"repeat":1,"variants":["naive"]})").ok());
  EXPECT_GE(waits, 3);
  EXPECT_EQ(m_session.results().back().figure("roof_flop_per_s")->value, 1e18) << "nothing was measured again";
  std::filesystem::remove(file);
  std::filesystem::remove(file.string() + ".lock");
}

TEST_F(MatmulOnCpu, BeatenRoofsThatAnotherProcessRaisedMeanwhileAreTaken) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "raised-roofs.json";
  std::filesystem::remove(file);
  const RoofKeeper keeper(file);
  EXPECT_TRUE(keeper.keep(m_session.device().info(), {.bytesPerSecond = 1e18, .flops = 1}).ok());
  LadderWorkload workload(matmulOperation(), {.routines = m_routines, .roofs = keeper});
  std::optional<RoofClaim> other(std::in_place, file, "");
  ASSERT_FALSE(other->heldByAnother());
  std::string told;
  m_session.onProgress = [&](std::string_view text) {
    told += text;
    if (!other || text.find("another Strata measures roofs") == std::string_view::npos) return;
    EXPECT_TRUE(keeper.keep(m_session.device().info(), {.bytesPerSecond = 1e18, .flops = 1e18}).ok());
    other.reset();
  };
  ASSERT_TRUE(m_session.run(workload, R"({"id":1,"run":"matmul","n":64,"repeat":1,"variants":["naive"]})").ok());
  EXPECT_FALSE(other) << "the result beat the roofs";
  EXPECT_EQ(told.find("once more"), std::string::npos) << told;
  EXPECT_EQ(told.find("before the run"), std::string::npos) << told;
  EXPECT_EQ(keeper.kept(m_session.device().info())->flops, 1e18);
  std::filesystem::remove(file);
  std::filesystem::remove(file.string() + ".lock");
}

TEST(RoofClaim, UsersOfOneMachineWithHomesOfTheirOwnTakeTurns) {
  const std::string machine = "strata tests roofs " + std::to_string(::getpid());
  std::optional<RoofClaim> mine(std::in_place, "", machine);
  const RoofClaim theirs("", machine);
  EXPECT_FALSE(mine->heldByAnother());
  EXPECT_FALSE(mine->heldByAnother()) << "it has it already";
  EXPECT_TRUE(theirs.heldByAnother());
  EXPECT_FALSE(RoofClaim("", machine + " 2").heldByAnother());
  mine.reset();
  EXPECT_FALSE(theirs.heldByAnother());
}

// On one machine this program has a thousandth of one processor, on the other all of them.
TEST_F(MatmulOnCpu, RoofsOfABusyMachineAreMeasuredAgainAfterARestThatGrows) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "busy-roofs.json";
  std::filesystem::remove(file);
  const DeviceInfo& device = m_session.device().info();
  const auto machine = [](std::function<Duration()> processorTime) {
    return RoofMachine{std::move(processorTime), "strata tests busy roofs " + std::to_string(::getpid())};
  };
  const RoofKeeper busy(file, machine([] { return Duration{hostNow().ns / 1000}; }));
  const RoofKeeper free(file, machine([&] { return Duration{hostNow().ns * device.computeUnits}; }));
  std::string told;
  m_session.onProgress = [&](std::string_view text) { told += text; };
  const auto messageOn = [&](const RoofKeeper& keeper) {
    told.clear();
    LadderWorkload workload(matmulOperation(), {.routines = m_routines, .roofs = keeper});
    EXPECT_TRUE(m_session.run(workload, R"({"id":1,"run":"matmul","n":8,"repeat":1,"variants":["naive"]})").ok());
    return m_session.results().back().message;
  };
  EXPECT_NE(messageOn(busy).find("the machine was busy, and Strata had "), std::string::npos);
  EXPECT_NE(messageOn(free).find("the machine was busy"), std::string::npos) << "not yet a minute later";
  EXPECT_EQ(told.find("roofs"), std::string::npos) << told;

  EXPECT_EQ(busy.kept(device)->busyTries, 1);
  Roofs old = *busy.kept(device);
  old.bytesPerSecond = 1e6, old.flops = 1e18, old.measuredAt = secondsSince1970() - 61;
  EXPECT_TRUE(busy.keep(device, old).ok());
  EXPECT_NE(messageOn(busy).find("busy each of the 2 times it tried"), std::string::npos);
  EXPECT_EQ(busy.kept(device)->busyTries, 2);
  old = *busy.kept(device);
  old.bytesPerSecond = 1e6, old.measuredAt = secondsSince1970() - 61;
  EXPECT_TRUE(busy.keep(device, old).ok());
  EXPECT_NE(messageOn(free).find("a run 2 minutes after the last try"), std::string::npos);
  EXPECT_EQ(told.find("roofs"), std::string::npos) << told;
  old.measuredAt = 100;
  EXPECT_TRUE(busy.keep(device, old).ok());
  EXPECT_EQ(messageOn(free).find("the machine was busy"), std::string::npos);
  EXPECT_NE(told.find("before the run, this device's roofs again"), std::string::npos) << told;
  const auto renewed = free.kept(device);
  EXPECT_GT(renewed->bytesPerSecond, 1e8);
  EXPECT_EQ(renewed->flops, 1e18) << "it was reached once";
  EXPECT_TRUE(renewed->onFreeMachine());
  EXPECT_EQ(renewed->busyTries, 0);

  EXPECT_TRUE(free.keep(device, {.bytesPerSecond = 1e6, .flops = 1e18, .measuredAt = 100}).ok());
  messageOn(busy);
  EXPECT_EQ(free.kept(device)->bytesPerSecond, 1e6) << "the machine was free";
  std::filesystem::remove(file);
  std::filesystem::remove(file.string() + ".lock");
}

TEST_F(MatmulOnCpu, RoofsOfABusyMachineServeWhileAnotherProcessMeasures) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "busy-beside-another.json";
  const RoofKeeper keeper(file);
  EXPECT_TRUE(
      keeper.keep(m_session.device().info(), {.bytesPerSecond = 1e18, .flops = 1e18, .processorShare = 0.3}).ok());
  LadderWorkload workload(matmulOperation(), {.routines = m_routines, .roofs = keeper});
  const RoofClaim other(file, "");
  ASSERT_FALSE(other.heldByAnother());
  std::string told;
  m_session.onProgress = [&](std::string_view text) { told += text; };
  ASSERT_TRUE(m_session.run(workload, R"({"id":1,"run":"matmul","n":64,"repeat":1,"variants":["naive"]})").ok());
  EXPECT_EQ(told.find("roofs"), std::string::npos) << told;
  EXPECT_NE(m_session.results().back().message.find("Strata had 30 % of its processors"), std::string::npos);
  std::filesystem::remove(file);
  std::filesystem::remove(file.string() + ".lock");
}

// The roofs' own copy moves 64 MiB each way and more: what fits into caches passes its rate and says nothing of memory.
TEST_F(MatmulOnCpu, AMemoryRoofIsMeasuredAgainForWhatNoCacheHolds) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "beaten-copies.json";
  const RoofKeeper keeper(file);
  LadderWorkload workload(copyOperation(), {.routines = m_routines, .roofs = keeper});
  const auto roofAfter = [&](std::int64_t n, Roofs::Confirmed confirmed) {
    EXPECT_TRUE(
        keeper.keep(m_session.device().info(), {.bytesPerSecond = 1e6, .flops = 1e18, .confirmed = confirmed}).ok());
    const std::string line = R"({"id":1,"run":"copy","repeat":1,"variants":["scalar"],"n":)" + std::to_string(n) + "}";
    EXPECT_TRUE(m_session.run(workload, line).ok());
    return keeper.kept(m_session.device().info())->bytesPerSecond;
  };
  const std::int64_t now = secondsSince1970();
  const std::int64_t many = test::floatsBeyondCaches(m_session.device().info()) / 2;
  EXPECT_EQ(roofAfter(65536, {}), 1e6);
  EXPECT_EQ(roofAfter(many, {now, 1e6, 1e18}), 1e6) << "it was measured again just now";
  EXPECT_GT(roofAfter(many, {now, 4e12, 1e18}), 1e8) << "that was another roof";
  EXPECT_GT(roofAfter(many, {}), 1e8);
  std::filesystem::remove(file);
}

TEST_F(MatmulOnCpu, EveryLaunchIsLinkedToItsWorkAndEveryWorkToItsCall) {
  const auto snapshot = run(R"({"id":1,"run":"matmul","n":64,"repeat":6,"streams":2})");
  expectAllOk();
  ASSERT_EQ(snapshot->totals().dropped, 0u);
  const auto work = eventsWhere(*snapshot, isWork);
  std::set<CorrelationId> linked;
  std::set<std::string> queues;
  for (const TraceEvent& piece : work) {
    EXPECT_NE(piece.call, CallId::None);
    ASSERT_TRUE(snapshot->launchOf(piece.correlation).has_value());
    const TraceEvent& launch = snapshot->event(*snapshot->launchOf(piece.correlation));
    EXPECT_EQ(launch.storey, Storey::Runtime);
    EXPECT_EQ(launch.call, piece.call);
    EXPECT_LE(launch.begin, piece.begin);
    linked.insert(piece.correlation);
    queues.insert(snapshot->tracks()[piece.track].name);
  }
  EXPECT_EQ(linked.size(), work.size());
  EXPECT_TRUE(queues.contains("stream 1") && queues.contains("stream 2"));
  for (const TraceEvent& launch : eventsWhere(*snapshot, [](const TraceEvent& e) {
         return e.kind == EventKind::Slice && e.correlation != CorrelationId::None;
       }))
    EXPECT_TRUE(linked.contains(launch.correlation)) << snapshot->name(launch.name);
}

TEST_F(MatmulOnCpu, EightStreamsAreEightQueuesOfTheHardware) {
  const auto snapshot = run(R"({"id":1,"run":"matmul","n":64,"repeat":8,"streams":8,"variants":["naive"]})");
  ASSERT_EQ(m_session.results().size(), 1u);
  EXPECT_EQ(m_session.results()[0].status, RunResult::Status::Ok) << m_session.results()[0].message;
  EXPECT_EQ(m_session.results()[0].seconds.repeats, 8);
  std::map<std::uint32_t, int> kernels;
  for (const TraceEvent& piece : eventsWhere(*snapshot, isWork)) {
    const TrackInfo& track = snapshot->tracks()[piece.track];
    if (track.kind == TrackKind::Queue) ++kernels[track.stream];
  }
  for (std::uint32_t stream = 1; stream <= 8; ++stream) EXPECT_GE(kernels[stream], 2) << "a warm-up and a repeat";
  EXPECT_EQ(kernels.size(), 8u);
}

TEST_F(MatmulOnCpu, TimePerStoreyOfARepeatSumsToIt) {
  const auto snapshot = run(R"({"id":1,"run":"matmul","n":96,"repeat":3})");
  for (const RunResult& result : m_session.results()) {
    if (result.status != RunResult::Status::Ok) continue;
    const auto call = static_cast<CallId>(result.medianCall);
    const auto times = storeyTimes(*snapshot, call);
    Duration sum;
    for (Duration time : times) sum += time;
    const TraceEvent& top = snapshot->event(snapshot->call(call)->top);
    EXPECT_EQ(top.storey, Storey::Model);
    EXPECT_EQ(sum, top.duration()) << result.variant;
    EXPECT_GT(times[static_cast<std::size_t>(Storey::Hardware)].ns, 0) << result.variant;
  }
}

TEST_F(MatmulOnCpu, BenchComparesTheLibraryWithItselfCalledDirectly) {
  if (!openBlas().ok()) GTEST_SKIP() << openBlas().error().message;
  LibraryBench bench(matmulOperation(), m_routines, directOpenBlas());
  ASSERT_TRUE(m_session.run(bench, R"({"id":1,"run":"matmul-bench","n":64,"repeat":3})").ok());
  ASSERT_GE(m_session.results().size(), 3u);
  ASSERT_EQ(m_session.posted().size(), 1u);
  const auto report = nlohmann::json::parse(m_session.posted()[0].json);
  EXPECT_EQ(report["bench"], "matmul");
  EXPECT_EQ(report["shape"], "64×64×64");
  EXPECT_DOUBLE_EQ(report["ratio"].get<double>(),
                   report["library_seconds"].get<double>() / report["direct_seconds"].get<double>());
  EXPECT_GE(report["walk_seconds"].get<double>(), report["library_seconds"].get<double>());
  EXPECT_GT(report["best_step_gflops"].get<double>(), 0);
}

}  // namespace
}  // namespace strata
