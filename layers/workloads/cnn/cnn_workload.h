#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/modelfile/onnx_graph.h"
#include "engine/protocol/workload.h"
#include "layers/workloads/cnn/cnn_engine.h"
#include "layers/workloads/cnn/cnn_request.h"
#include "layers/workloads/common/run_progress.h"
#include "layers/workloads/common/workload_parts.h"

namespace strata::inline workloads {

/// The experiment "cnn": a picture of a digit walks through a network. Every stage of every variant is held against a
/// fp64 evaluation of the file's graph, and shown.
class CnnWorkload final : public Workload {
 public:
  explicit CnnWorkload(std::shared_ptr<const Routines> routines, std::optional<RoofKeeper> roofs = {});

  const ExperimentInfo& info() const override { return m_info; }
  Result<void> run(const Request& request, WorkContext& context) override;
  /// The picture, or a stage's result as the last variant computed it, by the name it has in the file.
  Result<SessionMessage> fetch(std::string_view tensor) override;

 private:
  using Stages = std::vector<std::vector<float>>;

  Result<void> load(const CnnRequest& asked, WorkContext& context);
  Result<RunResult> measure(const std::string& variant, int repeat, WorkContext& context, RunProgress& progress);
  Result<RunResult> measureReady(const std::string& variant, int repeat, WorkContext& context, RunProgress& progress);
  Result<RunResult::Check> judge(const Stages& stages) const;
  void show(WorkContext& context);

  ExperimentInfo m_info;
  std::shared_ptr<const Routines> m_routines;
  std::optional<RoofKeeper> m_keeper;

  // Of the last run.
  CnnPlan m_plan;
  std::vector<float> m_picture;
  std::map<std::string, std::vector<double>> m_truth;
  std::unique_ptr<CnnEngine> m_engine;
  std::optional<Roofs> m_roofs;
  Stages m_stages;  ///< results of the last variant that ran
  std::map<std::string, SessionMessage, std::less<>> m_previews;
};

}  // namespace strata::inline workloads
