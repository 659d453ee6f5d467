#include "layers/library/one_dnn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/backends/cpu/cpu_device.h"
#include "kernels/conv2d/conv2d_operation.h"
#include "kernels/matmul/matmul_operation.h"
#include "kernels/operation/kernel_table.h"
#include "layers/library/library_layer.h"
#include "layers/library/one_dnn_routine.h"
#include "layers/workloads/bench/library_bench.h"
#include "layers/workloads/ladder/ladder_workload.h"
#include "tests/layers/recorded_session.h"

namespace strata {
namespace {

using test::eventsWhere;
using test::RecordedSession;
using ::testing::HasSubstr;

std::shared_ptr<const Routines> routinesWithOneDnn() {
  auto routines = std::make_shared<Routines>(strataRoutines(findKernel));
  routines->push_back(std::make_unique<OneDnnRoutine>(matmulOperation(), "onednn"));
  routines->push_back(std::make_unique<OneDnnRoutine>(conv2dOperation(), "library"));
  return routines;
}

/// Runs oneDNN's variant of a ladder with these parameters, twice on the same tensors, against the fp64 reference.
class OneDnnLadder : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!oneDnn().ok()) GTEST_SKIP() << oneDnn().error().message;
  }

  RunResult run(const Operation& operation, std::string_view variant, std::string parameters) {
    parameters = R"({"id":1,"run":")" + std::string(operation.name) + R"(","variants":[")" + std::string(variant) +
                 R"("],"repeat":2,"check":"full",)" + parameters + "}";
    LadderWorkload workload(operation, {routinesWithOneDnn()});
    const auto done = m_session.run(workload, parameters);
    EXPECT_TRUE(done.ok()) << done.error().message;
    return m_session.results().size() == 1 ? m_session.results()[0] : RunResult{};
  }

  void expectRight(const RunResult& result) {
    ASSERT_EQ(result.status, RunResult::Status::Ok) << result.message;
    EXPECT_LE(result.error->value, result.error->limit);
  }

  RecordedSession m_session{openCpuDevice().value()};
};

using OneDnnConvolutions = OneDnnLadder;
TEST_P(OneDnnConvolutions, AreRight) {
  expectRight(run(conv2dOperation(), "library", GetParam()));
}
INSTANTIATE_TEST_SUITE_P(
    OddShapes, OneDnnConvolutions,
    ::testing::Values(R"("c":1,"h":1,"filters":1,"r":1,"pad":0)", R"("c":1,"h":3,"filters":1,"pad":0,"bias":1)",
                      R"("n":2,"c":5,"h":7,"w":11,"filters":13,"bias":1)",
                      R"("n":3,"c":19,"h":5,"w":4,"filters":67,"pad":2)",
                      R"("c":3,"h":37,"filters":17,"r":7,"stride":2,"pad":3)",
                      R"("c":4,"h":23,"w":41,"filters":6,"r":1,"s":5,"stride":3,"pad":0,"bias":1)",
                      R"("c":16,"h":17,"filters":40,"r":1,"stride":2,"pad":0)",
                      R"("c":6,"h":19,"filters":10,"dilation":2,"pad":2,"groups":2,"bias":1)",
                      R"("n":2,"c":12,"h":13,"filters":12,"groups":12,"bias":1)",
                      R"("n":2,"c":6,"h":15,"w":9,"filters":12,"groups":3,"pad":4)",
                      R"("c":2,"h":40,"filters":3,"r":4,"s":2,"stride":5,"pad":1,"dilation":3)",
                      R"("c":2,"h":31,"filters":2,"r":31,"pad":0)", R"("c":33,"h":16,"w":64,"filters":65,"bias":1)",
                      R"("n":2,"c":64,"h":14,"filters":64)", R"("c":2,"h":16,"filters":3,"r":2,"stride":16,"pad":20)"));

using OneDnnProducts = OneDnnLadder;
TEST_P(OneDnnProducts, AreRight) {
  expectRight(run(matmulOperation(), "onednn", GetParam()));
}
INSTANTIATE_TEST_SUITE_P(OddShapes, OneDnnProducts,
                         ::testing::Values(R"("n":1)", R"("m":1,"n":1,"k":997)", R"("m":2,"n":3,"k":5)",
                                           R"("m":257,"n":130,"k":511)", R"("m":31,"n":37,"k":41,"trans_a":1)",
                                           R"("m":31,"n":37,"k":41,"trans_b":1)",
                                           R"("m":65,"n":33,"k":67,"trans_a":1,"trans_b":1)", R"("m":113,"n":1,"k":7)",
                                           R"("m":5,"n":7,"k":3,"batch":9)",
                                           R"("m":17,"n":19,"k":23,"trans_a":1,"trans_b":1,"batch":2)"));

using OneDnnNarrow = OneDnnLadder;
TEST_P(OneDnnNarrow, IsRightOrSaysThatThisProcessorHasNoneOfIt) {
  const RunResult result = run(matmulOperation(), "onednn", GetParam());
  if (result.status == RunResult::Status::Unsupported)
    EXPECT_THAT(result.message, HasSubstr("oneDNN"));
  else
    expectRight(result);
}
INSTANTIATE_TEST_SUITE_P(Types, OneDnnNarrow,
                         ::testing::Values(R"("m":33,"n":31,"k":64,"type":"bf16")",
                                           R"("m":33,"n":31,"k":64,"type":"fp16")",
                                           R"("m":9,"n":24,"k":17,"type":"bf16","trans_a":1,"batch":2)"));

using OneDnnTrace = OneDnnLadder;
TEST_F(OneDnnTrace, HasTheImplementationAndItsWorkspace) {
  const RunResult result = run(conv2dOperation(), "library", R"("c":32,"h":28,"filters":32)");
  expectRight(result);
  const auto snapshot = m_session.read();
  const auto calls =
      eventsWhere(*snapshot, [&](const TraceEvent& e) { return snapshot->name(e.name) == "dnnl_primitive_execute"; });
  ASSERT_GE(calls.size(), 3u);  // a warm-up and two repeats
  const auto text = [&](std::string_view key) {
    return std::string(snapshot->name(std::get<NameId>(snapshot->arg(calls[0], key).value())));
  };
  EXPECT_THAT(text(arg::kProvider), HasSubstr("oneDNN " + oneDnn().value()->version()));
  EXPECT_FALSE(text(arg::kAlgorithm).empty());
  const Figure* workspace = result.figure("workspace");
  const auto inTrace = snapshot->arg(calls[0], arg::kWorkspace);
  ASSERT_EQ(workspace != nullptr, inTrace.has_value());
  if (workspace) {
    EXPECT_EQ(static_cast<double>(std::get<std::int64_t>(*inTrace)), workspace->value);
  }
}

TEST_F(OneDnnTrace, Tf32IsRefusedWithASentence) {
  const RunResult result = run(matmulOperation(), "onednn", R"("n":8,"type":"tf32")");
  EXPECT_EQ(result.status, RunResult::Status::Unsupported);
  EXPECT_THAT(result.message, HasSubstr("choose fp32"));
}

TEST_F(OneDnnTrace, BenchComparesTheConvolutionWithItselfCalledDirectly) {
  LibraryBench bench(conv2dOperation(), routinesWithOneDnn(), directOneDnn(conv2dOperation()));
  const auto done = m_session.run(bench, R"({"id":1,"run":"conv2d-bench","c":8,"h":12,"filters":8,"repeat":3})");
  ASSERT_TRUE(done.ok()) << done.error().message;
  ASSERT_EQ(m_session.posted().size(), 1u);
  const auto report = nlohmann::json::parse(m_session.posted()[0].json);
  EXPECT_EQ(report["bench"], "conv2d");
  EXPECT_DOUBLE_EQ(report["ratio"].get<double>(),
                   report["library_seconds"].get<double>() / report["direct_seconds"].get<double>());
  EXPECT_EQ(report["fastest_library"], "library");
  EXPECT_DOUBLE_EQ(report["best_step_share"].get<double>(),
                   report["best_step_gflops"].get<double>() / report["fastest_library_gflops"].get<double>());
}

TEST(OneDnn, NotThereIsASentenceWithARemedy) {
  const auto missing = OneDnn::load("libno-such-dnn.so");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::Unavailable);
  EXPECT_EQ(missing.error().storey, Storey::Library);
  EXPECT_THAT(missing.error().message, HasSubstr("apt install libdnnl-dev"));
  EXPECT_THAT(missing.error().message, HasSubstr("libno-such-dnn.so"));

  const StoreyState state = probeCpuLibrary(openBlas(), missing);
  EXPECT_EQ(state.available, openBlas().ok());
  EXPECT_THAT(state.reason, HasSubstr("oneDNN cannot be loaded"));
  EXPECT_THAT(state.remedy, HasSubstr("install Strata's package again"));
  EXPECT_THAT(state.remedy, HasSubstr("libdnnl-dev"));
}

// Who has Strata's module lacks only the library that it is linked to, and needs no compiler.
TEST(OneDnn, WithItsModuleAloneTheLibrarysPackageIsNamed) {
  EXPECT_EQ(oneDnnRemedy("libdnnl.so.2: cannot open shared object file: No such file or directory"),
            "sudo apt install libdnnl2");
  EXPECT_EQ(oneDnnRemedy("Loading oneDNN failed: libdnnl.so.3: cannot open shared object file"),
            "sudo apt install libdnnl3");
}

TEST(OneDnn, AnotherLibraryIsNotTakenForItsModule) {
  const auto other = OneDnn::load("libc.so.6");
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("is not Strata's module"));
}

TEST(OneDnn, WithoutItTheRoutineSaysSo) {
  static const Result<std::shared_ptr<const OneDnn>> kMissing = OneDnn::load("libno-such-dnn.so");
  const OneDnnRoutine routine(conv2dOperation(), "library",
                              []() -> const Result<std::shared_ptr<const OneDnn>>& { return kMissing; });
  const auto supported = routine.supports({}, Problem(conv2dOperation().parameters));
  ASSERT_FALSE(supported.ok());
  EXPECT_EQ(supported.error().code, ErrorCode::Unavailable);
}

}  // namespace
}  // namespace strata
