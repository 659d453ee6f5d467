#include "tests/gpu/conformance_exceptions.h"

namespace strata {

std::map<std::string, std::string> conformanceExceptions() {
  return {{"SaysWhatItIs", "HIP-CPU: its wave is as wide as the processor's vectors, neither 32 nor 64"},
          {"DeviceMemoryIsAlignedAndApart", "HIP-CPU: device memory is aligned as malloc does"},
          {"AbsurdAllocationIsAnErrorAndLifeGoesOn", "HIP-CPU: asks nobody whether so much memory is there"},
          {"SaysWhatItWorksOn", "HIP-CPU: a host function runs in the call that queues it"},
          {"AStreamWaitsForAnotherOnesEvent", "HIP-CPU: a wait for another stream's event does not return"}};
}

}  // namespace strata
