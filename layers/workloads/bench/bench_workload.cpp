#include "kernels/matmul/matmul_operation.h"
#include "layers/workloads/bench/library_bench.h"
#include "layers/workloads/bench/loop_bench.h"

namespace strata::inline workloads {

Workloads benchWorkloads(const WorkloadParts& parts) {
  Workloads all;
  for (const DirectLibrary& library : parts.direct)
    all.push_back(std::make_unique<LibraryBench>(*library.operation, parts.routines, library.call));
  all.push_back(std::make_unique<LoopBench>(matmulOperation(), parts.routines));
  return all;
}

}  // namespace strata::inline workloads
