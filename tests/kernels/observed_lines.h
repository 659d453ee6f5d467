#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "engine/backends/cpu/cpu_device.h"
#include "kernels/microscope/microscope.h"
#include "layers/compiler/machine_widths.h"
#include "tests/kernels/operation_conformance.h"

namespace strata {

/// Counts per line of the kernel's text: the sum of what stands on it, per space and kind.
struct LineKey {
  std::string file;
  int line;
  PlaceCounts::What what;
  PlaceCounts::Space space;
  auto operator<=>(const LineKey&) const = default;
};
struct LineCounts : PlaceCounts {
  std::uint32_t widths = 0;     ///< added up
  std::uint64_t most = 0;       ///< requests of the place that has most
  std::uint64_t laneBytes = 0;  ///< bytes of a lane, summed over requests
  RequestPattern typical;       ///< of one place
};
using ObservedLines = std::map<LineKey, LineCounts>;

/// What the kernels of a step do to memory, with all inputs zero.
ObservedLines observe(const Operation& operation, std::string_view step, const LadderCase& values,
                      const AccessWidths& widths = machineWidths());

/// Runs the kernels of a step under a microscope, with all inputs zero.
void runUnder(Microscope& microscope, const Operation& operation, std::string_view step, const LadderCase& values,
              const CpuDeviceOptions& device = {});
ObservedLines linesOf(const Microscope& microscope);

}  // namespace strata
