#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/provenance.h"
#include "engine/base/result.h"
#include "engine/device/factors.h"

namespace strata::inline hardware {

/// One number of a GPU, in the unit of its field (GpuField), and who says so: document, table, year.
struct GpuFigure {
  double value = 0;                    ///< 0: not known
  Provenance kind = Provenance::Spec;  ///< Spec, Measured (somebody's benchmark) or Modelled (a formula, in `source`)
  std::string source;

  bool known() const { return value > 0; }
};

/// What a unit's data cache can give to shared memory, in bytes, smallest first. Empty: the two are apart.
struct GpuCarveouts {
  std::vector<std::uint64_t> bytes;
  Provenance kind = Provenance::Spec;
  std::string source;
};

/// The figures of one GPU that times are modelled from, of a file that docs/gpus.md describes. Per unit: of one SM, CU
/// or WGP, as DeviceLimits::unit has it. Cycles and clocks: of `clock`. What the architecture fixes (registers, blocks,
/// shared memory) is in deviceLimits(architecture).
struct GpuFigures {
  std::string name;                  ///< of the file: "rtx4090"
  std::string title;                 ///< "NVIDIA GeForce RTX 4090"
  std::string vendor;                ///< "NVIDIA"
  std::string architecture;          ///< "sm_89": one that deviceLimits knows
  std::vector<std::string> devices;  ///< as drivers name it: "NVIDIA GeForce RTX 4090"

  GpuFigure clock;  ///< Hz: the highest engine clock
  GpuFigure units;
  GpuFigure memoryBytes, memoryBandwidth, memoryLatency;           ///< bytes, bytes/s, cycles
  GpuFigure lastLevelBytes, lastLevelBandwidth, lastLevelLatency;  ///< of the cache behind L2 (Infinity Cache), if any
  GpuFigure l2Bytes, l2PerClock, l2Latency;                        ///< bytes, bytes a clock, of all L2 together; cycles
  GpuFigure l2Parts;  ///< L2 caches that each serve a share of the units; not known: 1
  GpuFigure l1Bytes, l1LineBytes, l1SectorBytes, l1PerClock, l1Latency;  ///< per unit; a miss fetches whole sectors
  GpuCarveouts sharedCarveouts;                                          ///< taken from l1Bytes
  GpuFigure sharedPerClock, sharedLatency;                               ///< bytes a clock per unit, cycles
  GpuFigure fp32PerClock;       ///< multiply-adds a clock per unit, at best: packed or issued in pairs where it can
  GpuFigure plainFp32PerClock;  ///< without such pairs; not known: the same
  GpuFigure specialPerClock;    ///< results of exponentials, sines, roots a clock per unit
  GpuFigure issuePerClock;      ///< vector instructions of whole waves a clock per unit
  GpuFigure matrixFp16, matrixBf16, matrixTf32;  ///< FLOP/s, dense, summed in fp32; not known: it has none

  /// L1 left to a unit whose resident blocks hold so much shared memory: the smallest carve-out with room for them is
  /// gone from it.
  std::uint64_t l1BytesBeside(std::uint64_t sharedBytes) const;

  /// FLOP/s of all units: of fp32 at the highest clock, of other factors by matrix units.
  GpuFigure peak(Factors factors) const;
};

/// A unit that a file may give a figure in.
struct GpuUnit {
  std::string_view name;  ///< "MHz"
  double scale = 1;       ///< of one of it, in the field's own unit
  int clocks = 0;         ///< 1: and multiplied by the clock, as ns are to be cycles; -1: divided by it
};

/// A figure that a file has, and what it takes.
struct GpuField {
  std::string_view key;      ///< "clock"
  std::string_view meaning;  ///< "highest engine clock"
  GpuFigure GpuFigures::*figure;
  std::span<const GpuUnit> units;  ///< the first one's scale is 1: that of GpuFigure::value
  double least = 0, most = 0;      ///< accepted, in that unit
  bool required = false;
  bool whole = false;  ///< a number of things, or of bytes
};

/// All but the carve-outs, the clock first.
std::span<const GpuField> gpuFields();

/// Reads the text of a GPU file; an Error of code Usage names `file`, the figure and what is expected. The GPU's name
/// is the file's, without folder and ".json".
Result<GpuFigures> parseGpuFigures(std::string_view text, const std::string& file);
Result<GpuFigures> readGpuFigures(const std::string& path);

/// The names of all GPUs, sorted: those that come with Strata, and the files in the user's own folder of "gpus".
std::vector<std::string> gpuNames();

/// By one of these names, the user's own before one that came with Strata.
Result<GpuFigures> findGpu(const std::string& name);

/// The GPU that drivers name so, of those whose files can be read; none: not known.
std::optional<GpuFigures> gpuOfDevice(std::string_view device);

}  // namespace strata::inline hardware
