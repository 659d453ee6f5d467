#pragma once

#include <memory>
#include <span>

#include "engine/backends/null/null_device.h"
#include "layers/library/strata_routine.h"

namespace strata::test {

/// A small ladder of this test: C = A · B with the parameters n, m, k, and two steps, "naive" and "tiled", whose
/// kernels take A, B, C, m, n, k. They exist in name only: the null device runs its script instead.
const Operation& scriptedOperation();

/// In place of a device's kernels: code for all but "missing".
KernelEntry scriptedKernel(std::string_view kernel);

/// Its steps, so that no test needs a library.
std::shared_ptr<Routines> scriptedRoutines();

/// A third step whose kernel is not in this binary.
const Step& missingStep();

struct ScriptedCall {
  const float *a, *b;
  float* c;
  int m, n, k;

  explicit ScriptedCall(std::span<void*> arguments);
  void multiply() const;
};

/// A script whose kernels compute what they should.
NullScript rightScript();

}  // namespace strata::test
