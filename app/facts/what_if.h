#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/facts/view_state.h"
#include "layers/hardware/gpu_model/gpu_model.h"
#include "layers/hardware/occupancy.h"

namespace strata::inline facts {

/// A launch that a time was modelled from, as a session keeps it.
struct KeptLaunch {
  std::string kernel;
  LaunchDemand demand;
  BlockNeeds needs;
  std::uint32_t blocksPerUnit = 0;
  std::uint64_t spillBytes = 0;  ///< of a thread's registers
};
/// Empty where the session does not tell.
std::vector<KeptLaunch> keptLaunches(const ModelledRun& run);

/// What can be changed of a launch and of the GPU it is modelled for.
enum class Knob : std::uint8_t { Threads, Registers, Clock, Bandwidth };
inline constexpr int kKnobs = 4;
/// Threads of a block come in whole warps of so many: a GPU issues no part of one.
inline constexpr int kLanesOfWarp = 32;

/// One of them: threads of a block, registers of a thread, Hz, bytes/s. Its way is by doublings, but for registers.
struct KnobRange {
  double least = 0, most = 0;
  double modelled = 0;  ///< as the time was modelled
  double now = 0;       ///< as it is asked for
  double step = 1;      ///< values lie on multiples of it

  bool changed() const { return now != modelled; }
};

/// What the model says of a step whose launch or GPU is another. Kind: modelled.
struct WhatIfAnswer {
  std::string unknown;  ///< why nothing can be asked, a sentence; empty: it can, and all below is known
  std::array<KnobRange, kKnobs> knobs;
  std::string kernel;                   ///< whose threads and registers they are: the one that takes longest
  std::size_t launches = 0;             ///< of the step, all kernels
  Occupancy occupancy;                  ///< of that kernel as asked; no blocks: it cannot be launched
  double blocks = 0, units = 0;         ///< of its grid as asked, and of the GPU
  double before = 0, seconds = 0;       ///< as modelled; as asked, 0 where it cannot be launched
  std::vector<ModelledRun::Part> only;  ///< as asked, in the order of ModelledRun::only
  std::string bound;                    ///< the longest of them

  bool changed() const;
  bool canLaunch() const { return occupancy.blocks > 0; }
  const KnobRange& operator[](Knob knob) const { return knobs[static_cast<std::size_t>(knob)]; }
};

/// Asks for what ViewChoices::whatIf says of this result. Threads of a block: the number of all threads stays, as does
/// what each asks for, so blocks get fewer as they get larger, and each takes shared memory in proportion. Clock: the
/// waits for what lies behind L2 stay as long in seconds. What caches let through stays as it was counted.
WhatIfAnswer whatIf(const ViewState& state, const RunResult& result);

/// From 0 to 1, where a value stands on a knob's way; and the value that stands there, as modelled where it is near.
double knobPlace(Knob knob, const KnobRange& range, double value);
double knobValue(Knob knob, const KnobRange& range, double place);
/// The value so many steps on, within the range.
double knobStepped(Knob knob, const KnobRange& range, int steps);

/// The choices with a knob of this result at a value, and with all of them back.
ViewChoices withKnob(const ViewState& state, const RunResult& result, Knob knob, double value);
ViewChoices withoutKnobs(const ViewState& state);

/// The figures of the GPU that a run's times are modelled for: `known` where these are they, else read from its file.
/// nullptr: nothing is modelled, or they are not on this machine.
std::shared_ptr<const GpuFigures> modelledGpu(const std::vector<RunResult>& results,
                                              std::shared_ptr<const GpuFigures> known);

}  // namespace strata::inline facts
