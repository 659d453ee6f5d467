#include "layers/workloads/common/run_parameters.h"

#include <utility>

namespace strata::inline workloads {
namespace {

ParameterInfo howToRun(ParameterInfo info) {
  info.ofRun = true;
  return info;
}

}  // namespace

ParameterInfo seedParameter() {
  return howToRun(integerParameter("seed", "Seed", 1, 0, 4294967295.0, "The same seed gives the same inputs."));
}

ParameterInfo repeatParameter() {
  return howToRun(integerParameter("repeat", "Repeats", 5, 1, 1000, "Timed runs of each variant, after a warm-up."));
}

ParameterInfo roofsParameter() {
  return howToRun(
      choiceParameter("roofs", "Roofs", {"kept", "anew", "off"},
                      "The most that this device can do: how quickly it copies and how quickly it multiplies "
                      "and adds. Each result is said as a share of it; that of a GPU's matrix units as one "
                      "of its data sheet's rate. kept: measured once and remembered; anew: measured now; "
                      "off: no share is said."));
}

ParameterInfo observeParameter() {
  return howToRun(
      choiceParameter("observe", "Observe", {"nothing", "memory", "errors"},
                      "memory: each variant runs once more, counting every load and store of tensors and shared "
                      "memory in its source per warp; a thread's local arrays, __constant__ and __device__ variables "
                      "are left out. "
                      "errors: every step of every thread is watched at small sizes, and what is wrong is said with "
                      "its line. CPU device only."));
}

}  // namespace strata::inline workloads
