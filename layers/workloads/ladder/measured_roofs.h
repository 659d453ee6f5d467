#pragma once

#include <optional>

#include "engine/protocol/workload.h"
#include "layers/library/routine.h"
#include "layers/workloads/common/roofs.h"

namespace strata::inline workloads {

/// What the keeper has for this device, or what is measured now (with `anew`, in any case) and kept: every step of the
/// ladders copy and peak, and of linear those that read best; the fastest counts. Visible in the trace as what it is.
/// While another process of this machine measures roofs it waits for them, a minute at most. What was measured on a
/// busy machine is kept, but measured again by a run after a rest (Roofs::rest), unless another process measures just
/// then; the higher is kept. None where the device is too small to measure them; an Error only if it was stopped or
/// died.
Result<std::optional<Roofs>> keptOrMeasured(const RoofKeeper& keeper, bool anew, WorkContext& context,
                                            const Routines& routines);

/// Says once that they could not be kept, so that every run measures them, and what to do; or that the machine was busy
/// when they were measured.
void tellOfMeasuring(RunResult& result, Roofs& roofs);

/// Says it where they replaced higher ones, once.
void tellLower(RunResult& result, Roofs& roofs);

/// What a result reached of what roofs limit; 0: no roof limits it.
struct ReachedRates {
  double flops = 0, bytesPerSecond = 0;
};

/// Says of the result that beat one of them which it was, and that those before it are compared with higher roofs
/// since.
void tellHigher(RunResult& result, const ReachedRates& reached, const Roofs& before, const Roofs& now);

/// Of work that took so long: arithmetic that no matrix units did, and bytes where they are more than caches hold, as
/// those are that roofs are measured with.
ReachedRates reachedRates(const Cost& cost, double seconds, const DeviceInfo& device);

/// Where that is above the roofs, they were measured beside other work, perhaps: they are measured again, and kept if
/// they are higher; where they were for such a result within that rest, and nobody changed them since, they stay.
/// An Error only if it was stopped or died.
Result<Roofs> confirmedRoofs(const RoofKeeper& keeper, const Roofs& roofs, const ReachedRates& reached,
                             WorkContext& context, const Routines& routines);

}  // namespace strata::inline workloads
