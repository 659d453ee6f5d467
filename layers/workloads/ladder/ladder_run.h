#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/workload.h"
#include "layers/framework/ops.h"
#include "layers/workloads/common/workload_parts.h"
#include "layers/workloads/ladder/event_time.h"
#include "layers/workloads/ladder/kept_models.h"
#include "layers/workloads/ladder/ladder_data.h"
#include "layers/workloads/ladder/ladder_figures.h"
#include "layers/workloads/ladder/ladder_forecast.h"
#include "layers/workloads/ladder/ladder_plan.h"
#include "layers/workloads/ladder/ladder_streams.h"
#include "layers/workloads/ladder/measured_roofs.h"
#include "layers/workloads/ladder/output_check.h"

namespace strata::inline workloads {

/// One run of a ladder, from inputs to results. prepare() first, then measure() per variant. One thread.
class LadderRun {
 public:
  LadderRun(const LadderPlan& plan, const Routines& routines, WorkContext& context);

  /// The roofs again, for a result that reached these rates.
  using RoofCheck = std::function<Result<Roofs>(const Roofs& roofs, const ReachedRates& reached)>;
  /// What figures beside the results are compared with; none by default.
  void setRoofs(std::optional<Roofs> roofs, RoofCheck check) {
    m_roofs = std::move(roofs);
    m_roofCheck = std::move(check);
  }
  void setResources(ResourceFinder resources) { m_resources = std::move(resources); }
  /// That model() speaks of, none by default; steps that `models` has are not counted again.
  void setModelGpu(std::optional<GpuFigures> gpu, KeptModels& models);
  void setMemoryWatch(MemoryWatch watch) { m_memory = std::move(watch); }
  void setOwnKernels(OwnKernels own) { m_own = std::move(own); }
  /// What is known of kernels that somebody brought; nothing by default.
  void setForecast(LadderForecast forecast) { m_forecast = std::move(forecast); }

  /// `asked`: the variants that are to come, be it only to be modelled.
  Result<void> prepare(const std::vector<std::string>& asked);

  /// Warms up, repeats, downloads and checks. What goes wrong with the variant is in the result; an Error only if it
  /// was stopped.
  Result<RunResult> measure(const std::string& variant);

  /// Instead of measure(): why not.
  RunResult notRun(const std::string& variant, const std::string& why);

  /// Adds to a result that was measured or left out how long its variant would take on that GPU, or why that cannot be
  /// told. An Error only if it was stopped; that is why, then.
  Result<void> model(RunResult& result);

  /// Compares a result with the roofs as they are now, which a later one may have had measured again. False: it was.
  bool renewRoofs(RunResult& result) const;

  bool has(const std::string& variant) const { return m_ops.find(*m_plan.operation, variant) != nullptr; }
  const LadderData& data() const { return m_data; }

 private:
  using Repeats = std::vector<LadderRepeat>;

  /// Of progress, that a variant takes at most.
  struct Steps {
    int measured = 0, modelled = 0;
  };
  Steps stepsOf(const std::string& variant) const;
  /// What was foreseen has ended, with fewer steps perhaps: as where a kernel does not compile.
  void settle(int foreseen, int begunBefore);
  bool canBeModelled(const std::string& variant) const;

  /// Why there is no routine of this name.
  Error absent(const std::string& variant) const;
  Result<RunResult> measureOrModel(const std::string& variant);
  Result<RunResult> modelOnly(const std::string& variant);
  Result<void> addModel(RunResult& result);
  Result<const KeptModels::Model*> modelOf(const Step& step);
  Result<RunResult> measureReady(const std::string& variant);
  void addFigures(RunResult& result, const Cost& cost);
  Result<void> observeMemory(RunResult& result, const Step& step);
  Result<KernelFindings> findErrors(const std::string& variant);
  Result<RunResult> measureSound(const Routine& routine, const std::string& variant);
  Result<Repeats> repeat(const std::string& variant);
  ExpectedTime expectedFirst(const std::string& variant) const;
  Result<RunResult::Check> judge(const std::string& variant, double limit);

  const LadderPlan& m_plan;
  WorkContext& m_context;
  RunProgress m_progress;
  Ops m_ops;
  LadderData m_data;
  LadderStreams m_streams;
  std::unique_ptr<OutputCheck> m_check;
  std::optional<Roofs> m_roofs;
  RoofCheck m_roofCheck;
  bool m_sharesTold = false;  ///< of roofs, in results before
  ResourceFinder m_resources;
  MemoryWatch m_memory;
  OwnKernels m_own;
  LadderForecast m_forecast;
  std::optional<GpuFigures> m_modelGpu;
  KeptModels* m_models = nullptr;  ///< where there is a GPU
  EventTime m_eventTime;
};

/// The figure of a result whose times are of queued runs: the median run as the host launches it, the device waiting
/// in between; seconds.
inline constexpr std::string_view kTimeAsLaunched = "time_as_launched";

/// Times, speeds and where each number comes from; the median is a repeat that took place (of an even number, the
/// faster of the two in the middle). `repeats` holds at least one.
RunResult summarizeRepeats(const std::string& variant, std::vector<LadderRepeat> repeats, const Cost& cost);

}  // namespace strata::inline workloads
