#include "kernels/matmul/matmul_ladder.h"
#include "layers/workloads/bench/library_bench.h"
#include "layers/workloads/bench/loop_bench.h"

namespace strata {

Workloads benchWorkloads(const WorkloadParts& parts) {
  Workloads all;
  for (const DirectLibrary& library : parts.direct)
    all.push_back(std::make_unique<LibraryBench>(*library.ladder, parts.routines, library.call));
  all.push_back(std::make_unique<LoopBench>(matmulLadder(), parts.routines));
  return all;
}

}  // namespace strata
