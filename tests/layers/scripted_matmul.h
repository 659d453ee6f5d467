#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/backends/null/null_device.h"
#include "layers/library/matmul_routine.h"
#include "layers/library/strata_matmul.h"

namespace strata::testing {

/// Device code that exists in name only: the null device runs its script instead.
inline KernelEntry scriptedEntry(std::string_view step) {
  static const int kCode = 0;
  for (const MatmulStep& known : matmulSteps())
    if (known.name == step) return {known.kernel, &kCode};
  return {};
}

/// Only our own ladder, so that no test needs a library.
inline MatmulRoutines scriptedRoutines() {
  MatmulRoutines routines;
  for (const MatmulStep& step : matmulSteps())
    routines.push_back(std::make_unique<StrataMatmul>(step, scriptedEntry(step.name)));
  return routines;
}

struct ScriptedCall {
  const float *a, *b;
  float* c;
  int m, n, k;

  explicit ScriptedCall(std::span<void*> arguments)
      : a(*static_cast<const float**>(arguments[0])),
        b(*static_cast<const float**>(arguments[1])),
        c(*static_cast<float**>(arguments[2])),
        m(*static_cast<int*>(arguments[3])),
        n(*static_cast<int*>(arguments[4])),
        k(*static_cast<int*>(arguments[5])) {}

  void multiply() const {
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        float sum = 0;
        for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
        c[i * n + j] = sum;
      }
  }
};

/// A script whose kernels compute what they should.
inline NullScript rightScript() {
  NullScript script;
  script.kernel = [](const KernelEntry&, const LaunchShape&, std::span<void*> arguments) {
    ScriptedCall(arguments).multiply();
  };
  return script;
}

}  // namespace strata::testing
