#include "layers/hardware/device_limits.h"

#include <array>
#include <string>

#include "engine/device/architecture.h"

namespace strata::inline hardware {
namespace {

constexpr std::uint32_t kKiB = 1024;

struct Multiprocessor {
  std::uint32_t threads, blocks, sharedKiB, fp32PerClock;
};

/// Residents and memory: NVIDIA CCCL, cuda/__device/arch_traits.h. Granules, sub-partitions: cuda_occupancy.h of CUDA
/// 13.0. fp32 lanes: arithmetic throughput table of the CUDA C++ Programming Guide.
constexpr DeviceLimits nvidia(std::string_view architecture, const Multiprocessor& sm) {
  const bool amperesReserve = architecture != "sm_70" && architecture != "sm_75";
  DeviceLimits limits;
  limits.architecture = architecture;
  limits.unit = "SM";
  limits.wavesPerScheduler = sm.threads / limits.waveSize / limits.schedulers;
  limits.blocks = sm.blocks;
  limits.registersPerThread = 255;
  limits.sharedReserved = amperesReserve ? kKiB : 0;
  limits.sharedBytes = sm.sharedKiB * kKiB;
  limits.sharedPerBlock = limits.sharedBytes - limits.sharedReserved;
  limits.sharedGranule = amperesReserve ? 128 : 256;
  limits.fp32PerClock = sm.fp32PerClock;
  return limits;
}

struct Simd {
  std::uint32_t waves, registers, granule, registersPerThread, fp32PerClock;
};

// LLVM's AMDGPUBaseInfo.cpp (getMaxWavesPerEU, getTotalNumVGPRs, getVGPRAllocGranule, getMaxWorkGroupsPerCU), which the
// vendor's compiler itself goes by. A barrier is a resource of the unit that blocks of one wave do not need.
// Packed fp32 of CDNA 2 to 4 counts double.

constexpr DeviceLimits gcn(std::string_view architecture, const Simd& simd) {
  return {.architecture = architecture,
          .unit = "CU",
          .waveSize = 64,
          .wavesPerScheduler = simd.waves,
          .blocks = 16,
          .loneWavesAreFree = true,
          .registers = simd.registers,
          .registerGranule = simd.granule,
          .registersPerThread = simd.registersPerThread,
          .sharedBytes = 64 * kKiB,
          .sharedPerBlock = 64 * kKiB,
          .sharedGranule = 512,
          .fp32PerClock = simd.fp32PerClock};
}

/// Local memory grew to 160 KiB, taken in steps of 320 words.
constexpr DeviceLimits cdna4(std::string_view architecture, const Simd& simd) {
  DeviceLimits limits = gcn(architecture, simd);
  limits.sharedBytes = 160 * kKiB;
  limits.sharedPerBlock = limits.sharedBytes;
  limits.sharedGranule = 1280;
  return limits;
}

/// In WGP mode, as hipcc compiles, with waves of 32. Local memory is taken in steps of 1024 bytes from RDNA 2 on
/// (Mesa's ACO, lds_alloc_granule); kernels say their need in steps of 512, and that is what LLVM goes by.
constexpr DeviceLimits rdna(std::string_view architecture, const Simd& simd) {
  DeviceLimits limits = gcn(architecture, simd);
  limits.unit = "WGP";
  limits.waveSize = 32;
  limits.blocks = 32;
  limits.sharedBytes = 128 * kKiB;
  limits.sharedGranule = kKiB;
  return limits;
}

constexpr DeviceLimits rdna1(std::string_view architecture, const Simd& simd) {
  DeviceLimits limits = rdna(architecture, simd);
  limits.sharedGranule = 512;
  return limits;
}

constexpr Simd kGcn{10, 256, 4, 256, 64}, kCdna1{10, 256, 4, 256, 64}, kCdna2{8, 512, 8, 512, 128};
// What multiProcessorCount counts on RDNA differs between ROCm versions, so no peak is computed from it.
constexpr Simd kRdna1{20, 1024, 8, 256, 0}, kRdna2{16, 1024, 16, 256, 0}, kRdna3{16, 1536, 24, 256, 0};

constexpr std::array kLimits{
    nvidia("sm_70", {2048, 32, 96, 64}),
    nvidia("sm_75", {1024, 16, 64, 64}),
    nvidia("sm_80", {2048, 32, 164, 64}),
    nvidia("sm_86", {1536, 16, 100, 128}),
    nvidia("sm_87", {1536, 16, 164, 128}),
    nvidia("sm_88", {1536, 16, 100, 0}),  // no source was read for its fp32 lanes
    nvidia("sm_89", {1536, 24, 100, 128}),
    nvidia("sm_90", {2048, 32, 228, 128}),
    nvidia("sm_100", {2048, 32, 228, 128}),
    nvidia("sm_103", {2048, 32, 228, 128}),
    nvidia("sm_110", {1536, 24, 228, 128}),
    nvidia("sm_120", {1536, 24, 100, 128}),
    nvidia("sm_121", {1536, 24, 100, 128}),
    gcn("gfx900", kGcn),
    gcn("gfx906", kGcn),
    gcn("gfx908", kCdna1),
    gcn("gfx90a", kCdna2),
    gcn("gfx942", kCdna2),
    cdna4("gfx950", kCdna2),
    rdna1("gfx1010", kRdna1),
    rdna("gfx1030", kRdna2),
    rdna("gfx1031", kRdna2),
    rdna("gfx1032", kRdna2),
    rdna("gfx1100", kRdna3),
    rdna("gfx1101", kRdna3),
    rdna("gfx1102", kRdna2),
    rdna("gfx1103", kRdna2),
    rdna("gfx1150", kRdna2),
    rdna("gfx1151", kRdna3),
    rdna("gfx1152", kRdna2),
    rdna("gfx1153", kRdna2),
    rdna("gfx1200", kRdna3),
    rdna("gfx1201", kRdna3),
};

/// "sm_90" of "sm_90a": the letter adds instructions, not room.
std::string_view withoutFeatureLetter(std::string_view architecture) {
  const bool lettered = architecture.starts_with("sm_") && (architecture.ends_with('a') || architecture.ends_with('f'));
  if (lettered) architecture.remove_suffix(1);
  return architecture;
}

}  // namespace

std::span<const DeviceLimits> deviceLimits() {
  return kLimits;
}

Result<DeviceLimits> deviceLimits(std::string_view architecture) {
  const std::string_view wanted = withoutFeatureLetter(withoutFeatures(architecture));
  for (const DeviceLimits& limits : kLimits)
    if (limits.architecture == wanted) return limits;
  return Error{ErrorCode::Unsupported,
               "The limits of architecture '" + std::string(architecture) +
                   "' are not in Strata's table, so its occupancy is not computed.",
               Storey::Hardware};
}

}  // namespace strata::inline hardware
