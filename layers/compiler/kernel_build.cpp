#include "layers/compiler/kernel_build.h"

#include <nlohmann/json.hpp>

namespace strata::inline compiler {
namespace {

template <class Number>
nlohmann::json orNull(const std::optional<Number>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

nlohmann::json toJson(const BuildText& text) {
  return {{"language", text.language}, {"text", text.text}, {"reason", text.reason}};
}

nlohmann::json toJson(const CompiledResources& resources) {
  return {{"registers", orNull(resources.registers)},      {"scalar_registers", orNull(resources.scalarRegisters)},
          {"shared_bytes", orNull(resources.sharedBytes)}, {"spill_bytes", orNull(resources.spillBytes)},
          {"stack_bytes", orNull(resources.stackBytes)},   {"kind", "counted"}};
}

}  // namespace

nlohmann::json toJson(const KernelBuild& build) {
  nlohmann::json stages = nlohmann::json::array();
  for (const BuildStage& stage : build.stages)
    stages.push_back({{"name", stage.name}, {"seconds", stage.duration.seconds()}, {"kind", "measured"}});
  return {{"kernel", build.kernel},
          {"symbol", build.symbol},
          {"target", build.target},
          {"compiler", build.compiler},
          {"intermediate", toJson(build.intermediate)},
          {"machine", toJson(build.machine)},
          {"resources", toJson(build.resources)},
          {"stages", std::move(stages)}};
}

}  // namespace strata::inline compiler
