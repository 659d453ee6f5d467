#pragma once

#include <string_view>

#include "engine/protocol/workload.h"
#include "layers/library/matmul_routine.h"

namespace strata {

/// What the storeys cost: the library variant through all of them, taking turns with direct calls of cblas_sgemm in the
/// same process with the same threads; then our tiled kernel. Results "library" and "direct", "tiled", and a Log
/// message whose json has bench, n, library_seconds (device clock), direct_seconds, ratio, walk_seconds (host clock,
/// the whole call), walk_ratio, tiled_gflops_per_core and cores. Not listed: what `strata bench matmul` runs.
class MatmulBench final : public Workload {
 public:
  explicit MatmulBench(MatmulRoutines routines) : m_routines(std::move(routines)) {}

  const ExperimentInfo& info() const override;
  Result<void> run(const Request& request, WorkContext& context) override;
  Result<SessionMessage> fetch(std::string_view tensor) override;

 private:
  MatmulRoutines m_routines;
};

}  // namespace strata
