#include "layers/compiler/amdgpu_metadata.h"

#include <nlohmann/json.hpp>

#include "layers/compiler/elf_file.h"

namespace strata::inline compiler {
namespace {

using Json = nlohmann::json;

constexpr std::uint32_t kMetadataNote = 32;  // NT_AMDGPU_METADATA
constexpr std::uint64_t kRegisterBytes = 4;  // of one lane

template <class Number>
std::optional<Number> number(const Json& kernel, const char* key) {
  const auto field = kernel.find(key);
  if (field == kernel.end() || !field->is_number_integer()) return std::nullopt;
  return field->get<Number>();
}

CompiledResources resourcesOf(const Json& kernel) {
  CompiledResources resources;
  resources.registers = number<std::uint32_t>(kernel, ".vgpr_count");
  resources.scalarRegisters = number<std::uint32_t>(kernel, ".sgpr_count");
  resources.sharedBytes = number<std::uint64_t>(kernel, ".group_segment_fixed_size");
  resources.stackBytes = number<std::uint64_t>(kernel, ".private_segment_fixed_size");
  if (const auto spilled = number<std::uint64_t>(kernel, ".vgpr_spill_count"))
    resources.spillBytes = *spilled * kRegisterBytes;
  return resources;
}

/// What the code object says of each kernel; empty if it says nothing.
Json kernelsOf(std::span<const char> codeObject) {
  const std::string_view note = ElfFile(codeObject).note("AMDGPU", kMetadataNote);
  const Json metadata = Json::from_msgpack(note.begin(), note.end(), true, false);
  if (!metadata.is_object() || !metadata.contains("amdhsa.kernels")) return Json::array();
  return metadata["amdhsa.kernels"];
}

std::string nameOf(const Json& kernel) {
  return kernel.is_object() ? kernel.value(".name", "") : std::string{};
}

}  // namespace

CompiledResources amdgpuResources(std::span<const char> codeObject, std::string_view symbol) {
  for (const Json& kernel : kernelsOf(codeObject))
    if (nameOf(kernel) == symbol) return resourcesOf(kernel);
  return {};
}

std::vector<std::string> amdgpuKernels(std::span<const char> codeObject) {
  std::vector<std::string> names;
  for (const Json& kernel : kernelsOf(codeObject)) names.push_back(nameOf(kernel));
  return names;
}

}  // namespace strata::inline compiler
