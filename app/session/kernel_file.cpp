#include "app/session/kernel_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "engine/base/read_file.h"
#include "engine/base/shipped.h"
#include "engine/protocol/json_fields.h"
#include "layers/workloads/kernel/kernel_experiment.h"

namespace strata::inline session {

bool isKernelFile(std::string_view path) {
  constexpr std::array<std::string_view, 6> kEndings{".cu", ".cuh", ".hip", ".cpp", ".h", ".hpp"};
  return std::ranges::any_of(kEndings, [&](std::string_view ending) { return path.ends_with(ending); });
}

Result<OwnKernel> readKernelFile(const std::string& path, const std::string& like) {
  constexpr std::size_t kLongest = std::size_t{1} << 20;
  STRATA_ASSIGN(std::string text, readWholeFile(path, kLongest + 1));
  const auto refused = [&](const char* why) {
    return Error{ErrorCode::Usage, fmt::format("{} {}; a kernel is a text of CUDA or HIP C++.", path, why),
                 Storey::Compiler};
  };
  if (text.size() > kLongest) return refused("is longer than a megabyte");
  if (text.find('\0') != std::string::npos) return refused("is no text");
  if (text.empty()) return refused("is empty");
  const std::filesystem::path file(path);
  return OwnKernel{file.stem().string(), file.filename().string(), std::move(text), like};
}

Result<void> bringKernel(Request& request) {
  if (request.name != kKernelExperiment || !request.kernels.empty()) return {};
  const std::string path = textField(*request.parameters, "file");
  if (path.empty())
    return Error{
        ErrorCode::Usage,
        fmt::format(
            "No file is named. Name one that says in its comment what it works on, in the form or with --file life.cu. "
            "How: {}.",
            shippedDocument("own-kernels.md")),
        Storey::Model};
  STRATA_ASSIGN(OwnKernel kernel, readKernelFile(path, {}));
  request.kernels.push_back(std::move(kernel));
  return {};
}

}  // namespace strata::inline session
