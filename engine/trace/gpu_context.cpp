#include "engine/trace/gpu_context.h"

#include <nlohmann/json.hpp>

#include "engine/trace/perfetto_fields.h"

namespace strata::inline trace {

std::optional<GpuContext> gpuContextOf(std::string_view helloJson) {
  const nlohmann::json hello = nlohmann::json::parse(helloJson, nullptr, /*allow_exceptions=*/false);
  if (!hello.is_object()) return std::nullopt;
  const auto pid = hello.find("pid");
  if (pid == hello.end() || !pid->is_number_integer()) return std::nullopt;
  GpuContext context{pid->get<std::int64_t>(), perfetto::graphics_context::kUndefined};
  const auto device = hello.find("device");
  if (device == hello.end() || !device->is_object()) return context;
  const auto backend = device->find("backend");
  if (backend == device->end()) return context;
  if (*backend == "cuda") context.api = perfetto::graphics_context::kCuda;
  if (*backend == "hip") context.api = perfetto::graphics_context::kHip;
  return context;
}

}  // namespace strata::inline trace
