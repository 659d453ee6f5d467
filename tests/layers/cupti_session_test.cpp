#include "layers/runtime/cupti_session.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace strata::cupti
