#include "engine/protocol/kernel_build.h"

#include <map>
#include <utility>

#include "engine/protocol/json_fields.h"

namespace strata::inline protocol {
namespace {

using Json = nlohmann::json;

template <class Number>
Json orNull(const std::optional<Number>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// Each instruction as [line of the text, name, file, line, file, line, …]; a file is its number in "files".
Json instructionsJson(const BuildText& text, Json& files) {
  std::map<std::string, std::size_t> numbers;
  Json all = Json::array();
  for (const BuildInstruction& instruction : text.instructions) {
    Json one = {instruction.line, instruction.name};
    for (const TextPlace& place : instruction.from) {
      const auto [number, fresh] = numbers.try_emplace(place.file, numbers.size());
      if (fresh) files.push_back(place.file);
      one.push_back(number->second);
      one.push_back(place.line);
    }
    all.push_back(std::move(one));
  }
  return all;
}

Json toJson(const BuildText& text) {
  Json files = Json::array();
  Json instructions = instructionsJson(text, files);
  return {{"language", text.language}, {"text", text.text},         {"reason", text.reason},
          {"remark", text.remark},     {"files", std::move(files)}, {"instructions", std::move(instructions)}};
}

Json toJson(const CompiledResources& resources) {
  return {{"registers", orNull(resources.registers)},      {"scalar_registers", orNull(resources.scalarRegisters)},
          {"shared_bytes", orNull(resources.sharedBytes)}, {"spill_bytes", orNull(resources.spillBytes)},
          {"stack_bytes", orNull(resources.stackBytes)},   {"kind", "counted"}};
}

const Json& memberOf(const Json& object, std::string_view key) {
  static const Json kNone;
  const Json* found = field(object, key);
  return found ? *found : kNone;
}

template <class Number>
std::optional<Number> numberIn(const Json& object, std::string_view key) {
  return integerValue<Number>(memberOf(object, key));
}

BuildInstruction instructionFrom(const Json& json, const std::vector<std::string>& files) {
  BuildInstruction instruction;
  if (!json.is_array() || json.size() < 2) return instruction;
  instruction.line = integerValue<int>(json[0]).value_or(0);
  if (json[1].is_string()) instruction.name = json[1].get<std::string>();
  for (std::size_t i = 2; i + 1 < json.size(); i += 2) {
    const auto file = integerValue<std::size_t>(json[i]);
    const auto line = integerValue<int>(json[i + 1]);
    if (file && line && *file < files.size()) instruction.from.push_back({files[*file], *line});
  }
  return instruction;
}

BuildText textFrom(const Json& json) {
  BuildText text{textField(json, "language"), textField(json, "text"), textField(json, "reason")};
  text.remark = textField(json, "remark");
  std::vector<std::string> files;
  for (const Json& file : memberOf(json, "files"))
    files.push_back(file.is_string() ? file.get<std::string>() : std::string());
  for (const Json& instruction : memberOf(json, "instructions")) {
    BuildInstruction read = instructionFrom(instruction, files);
    if (read.line > 0) text.instructions.push_back(std::move(read));
  }
  return text;
}

CompiledResources resourcesFrom(const Json& json) {
  return {numberIn<std::uint32_t>(json, "registers"), numberIn<std::uint32_t>(json, "scalar_registers"),
          numberIn<std::uint64_t>(json, "shared_bytes"), numberIn<std::uint64_t>(json, "spill_bytes"),
          numberIn<std::uint64_t>(json, "stack_bytes")};
}

BuiltKernel kernelFrom(const Json& json) {
  BuiltKernel kernel;
  kernel.build = {textField(json, "kernel"),
                  textField(json, "symbol"),
                  textField(json, "target"),
                  textField(json, "compiler"),
                  textFrom(memberOf(json, "intermediate")),
                  textFrom(memberOf(json, "machine")),
                  resourcesFrom(memberOf(json, "resources")),
                  {}};
  for (const Json& stage : memberOf(json, "stages"))
    kernel.build.stages.push_back({textField(stage, "name"), Duration{static_cast<std::int64_t>(
                                                                 numberField(stage, "seconds").value_or(0) * 1e9)}});
  kernel.blockThreads = integerField<std::uint64_t>(json, "block_threads");
  kernel.dynamicSharedBytes = integerField<std::uint64_t>(json, "dynamic_shared_bytes");
  const Json& occupancy = memberOf(json, "occupancy");
  kernel.occupancy = {numberField(occupancy, "share"), textField(occupancy, "text"), textField(occupancy, "reason")};
  kernel.traps = textField(json, "traps");
  return kernel;
}

}  // namespace

nlohmann::json toJson(const KernelBuild& build) {
  Json stages = Json::array();
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

Result<StepBuild> stepBuildFromJson(const nlohmann::json& json) {
  StepBuild step{textField(json, "experiment"),
                 textField(json, "variant"),
                 textField(json, "target"),
                 textField(json, "problem"),
                 {}};
  for (const Json& kernel : memberOf(json, "kernels"))
    if (kernel.is_object()) step.kernels.push_back(kernelFrom(kernel));
  if (!step.kernels.empty()) return step;
  return Error{ErrorCode::Usage, "The compiler's answer names no kernel.", Storey::Compiler};
}

}  // namespace strata::inline protocol
