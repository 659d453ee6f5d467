#include "layers/library/gpu_blas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/backends/null/null_device.h"
#include "kernels/matmul/matmul_operation.h"
#include "layers/library/gpu_blas_routine.h"
#include "layers/workloads/ladder/ladder_workload.h"
#include "tests/layers/recorded_session.h"

// The vendors' products on a library of our own in their place (gpu_blas_fake.cpp), against the ladder's reference.

namespace strata {
namespace {

using test::eventsWhere;
using test::RecordedSession;
using ::testing::HasSubstr;

/// cuBLAS, rocBLAS, hipBLAS 3 and hipBLAS before it.
std::vector<GpuBlasDialect> dialects() {
  std::vector<GpuBlasDialect> all = rocmBlasDialects();
  all.insert(all.begin(), cublasDialect(13));
  for (GpuBlasDialect& each : all) each.files = {STRATA_FAKE_GPU_BLAS};
  return all;
}

class GpuBlasProducts : public ::testing::TestWithParam<std::size_t> {
 protected:
  RunResult run(const std::string& parameters) {
    auto routines = std::make_shared<Routines>();
    routines->push_back(gpuBlasRoutine({m_dialect}));
    LadderWorkload workload(matmulOperation(), {routines});
    const auto done = m_session.run(
        workload, R"({"id":1,"run":"matmul","variants":["library"],"repeat":1,"check":"full",)" + parameters + "}");
    EXPECT_TRUE(done.ok()) << done.error().message;
    return m_session.results().empty() ? RunResult{} : m_session.results().back();
  }
  void expectRight(const std::string& parameters) {
    const RunResult result = run(parameters);
    EXPECT_EQ(result.status, RunResult::Status::Ok) << m_dialect.name << " " << parameters << ": " << result.message;
  }

  GpuBlasDialect m_dialect = dialects()[GetParam()];
  RecordedSession m_session{createNullDevice()};
};

TEST_P(GpuBlasProducts, OfOddSizesAreRight) {
  for (const char* sizes : {R"("n":1)", R"("m":1,"n":2,"k":31)", R"("m":7,"n":5,"k":3)", R"("m":33,"n":17,"k":40)"})
    expectRight(sizes);
}

TEST_P(GpuBlasProducts, OfTransposedMatricesAndBatchesAreRight) {
  for (const char* sizes : {R"("m":7,"n":5,"k":3,"trans_a":1)", R"("m":7,"n":5,"k":3,"trans_b":1)",
                            R"("m":7,"n":5,"k":3,"trans_a":1,"trans_b":1)", R"("m":4,"n":6,"k":9,"batch":3)",
                            R"("m":4,"n":6,"k":9,"batch":2,"trans_a":1,"trans_b":1)"})
    expectRight(sizes);
}

TEST_P(GpuBlasProducts, OfNarrowTypesAreRight) {
  for (const char* sizes : {R"("m":7,"n":5,"k":3,"type":"fp16")", R"("m":7,"n":5,"k":3,"type":"bf16")",
                            R"("m":7,"n":5,"k":3,"type":"bf16","trans_b":1,"batch":2)"})
    expectRight(sizes);
}

TEST_P(GpuBlasProducts, TellTheirProviderTypeAndWorkspace) {
  const RunResult result = run(R"("n":8)");
  const auto snapshot = m_session.read();
  const auto calls =
      eventsWhere(*snapshot, [&](const TraceEvent& e) { return snapshot->name(e.name) == m_dialect.gemm; });
  ASSERT_FALSE(calls.empty());
  const auto text = [&](std::string_view key) {
    return std::string(snapshot->name(std::get<NameId>(snapshot->arg(calls[0], key).value())));
  };
  EXPECT_THAT(text(arg::kProvider), HasSubstr(std::string(m_dialect.name)));
  EXPECT_THAT(text(arg::kAlgorithm), HasSubstr(std::string(m_dialect.computeName)));
  const auto workspace = snapshot->arg(calls[0], arg::kWorkspace);
  EXPECT_EQ(workspace.has_value(), !m_dialect.setWorkspace.empty());
  EXPECT_EQ(result.figure("workspace") != nullptr, workspace.has_value());
}

INSTANTIATE_TEST_SUITE_P(Dialects, GpuBlasProducts, ::testing::Values(0, 1, 2, 3));

using GpuBlasTf32 = GpuBlasProducts;

TEST_P(GpuBlasTf32, IsComputedOnlyWhenAskedFor) {
  const RunResult plain = run(R"("m":16,"n":16,"k":64)"), tf32 = run(R"("m":16,"n":16,"k":64,"type":"tf32")");
  ASSERT_EQ(plain.status, RunResult::Status::Ok) << plain.message;
  ASSERT_EQ(tf32.status, RunResult::Status::Ok) << tf32.message;
  EXPECT_GT(tf32.error->value, plain.error->limit) << "factors were not rounded: tf32 was not asked for";
  EXPECT_LT(tf32.error->value, tf32.error->limit);
}
INSTANTIATE_TEST_SUITE_P(Cublas, GpuBlasTf32, ::testing::Values(0));

using GpuBlasWithoutTf32 = GpuBlasProducts;

TEST_P(GpuBlasWithoutTf32, RefusesItWithASentence) {
  const RunResult result = run(R"("n":8,"type":"tf32")");
  EXPECT_EQ(result.status, RunResult::Status::Unsupported);
  EXPECT_THAT(result.message, HasSubstr("choose fp32"));
}
INSTANTIATE_TEST_SUITE_P(Rocm, GpuBlasWithoutTf32, ::testing::Values(1, 2, 3));

TEST(GpuBlas, TakesTheFirstLibraryThatIsThere) {
  std::vector<GpuBlasDialect> rocm = rocmBlasDialects();
  for (GpuBlasDialect& each : rocm) each.files = {"libthere-is-no-such-blas.so"};
  rocm[1].files = {STRATA_FAKE_GPU_BLAS};
  const auto blas = GpuBlas::load(rocm);
  ASSERT_TRUE(blas.ok()) << blas.error().message;
  EXPECT_EQ(blas.value()->dialect().name, "hipBLAS");
}

TEST(GpuBlas, AMissingLibrarySaysWhatMendsIt) {
  GpuBlasDialect dialect = rocmBlasDialects().front();
  dialect.files = {"libthere-is-no-such-blas.so"};
  const auto blas = GpuBlas::load({&dialect, 1});
  ASSERT_FALSE(blas.ok());
  EXPECT_EQ(blas.error().code, ErrorCode::Unavailable);
  EXPECT_THAT(blas.error().message, HasSubstr("install rocblas"));
}

TEST(GpuBlas, AnotherLibraryIsNotTakenForIt) {
  GpuBlasDialect dialect = cublasDialect(13);
  dialect.files = {"libc.so.6"};
  const auto blas = GpuBlas::load({&dialect, 1});
  ASSERT_FALSE(blas.ok());
  EXPECT_THAT(blas.error().message, HasSubstr("lacks functions"));
}

}  // namespace
}  // namespace strata
