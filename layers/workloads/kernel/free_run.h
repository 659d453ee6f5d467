#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/protocol/workload.h"
#include "layers/framework/ops.h"
#include "layers/workloads/common/kept_previews.h"
#include "layers/workloads/common/patient_wait.h"
#include "layers/workloads/common/run_progress.h"
#include "layers/workloads/common/workload_parts.h"
#include "layers/workloads/kernel/free_tensors.h"
#include "layers/workloads/ladder/ladder_streams.h"

namespace strata::inline workloads {

/// How a free kernel is run.
struct FreeChoices {
  std::uint64_t seed = 1;
  int repeat = 5;
  bool observeMemory = false, observeErrors = false;
};

/// One run of a free kernel: compiled, watched where that was asked for, repeated on the same inputs, checked. One
/// thread.
class FreeRun {
 public:
  FreeRun(const FreePlan& plan, const FreeChoices& choices, const WorkloadParts& parts, WorkContext& context);

  /// What goes wrong with the kernel is in the result; an Error if it was stopped, or nothing could be run.
  Result<RunResult> measure(const std::optional<Roofs>& roofs);
  /// What its tensors held: inputs before, outputs behind the launches.
  void keepPreviews(KeptPreviews& previews) const;

 private:
  Result<RunResult> measureReady(const std::optional<Roofs>& roofs);
  Result<KernelFindings> findErrors();
  Result<void> makeReady();
  Result<LadderRepeat> once(const std::string& name, ExpectedTime expected,
                            const std::shared_ptr<StreamGate>& gate = nullptr);
  Result<std::vector<LadderRepeat>> repeats();
  Result<void> check(RunResult& result);
  Result<void> observeMemory(RunResult& result);
  Result<void> launchAll(const KernelFinder& find);
  OwnUnit unit() const { return {m_text, {}, m_kernels}; }

  const FreePlan& m_plan;
  const FreeChoices& m_choices;
  const WorkloadParts& m_parts;
  WorkContext& m_context;
  RunProgress m_progress;
  const Routines m_noRoutines;
  Ops m_ops;
  OwnText m_text;
  std::vector<std::pair<std::string, std::string>> m_kernels;
  KernelFinder m_find;
  FreeTensors m_tensors;
  TensorContents m_after;
  std::unique_ptr<Event> m_start, m_end;
  std::unique_ptr<Stream> m_stream;  ///< destroyed first: it may still work on the others
};

}  // namespace strata::inline workloads
