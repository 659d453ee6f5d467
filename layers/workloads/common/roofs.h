#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "layers/workloads/common/roof_claim.h"
#include "layers/workloads/common/roof_machine.h"

namespace strata::inline workloads {

/// What Strata's own ladders reached on a device: the faster of copying and only reading, and multiply-adds. Caches,
/// stores that pass them by and wider instructions may exceed it.
struct Roofs {
  double bytesPerSecond = 0;  ///< read and written, each counted
  double flops = 0;           ///< a second; multiply and add count one each; 0: not known
  std::string memoryStep{}, peakStep{};
  /// When they were measured again because a result stood above them, and what they were then; 0: never.
  struct Confirmed {
    std::int64_t at = 0;
    double bytesPerSecond = 0, flops = 0;
  } confirmed{};
  std::int64_t measuredAt = 0;  ///< seconds since 1970 when they were last measured; 0: not noted
  /// When they were as high as this: measuring that found less changes neither.
  std::int64_t bytesReachedAt = 0, flopsReachedAt = 0;
  Provenance flopsKind = Provenance::Measured;  ///< of matrix units: as the device's figures have it
  double processorShare = 1;                    ///< of the processors while they were measured; 0: not noted
  std::int64_t busyTries = 0;                   ///< to measure them, one after the other, that found the machine busy
  double bytesBefore = 0, flopsBefore = 0;      ///< which these replace, as long as nobody was told; 0: none
  std::string notKept{};                        ///< why they could not be, as long as nobody was told
  bool busyTold = false;                        ///< that others had processors while they were measured

  /// Other programs had little of the processors then: what was reached is what the device can reach.
  bool onFreeMachine() const { return processorShare >= kFreeShare; }
  static constexpr double kFreeShare = 0.7;
  /// Seconds for which nothing that was measured is measured again by itself: a minute, and twice as long after each
  /// further try that found the machine busy, up to an hour. It stays so for longer than a run, and measuring is one
  /// more load.
  std::int64_t rest() const;
  /// What the roofline model allows a kernel that does `flop` with `bytes`; FLOP/s.
  double attainable(double flop, double bytes) const;
};

/// Measured roofs, kept per device in a file of the user's cache folder. What cannot be read or written is measured
/// again the next time.
class RoofKeeper {
 public:
  /// roofs.json in $XDG_CACHE_HOME/strata, or ~/.cache/strata; empty where there is neither.
  static std::filesystem::path defaultFile();
  explicit RoofKeeper(std::filesystem::path file = defaultFile(), RoofMachine machine = {})
      : m_file(std::move(file)), m_machine(std::move(machine)) {}

  std::optional<Roofs> kept(const DeviceInfo& device) const;
  /// An Error says why they cannot be kept, and what to do.
  Result<void> keep(const DeviceInfo& device, const Roofs& roofs) const;
  /// As far as it can be told before one tries.
  bool seemsWritable() const;
  /// Makes the folder, where it can.
  RoofClaim claim() const;
  const RoofMachine& machine() const { return m_machine; }

 private:
  std::filesystem::path m_file;
  RoofMachine m_machine;
};

}  // namespace strata::inline workloads
