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

Result<GpuFigures> findGpu(const std::string& name) {
  const std::vector<std::string> names = gpuNames();
  if (std::ranges::find(names, name) == names.end())
    return Error{ErrorCode::Usage, fmt::format("There is no GPU '{}'; {}", name, suggestion(name, names))};
  const auto own = ownFolder(kKind) / (name + std::string(kExtension));
  std::error_code ignored;
  if (std::filesystem::exists(own, ignored)) return readGpuFigures(own.string());
  return readGpuFigures((shippedFolder(kKind) / own.filename()).string());
}

std::optional<GpuFigures> gpuOfDevice(std::string_view device) {
  for (const std::string& name : gpuNames())
    if (auto gpu = findGpu(name);
        gpu.ok() && std::ranges::find(gpu.value().devices, device) != gpu.value().devices.end())
      return std::move(gpu).value();
  return std::nullopt;
}

}  // namespace strata::inline hardware
