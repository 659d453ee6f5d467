#include "layers/runtime/rocprofiler_api.h"

#include <fmt/format.h>

#include <filesystem>

#include "engine/base/toolkits.h"
#include "layers/common/shared_library.h"

namespace strata::rocprofiler {
namespace {

constexpr std::uint32_t kMajor = 1;

Error missing(const std::string& what) {
  return {ErrorCode::Unavailable,
          what +
              ": it would add every HIP and HSA call of libraries, and times from the device itself instead of "
              "events. It comes with ROCm 7 and later (package rocprofiler-sdk).",
          Storey::Driver};
}

/// The reason nothing could be opened: ROCm 6 has the library, of another binary interface.
Error notInstalled() {
  for (const std::string& folder : rocmToolkit().folders("lib")) {
    std::error_code ignored;
    if (std::filesystem::exists(folder + "/librocprofiler-sdk.so.0", ignored))
      return missing("rocprofiler-sdk 0.x of ROCm 6 is installed, whose records have another layout than 1.x");
  }
  return missing("rocprofiler-sdk is not installed (librocprofiler-sdk.so.1)");
}

}  // namespace

std::vector<std::string> libraryFiles() {
  return rocmToolkit().library({"librocprofiler-sdk.so.1"});
}

std::string Api::describe(Status status) const {
  const char* text = get_status_string(status);
  return text ? text : fmt::format("status {}", status);
}

Result<std::unique_ptr<Api>> openApi(const std::vector<std::string>& files) {
  // Global, because HIP's rocprofiler-register looks among the global symbols for the library it hands its calls to; it
  // ends the process where it is told that there is one and then finds none.
  const SharedLibrary library(files, SharedLibrary::Symbols::Global);
  if (!library.open()) return notInstalled();
  auto api = std::make_unique<Api>();
#define STRATA_ROCPROFILER_FIND(name, ...) \
  if (!library.find("rocprofiler_" #name, api->name)) return missing("This rocprofiler-sdk lacks rocprofiler_" #name);
  STRATA_ROCPROFILER_FUNCTIONS(STRATA_ROCPROFILER_FIND)
#undef STRATA_ROCPROFILER_FIND
  std::uint32_t major = 0, minor = 0, patch = 0;
  api->get_version(&major, &minor, &patch);
  api->version = fmt::format("{}.{}.{}", major, minor, patch);
  if (major != kMajor) return missing(fmt::format("rocprofiler-sdk {} has other records than 1.x", api->version));
  return api;
}

}  // namespace strata::rocprofiler
