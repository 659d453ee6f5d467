#pragma once

#include <cstdint>
#include <string>

namespace strata::test {

/// What the fixture's times count from, in microseconds: Kineto's count from a date of their own.
inline constexpr std::int64_t kRankStart = 4'203'669'603'000;

/// A trace as PyTorch's profiler writes it of one of two ranks that train a small net on NVIDIA's GPUs, with the Python
/// stack, modules, shapes and memory: made by hand. Rank r computes on GPU r.
std::string pytorchRank(int rank);

}  // namespace strata::test
