#include "layers/workloads/ladder/ladder_workload.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "engine/trace/calibration.h"
#include "engine/trace/timed_part.h"
#include "engine/trace/trace_query.h"
#include "layers/workloads/ladder/slow_steps.h"
#include "tests/layers/recorded_session.h"
#include "tests/layers/scripted_ladder.h"

namespace strata {
namespace {

using test::RecordedSession;
using test::rightScript;
using test::ScriptedCall;
using test::scriptedOperation;
using test::scriptedRoutines;
using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

const char* const kTiledOnly = R"({"id":1,"run":"matmul","n":9,"m":5,"k":7,"variants":["tiled"],"repeat":4})";

/// The warm-up takes 1 ms; the repeats after it 40, 10, 30 and 20 µs.
std::function<Duration(const DeviceWork&)> scriptedTimes() {
  return [kernels = 0](const DeviceWork& work) mutable -> Duration {
    constexpr std::array<std::int64_t, 5> kTimes{1'000'000, 40'000, 10'000, 30'000, 20'000};
    if (work.kind == WorkKind::Copy) return {500};
    return {kTimes[static_cast<std::size_t>(kernels++) % kTimes.size()]};
  };
}

TEST(LadderWorkload, ReportsTheDevicesTimesOfTheRepeatsOnly) {
  NullScript script = rightScript();
  script.duration = scriptedTimes();
  RecordedSession session(createNullDevice(script));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  const auto done = session.run(workload, kTiledOnly);
  ASSERT_TRUE(done.ok()) << done.error().message;
  ASSERT_EQ(session.results().size(), 1u);
  const RunResult& result = session.results()[0];
  EXPECT_EQ(result.status, RunResult::Status::Ok) << result.message;
  EXPECT_EQ(result.seconds.repeats, 4);
  EXPECT_EQ(result.seconds.clock, "device");
  EXPECT_DOUBLE_EQ(result.seconds.median, 20e-6);
  EXPECT_DOUBLE_EQ(result.seconds.min, 10e-6);
  EXPECT_DOUBLE_EQ(result.seconds.max, 40e-6);
  EXPECT_THAT(result.seconds.each, ElementsAre(DoubleEq(40e-6), DoubleEq(10e-6), DoubleEq(30e-6), DoubleEq(20e-6)));
  EXPECT_DOUBLE_EQ(result.gflops.value(), 2.0 * 5 * 9 * 7 / 20e-6 / 1e9);
  EXPECT_DOUBLE_EQ(result.gbytesPerSecond.value(), 4.0 * (5 * 7 + 7 * 9 + 5 * 9) / 20e-6 / 1e9);
  EXPECT_EQ(result.lastCall - result.firstCall, 3u);
  EXPECT_EQ(result.medianCall, result.lastCall);  // the repeat of 20 µs was the last
  EXPECT_EQ(result.kinds.at("gflops"), Provenance::Measured);
  EXPECT_EQ(result.kinds.at("gbytes_per_s"), Provenance::Modelled);
  EXPECT_EQ(result.kinds.count("storeys"), 0u);
}

/// The host's launches show in the first five runs, not in those that are queued beforehand.
TEST(LadderWorkload, WhereAStreamCanBeHeldTimesAreOfQueuedRuns) {
  NullScript script = rightScript();
  script.holds = true;
  script.duration = [kernels = 0](const DeviceWork& work) mutable -> Duration {
    constexpr std::array<std::int64_t, 9> kTimes{1'000'000, 80'000, 90'000, 70'000, 60'000, 9'000, 5'000, 7'000, 6'000};
    if (work.kind == WorkKind::Copy) return {500};
    return {kTimes[static_cast<std::size_t>(kernels++) % kTimes.size()]};
  };
  RecordedSession session(createNullDevice(script));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, kTiledOnly).ok());
  const RunResult& result = session.results().at(0);
  EXPECT_DOUBLE_EQ(result.seconds.median, 6e-6);
  EXPECT_DOUBLE_EQ(result.seconds.max, 9e-6);
  EXPECT_EQ(result.seconds.repeats, 4);
  EXPECT_DOUBLE_EQ(result.gflops.value(), 2.0 * 5 * 9 * 7 / 6e-6 / 1e9);
  EXPECT_EQ(result.lastCall - result.firstCall, 3u) << "calls are those of the runs as launched";
  ASSERT_TRUE(result.figure("time_as_launched"));
  EXPECT_DOUBLE_EQ(result.figure("time_as_launched")->value, 60e-6) << "of the median's own run";
}

TEST(LadderWorkload, ATimeThatIsMostlyThatOfItsEventsSaysSo) {
  const auto resultWith = [](Duration kernel) {
    NullScript script = rightScript();
    script.event = {500};
    script.duration = [kernel](const DeviceWork&) { return kernel; };
    RecordedSession session(createNullDevice(script));
    LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
    EXPECT_TRUE(session.run(workload, kTiledOnly).ok());
    return session.results().at(0);
  };
  const RunResult nothing = resultWith({400}), something = resultWith({600});
  EXPECT_DOUBLE_EQ(nothing.seconds.median, 900e-9);
  ASSERT_TRUE(nothing.figure("events_alone"));
  EXPECT_DOUBLE_EQ(nothing.figure("events_alone")->value, 500e-9);
  EXPECT_THAT(nothing.message, HasSubstr("500 ns apart"));
  EXPECT_EQ(nothing.status, RunResult::Status::Ok);
  EXPECT_FALSE(something.figure("events_alone"));
  EXPECT_FALSE(resultWith({0}).figure("events_alone")) << "a repeat was no longer than its events";
}

/// Counts no accesses, and can be asked to.
MemoryWatch blindWatch() {
  MemoryWatch watch;
  watch.find = test::scriptedKernel;
  watch.choose = [](const Microscope::ChooseSample&, const AccessWidths&) {};
  watch.takeLaunches = [] { return std::vector<CountedLaunch>(); };
  return watch;
}

/// Of a run with kernels that somebody brought, of which those named bad… do not compile: "good ok", "naive not_run".
std::vector<std::string> outcomesWith(RecordedSession& session, const std::string& variants,
                                      const std::vector<std::string>& brought, const std::string& modelGpu = "none") {
  WorkloadParts parts{scriptedRoutines()};
  parts.memory = blindWatch();
  parts.own.compile = [](const OwnUnit& unit, OwnBuild, WorkContext&) -> Result<KernelFinder> {
    if (unit.text.name.starts_with("bad"))
      return Error{ErrorCode::Usage, unit.text.name + " does not compile:\n" + unit.text.name + ":1:1: error: no",
                   Storey::Compiler};
    return KernelFinder(test::scriptedKernel);
  };
  nlohmann::json request = {{"id", 1},     {"run", "matmul"},
                            {"n", 16},     {"variants", nlohmann::json::parse(variants)},
                            {"repeat", 2}, {"own_kernels", nlohmann::json::array()}};
  request["model_gpu"] = modelGpu;
  for (const std::string& name : brought)
    request["own_kernels"].push_back(
        {{"name", name},
         {"like", "naive"},
         {"text", "__global__ void k(const float* A, const float* B, float* C, int m, int n, int k) {}"}});
  LadderWorkload workload(scriptedOperation(), parts);
  const auto done = session.run(workload, request.dump());
  EXPECT_TRUE(done.ok()) << done.error().message;
  std::vector<std::string> outcomes;
  for (const RunResult& result : session.results())
    outcomes.push_back(result.variant + " " + toJson(result)["status"].get<std::string>());
  return outcomes;
}

TEST(LadderWorkload, BesideAKernelThatRunsAllIsRunWhicheverComesFirst) {
  for (const bool goodFirst : {true, false}) {
    RecordedSession session(createNullDevice(rightScript()));
    const std::vector<std::string> outcomes =
        outcomesWith(session, goodFirst ? R"(["good","bad","naive","tiled"])" : R"(["bad","good","naive","tiled"])",
                     {"good", "bad"});
    EXPECT_THAT(outcomes, UnorderedElementsAre("good ok", "bad failed", "naive ok", "tiled ok")) << goodFirst;
  }
}

TEST(LadderWorkload, BesideKernelsOfWhichNoneRunsNothingIsRunAndItIsSaidWhy) {
  RecordedSession session(createNullDevice(rightScript()));
  EXPECT_THAT(outcomesWith(session, R"(["bad","bad_too","naive","tiled"])", {"bad", "bad_too"}),
              ElementsAre("bad failed", "bad_too failed", "naive not_run", "tiled not_run"));
  EXPECT_EQ(session.results().back().message, "not run: bad.cu does not compile; bad_too.cu does not compile");
}

TEST(LadderWorkload, WhatIsNamedBeforeAKernelThatDoesNotCompileIsRun) {
  RecordedSession session(createNullDevice(rightScript()));
  EXPECT_THAT(outcomesWith(session, R"(["naive","bad","tiled"])", {"bad"}),
              ElementsAre("naive ok", "bad failed", "tiled not_run"));
}

TEST(LadderWorkload, ProgressReachesItsTotalWhateverDoesNotCompile) {
  struct Case {
    const char* variants;
    std::vector<std::string> brought;
  };
  const Case cases[] = {{R"(["good","bad","naive"])", {"good", "bad"}},
                        {R"(["naive","tiled","bad"])", {"bad"}},
                        {R"(["naive","bad","tiled"])", {"bad"}},
                        {R"(["bad"])", {"bad"}}};
  for (const auto& [variants, brought] : cases)
    for (const std::string gpu : {"none", "a6000"}) {
      RecordedSession session(createNullDevice(rightScript()));
      outcomesWith(session, variants, brought, gpu);
      const std::vector<double>& fractions = session.fractions();
      EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end())) << variants << " " << gpu;
      EXPECT_DOUBLE_EQ(fractions.front(), 0);
      EXPECT_DOUBLE_EQ(fractions.back(), 1) << variants << " " << gpu;
    }
}

TEST(LadderWorkload, WrongKernelIsCaughtAndItsSpeedNotShown) {
  NullScript script;
  script.kernel = [](const KernelEntry& kernel, const LaunchShape&, std::span<void*> arguments) {
    const ScriptedCall call(arguments);
    call.multiply();
    if (kernel.name.find("tiled") != std::string_view::npos) call.c[0] += 1;
  };
  RecordedSession session(createNullDevice(script));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, R"({"id":1,"run":"matmul","n":16,"variants":["naive","tiled"]})").ok());
  ASSERT_EQ(session.results().size(), 2u);
  EXPECT_EQ(session.results()[0].status, RunResult::Status::Ok);
  const RunResult& wrong = session.results()[1];
  EXPECT_EQ(wrong.status, RunResult::Status::Failed);
  EXPECT_GT(wrong.error->value, wrong.error->limit);
  EXPECT_FALSE(wrong.gflops.has_value());
  EXPECT_EQ(wrong.seconds.repeats, 0);
  EXPECT_THAT(wrong.message, HasSubstr("wrong result"));
}

TEST(LadderWorkload, KernelThatWritesNothingDoesNotPassForTheOneBefore) {
  NullScript script;
  script.kernel = [](const KernelEntry& kernel, const LaunchShape&, std::span<void*> arguments) {
    if (kernel.name.find("tiled") == std::string_view::npos) ScriptedCall(arguments).multiply();
  };
  RecordedSession session(createNullDevice(script));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, R"({"id":1,"run":"matmul","n":16,"variants":["naive","tiled"]})").ok());
  EXPECT_EQ(session.results()[0].status, RunResult::Status::Ok);
  EXPECT_EQ(session.results()[1].status, RunResult::Status::Failed);
  EXPECT_THAT(session.results()[1].message, HasSubstr("not numbers"));
}

TEST(LadderWorkload, AnInfiniteElementIsNamed) {
  NullScript script;
  script.kernel = [](const KernelEntry&, const LaunchShape&, std::span<void*> arguments) {
    const ScriptedCall call(arguments);
    call.multiply();
    call.c[7] = -std::numeric_limits<float>::infinity();
  };
  RecordedSession session(createNullDevice(script));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, R"({"id":1,"run":"matmul","n":16,"variants":["naive"]})").ok());
  EXPECT_EQ(session.results()[0].status, RunResult::Status::Failed);
  EXPECT_THAT(session.results()[0].message, HasSubstr("left infinite values in its output: element 7 is -inf"));
}

TEST(LadderWorkload, FailedLaunchIsAResultAndTheNextVariantStillRuns) {
  NullScript script = rightScript();
  script.fail = [launches = 0](std::string_view call) mutable -> std::optional<Error> {
    if (call != "strataLaunchKernel" || launches++ > 0) return std::nullopt;
    return Error{ErrorCode::Internal, "the launch was refused", Storey::Runtime};
  };
  RecordedSession session(createNullDevice(script));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, R"({"id":1,"run":"matmul","n":8,"variants":["naive","tiled"]})").ok());
  ASSERT_EQ(session.results().size(), 2u);
  EXPECT_EQ(session.results()[0].status, RunResult::Status::Failed);
  EXPECT_EQ(session.results()[0].message, "the launch was refused");
  EXPECT_EQ(session.results()[1].status, RunResult::Status::Ok);
}

TEST(LadderWorkload, ALostDeviceEndsTheRun) {
  NullScript script = rightScript();
  script.fail = [launches = 0](std::string_view call) mutable -> std::optional<Error> {
    if (call != "strataLaunchKernel" || launches++ < 2) return std::nullopt;
    return Error{ErrorCode::AgentDied, "the context is lost", Storey::Hardware};
  };
  RecordedSession session(createNullDevice(script));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  const auto done = session.run(workload, R"({"id":1,"run":"matmul","n":8,"variants":["naive","tiled"]})");
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::AgentDied);
  EXPECT_TRUE(session.results().empty());
}

TEST(LadderWorkload, NoMemoryForTheInputsEndsTheRun) {
  NullScript script;
  script.fail = [](std::string_view call) -> std::optional<Error> {
    if (call != "strataMalloc") return std::nullopt;
    return Error{ErrorCode::OutOfMemory, "no memory left", Storey::Runtime};
  };
  RecordedSession session(createNullDevice(script));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  const auto done = session.run(workload, kTiledOnly);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::OutOfMemory);
  EXPECT_TRUE(session.results().empty());
}

TEST(LadderWorkload, StopIsHeardBetweenRepeats) {
  RecordedSession session(createNullDevice(rightScript()));
  session.onProgress = [&](std::string_view text) {
    if (text.find("repeat 2 of 4") != std::string_view::npos) session.stop().request_stop();
  };
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  const auto done = session.run(workload, kTiledOnly);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::Stopped);
  ASSERT_EQ(session.results().size(), 1u) << "the step that was being measured";
  EXPECT_EQ(session.results()[0].status, RunResult::Status::Stopped);
  EXPECT_THAT(session.results()[0].message, HasSubstr("repeat 2 of 4"));
  EXPECT_EQ(runResultFromJson(toJson(session.results()[0])).value().status, RunResult::Status::Stopped);
  const auto launches =
      test::eventsWhere(*session.read(), [](const TraceEvent& e) { return e.kind == EventKind::Kernel; });
  EXPECT_EQ(launches.size(), 2u);  // the warm-up and the first repeat
}

TEST(LadderWorkload, ProgressGrowsFromNothingToAll) {
  RecordedSession session(createNullDevice(rightScript()));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, kTiledOnly).ok());
  const std::vector<double>& fractions = session.fractions();
  EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
  EXPECT_DOUBLE_EQ(fractions.front(), 0);
  EXPECT_DOUBLE_EQ(fractions.back(), 1);
}

TEST(LadderWorkload, VariantThatCannotRunHereSaysWhy) {
  auto routines = scriptedRoutines();
  static const Step kTiledElsewhere = [] {
    Step step = test::missingStep();
    step.name = "tiled";
    return step;
  }();
  routines->back() = std::make_unique<StrataRoutine>(scriptedOperation(), kTiledElsewhere, test::scriptedKernel);
  RecordedSession session(createNullDevice(rightScript()));
  LadderWorkload workload(scriptedOperation(), {routines});
  ASSERT_TRUE(session.run(workload, R"({"id":1,"run":"matmul","n":8})").ok());
  ASSERT_EQ(session.results().size(), 2u);  // the library is not in this agent, and nobody asked for it
  EXPECT_EQ(session.results()[0].status, RunResult::Status::Ok);
  EXPECT_EQ(session.results()[1].status, RunResult::Status::Unsupported);
  EXPECT_THAT(session.results()[1].message, HasSubstr("not built for this device"));
}

TEST(LadderWorkload, VariantAskedForByNameThatThisAgentLacksIsUnsupported) {
  RecordedSession session(createNullDevice(rightScript()));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, R"({"id":1,"run":"matmul","variants":["library"]})").ok());
  ASSERT_EQ(session.results().size(), 1u);
  EXPECT_EQ(session.results()[0].status, RunResult::Status::Unsupported);
}

/// A kernel takes a nanosecond for each multiply-add, "naive" a hundred.
NullScript pacedScript() {
  NullScript script;
  const auto macs = std::make_shared<double>(0);
  script.kernel = [macs](const KernelEntry&, const LaunchShape&, std::span<void*> arguments) {
    const ScriptedCall call(arguments);
    *macs = static_cast<double>(call.m) * call.n * call.k;
  };
  script.duration = [macs](const DeviceWork& work) -> Duration {
    if (work.kind == WorkKind::Copy) return {500};
    return {static_cast<std::int64_t>(*macs * (work.name == "matmul_naive" ? 100 : 1))};
  };
  return script;
}

const char* const kLarge = R"({"id":1,"run":"matmul","n":1088,"repeat":4})";

TEST(LadderWorkload, StepsThatWouldTakeTooLongAreLeftOutAndSayWhy) {
  RecordedSession session(createNullDevice(pacedScript()));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, kLarge).ok());
  ASSERT_EQ(session.results().size(), 2u);
  const RunResult& naive = session.results()[0];
  EXPECT_EQ(naive.variant, "naive");
  EXPECT_EQ(naive.status, RunResult::Status::NotRun);
  EXPECT_THAT(naive.message, HasSubstr("its 5 runs should take 11 min"));
  EXPECT_THAT(naive.message, HasSubstr("slow=run"));
  EXPECT_TRUE(naive.message.starts_with("left out, slow=run runs it anyway: ")) << "where the rest has no room";
  ASSERT_NE(naive.figure("expected_seconds"), nullptr);
  EXPECT_NEAR(naive.figure("expected_seconds")->value, 128.8, 0.1) << "a nanosecond a hundred times for each of 1088³";
  EXPECT_EQ(naive.figure("expected_seconds")->provenance, Provenance::Modelled);
  EXPECT_TRUE(session.results()[1].wasRun()) << "1 s each is not too long";
}

TEST(LadderWorkload, WhatForetellsARunIsNoCallOfIt) {
  RecordedSession session(createNullDevice(pacedScript()));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, kLarge).ok());
  const auto snapshot = session.read();
  std::size_t ofRun = 0, foretelling = 0;
  for (std::size_t i = 1; i <= snapshot->callCount(); ++i) {
    const auto id = static_cast<CallId>(i);
    const std::string_view name = snapshot->name(snapshot->event(snapshot->call(id)->top).name);
    const bool foretells = name.ends_with("naive 256×128×256") || name.ends_with("tiled 256×128×256");
    EXPECT_EQ(isCalibration(*snapshot, id), foretells) << name;
    foretelling += foretells;
    ofRun += name.starts_with("tiled 1088×1088×1088");
  }
  EXPECT_GT(ofRun, 0u);
  EXPECT_GT(foretelling, 0u);
}

TEST(LadderWorkload, WhatIsLeftOutAndModelledIsPartOfProgress) {
  RecordedSession session(createNullDevice(pacedScript()));
  LadderWorkload workload(scriptedOperation(), {.routines = scriptedRoutines(), .memory = blindWatch()});
  ASSERT_TRUE(session.run(workload, R"({"id":1,"run":"matmul","n":1088,"repeat":4,"model_gpu":"a6000"})").ok());
  ASSERT_EQ(session.results().size(), 3u) << "naive once more, with its modelled time";
  EXPECT_EQ(session.results()[2].variant, "naive");
  const std::vector<double>& fractions = session.fractions();
  EXPECT_LE(*std::ranges::max_element(fractions), 1);
  EXPECT_DOUBLE_EQ(fractions.back(), 1);
}

TEST(LadderWorkload, StoppedWhileAStepIsModelledEachThatIsNotSaysWhy) {
  RecordedSession session(createNullDevice(rightScript()));
  session.onProgress = [&](std::string_view text) {
    if (text == "naive on NVIDIA RTX A6000, modelled") session.stop().request_stop();
  };
  LadderWorkload workload(scriptedOperation(), {.routines = scriptedRoutines(), .memory = blindWatch()});
  const auto done = session.run(
      workload, R"({"id":1,"run":"matmul","n":16,"repeat":2,"variants":["naive","tiled"],"model_gpu":"a6000"})");
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::Stopped);
  ASSERT_EQ(session.results().size(), 4u) << "each as it was measured, and once more";
  for (std::size_t i = 2; i < 4; ++i) {
    const RunResult& result = session.results()[i];
    EXPECT_EQ(result.variant, session.results()[i - 2].variant);
    EXPECT_EQ(result.status, RunResult::Status::Ok) << "what was measured is kept";
    EXPECT_THAT(result.message, HasSubstr("its time on NVIDIA RTX A6000 is not modelled: the run was stopped"));
  }
}

TEST(LadderWorkload, ATimeThatRoundsToTheLimitIsSeenToBeOverIt) {
  EXPECT_EQ(roughlyBeyond(Duration{60'300'000'000}, kSlowStep), "just over 60 s");
  EXPECT_EQ(roughlyBeyond(Duration{87'000'000'000}, kSlowStep), "87 s");
}

TEST(LadderWorkload, SlowStepsRunWhereTheRequestSaysSo) {
  RecordedSession session(createNullDevice(pacedScript()));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, R"({"id":1,"run":"matmul","n":1088,"repeat":4,"slow":"run"})").ok());
  ASSERT_EQ(session.results().size(), 2u);
  EXPECT_NE(session.results()[0].status, RunResult::Status::Unsupported);
}

TEST(LadderWorkload, WhatIsSoonDoneIsNotForetold) {
  RecordedSession session(createNullDevice(rightScript()));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, kTiledOnly).ok());
  EXPECT_EQ(session.results()[0].figure("expected_seconds"), nullptr);
}

TEST(LadderWorkload, StopIsHeardWhileItIsForetold) {
  RecordedSession session(createNullDevice(pacedScript()));
  session.onProgress = [&](std::string_view text) {
    if (text.find("how long it will take: tiled") != std::string_view::npos) session.stop().request_stop();
  };
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  const auto done = session.run(workload, kLarge);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::Stopped);
}

Cost ofMatrixUnits(const Problem& problem) {
  Cost cost = scriptedOperation().steps.front().cost(problem);
  cost.factors = Factors::Bf16;
  return cost;
}

// What stands above a roof has it measured again. The one that was measured is not matrix units'.
TEST(LadderWorkload, WhatMatrixUnitsReachHasNoRoofMeasuredAgain) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "matrix-unit-roofs.json";
  for (const bool units : {false, true}) {
    Step step = *findStep(scriptedOperation(), "tiled");
    if (units) step.cost = ofMatrixUnits;
    Operation operation = scriptedOperation();
    operation.steps = {&step, 1};
    const auto routines = std::make_shared<Routines>();
    routines->push_back(std::make_unique<StrataRoutine>(operation, step, test::scriptedKernel));
    NullScript script = rightScript();
    script.duration = scriptedTimes();
    RecordedSession session(createNullDevice(script));
    const RoofKeeper keeper(file);
    EXPECT_TRUE(keeper.keep(session.device().info(), {1e6, 1000, "none", "none"}).ok());
    LadderWorkload workload(operation, {.routines = routines, .roofs = keeper});
    ASSERT_TRUE(session.run(workload, kTiledOnly).ok());
    EXPECT_EQ(keeper.kept(session.device().info())->confirmed.at > 0, !units);
  }
  std::filesystem::remove(file);
}

TEST(LadderWorkload, TensorsOfTheLastRunCanBeFetched) {
  RecordedSession session(createNullDevice(rightScript()));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  EXPECT_FALSE(workload.fetch("C").ok());
  ASSERT_TRUE(session.run(workload, kTiledOnly).ok());
  ASSERT_EQ(session.posted().size(), 1u);
  EXPECT_EQ(nlohmann::json::parse(session.posted()[0].json)["name"], "C");
  EXPECT_EQ(session.posted()[0].blob.size(), 5u * 9u);
  EXPECT_EQ(workload.fetch("A").value().blob.size(), 5u * 7u);
  EXPECT_EQ(workload.fetch("B").value().blob.size(), 7u * 9u);
  EXPECT_THAT(workload.fetch("D").error().message, HasSubstr("A, B, C"));
}

/// Large copies between the repeats are nothing that a result was measured with.
TEST(LadderWorkload, WhatFlushesTheCachesIsNotTimed) {
  RecordedSession session(createNullDevice(rightScript()));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  const char* const kCold =
      R"({"id":1,"run":"matmul","n":9,"m":5,"k":7,"variants":["tiled"],"repeat":4,"caches":"cold"})";
  ASSERT_TRUE(session.run(workload, kCold).ok());
  const auto snapshot = session.read();
  const RunResult& result = session.results().at(0);
  const std::vector<TimedPart> parts = timedPartsOf(result.firstCall, result.lastCall, *snapshot);
  EXPECT_EQ(parts.size(), 4u) << "one of each repeat";
  const TimedCalls timed(parts);
  std::size_t flushes = 0, kernels = 0, copies = 0;
  for (const TraceEvent& event : test::eventsWhere(*snapshot, [](const TraceEvent& e) { return isWork(e.kind); })) {
    if (timed.holds(event)) ++(event.kind == EventKind::Kernel ? kernels : copies);
    const auto call = snapshot->call(event.call);
    flushes += call && snapshot->name(snapshot->event(call->top).name) == kCachesFlushed;
  }
  EXPECT_EQ(kernels, 4u);
  EXPECT_EQ(copies, 0u);
  EXPECT_EQ(flushes, 5u) << "before the warm-up, too";
}

TEST(LadderWorkload, ARepeatWalksThroughEveryStoreyThatIsAlive) {
  RecordedSession session(createNullDevice(rightScript()));
  LadderWorkload workload(scriptedOperation(), {scriptedRoutines()});
  ASSERT_TRUE(session.run(workload, kTiledOnly).ok());
  const auto snapshot = session.read();
  ASSERT_TRUE(snapshot->problems().empty()) << snapshot->problems()[0];
  const auto median = static_cast<CallId>(session.results()[0].medianCall);
  ASSERT_TRUE(snapshot->call(median).has_value());
  EXPECT_EQ(snapshot->name(snapshot->event(snapshot->call(median)->top).name), "tiled 5×9×7");
  std::array<int, kStoreyCount> seen{};
  for (const EventRef& ref : eventsOfCall(*snapshot, median))
    ++seen[static_cast<std::size_t>(snapshot->event(ref).storey)];
  for (Storey storey : {Storey::Model, Storey::Framework, Storey::Library, Storey::Runtime, Storey::Hardware})
    EXPECT_GT(seen[static_cast<std::size_t>(storey)], 0) << storeyInfo(storey).key;
}

}  // namespace
}  // namespace strata
