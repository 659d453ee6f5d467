#include "layers/workloads/common/shipped_model.h"

#include "engine/base/folder.h"
#include "engine/base/shipped.h"

namespace strata::inline workloads {

std::filesystem::path shippedModels() {
  return shippedFolder("models");
}

std::filesystem::path shippedModel(std::string_view extension) {
  std::error_code ignored;
  for (const std::filesystem::path& file : entriesOf(shippedModels(), ignored))
    if (file.extension() == extension) return file;
  return {};
}

}  // namespace strata::inline workloads
