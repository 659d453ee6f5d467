#include "layers/library/gpu_dnn_routine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/backends/null/null_device.h"
#include "kernels/attention/attention_operation.h"
#include "kernels/conv2d/conv2d_operation.h"
#include "layers/workloads/ladder/ladder_workload.h"
#include "tests/layers/recorded_session.h"

// cuDNN's and MIOpen's convolution and attention on a library of our own in their place (gpu_dnn_fake.cpp,
// cudnn_graph_fake.cpp), against the ladders' references.

namespace strata {
namespace {

using test::eventsWhere;
using test::RecordedSession;
using ::testing::HasSubstr;

using Open = Result<std::unique_ptr<GpuDnn>> (*)(const std::vector<std::string>& files);

struct Vendor {
  Open open;
  const char *provider, *function, *algorithm, *remedy;
};

const Vendor kVendors[] = {
    {openCudnn, "cuDNN 9.19.0", "cudnnConvolutionForward", "IMPLICIT_PRECOMP_GEMM", "install cuDNN 9"},
    {openMiopen, "MIOpen 3.3.0", "miopenConvolutionForwardImmediate", "ImplicitGEMM, solution 86",
     "install miopen-hip"},
};

class GpuConvolutions : public ::testing::TestWithParam<std::size_t> {
 protected:
  RunResult run(const std::string& parameters, const Operation& operation = conv2dOperation()) {
    const auto routines =
        std::make_shared<Routines>(gpuDnnRoutines([this] { return vendor().open({STRATA_FAKE_GPU_DNN}); }));
    LadderWorkload workload(operation, {routines});
    const auto done =
        m_session.run(workload, R"({"id":1,"run":")" + std::string(operation.name) +
                                    R"(","variants":["library"],"repeat":1,"check":"full",)" + parameters + "}");
    EXPECT_TRUE(done.ok()) << done.error().message;
    return m_session.results().empty() ? RunResult{} : m_session.results().back();
  }
  const Vendor& vendor() const { return kVendors[GetParam()]; }

  /// Texts and the workspace that the first call of a function has in the trace.
  struct Call {
    std::string provider, algorithm;
    std::int64_t workspace = 0;
  };
  Call firstCall(std::string_view function) {
    const auto snapshot = m_session.read();
    const auto calls = eventsWhere(*snapshot, [&](const TraceEvent& e) { return snapshot->name(e.name) == function; });
    if (calls.empty()) return {"not called", "", 0};
    return {std::string(snapshot->text(calls[0], arg::kProvider)),
            std::string(snapshot->text(calls[0], arg::kAlgorithm)),
            std::get<std::int64_t>(snapshot->arg(calls[0], arg::kWorkspace).value())};
  }

  RecordedSession m_session{createNullDevice()};
};

TEST_P(GpuConvolutions, AreRight) {
  for (const char* shape : {R"("c":1,"h":1,"filters":1,"r":1,"pad":0)", R"("n":2,"c":5,"h":7,"w":11,"filters":3)",
                            R"("c":3,"h":9,"w":14,"filters":4,"r":5,"s":2,"stride":2,"pad":3)",
                            R"("c":2,"h":20,"filters":3,"r":4,"s":2,"stride":3,"pad":1,"dilation":3)",
                            R"("c":6,"h":9,"filters":10,"dilation":2,"pad":2,"groups":2,"bias":1)",
                            R"("n":2,"c":6,"h":8,"w":5,"filters":6,"groups":6,"bias":1)"}) {
    const RunResult result = run(shape);
    EXPECT_EQ(result.status, RunResult::Status::Ok) << vendor().provider << " " << shape << ": " << result.message;
  }
}

TEST_P(GpuConvolutions, TellTheirAlgorithmAndWorkspace) {
  const RunResult result = run(R"("c":2,"h":6,"filters":2)");
  ASSERT_EQ(result.status, RunResult::Status::Ok) << result.message;
  const Call call = firstCall(vendor().function);
  EXPECT_EQ(call.provider, vendor().provider);
  EXPECT_EQ(call.algorithm, vendor().algorithm);
  EXPECT_EQ(call.workspace, 4096);
  ASSERT_NE(result.figure("workspace"), nullptr);
  EXPECT_EQ(result.figure("workspace")->value, 4096);
}

TEST_P(GpuConvolutions, AMissingLibrarySaysWhatMendsIt) {
  const auto missing = vendor().open({"libthere-is-no-such-dnn.so"});
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::Unavailable);
  EXPECT_EQ(missing.error().storey, Storey::Library);
  EXPECT_THAT(missing.error().message, HasSubstr(vendor().remedy));
}

TEST_P(GpuConvolutions, AnotherLibraryIsNotTakenForIt) {
  const auto other = vendor().open({"libc.so.6"});
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("lacks functions"));
}

using CudnnAttentions = GpuConvolutions;

TEST_P(CudnnAttentions, AreRight) {
  for (const char* shape :
       {R"("type":"fp16","heads":1,"queries":1,"dim":8)", R"("type":"bf16","heads":2,"queries":17,"keys":33,"dim":16)",
        R"("type":"fp16","batch":2,"heads":4,"kv_heads":2,"queries":9,"dim":24,"causal":"yes")",
        R"("type":"bf16","heads":2,"queries":5,"keys":12,"capacity":19,"dim":8,"causal":"yes")"}) {
    const RunResult result = run(shape, attentionOperation());
    EXPECT_EQ(result.status, RunResult::Status::Ok) << shape << ": " << result.message;
  }
}

TEST_P(CudnnAttentions, TellTheirEngineAndWorkspace) {
  const RunResult result = run(R"("type":"fp16","heads":1,"queries":8,"dim":8)", attentionOperation());
  ASSERT_EQ(result.status, RunResult::Status::Ok) << result.message;
  const Call call = firstCall("cudnnBackendExecute");
  EXPECT_EQ(call.provider, vendor().provider);
  EXPECT_EQ(call.algorithm, "eng2_k24=7");
  EXPECT_EQ(call.workspace, 4096);
}

TEST_P(CudnnAttentions, RefuseWhatCudnnDoesNotTake) {
  const RunResult wide = run(R"("queries":8)", attentionOperation());
  EXPECT_EQ(wide.status, RunResult::Status::Unsupported);
  EXPECT_THAT(wide.message, HasSubstr("takes fp16 and bf16"));
  const RunResult growing = run(R"("queries":8,"type":"fp16","causal":"yes","start":"given")", attentionOperation());
  EXPECT_EQ(growing.status, RunResult::Status::Unsupported);
  EXPECT_THAT(growing.message, HasSubstr("not from a tensor"));
}

INSTANTIATE_TEST_SUITE_P(Cudnn, CudnnAttentions, ::testing::Values(0));

using MiopenAttention = GpuConvolutions;
TEST_P(MiopenAttention, IsRefusedInASentence) {
  const RunResult result = run(R"("queries":8,"type":"fp16")", attentionOperation());
  EXPECT_EQ(result.status, RunResult::Status::Unsupported);
  EXPECT_THAT(result.message, HasSubstr("MIOpen's attention is for training"));
}
INSTANTIATE_TEST_SUITE_P(Miopen, MiopenAttention, ::testing::Values(1));

INSTANTIATE_TEST_SUITE_P(Vendors, GpuConvolutions, ::testing::Values(0, 1));

}  // namespace
}  // namespace strata
