#include "layers/library/open_blas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "engine/base/host_facts.h"
#include "layers/library/library_layer.h"

namespace strata {
namespace {

using ::testing::HasSubstr;

TEST(OpenBlas, NotThereIsASentenceWithARemedy) {
  const auto blas = OpenBlas::load("libno-such-blas.so.0");
  ASSERT_FALSE(blas.ok());
  EXPECT_EQ(blas.error().code, ErrorCode::Unavailable);
  EXPECT_EQ(blas.error().storey, Storey::Library);
  EXPECT_THAT(blas.error().message, HasSubstr("apt install libopenblas0-pthread"));

  const StoreyState state = probeCpuLibrary(blas, OneDnn::load("libno-such-dnn.so"));
  EXPECT_FALSE(state.available);
  EXPECT_THAT(state.reason, HasSubstr("not installed"));
  EXPECT_THAT(state.remedy, HasSubstr("libopenblas0-pthread"));
}

TEST(OpenBlas, AnotherLibraryIsNotTakenForIt) {
  const auto blas = OpenBlas::load("libc.so.6");
  ASSERT_FALSE(blas.ok());
  EXPECT_THAT(blas.error().message, HasSubstr("cblas_sgemm"));
}

TEST(OpenBlas, MultipliesRowMajorMatrices) {
  if (!openBlas().ok()) GTEST_SKIP() << openBlas().error().message;
  const OpenBlas& blas = *openBlas().value();
  // [1 2 3; 4 5 6] · [7 8; 9 10; 11 12] = [58 64; 139 154]
  const std::vector<float> a{1, 2, 3, 4, 5, 6}, b{7, 8, 9, 10, 11, 12};
  std::vector<float> c(4);
  blas.sgemm({.m = 2, .n = 2, .k = 3}, a.data(), b.data(), c.data());
  EXPECT_THAT(c, ::testing::ElementsAre(58, 64, 139, 154));
}

TEST(OpenBlas, SaysWhatItIs) {
  if (!openBlas().ok()) GTEST_SKIP() << openBlas().error().message;
  const OpenBlas& blas = *openBlas().value();
  EXPECT_THAT(blas.version(), ::testing::MatchesRegex("[0-9]+\\.[0-9]+.*"));
  EXPECT_GE(blas.threads(), 1);
  EXPECT_FALSE(blas.coreType().empty());
  EXPECT_THAT(probeCpuLibrary().version, ::testing::StartsWith(blas.version()));
  if (thisHost().avx512) {
    EXPECT_NE(std::getenv("OPENBLAS_CORETYPE"), nullptr);
  }
}

}  // namespace
}  // namespace strata
