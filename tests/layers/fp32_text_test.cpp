#include "layers/compiler/fp32_text.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

TEST(Fp32Text, MultiplyAddsOfAStatement) {
  const std::pair<const char*, std::uint32_t> cases[] = {
      {"  sum += A[row * k + i] * B[i * n + col];", 1},
      {"for (int j = 0; j < 4 * n; ++j) values[j] = scale * values[j] + shift;  // a * b", 1},
      {"for (;;) value = shift - scale * value;", 1},
      {"value += __shfl_down_sync(kFullMask, value, 2 * distance);", 1},
      {"sum.x += a * b.x; sum.y += a * b.y;", 2},
      {"const float r = a * b + c * d;", 2},
      {"x *= 2.0f;", 1},
      {"const float r = -a;", 0},
      {"sum += expf(a) * b;", 0},
      {"x = a / b;", 0},
      {"x = inside ? a * b : 0.0f;", 0},
      {"__syncthreads();", 0},
      {"", 0},
      {"f(", 0},
      {"a[", 0},
  };
  for (const auto& [text, results] : cases) EXPECT_EQ(fp32Results(text), results) << text;
}

}  // namespace
}  // namespace strata
