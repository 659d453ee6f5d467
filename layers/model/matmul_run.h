#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/workload.h"
#include "layers/framework/ops.h"
#include "layers/model/matmul_check.h"
#include "layers/model/matmul_data.h"
#include "layers/model/matmul_lanes.h"
#include "layers/model/matmul_plan.h"

namespace strata {

/// One run of the matmul experiment, from inputs to results. prepare() first, then measure() per variant. One thread.
class MatmulRun {
 public:
  MatmulRun(const MatmulPlan& plan, const MatmulRoutines& routines, WorkContext& context);

  Result<void> prepare();

  /// Warms up, repeats, downloads and checks. What goes wrong with the variant is in the result; an Error only if it
  /// was stopped.
  Result<RunResult> measure(const std::string& variant);

  const MatmulData& data() const { return m_data; }

 private:
  using Repeats = std::vector<MatmulRepeat>;

  Result<RunResult> measureReady(const std::string& variant);
  Result<Repeats> repeat(const std::string& variant);
  Result<RunResult::Check> judge(const std::string& variant);

  const MatmulPlan& m_plan;
  WorkContext& m_context;
  RunProgress m_progress;
  Ops m_ops;
  MatmulData m_data;
  MatmulLanes m_lanes;
  std::unique_ptr<MatmulCheck> m_check;
};

/// Times, speeds and where each number comes from; the median is a repeat that took place (of an even number, the
/// faster of the two in the middle). `repeats` holds at least one.
RunResult summarizeMatmul(const std::string& variant, std::vector<MatmulRepeat> repeats, const Cost& cost);

}  // namespace strata
