#include "layers/model/matmul_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engine/protocol/workload.h"

namespace strata {
namespace {

constexpr double kFullCheckMultiplyAdds = 1 << 30;

std::string bytesText(double bytes) {
  constexpr double kMega = 1e6, kGiga = 1e9;
  return bytes < kGiga ? fmt::format("{:.1f} MB", bytes / kMega) : fmt::format("{:.1f} GB", bytes / kGiga);
}

Result<std::vector<std::string>> chooseVariants(const ExperimentInfo& info, const std::vector<std::string>& asked) {
  std::vector<std::string> known;
  for (const VariantInfo& variant : info.variants) known.push_back(variant.name);
  for (const std::string& name : asked)
    if (std::find(known.begin(), known.end(), name) == known.end())
      return Error{ErrorCode::Usage,
                   fmt::format("{} has no variant \"{}\"; there are: {}", info.name, name, fmt::join(known, ", ")),
                   Storey::Model};
  return asked.empty() ? known : asked;
}

Error tooBig(const MatmulPlan& plan, const char* where, double needed, double available) {
  return {ErrorCode::OutOfMemory,
          fmt::format("matmul {} needs {} of {}, and {} is available; choose smaller sizes", shapeText(plan.shape),
                      bytesText(needed), where, bytesText(available)),
          Storey::Model};
}

}  // namespace

std::string shapeText(const MatmulShape& shape) {
  return fmt::format("{}×{}×{}", shape.m, shape.n, shape.k);
}

Result<MatmulPlan> planMatmul(const ExperimentInfo& info, const Request& request) {
  nlohmann::json given = request.parameters;
  if (request.repeat != 0) given["repeat"] = request.repeat;
  STRATA_ASSIGN(const nlohmann::json values, resolveParameters(info, given));
  MatmulPlan plan;
  STRATA_ASSIGN(plan.variants, chooseVariants(info, request.variants));
  plan.shape = {values["m"].get<std::int64_t>(), values["n"].get<std::int64_t>(), values["k"].get<std::int64_t>()};
  plan.seed = values["seed"].get<std::uint64_t>();
  plan.repeat = values["repeat"].get<int>();
  plan.streams = values["streams"].get<int>();
  plan.hostMemory = values["host_memory"] == "pageable" ? MemoryKind::Pageable : MemoryKind::Pinned;
  plan.fullCheck = values["check"] == "full" || plan.shape.multiplyAdds() <= kFullCheckMultiplyAdds;
  return plan;
}

Result<void> checkMemory(const MatmulPlan& plan, const DeviceInfo& device, std::uint64_t hostAvailable) {
  const auto m = static_cast<double>(plan.shape.m), n = static_cast<double>(plan.shape.n);
  const auto k = static_cast<double>(plan.shape.k);
  const double inputs = sizeof(float) * (m * k + k * n), result = sizeof(float) * m * n;
  const double onDevice = inputs + result * plan.streams;
  double onHost = inputs + result + (plan.fullCheck ? sizeof(double) * m * n : 0);
  if (device.memoryBytes > 0 && onDevice > static_cast<double>(device.memoryBytes))
    return tooBig(plan, "device memory", onDevice, static_cast<double>(device.memoryBytes));
  if (device.backend == "cpu") onHost += onDevice;
  if (hostAvailable > 0 && onHost > static_cast<double>(hostAvailable))
    return tooBig(plan, "memory", onHost, static_cast<double>(hostAvailable));
  return {};
}

}  // namespace strata
