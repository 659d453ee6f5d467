#include <array>

#include "layers/hardware/gpu_figures.h"

namespace strata::inline hardware {
namespace {

constexpr double kKibi = 1024, kMebi = kKibi * kKibi, kGibi = kMebi * kKibi, kTebi = kGibi * kKibi;
constexpr double kNano = 1e-9;

constexpr GpuUnit kComputeUnits[] = {{"SM"}, {"CU"}, {"WGP"}};
constexpr GpuUnit kClocks[] = {{"Hz"}, {"MHz", 1e6}, {"GHz", 1e9}};
constexpr GpuUnit kSizes[] = {{"bytes"}, {"KiB", kKibi}, {"MiB", kMebi}, {"GiB", kGibi}};
constexpr GpuUnit kBandwidths[] = {{"bytes/s"}, {"GB/s", 1e9}, {"TB/s", 1e12}};
constexpr GpuUnit kPerClock[] = {{"bytes per clock"}, {"GB/s", 1e9, -1}, {"TB/s", 1e12, -1}};
constexpr GpuUnit kLatencies[] = {{"cycles"}, {"ns", kNano, 1}};
constexpr GpuUnit kResults[] = {{"per clock"}};
constexpr GpuUnit kCaches[] = {{"caches"}};
constexpr GpuUnit kFlops[] = {{"FLOP/s"}, {"TFLOP/s", 1e12}};

using G = GpuFigures;

// The ranges hold what was built in two decades with room on both sides: they are there to find slips of units.
constexpr std::array kFields{
    GpuField{"clock", "the highest engine clock", &G::clock, kClocks, 1e8, 1e10, true, false},
    GpuField{"units", "SMs, CUs or WGPs", &G::units, kComputeUnits, 1, 4096, true, true},
    GpuField{"memory", "size of the device memory", &G::memoryBytes, kSizes, 16 * kMebi, 16 * kTebi, false, true},
    GpuField{"memory_bandwidth", "device memory: bandwidth", &G::memoryBandwidth, kBandwidths, 1e9, 1e14, true, false},
    GpuField{"memory_latency", "device memory: latency of a load", &G::memoryLatency, kLatencies, 50, 1e4, true, false},
    GpuField{"last_level", "size of a cache behind L2", &G::lastLevelBytes, kSizes, kMebi, kTebi, false, true},
    GpuField{"last_level_bandwidth", "cache behind L2: bandwidth", &G::lastLevelBandwidth, kBandwidths, 1e9, 1e15,
             false, false},
    GpuField{"last_level_latency", "cache behind L2: latency of a hit", &G::lastLevelLatency, kLatencies, 20, 1e4,
             false, false},
    GpuField{"l2", "size of L2, all of it", &G::l2Bytes, kSizes, 16 * kKibi, 16 * kGibi, true, true},
    GpuField{"l2_parts", "L2 caches that each serve a share of the units", &G::l2Parts, kCaches, 1, 64, false, true},
    GpuField{"l2_bandwidth", "L2: bandwidth, all of it", &G::l2PerClock, kPerClock, 16, 1e6, false, false},
    GpuField{"l2_latency", "L2: latency of a hit", &G::l2Latency, kLatencies, 20, 5000, true, false},
    GpuField{"l1", "size of a unit's L1, with shared memory where they are one", &G::l1Bytes, kSizes, kKibi, 16 * kMebi,
             true, true},
    GpuField{"l1_line", "L1: bytes of a line", &G::l1LineBytes, kSizes, 16, 4096, true, true},
    GpuField{"l1_sector", "L1: bytes that a miss fetches", &G::l1SectorBytes, kSizes, 8, 4096, true, true},
    GpuField{"l1_per_clock", "L1: bandwidth of a unit", &G::l1PerClock, kPerClock, 1, 4096, false, false},
    GpuField{"l1_latency", "L1: latency of a hit", &G::l1Latency, kLatencies, 4, 1000, true, false},
    GpuField{"shared_per_clock", "shared memory: bandwidth of a unit", &G::sharedPerClock, kPerClock, 1, 4096, false,
             false},
    GpuField{"shared_latency", "shared memory: latency of a load", &G::sharedLatency, kLatencies, 4, 1000, false,
             false},
    GpuField{"fp32_per_clock", "fp32 multiply-adds of a unit", &G::fp32PerClock, kResults, 1, 4096, true, false},
    GpuField{"fp32_plain_per_clock", "the same without packed or paired instructions", &G::plainFp32PerClock, kResults,
             1, 4096, false, false},
    GpuField{"special_per_clock", "exponentials, sines, roots of a unit", &G::specialPerClock, kResults, 0.25, 4096,
             false, false},
    GpuField{"issue_per_clock", "vector instructions of whole waves that a unit issues", &G::issuePerClock, kResults,
             0.25, 64, true, false},
    GpuField{"matrix_fp16", "matrix units: fp16, dense, summed in fp32", &G::matrixFp16, kFlops, 1e9, 1e17, false,
             false},
    GpuField{"matrix_bf16", "matrix units: bf16", &G::matrixBf16, kFlops, 1e9, 1e17, false, false},
    GpuField{"matrix_tf32", "matrix units: tf32", &G::matrixTf32, kFlops, 1e9, 1e17, false, false},
};

}  // namespace

std::span<const GpuField> gpuFields() {
  return kFields;
}

}  // namespace strata::inline hardware
