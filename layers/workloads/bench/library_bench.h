#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "layers/workloads/common/workload_parts.h"

namespace strata::inline workloads {

/// cblas_sgemm of OpenBLAS.
DirectCall directOpenBlas();
/// oneDNN's primitive for an operation, and the reorders it asks for.
DirectCall directOneDnn(const Operation& operation);

/// What the storeys cost: a ladder's library variant through all of them, taking turns with direct calls of the same
/// library in the same process with the same threads; then each variant asked for, or all. Results "library",
/// "direct" and those, and a Log message whose json has bench (the ladder's name), shape, library_seconds (device
/// clock), direct_seconds, ratio, walk_seconds (host clock, the whole call), walk_ratio, best_step, best_step_gflops,
/// fastest_library, fastest_library_gflops and best_step_share (of the fastest library).
/// Not listed: what `strata bench` runs, under the name "<ladder>-bench".
class LibraryBench final : public Workload {
 public:
  LibraryBench(const Operation& operation, std::shared_ptr<const Routines> routines, DirectCall direct);

  const ExperimentInfo& info() const override { return m_info; }
  Result<void> run(const Request& request, WorkContext& context) override;
  Result<SessionMessage> fetch(std::string_view tensor) override;

 private:
  const Operation& m_operation;
  std::shared_ptr<const Routines> m_routines;
  DirectCall m_direct;
  ExperimentInfo m_info;
};

}  // namespace strata::inline workloads
