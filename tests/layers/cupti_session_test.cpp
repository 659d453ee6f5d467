#include "layers/runtime/cupti_session.h"

#include <gtest/gtest.h>

#include "layers/library/gpu_blas.h"

// The vendor's own libraries, opened for real where they are; what they say without a driver must reach a person.

namespace strata::cupti {
namespace {

TEST(CuptiApi, EveryFunctionIsBound) {
  const auto api = openCupti();
  if (!api.ok()) GTEST_SKIP() << api.error().message;
  EXPECT_GE(std::stoi(api.value()->version), 18);
  EXPECT_NE(api.value()->ActivityGetNextRecord, nullptr);
}

TEST(CuptiApi, NamesOfCallsHaveNoVersion) {
  const auto api = openCupti();
  if (!api.ok()) GTEST_SKIP() << api.error().message;
  const char* name = nullptr;
  ASSERT_EQ(api.value()->GetCallbackName(CUPTI_CB_DOMAIN_RUNTIME_API, 211, &name), CUPTI_SUCCESS);
  EXPECT_EQ(apiName(name), "cudaLaunchKernel");
  ASSERT_EQ(api.value()->GetCallbackName(CUPTI_CB_DOMAIN_DRIVER_API, 243, &name), CUPTI_SUCCESS);
  EXPECT_EQ(apiName(name), "cuMemAlloc_v2");  // this version is part of the driver's own name
}

TEST(CuptiSession, WithoutADriverSaysSoAndWhatIsDoneInstead) {
  TraceRecorder recorder;
  const auto session = Session::start(recorder);
  if (session.ok()) GTEST_SKIP() << "a driver is here, and CUPTI works";
  EXPECT_EQ(session.error().code, ErrorCode::Unavailable);
  EXPECT_FALSE(session.error().message.empty());
}

TEST(GpuBlas, WithoutADeviceIsAnErrorWithItsStatus) {
  const GpuBlasDialect dialect = cublasDialect(CUDA_VERSION / 1000);
  const auto blas = GpuBlas::load({&dialect, 1});
  if (blas.ok()) GTEST_SKIP() << "a device is here, and cuBLAS works";
  EXPECT_NE(blas.error().message.find("ublas"), std::string::npos) << blas.error().message;
  EXPECT_EQ(blas.error().storey, Storey::Library);
}

TEST(GpuBlas, AMissingLibrarySaysWhatMendsIt) {
  GpuBlasDialect dialect = rocmBlasDialects().front();
  dialect.files = {"libthere-is-no-such-blas.so"};
  const auto blas = GpuBlas::load({&dialect, 1});
  ASSERT_FALSE(blas.ok());
  EXPECT_EQ(blas.error().code, ErrorCode::Unavailable);
  EXPECT_NE(blas.error().message.find("install rocblas"), std::string::npos) << blas.error().message;
}

}  // namespace
}  // namespace strata::cupti
