#include "layers/model/matmul_workload.h"

#include "layers/hardware/cpu_facts.h"
#include "layers/model/experiments.h"
#include "layers/model/tensor_preview.h"

namespace strata {

const ExperimentInfo& MatmulWorkload::info() const {
  return matmulExperiment();
}

Result<void> MatmulWorkload::run(const Request& request, WorkContext& context) {
  STRATA_ASSIGN(const MatmulPlan plan, planMatmul(info(), request));
  STRATA_TRY(checkMemory(plan, context.device.info(), availableMemory()));
  MatmulRun run(plan, m_routines, context);
  m_previews.clear();
  STRATA_TRY(run.prepare());
  keepPreview("A", run.data().hostA);
  keepPreview("B", run.data().hostB);
  for (const std::string& variant : plan.variants) {
    STRATA_ASSIGN(const RunResult result, run.measure(variant));
    if (result.error) keepPreview("C", run.data().hostC);
    context.result(result);
  }
  if (const auto c = m_previews.find("C"); c != m_previews.end()) context.post(c->second);
  return {};
}

Result<SessionMessage> MatmulWorkload::fetch(std::string_view tensor) {
  if (const auto found = m_previews.find(tensor); found != m_previews.end()) return found->second;
  if (m_previews.empty()) return Error{ErrorCode::Usage, "There is no tensor yet: run matmul first", Storey::Model};
  std::string known;
  for (const auto& [name, message] : m_previews) known += (known.empty() ? "" : ", ") + name;
  return Error{ErrorCode::Usage, "matmul has no tensor \"" + std::string(tensor) + "\"; there are: " + known,
               Storey::Model};
}

void MatmulWorkload::keepPreview(std::string_view name, const Tensor& tensor) {
  m_previews.insert_or_assign(std::string(name), tensorPreview(name, tensor.rows, tensor.cols, tensor.values()));
}

}  // namespace strata
