#include "layers/hardware/gpu_model/gpu_machine.h"

#include <algorithm>

#include "layers/hardware/device_limits.h"

namespace strata::inline hardware {
namespace {

constexpr std::uint32_t kFirstWays = 32;
constexpr double kFits = 0.9;  ///< of a cache, that data may take and still be there the next time

CacheShape shapeOf(const GpuFigure& bytes, const GpuFigure& lineBytes) {
  CacheShape shape;
  shape.bytes = static_cast<std::uint64_t>(bytes.value);
  if (lineBytes.known()) shape.lineBytes = static_cast<std::uint32_t>(lineBytes.value);
  return shape;
}

bool fits(double bytes, const GpuFigure& cache) {
  return cache.known() && bytes <= kFits * cache.value;
}

/// Where L1 and shared memory are one array, a line passes as wide as shared memory's banks.
double lineBytes(const GpuFigures& gpu) {
  return gpu.sharedCarveouts.bytes.empty() ? gpu.l1PerClock.value : gpu.sharedPerClock.value;
}

}  // namespace

GpuRates ratesOf(const GpuFigures& gpu) {
  const auto limits = deviceLimits(gpu.architecture);
  const double warpsPerWave = limits.ok() ? limits.value().waveSize / 32.0 : 1;
  GpuRates rates;
  rates.units = gpu.units.value;
  rates.clock = gpu.clock.value;
  rates.memoryBytes = gpu.memoryBandwidth.value;
  rates.lastBytes = gpu.lastLevelBandwidth.value;
  rates.secondBytes = gpu.l2PerClock.value;
  rates.lineBytes = lineBytes(gpu);
  rates.firstBytes = gpu.l1PerClock.value;
  rates.sharedBytes = gpu.sharedPerClock.value;
  rates.multiplyAdds = gpu.plainFp32PerClock.known() ? gpu.plainFp32PerClock.value : gpu.fp32PerClock.value;
  rates.specials = gpu.specialPerClock.value;
  rates.matrixFlops = gpu.matrixFp16.value;
  rates.instructions = gpu.issuePerClock.value * warpsPerWave;
  rates.wait = {gpu.l1Latency.value, gpu.l2Latency.value, gpu.lastLevelLatency.value, gpu.memoryLatency.value};
  return rates;
}

ReplayMachine machineOf(const GpuFigures& gpu, std::uint32_t blocksPerUnit, std::uint64_t sharedBytesPerBlock,
                        double bytesInAll, bool warm) {
  ReplayMachine machine;
  machine.units = static_cast<std::uint32_t>(gpu.units.value);
  machine.blocksPerUnit = std::max(1u, blocksPerUnit);
  machine.first = shapeOf(gpu.l1Bytes, gpu.l1LineBytes);
  machine.first.bytes = gpu.l1BytesBeside(sharedBytesPerBlock * machine.blocksPerUnit);
  machine.first.ways = kFirstWays;
  machine.second = shapeOf(gpu.l2Bytes, {});
  machine.last = shapeOf(gpu.lastLevelBytes, {});
  machine.secondHoldsAll = warm && fits(bytesInAll, gpu.l2Bytes);
  machine.lastHoldsAll = warm && fits(bytesInAll, gpu.lastLevelBytes);
  return machine;
}

const ModelConstants& constantsOf(const GpuFigures& gpu) {
  return gpu.vendor == "AMD" ? amdConstants() : nvidiaConstants();
}

}  // namespace strata::inline hardware
