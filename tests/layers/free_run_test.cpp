#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/backends/null/null_device.h"
#include "engine/trace/compile_args.h"
#include "engine/trace/trace_query.h"
#include "kernels/microscope/microscope.h"
#include "kernels/operation/kernel_table.h"
#include "layers/library/routine.h"
#include "layers/workloads/kernel/kernel_experiment.h"
#include "layers/workloads/kernel/kernel_workload.h"
#include "layers/workloads/ladder/step_check.h"
#include "tests/layers/beyond_caches.h"
#include "tests/layers/recorded_session.h"

namespace strata {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Status = RunResult::Status;

class FreeRuns : public testing::Test {
 protected:
  FreeRuns() : m_workloads(kernelWorkloads({.routines = std::make_shared<Routines>(), .own = hostKernels()})) {}

  Workload& kernels() { return *m_workloads.front(); }
  Result<void> send(const std::string& text, nlohmann::json parameters = nlohmann::json::object()) {
    parameters.update({{"id", 1}, {"run", "kernel"}, {"own_kernels", {{{"name", "mine"}, {"text", text}}}}});
    return m_session.run(kernels(), parameters.dump());
  }
  RunResult run(const std::string& text, nlohmann::json parameters = nlohmann::json::object()) {
    const auto done = send(text, std::move(parameters));
    EXPECT_TRUE(done.ok()) << done.error().message;
    EXPECT_FALSE(m_session.results().empty());
    return m_session.results().empty() ? RunResult() : m_session.results().back();
  }

  Workloads m_workloads;
  test::RecordedSession m_session{openCpuDevice().value()};
};

std::string smooth() {
  return std::string(freeKernelTemplate());
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST_F(FreeRuns, TheTemplateIsRight) {
  const RunResult result = run(smooth(), {{"n", 1000}});
  EXPECT_EQ(result.status, Status::Ok) << result.message;
  EXPECT_EQ(result.variant, "mine");
  EXPECT_EQ(result.text, smooth());
  ASSERT_TRUE(result.error);
  EXPECT_GT(result.error->value, 0);
  EXPECT_LE(result.error->value, 1e-6);
  EXPECT_EQ(result.seconds.repeats, 5);
  EXPECT_GT(result.seconds.median, 0);
}

TEST_F(FreeRuns, TakeTypesByTheNamesThatTheFileGivesThem) {
  const RunResult result = run(R"(// strata: n = 300
// in float x[n] = random
// out float y[n]
// twice<<<(n + 63) / 64, 64, 256>>>(y, x, n, 2)
// expect y[i] = 2 * x[i]
typedef float Real;
using Reals = Real*;
using Count = int;
__global__ void twice(Reals y, const Real* x, Count n, Real factor) {
  extern __shared__ Real tile[];
  const Count i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tile[threadIdx.x] = x[i];
  if (i < n) y[i] = factor * tile[threadIdx.x];
})");
  EXPECT_EQ(result.status, Status::Ok) << result.message;
}

std::string turned() {
  return R"(// strata: n = 128 step 64
// in float x[n] = random
// out float y[n]
// turned<<<n / 64, 64, 512>>>(y, x)
// expect y[i] = x[i - i % 64 + 63 - i % 64] + 63 - i % 64
struct Cell {
  float value;
  int index;
};
__global__ void turned(float* y, const float* x) {
  extern __shared__ Cell cells[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  cells[threadIdx.x] = {x[i], static_cast<int>(threadIdx.x)};
  __syncthreads();
  const Cell other = cells[63 - threadIdx.x];
  y[i] = other.value + other.index;
})";
}

TEST_F(FreeRuns, DynamicSharedMemoryMayHoldTheTextsOwnTypes) {
  const RunResult result = run(turned());
  EXPECT_EQ(result.status, Status::Ok) << result.message;
}

TEST_F(FreeRuns, DynamicSharedMemoryOfTheTextsOwnTypesIsWatched) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  const RunResult right = run(turned(), {{"observe", "errors"}});
  EXPECT_EQ(right.status, Status::Ok) << right.message;
  ASSERT_TRUE(right.findings);
  EXPECT_TRUE(right.findings->findings.empty()) << right.findings->findings.front().sentence;
  const RunResult wrong =
      run(replaced(turned(), "cells[63 - threadIdx.x]", "cells[64 - threadIdx.x]"), {{"observe", "errors"}});
  ASSERT_TRUE(wrong.findings && !wrong.findings->findings.empty()) << wrong.message;
  EXPECT_EQ(wrong.findings->findings.front().line, 15);
}

TEST_F(FreeRuns, AnErrorBesideDynamicSharedMemoryStandsAtItsLine) {
  const RunResult result = run(replaced(turned(), "other.index;", "other.place;"));
  EXPECT_EQ(result.status, Status::Failed);
  EXPECT_THAT(result.message,
              AllOf(HasSubstr("mine.cu:16:"), HasSubstr("place"), Not(HasSubstr("STRATA_")), Not(HasSubstr("/tmp"))));
}

TEST_F(FreeRuns, EveryStoreyHasItsPart) {
  run(smooth(), {{"repeat", 1}});
  const auto snapshot = m_session.read();
  for (const Storey storey : {Storey::Model, Storey::Framework, Storey::Library, Storey::Runtime})
    EXPECT_FALSE(test::eventsWhere(
                     *snapshot,
                     [&](const TraceEvent& event) { return event.kind == EventKind::Slice && event.storey == storey; })
                     .empty())
        << static_cast<int>(storey);
  const auto works =
      test::eventsWhere(*snapshot, [](const TraceEvent& event) { return event.kind == EventKind::Kernel; });
  ASSERT_FALSE(works.empty());
  EXPECT_EQ(snapshot->name(works.front().name), "smooth");
  const auto builds = test::eventsWhere(*snapshot, [&](const TraceEvent& event) {
    return event.storey == Storey::Compiler && snapshot->text(event, arg::kKernels) == "smooth";
  });
  ASSERT_EQ(builds.size(), 1u) << "which kernels were compiled is told, so that a call can say when its own were";
  EXPECT_FALSE(snapshot->text(builds.front(), arg::kProvider).empty());
}

TEST_F(FreeRuns, AWrongResultNamesItsElement) {
  const RunResult result = run(replaced(smooth(), "x[i] + right", "x[i] - right"));
  EXPECT_EQ(result.status, Status::Failed);
  EXPECT_THAT(result.message, HasSubstr("is expected (line 7)"));
  EXPECT_EQ(result.seconds.repeats, 0);
}

TEST_F(FreeRuns, WhatNobodyWroteIsNoNumber) {
  const RunResult result = run(replaced(smooth(), "if (i >= n)", "if (i >= n - 1)"), {{"n", 100}});
  EXPECT_EQ(result.status, Status::Failed);
  EXPECT_THAT(result.message, HasSubstr("y[99] is not a number"));
}

TEST_F(FreeRuns, WhatIsInfiniteIsSaidToBe) {
  for (const auto& [value, said] : {std::pair("INFINITY", "y[7] is inf, and "), {"-INFINITY", "y[7] is -inf, and "}}) {
    const RunResult result = run(R"(// strata: n = 100
// out float y[n]
// fill<<<(n + 63) / 64, 64>>>(y, n)
// expect y[i] = i
__global__ void fill(float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = i == 7 ? )" + std::string(value) +
                                 R"( : i;
}
)");
    EXPECT_EQ(result.status, Status::Failed);
    EXPECT_THAT(result.message,
                AllOf(HasSubstr(std::string(said) + "7 is expected (line 4)"), Not(HasSubstr("nobody"))));
  }
}

TEST_F(FreeRuns, WholeNumbersAreExactAndStateIsPutBack) {
  const RunResult result = run(R"(// strata: n = 300
// inout int x[n] = i * 100000 + random(0, 7) * 0
// add<<<(n + 63) / 64, 64>>>(x, n)
// expect x[i] = x[i] + 3
__global__ void add(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 3;
}
)");
  EXPECT_EQ(result.status, Status::Ok) << result.message;
  EXPECT_EQ(result.error->limit, 0);
  EXPECT_EQ(result.error->value, 0);
}

TEST(FreeRunRoofs, AreMeasuredAgainWhereAKernelBeatsThemWithMoreThanCachesHold) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "free-kernels-roofs.json";
  const RoofKeeper keeper(file);
  test::RecordedSession session(openCpuDevice().value());
  const Workloads workloads = kernelWorkloads(
      {.routines = std::make_shared<Routines>(strataRoutines(findKernel)), .roofs = keeper, .own = hostKernels()});
  const std::string text = R"(// strata: n = 64
// inout float x[n] = zeros
// rest<<<1, 64>>>(x)
// expect none
__global__ void rest(float* x) {}
)";
  const auto roofAfter = [&](std::int64_t n) {
    EXPECT_TRUE(keeper.keep(session.device().info(), {.bytesPerSecond = 1e6, .flops = 1e18}).ok());
    const nlohmann::json request = {
        {"id", 1}, {"run", "kernel"}, {"n", n}, {"repeat", 1}, {"own_kernels", {{{"name", "mine"}, {"text", text}}}}};
    EXPECT_TRUE(session.run(*workloads.front(), request.dump()).ok());
    return keeper.kept(session.device().info())->bytesPerSecond;
  };
  EXPECT_EQ(roofAfter(4096), 1e6);
  EXPECT_GT(roofAfter(test::floatsBeyondCaches(session.device().info())), 1e8);
  std::filesystem::remove(file);
}

TEST(FreeRunTimes, ThatAreMostlyThoseOfTheirEventsSaySo) {
  const auto resultWith = [](Duration kernel) {
    NullScript script;
    script.event = {500};
    script.duration = [kernel](const DeviceWork&) { return kernel; };
    test::RecordedSession session(createNullDevice(script));
    const auto compile = [](const OwnUnit&, OwnBuild, WorkContext&) -> Result<KernelFinder> {
      static const int code = 0;
      return KernelFinder([](std::string_view name) { return KernelEntry{name, &code}; });
    };
    const Workloads workloads =
        kernelWorkloads({.routines = std::make_shared<Routines>(), .own = {.compile = compile}});
    const std::string text = R"(// strata: n = 64
// inout float x[n] = zeros
// rest<<<1, n>>>(x)
// expect none
__global__ void rest(float* x) {}
)";
    const nlohmann::json request = {
        {"id", 1}, {"run", "kernel"}, {"own_kernels", {{{"name", "mine"}, {"text", text}}}}};
    const auto done = session.run(*workloads.front(), request.dump());
    EXPECT_TRUE(done.ok()) << done.error().message;
    return session.results().at(0);
  };
  const RunResult nothing = resultWith({400}), something = resultWith({600});
  EXPECT_DOUBLE_EQ(nothing.seconds.median, 900e-9);
  ASSERT_TRUE(nothing.figure("events_alone"));
  EXPECT_DOUBLE_EQ(nothing.figure("events_alone")->value, 500e-9);
  EXPECT_THAT(nothing.message, HasSubstr("expects none; half of its time"));
  EXPECT_FALSE(something.figure("events_alone"));
}

TEST_F(FreeRuns, RepetitionsAlternate) {
  const RunResult result = run(R"(// strata: n = 128
// steps = 4
// inout float a[n] = i
// inout float b[n] = zeros
// repeat t < steps
//   shift<<<1, n>>>(b, a, n, t + 1)
//   shift<<<1, n>>>(a, b, n, 0)
// end
// expect a[i] = (i + 10) % n
__global__ void shift(float* to, const float* from, int n, int by) {
  to[threadIdx.x] = from[(threadIdx.x + by) % n];
}
)");
  EXPECT_EQ(result.status, Status::Ok) << result.message;
}

TEST_F(FreeRuns, ProductsAreCheckedBySamplesWhereTheyAreLarge) {
  const RunResult result = run(R"(// strata: n = 300
// in float A[n][n] = random
// in float B[n][n] = random
// out float C[n][n]
// product<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(C, A, B, n)
// expect C[r][c] = sum(k < n, A[r][k] * B[k][c])
__global__ void product(float* C, const float* A, const float* B, int n) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= n || c >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += A[r * n + k] * B[k * n + c];
  C[r * n + c] = sum;
}
)",
                               {{"repeat", 1}});
  EXPECT_EQ(result.status, Status::Ok) << result.message;
  EXPECT_THAT(result.error->metric, HasSubstr("samples"));
}

TEST_F(FreeRuns, NothingExpectedIsSaid) {
  const RunResult result =
      run(replaced(smooth(), "expect y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3  tolerance 1e-6", "expect none"));
  EXPECT_EQ(result.status, Status::Ok);
  EXPECT_FALSE(result.error);
  EXPECT_THAT(result.message, HasSubstr("not checked"));
}

TEST_F(FreeRuns, ErrorsAreFoundAtTheirLines) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  const RunResult result = run(replaced(smooth(), "i < n - 1 ? x[i + 1]", "i < n ? x[i + 1]"), {{"observe", "errors"}});
  ASSERT_TRUE(result.findings);
  ASSERT_EQ(result.findings->findings.size(), 1u);
  EXPECT_EQ(result.findings->findings[0].kind, "out of bounds");
  EXPECT_EQ(result.findings->findings[0].file, "mine.cu");
  EXPECT_EQ(result.findings->findings[0].line, 12);
  EXPECT_THAT(result.message, HasSubstr("mine was not run: mine.cu:12: out of bounds: Thread "));
  EXPECT_GE(result.findings->problems.size(), 2u);
  EXPECT_THAT(run(smooth(), {{"observe", "errors"}}).findings->findings, testing::IsEmpty());
}

TEST_F(FreeRuns, WhatIsWrongAtOtherSizesOnlyIsToldSo) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  const RunResult result = run(replaced(smooth(), "  if (i >= n) return;\n", "\n"), {{"observe", "errors"}});
  ASSERT_TRUE(result.findings && !result.findings->findings.empty());
  EXPECT_EQ(result.findings->problems, (std::vector<std::string>{"n=4096", "n=4095"}));
  for (const Finding& finding : result.findings->findings) EXPECT_EQ(finding.problem, "n=4095") << finding.sentence;
  EXPECT_THAT(result.message, AllOf(HasSubstr("mine was not run: mine.cu:1"), HasSubstr("(at n=4095)"),
                                    HasSubstr("seen at n=4095, and not at n=4096"), HasSubstr(" step ")));
  const RunResult everywhere =
      run(replaced(smooth(), "i < n - 1 ? x[i + 1]", "i < n ? x[i + 1]"), {{"observe", "errors"}});
  EXPECT_THAT(everywhere.message, Not(HasSubstr(" step "))) << "it is wrong at its own size, too";
}

TEST_F(FreeRuns, WhatIsReadAndWhatIsWrittenOutOfBoundsInOneLineAreTwoErrors) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  const std::string turn = R"(// strata: n = 60
// in float x[n][n] = random
// out float y[n][n]
// turn<<<((n+31)/32, (n+31)/32), (32,32)>>>(y, x, n)
// expect y[i][j] = x[j][i]
__global__ void turn(float* out, const float* in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}
)";
  const RunResult result = run(turn, {{"observe", "errors"}});
  ASSERT_TRUE(result.findings);
  std::vector<std::string> sentences;
  std::uint64_t times = 0;
  for (const Finding& finding : result.findings->findings) {
    EXPECT_EQ(finding.kind, "out of bounds");
    EXPECT_EQ(finding.line, 8);
    sentences.push_back(finding.sentence);
    times += finding.times;
  }
  EXPECT_THAT(sentences,
              testing::UnorderedElementsAre(testing::AllOf(HasSubstr("reads element"), HasSubstr("of x,")),
                                            testing::AllOf(HasSubstr("writes element"), HasSubstr("of y,"))));
  EXPECT_EQ(times, result.findings->threadsEnded) << "each thread has one";
}

TEST_F(FreeRuns, WhatAThreadWasEndedForIsWhyItWasNotRun) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  const std::string mask =
      "// strata: n = 64\n// in float x[n] = random\n// out float y[n]\n// sums<<<1, 64>>>(y, x, n)\n// expect none\n"
      "__global__ void sums(float* y, const float* x, int n) {\n"
      "  const int i = threadIdx.x;\n"
      "  const float v = __shfl_down_sync(0xffffu, x[i % n], 16);\n"
      "  if (i < n) y[i] = v;\n}\n";
  const RunResult result = run(mask, {{"observe", "errors"}});
  EXPECT_EQ(result.status, Status::Failed);
  EXPECT_THAT(result.message, HasSubstr("mine was not run: mine.cu:8: warp function: Lanes 16 to 31 call with the mask "
                                        "0xffff, which leaves themselves out, thread 16 first"));
  ASSERT_TRUE(result.findings);
  EXPECT_TRUE(result.findings->findings[0].ends);
}

TEST_F(FreeRuns, ALoopWhoseThreadsMeetWithoutEndIsOneFinding) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  const std::string text =
      "// strata: n = 64\n// in float x[n] = random\n// out float y[n]\n// waits<<<1, 64>>>(y, x, n)\n// expect none\n"
      "__global__ void waits(float* y, const float* x, int n) {\n"
      "  __shared__ float tile[64];\n  const int t = threadIdx.x;\n  tile[t] = 0.0f;\n  __syncthreads();\n"
      "  for (int s = 0; s < n;) {\n    const float next = tile[(t + 1) % 64];\n    __syncthreads();\n"
      "    tile[t] = next + x[t % n];\n    __syncthreads();\n  }\n  if (t < n) y[t] = tile[t];\n}\n";
  const RunResult result = run(text, {{"observe", "errors"}});
  ASSERT_TRUE(result.findings);
  ASSERT_EQ(result.findings->findings.size(), 1u);
  EXPECT_EQ(result.findings->findings[0].kind, "endless");
  EXPECT_EQ(result.findings->findings[0].line, 13);
  EXPECT_EQ(result.findings->findings[0].times, 64 * result.findings->problems.size());
  EXPECT_THAT(result.message, HasSubstr("its threads meet at barriers without end"));
}

TEST_F(FreeRuns, FindingsNameTheElementOfSharedMemory) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  const std::string text =
      "// strata: n = 64\n// in float x[n] = random\n// out float y[n]\n// turn<<<1, 64>>>(y, x, n)\n// expect none\n"
      "__global__ void turn(float* y, const float* x, int n) {\n"
      "  __shared__ float tile[64];\n  const int i = threadIdx.x;\n"
      "  tile[i] = x[i % n];\n"
      "  if (i < n) y[i] = tile[(i + 32) % 64];\n}\n";
  const RunResult result = run(text, {{"observe", "errors"}});
  ASSERT_TRUE(result.findings);
  ASSERT_FALSE(result.findings->findings.empty());
  EXPECT_EQ(result.findings->findings[0].kind, "race");
  EXPECT_THAT(result.findings->findings[0].sentence, HasSubstr(" shared tile["));
}

TEST_F(FreeRuns, ASumOfAllBlocksWithoutAtomicIsARaceBetweenThemAndBeginsWithNothing) {
  if (!canObserveKernels()) GTEST_SKIP() << "with a sanitizer no kernel is watched";
  const std::string sum =
      "// strata: n = 4096\n// in float x[n] = random\n// out float total[1]\n// sum<<<n / 128, 128>>>(total, x)\n// "
      "expect none\n"
      "__global__ void sum(float* total, const float* x) {\n"
      "  *total += x[blockIdx.x * 128 + threadIdx.x];\n}\n";
  std::map<std::string, std::string> said;
  for (const Finding& finding : run(sum, {{"observe", "errors"}}).findings.value_or(KernelFindings{}).findings)
    said[finding.kind] = finding.sentence;
  EXPECT_THAT(said["race"], HasSubstr("of block 1"));
  EXPECT_THAT(said["race"], HasSubstr("blocks do not wait for each other"));
  EXPECT_THAT(said["uninitialised"], HasSubstr("element 0 of total"));
}

TEST_F(FreeRuns, SaysWhatIsWrongWithoutRunning) {
  const auto nothing = m_session.run(kernels(), R"({"id":1,"run":"kernel"})");
  ASSERT_FALSE(nothing.ok());
  EXPECT_THAT(nothing.error().message, HasSubstr("--file life.cu"));
  const auto fill = send(replaced(smooth(), "= random", "= rnadom"));
  ASSERT_TRUE(fill.ok());
  EXPECT_THAT(m_session.results().back().message, HasSubstr("mine.cu:4: error"));
  EXPECT_EQ(run(replaced(smooth(), "y[i] = (left", "y[i] = (lfet")).status, Status::Failed);
  EXPECT_THAT(m_session.results().back().message, HasSubstr("mine.cu:13"));
  EXPECT_THAT(send(smooth(), {{"n", 0}}).error().message, HasSubstr("from 1 to"));
}

TEST_F(FreeRuns, TensorsAreThereToBeFetched) {
  EXPECT_FALSE(kernels().fetch("y").ok());
  run(smooth(), {{"n", 64}, {"repeat", 1}});
  const auto y = kernels().fetch("y");
  ASSERT_TRUE(y.ok()) << y.error().message;
  EXPECT_EQ(y.value().blob.size(), 64u);
  EXPECT_THAT(kernels().fetch("z").error().message, HasSubstr("no tensor 'z'"));
}

}  // namespace
}  // namespace strata
