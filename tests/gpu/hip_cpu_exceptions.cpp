#include "tests/gpu/conformance_exceptions.h"

namespace strata {

std::map<std::string, std::string> conformanceExceptions() {
  const std::string width = "HIP-CPU: kernels see warps of 64 lanes, the device says as many as its vectors have";
  const std::string graphs = "HIP-CPU: it has no graphs";
  return {{"CapturedWorkIsDoneAtEachLaunchAndNotBefore", graphs},
          {"AGraphReadsWhatStandsInItsTensorsNow", graphs},
          {"AGraphKeepsItsArgumentsAndItsPlaceInTheStream", graphs},
          {"CopiesOfPinnedMemoryArePartOfAGraph", graphs},
          {"WhatCannotBeCapturedIsNamedAndTheStreamGoesOn", graphs},
          {"ALaunchThatIsRefusedEndsTheCapture", graphs},
          {"OfAPromptReplayedFromAGraphAreTheSameBitForBit", graphs},
          {"FewLanesShuffleAmongThemselves", width},
          {"EveryLaneMayAskForAnother", width},
          {"WarpsAddUpByShuffles", width},
          {"VotesAreCountedPerWarp", width},
          {"LanesPassOnThroughSharedMemory", width},
          {"SaysWhatItIs", "HIP-CPU: its wave is as wide as the processor's vectors, neither 32 nor 64"},
          {"DeviceMemoryIsAlignedAndApart", "HIP-CPU: device memory is aligned as malloc does"},
          {"AbsurdAllocationIsAnErrorAndLifeGoesOn", "HIP-CPU: asks nobody whether so much memory is there"},
          {"SaysWhatItWorksOn", "HIP-CPU: a host function runs in the call that queues it"},
          {"TheHostWaitsForAnEventAndNotForWhatComesAfter", "HIP-CPU: a host function runs in the call that queues it"},
          {"AStreamWaitsForAnotherOnesEvent", "HIP-CPU: a wait for another stream's event does not return"}};
}

}  // namespace strata
