#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "kernels/attention/attention_operation.h"
#include "kernels/conv2d/conv2d_operation.h"
#include "kernels/matmul/matmul_operation.h"
#include "layers/library/gpu_blas_routine.h"
#include "layers/library/gpu_dnn_routine.h"
#include "layers/workloads/ladder/ladder_workload.h"
#include "tests/kernels/test_device.h"
#include "tests/layers/recorded_session.h"

// The vendor's own products, convolutions and attention on this machine's GPU, against the ladders' references.

namespace strata {
namespace {

std::shared_ptr<const Routines> libraryRoutines(const std::string& backend) {
  const bool cuda = backend == "cuda";
  auto routines = std::make_shared<Routines>();
  routines->push_back(gpuBlasRoutine(cuda ? std::vector{cublasDialect(13), cublasDialect(12)} : rocmBlasDialects()));
  std::ranges::move(gpuDnnRoutines([cuda] { return cuda ? openCudnn() : openMiopen(); }),
                    std::back_inserter(*routines));
  return routines;
}

class GpuLibrary : public ::testing::TestWithParam<const char*> {
 protected:
  /// Right, or refused with a sentence.
  void check(const Operation& operation) {
    auto device = openTestDevice();
    if (!device.ok()) GTEST_SKIP() << device.error().message;
    test::RecordedSession session(std::move(device).value());
    LadderWorkload workload(operation, {libraryRoutines(session.device().info().backend)});
    const auto done =
        session.run(workload, R"({"id":1,"run":")" + std::string(operation.name) +
                                  R"(","variants":["library"],"repeat":3,"check":"full",)" + GetParam() + "}");
    ASSERT_TRUE(done.ok()) << done.error().message;
    ASSERT_EQ(session.results().size(), 1u);
    const RunResult& result = session.results()[0];
    if (result.status == RunResult::Status::Unsupported) GTEST_SKIP() << result.message;
    EXPECT_EQ(result.status, RunResult::Status::Ok) << result.message;
  }
};

using GpuLibraryProduct = GpuLibrary;
TEST_P(GpuLibraryProduct, IsRight) {
  check(matmulOperation());
}
INSTANTIATE_TEST_SUITE_P(Shapes, GpuLibraryProduct,
                         ::testing::Values(R"("n":1)", R"("m":257,"n":130,"k":511)",
                                           R"("m":65,"n":33,"k":67,"trans_a":1)", R"("m":65,"n":33,"k":67,"trans_b":1)",
                                           R"("m":17,"n":19,"k":23,"trans_a":1,"trans_b":1,"batch":3)",
                                           R"("n":256,"type":"fp16")", R"("n":256,"type":"bf16")",
                                           R"("m":40,"n":24,"k":16,"type":"bf16","trans_a":1,"batch":2)",
                                           R"("n":256,"type":"tf32")"));

using GpuLibraryConvolution = GpuLibrary;
TEST_P(GpuLibraryConvolution, IsRight) {
  check(conv2dOperation());
}
INSTANTIATE_TEST_SUITE_P(Shapes, GpuLibraryConvolution,
                         ::testing::Values(R"("n":2,"c":5,"h":7,"w":11,"filters":13,"bias":1)",
                                           R"("c":3,"h":37,"filters":17,"r":7,"stride":2,"pad":3)",
                                           R"("c":6,"h":19,"filters":10,"dilation":2,"pad":2,"groups":2,"bias":1)",
                                           R"("n":2,"c":12,"h":13,"filters":12,"groups":12)",
                                           R"("n":4,"c":64,"h":56,"filters":64)"));

using GpuLibraryAttention = GpuLibrary;
TEST_P(GpuLibraryAttention, IsRight) {
  check(attentionOperation());
}
INSTANTIATE_TEST_SUITE_P(Shapes, GpuLibraryAttention,
                         ::testing::Values(R"("type":"fp16")", R"("type":"bf16","batch":2,"causal":"yes")",
                                           R"("type":"fp16","heads":8,"kv_heads":2,"queries":130,"dim":128)",
                                           R"("type":"bf16","queries":65,"keys":257,"capacity":300,"causal":"yes")",
                                           R"("type":"fp16","queries":1,"keys":511,"dim":40)"));

}  // namespace
}  // namespace strata
