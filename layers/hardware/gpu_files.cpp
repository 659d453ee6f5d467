#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "engine/base/shipped.h"
#include "engine/protocol/nearest_name.h"
#include "layers/hardware/gpu_figures.h"

namespace strata::inline hardware {
namespace {

constexpr std::string_view kKind = "gpus", kExtension = ".json";
constexpr std::uintmax_t kLargestGpuFile = std::uintmax_t{1} << 20;

}  // namespace

Result<GpuFigures> readGpuFigures(const std::string& path) {
  std::error_code failed;
  std::ifstream file;
  // Nothing but a file is opened: a pipe's reader would wait for its writer.
  if (std::filesystem::is_regular_file(path, failed)) file.open(path, std::ios::binary);
  if (!file.is_open())
    return Error{ErrorCode::Io, fmt::format("Cannot read the GPU file {}: is it there, and may you read it?", path)};
  if (std::filesystem::file_size(path, failed) > kLargestGpuFile)
    return Error{ErrorCode::Usage, fmt::format("{} is larger than 1 MiB, which no GPU file is; name one.", path)};
  return parseGpuFigures(std::string(std::istreambuf_iterator<char>(file), {}), path);
}

std::vector<std::string> gpuNames() {
  std::set<std::string> names;
  for (const auto& folder : {shippedFolder(kKind), ownFolder(kKind)}) {
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
      if (entry.path().extension() == kExtension) names.insert(entry.path().stem().string());
  }
  return {names.begin(), names.end()};
}

Result<GpuFigures> findGpu(const std::string& nameOrPath) {
  if (nameOrPath.find('/') != std::string::npos || nameOrPath.ends_with(kExtension)) return readGpuFigures(nameOrPath);
  for (const auto& folder : {ownFolder(kKind), shippedFolder(kKind)}) {
    std::error_code ignored;
    const auto file = folder / (nameOrPath + std::string(kExtension));
    if (!folder.empty() && std::filesystem::exists(file, ignored)) return readGpuFigures(file.string());
  }
  return Error{ErrorCode::Usage,
               fmt::format("There is no GPU '{}'; {}", nameOrPath, suggestion(nameOrPath, gpuNames()))};
}

}  // namespace strata::inline hardware
