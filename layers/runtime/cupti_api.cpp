#include "layers/runtime/cupti_api.h"

#include <vector>

#include "engine/base/toolkits.h"
#include "layers/common/shared_library.h"

namespace strata::cupti {
namespace {

constexpr int kMajor = CUDA_VERSION / 1000;

std::vector<std::string> candidates() {
  const Toolkit cuda = cudaToolkit();
  const std::string soname = "libcupti.so." + std::to_string(kMajor);
  std::vector<std::string> files = cuda.library({soname});
  for (const std::string& folder : cuda.folders("extras/CUPTI/lib64")) files.push_back(folder + "/" + soname);
  return files;
}

}  // namespace

Result<std::unique_ptr<Api>> openCupti() {
  const SharedLibrary library(candidates());
  if (!library.open())
    return Error{ErrorCode::Unavailable,
                 "CUPTI is not installed (libcupti.so." + std::to_string(kMajor) +
                     "): with it every runtime and driver call and exact kernel times would be seen. It comes with the "
                     "CUDA toolkit (package cuda-cupti-" +
                     std::to_string(kMajor) + "-0).",
                 Storey::Driver};
  auto api = std::make_unique<Api>();
#define STRATA_CUPTI_FIND(name)                                                                      \
  if (!library.find("cupti" #name, api->name))                                                       \
    return Error{ErrorCode::Unavailable,                                                             \
                 "This CUPTI lacks cupti" #name ": it does not fit CUDA " + std::to_string(kMajor) + \
                     ", which this agent was built with.",                                           \
                 Storey::Driver};
  STRATA_CUPTI_FUNCTIONS(STRATA_CUPTI_FIND)
#undef STRATA_CUPTI_FIND
  std::uint32_t version = 0;
  api->GetVersion(&version);
  api->version = std::to_string(version);
  return api;
}

}  // namespace strata::cupti
