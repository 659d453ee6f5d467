#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "kernels/matmul/matmul.h"
#include "kernels/matmul/matmul_operation.h"
#include "tests/kernels/operation_conformance.h"

namespace strata {
namespace {

std::vector<float> randomMatrix(std::int64_t elements, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> values(static_cast<std::size_t>(elements));
  for (float& value : values) value = uniform(random);
  return values;
}

std::vector<float> numbersFrom(int first, std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(first + static_cast<int>(i));
  return values;
}

std::vector<double> ladderReference(const LadderCase& values, const std::vector<float>& a, const std::vector<float>& b,
                                    std::int64_t begin, std::int64_t end) {
  const Problem problem = problemOf(matmulOperation(), values);
  std::vector<double> c(static_cast<std::size_t>((end - begin) * problem["n"]), -1);
  const std::vector<TensorValues> inputs{a, b};
  matmulOperation().reference(problem, inputs, begin, end, c);
  return c;
}

TEST(MatmulReference, WorkedByHand) {
  const std::vector<float> a{1, 2, 3, 4, 5, 6}, b{7, 8, 9, 10, 11, 12};
  const LadderCase values{{"m", 2}, {"n", 2}, {"k", 3}};
  EXPECT_EQ(ladderReference(values, a, b, 0, 2), (std::vector<double>{58, 64, 139, 154}));
}

// Two products of a transposed A (1 … 12 stored as 2×3×2) and a transposed B (−5 … 18 stored as 2×4×3), by the
// definition in Python:
//   A, B = range(1, 13), range(-5, 19)
//   [sum(A[z*6 + l*2 + i] * B[z*12 + j*3 + l] for l in range(3)) for z in range(2) for i in range(2) for j in range(4)]
const std::vector<double> kTransposedBatch{-32, -5, 22, 49, -44, -8, 28, 64, 220, 301, 382, 463, 244, 334, 424, 514};
const LadderCase kTransposedCase{{"batch", 2}, {"m", 2}, {"n", 4}, {"k", 3}, {"trans_a", 1}, {"trans_b", 1}};

TEST(MatmulReference, TransposedAndBatched) {
  EXPECT_EQ(ladderReference(kTransposedCase, numbersFrom(1, 12), numbersFrom(-5, 24), 0, 4), kTransposedBatch);
}

TEST(MatmulReference, APieceMayBeginAndEndInsideAProduct) {
  EXPECT_EQ(ladderReference(kTransposedCase, numbersFrom(1, 12), numbersFrom(-5, 24), 1, 3),
            std::vector<double>(kTransposedBatch.begin() + 4, kTransposedBatch.begin() + 12));
}

TEST(MatmulReference, AgreesWithTheDefinitionOnOddShapes) {
  for (const MatmulShape s :
       {MatmulShape{1, 1, 1}, {1, 300, 1}, {3, 257, 259}, {5, 1, 600}, {67, 71, 73}, {130, 513, 257}}) {
    const auto a = randomMatrix(s.m * s.k, 1), b = randomMatrix(s.k * s.n, 2);
    std::vector<double> c(static_cast<std::size_t>(s.m * s.n), 99.0);
    matmulReference(s, {a.data(), s.k}, {b.data(), s.n}, c);
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
