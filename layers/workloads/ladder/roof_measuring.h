#pragma once

#include <cstdint>
#include <string_view>

#include "engine/protocol/workload.h"
#include "layers/library/routine.h"
#include "layers/workloads/common/roofs.h"

namespace strata::inline workloads {

/// Measures both roofs now. `why` begins what is told of it. Unsupported where no step of a ladder that it takes runs
/// on the device.
Result<Roofs> measureRoofs(const RoofMachine& machine, WorkContext& context, const Routines& routines,
                           std::string_view why);

/// How many processors' time a processor can have: fewer than it has threads where a control group leaves it less.
double processorsOf(const DeviceInfo& device);

/// What a launch that memory's roof is measured with reads and writes at least: more than usual caches hold.
std::int64_t leastRoofBytes(const DeviceInfo& device);
/// What it does read and write: four times the last-level caches, where the device has eight times as much memory, and
/// at most 4 GiB. `available` is what the host has free, 0 for unknown.
std::int64_t roofBytes(const DeviceInfo& device, std::uint64_t available);

/// More multiply-adds one after another, so that a launch that took `seconds` with so many of them takes long enough
/// for its begin and end not to matter.
std::int64_t longerIterations(std::int64_t iterations, double seconds);

std::int64_t secondsSince1970();

}  // namespace strata::inline workloads
