#pragma once

#include <cstdint>

namespace strata::test {

/// What the libraries of amd_smi_fake.cpp and rocm_smi_fake.cpp say, and how often they were started and stopped; each
/// has one of its own, found by the name kFakeAmdGpu. All bits set stands for what the GPU does not support.
struct FakeAmdGpu {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  std::uint32_t libraryMajor = 27;
  std::uint32_t domain = 0, bus = 3, device = 0;  ///< on the bus; other devices stand before and behind
  std::uint32_t busyPercent = 37, currentWatts = kNone, averageWatts = 215, clockMegahertz = 2304;
  std::uint64_t memoryBytes = 5'000'000'000;
  std::int64_t edgeCelsius = 51, junctionCelsius = 66;
  bool hasEdge = true, answers = true;
  int started = 0, stopped = 0;
};

inline constexpr const char* kFakeAmdGpu = "strataFakeAmdGpu";

}  // namespace strata::test
