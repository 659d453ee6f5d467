#include "layers/workloads/kernel/kernel_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "layers/workloads/common/run_parameters.h"
#include "layers/workloads/kernel/free_kernel.h"

namespace strata::inline workloads {
namespace {

/// Keys of a request that are no parameters.
constexpr std::array<std::string_view, 9> kOfRequests{"id",  "run",      "stop",        "attach", "probe",
                                                      "tag", "variants", "own_kernels", "fetch"};

Result<ParameterInfo> parameterOf(const FreeKernel& kernel, const FreeKernel::Size& size, const ExperimentInfo& info) {
  const bool taken = std::ranges::find(info.parameters, size.name, &ParameterInfo::name) != info.parameters.end() ||
                     std::ranges::find(kOfRequests, size.name) != kOfRequests.end();
  if (taken)
    return kernel.wrongAt(size.line, fmt::format("{} is a parameter of every run; choose another name.", size.name));
  return integerParameter(size.name, size.name, *size.value, static_cast<double>(size.step),
                          std::numeric_limits<std::int32_t>::max(),
                          size.step > 1 ? fmt::format("A multiple of {}, as {} says.", size.step, kernel.file)
                                        : fmt::format("As {} says.", kernel.file));
}

}  // namespace

ExperimentInfo kernelExperiment() {
  return {
      std::string(kKernelExperiment),
      "A free kernel",
      "Runs a file of CUDA or HIP C++ that says in its leading comment what it works on, and checks what comes out.",
      {withFiles("*.cu *.cuh *.hip",
                 fileParameter(
                     "file", "File", "nothing to run yet",
                     "A kernel (.cu, .cuh, .hip) whose comment names sizes, tensors, launches and what is expected.")),
       seedParameter(), repeatParameter(), roofsParameter(), observeParameter()},
      {},
      "kernel"};
}

Result<ExperimentInfo> withFreeKernels(const ExperimentInfo& info, const std::vector<OwnKernel>& kernels) {
  STRATA_ASSIGN(ExperimentInfo all, withKernels(info, kernels));
  if (info.name != kKernelExperiment) return all;
  if (kernels.size() > 1)
    return Error{ErrorCode::Usage, "A kernel of its own runs alone: give one file.", Storey::Model};
  for (const OwnKernel& own : kernels) {
    STRATA_ASSIGN(const auto kernel, readFreeKernel(own));
    std::size_t first = 1;  // behind the file
    for (const FreeKernel::Size& size : kernel->sizes) {
      if (!size.value) continue;
      STRATA_ASSIGN(ParameterInfo parameter, parameterOf(*kernel, size, info));
      all.parameters.insert(all.parameters.begin() + static_cast<std::ptrdiff_t>(first++), std::move(parameter));
    }
  }
  return all;
}

std::string_view freeKernelTemplate() {
  return R"(// A kernel of your own. What follows "strata:" says what it works on; it runs as it stands.
//
// strata: n = 4096
// in    float x[n] = random
// out   float y[n]
// smooth<<<(n + 255) / 256, 256>>>(y, x, n)
// expect y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3  tolerance 1e-6

__global__ void smooth(float* y, const float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float left = i > 0 ? x[i - 1] : 0.0f, right = i < n - 1 ? x[i + 1] : 0.0f;
  y[i] = (left + x[i] + right) / 3.0f;
}
)";
}

std::vector<ExperimentInfo> kernelExperiments() {
  return {kernelExperiment()};
}

}  // namespace strata::inline workloads
