#include "layers/model/matmul_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "layers/model/random_values.h"

namespace strata {
namespace {

/// fp32 product written here, so that it owes nothing to the code under test.
std::vector<float> product(const MatmulShape& s, const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> c(static_cast<std::size_t>(s.m * s.n));
  for (std::int64_t i = 0; i < s.m; ++i)
    for (std::int64_t j = 0; j < s.n; ++j) {
      float sum = 0;
      for (std::int64_t l = 0; l < s.k; ++l)
        sum += a[static_cast<std::size_t>(i * s.k + l)] * b[static_cast<std::size_t>(l * s.n + j)];
      c[static_cast<std::size_t>(i * s.n + j)] = sum;
    }
  return c;
}

/// Both ways of checking must agree on what is right and wrong.
class MatmulCheckTest : public ::testing::TestWithParam<bool> {
 protected:
  MatmulCheckTest() {
    fillUniform(m_a, 1);
    fillUniform(m_b, 2);
    m_c = product(m_shape, m_a, m_b);
  }

  RunResult::Check check() const {
    return MatmulCheck(m_shape, m_a, m_b, GetParam(), [](double) { return true; }).check(m_c);
  }

  MatmulShape m_shape{57, 43, 71};
  std::vector<float> m_a = std::vector<float>(57 * 71), m_b = std::vector<float>(71 * 43), m_c;
};

TEST_P(MatmulCheckTest, RightProductPassesWithARoundingError) {
  const RunResult::Check result = check();
  EXPECT_TRUE(MatmulCheck::passes(result)) << result.value;
  EXPECT_GT(result.value, 0);
  EXPECT_DOUBLE_EQ(result.limit, 4 * std::sqrt(71.0) / (1 << 24));
}

TEST_P(MatmulCheckTest, OneWrongElementFails) {
  m_c[57 * 43 - 1] += 0.5F;
  EXPECT_FALSE(MatmulCheck::passes(check()));
}

TEST_P(MatmulCheckTest, SumThatMissesItsLastTermFails) {
  for (std::size_t i = 0; i < 57; ++i)
    for (std::size_t j = 0; j < 43; ++j) m_c[i * 43 + j] -= m_a[i * 71 + 70] * m_b[70 * 43 + j];
  EXPECT_FALSE(MatmulCheck::passes(check()));
}

TEST_P(MatmulCheckTest, WhatIsNoNumberFails) {
  m_c[100] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(MatmulCheck::passes(check()));
  m_c[100] = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(MatmulCheck::passes(check()));
}

TEST_P(MatmulCheckTest, StopsWhenTold) {
  const MatmulCheck stopped(m_shape, m_a, m_b, GetParam(), [](double) { return false; });
  EXPECT_FALSE(stopped.ready());
}

TEST_P(MatmulCheckTest, SaysHowItLooked) {
  EXPECT_EQ(check().metric, GetParam() ? "relative Frobenius" : "Freivalds + 4096 samples");
}

INSTANTIATE_TEST_SUITE_P(Ways, MatmulCheckTest, ::testing::Bool(),
                         [](const auto& way) { return way.param ? "Full" : "Sampled"; });

}  // namespace
}  // namespace strata
