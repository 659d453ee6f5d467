#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "kernels/matmul/matmul.h"

namespace strata {
namespace {

std::vector<float> randomMatrix(std::int64_t elements, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> values(static_cast<std::size_t>(elements));
  for (float& value : values) value = uniform(random);
  return values;
}

TEST(MatmulReference, WorkedByHand) {
  const std::vector<float> a{1, 2, 3, 4, 5, 6}, b{7, 8, 9, 10, 11, 12};
  std::vector<double> c(4, -1);
  matmulReference({2, 2, 3}, a, b, c);
  EXPECT_EQ(c, (std::vector<double>{58, 64, 139, 154}));
}

TEST(MatmulReference, AgreesWithTheDefinitionOnOddShapes) {
  for (const MatmulShape s :
       {MatmulShape{1, 1, 1}, {1, 300, 1}, {3, 257, 259}, {5, 1, 600}, {67, 71, 73}, {130, 513, 257}}) {
    const auto a = randomMatrix(s.m * s.k, 1), b = randomMatrix(s.k * s.n, 2);
    std::vector<double> c(static_cast<std::size_t>(s.m * s.n), 99.0);
    matmulReference(s, a, b, c);
    for (std::int64_t i = 0; i < s.m; ++i) {
      for (std::int64_t j = 0; j < s.n; ++j) {
        long double sum = 0;
        for (std::int64_t l = 0; l < s.k; ++l)
          sum += static_cast<long double>(a[static_cast<std::size_t>(i * s.k + l)]) *
                 b[static_cast<std::size_t>(l * s.n + j)];
        ASSERT_NEAR(c[static_cast<std::size_t>(i * s.n + j)], static_cast<double>(sum),
                    1e-12 * static_cast<double>(s.k));
      }
    }
  }
}

}  // namespace
}  // namespace strata
