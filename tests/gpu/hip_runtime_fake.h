#pragma once

#include <string>
#include <vector>

namespace strata::test {

/// What this program's HIP runtime was asked for and holds: hip_runtime_fake.cpp, in the place of AMD's. It runs
/// kernels of the type FakeKernel on the host, at once, and captures by HIP's rules: what may not be asked meanwhile
/// fails and spoils the capture.
struct HipRuntimeFake {
  using FakeKernel = void (*)(float* data, int count);

  std::vector<std::string> calls;  ///< launches, and all that has to do with graphs
  int graphs = 0, executables = 0;
  bool refusesLaunches = false;
};
HipRuntimeFake& hipRuntimeFake();

}  // namespace strata::test
