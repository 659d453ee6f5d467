#include "layers/workloads/kernel/kernel_workload.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <utility>

#include "engine/base/shipped.h"
#include "layers/workloads/common/kept_previews.h"
#include "layers/workloads/kernel/free_run.h"
#include "layers/workloads/kernel/kernel_experiment.h"
#include "layers/workloads/ladder/measured_roofs.h"

namespace strata::inline workloads {
namespace {

/// The experiment of free kernels: one file, run as its comment says.
class KernelWorkload final : public Workload {
 public:
  explicit KernelWorkload(WorkloadParts parts) : m_info(kernelExperiment()), m_parts(std::move(parts)) {}

  const ExperimentInfo& info() const override { return m_info; }
  Result<ExperimentInfo> infoFor(const Request& request) const override {
    return withFreeKernels(m_info, request.kernels);
  }

  Result<void> run(const Request& request, WorkContext& context) override {
    if (request.kernels.empty())
      return Error{
          ErrorCode::Usage,
          "There is no kernel to run. Give a file that says in its comment what it works on: strata run kernel "
          "--file life.cu (" +
              shippedDocument("own-kernels.md") + ").",
          Storey::Model};
    STRATA_ASSIGN(const ExperimentInfo info, infoFor(request));
    STRATA_ASSIGN(const nlohmann::json values, resolveParameters(info, *request.parameters));
    STRATA_ASSIGN(const auto kernel, readFreeKernel(request.kernels.front()));
    ChosenSizes sizes;
    for (const FreeKernel::Size& size : kernel->sizes)
      if (size.value) sizes[size.name] = values[size.name].get<std::int64_t>();
    STRATA_ASSIGN(const FreePlan plan, planFree(kernel, sizes));
    const FreeChoices choices{values["seed"].get<std::uint64_t>(),
                              request.repeat != 0 ? request.repeat : values["repeat"].get<int>(),
                              values["observe"] == "memory", values["observe"] == "errors"};
    STRATA_ASSIGN(const std::optional<Roofs> roofs, roofsFor(values["roofs"], context));
    FreeRun run(plan, choices, m_parts, context);
    STRATA_ASSIGN(const RunResult result, run.measure(roofs));
    m_previews.clear();
    run.keepPreviews(m_previews);
    context.result(result);
    for (const TensorInfo& tensor : plan.tensors)
      if (const SessionMessage* preview = m_previews.find(tensor.name)) context.post(*preview);
    return {};
  }

  Result<SessionMessage> fetch(std::string_view tensor) override { return m_previews.fetch(m_info.name, tensor); }

 private:
  Result<std::optional<Roofs>> roofsFor(const std::string& choice, WorkContext& context) const {
    if (!m_parts.roofs || choice == "off") return std::optional<Roofs>();
    return keptOrMeasured(*m_parts.roofs, choice == "anew", context, *m_parts.routines);
  }

  const ExperimentInfo m_info;
  const WorkloadParts m_parts;
  KeptPreviews m_previews;
};

}  // namespace

Workloads kernelWorkloads(const WorkloadParts& parts) {
  Workloads all;
  all.push_back(std::make_unique<KernelWorkload>(parts));
  return all;
}

}  // namespace strata::inline workloads
