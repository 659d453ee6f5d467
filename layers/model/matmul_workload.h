#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/protocol/workload.h"
#include "layers/library/matmul_routine.h"
#include "layers/model/matmul_run.h"

namespace strata {

/// The matmul experiment: every variant asked for, timed and checked against the same fp64 reference.
class MatmulWorkload final : public Workload {
 public:
  explicit MatmulWorkload(MatmulRoutines routines) : m_routines(std::move(routines)) {}

  const ExperimentInfo& info() const override;
  Result<void> run(const Request& request, WorkContext& context) override;
  /// A, B or C of the last run as previews; C is what the last variant that was checked computed.
  Result<SessionMessage> fetch(std::string_view tensor) override;

 private:
  void keepPreview(std::string_view name, const Tensor& tensor);

  MatmulRoutines m_routines;
  std::map<std::string, SessionMessage, std::less<>> m_previews;
};

}  // namespace strata
