#include "layers/workloads/ladder/output_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/matmul/matmul_operation.h"
#include "layers/workloads/ladder/random_values.h"

namespace strata {
namespace {

/// fp32 product written here, so that it owes nothing to the code under test.
std::vector<float> product(const auto& s, const std::vector<float>& a, const std::vector<float>& b) {
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
class OutputCheckTest : public ::testing::TestWithParam<bool> {
 protected:
  OutputCheckTest() {
    fillUniform(m_a, 1);
    fillUniform(m_b, 2);
    m_c = product(m_shape, m_a, m_b);
  }

  std::unique_ptr<OutputCheck> made(bool goOn = true) const {
    return makeOutputCheck(matmulOperation(), m_problem, {m_a, m_b}, GetParam(), [goOn](double) { return goOn; });
  }
  double error() const { return made()->error(m_c); }
  bool passes() const { return error() <= matmulOperation().limit(m_problem); }

  Problem m_problem = Problem(matmulOperation().parameters).set("m", 57).set("n", 43).set("k", 71);
  struct {
    std::int64_t m = 57, n = 43, k = 71;
  } m_shape;
  std::vector<float> m_a = std::vector<float>(57 * 71), m_b = std::vector<float>(71 * 43), m_c;
};

TEST_P(OutputCheckTest, RightProductPassesWithARoundingError) {
  EXPECT_TRUE(passes()) << error();
  EXPECT_GT(error(), 0);
  EXPECT_DOUBLE_EQ(matmulOperation().limit(m_problem), 4 * std::sqrt(71.0) / (1 << 24));
}

TEST_P(OutputCheckTest, OneWrongElementFails) {
  m_c[57 * 43 - 1] += 0.5F;
  EXPECT_FALSE(passes());
}

TEST_P(OutputCheckTest, SumThatMissesItsLastTermFails) {
  for (std::size_t i = 0; i < 57; ++i)
    for (std::size_t j = 0; j < 43; ++j) m_c[i * 43 + j] -= m_a[i * 71 + 70] * m_b[70 * 43 + j];
  EXPECT_FALSE(passes());
}

TEST_P(OutputCheckTest, WhatIsNoNumberFails) {
  m_c[100] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(passes());
  m_c[100] = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(passes());
}

TEST_P(OutputCheckTest, StopsWhenTold) {
  EXPECT_EQ(made(false), nullptr);
}

/// Not only before a quarter of the work: on a large problem that takes seconds.
TEST_P(OutputCheckTest, AsksOftenWhetherToStop) {
  int asked = 0;
  const auto check = [&] {
    return makeOutputCheck(matmulOperation(), m_problem, {m_a, m_b}, GetParam(), [&](double part) {
      EXPECT_GE(part, 0);
      EXPECT_LE(part, 1);
      return ++asked < 30;
    });
  };
  if (GetParam()) {
    int checks = 0;  // other threads may take all pieces of one
    while (asked == checks && ++checks < 100) (void)check();
    EXPECT_GT(asked, checks) << "only before the work";
  } else {
    EXPECT_EQ(check(), nullptr);
    EXPECT_EQ(asked, 30);
  }
}

TEST_P(OutputCheckTest, SaysHowItLooked) {
  EXPECT_EQ(made()->metric(), GetParam() ? "relative Frobenius" : "Freivalds + 4096 samples");
}

INSTANTIATE_TEST_SUITE_P(Ways, OutputCheckTest, ::testing::Bool(),
                         [](const auto& way) { return way.param ? "Full" : "Sampled"; });

}  // namespace
}  // namespace strata
