#include "engine/base/toolkits.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace strata::inline base {
namespace {

using Names = std::initializer_list<const char*>;

Toolkit toolkit(Names variables, Names usual, std::string_view libraryFolder) {
  Toolkit made{{}, {}, libraryFolder};
  for (const char* variable : variables)
    if (const char* value = std::getenv(variable); value && *value) made.told.emplace_back(value);
  std::error_code ignored;
  for (const char* folder : usual)
    if (std::filesystem::is_directory(folder, ignored)) made.usual.emplace_back(folder);
  return made;
}

}  // namespace

std::vector<std::string> Toolkit::folders(std::string_view below) const {
  std::vector<std::string> all;
  for (const auto* some : {&told, &usual})
    for (const std::string& folder : *some) all.push_back(fmt::format("{}/{}", folder, below));
  return all;
}

std::vector<std::string> Toolkit::program(std::string_view name) const {
  std::vector<std::string> places;
  for (const std::string& folder : told) places.push_back(fmt::format("{}/bin/{}", folder, name));
  places.emplace_back(name);
  for (const std::string& folder : usual) places.push_back(fmt::format("{}/bin/{}", folder, name));
  return places;
}

std::vector<std::string> Toolkit::library(std::initializer_list<std::string_view> names) const {
  std::vector<std::string> places(names.begin(), names.end());
  for (const std::string& folder : folders(libraryFolder))
    for (const std::string_view name : names) places.push_back(fmt::format("{}/{}", folder, name));
  return places;
}

Toolkit cudaToolkit() {
  return toolkit({"CUDA_HOME", "CUDA_PATH"}, {"/usr/local/cuda", "/opt/cuda"}, "lib64");
}

Toolkit rocmToolkit() {
  return toolkit({"ROCM_PATH", "ROCM_HOME"}, {"/opt/rocm", "/opt/rocm/core"}, "lib");
}

}  // namespace strata::inline base
