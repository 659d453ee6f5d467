#include "layers/workloads/common/shipped_model.h"

#include <algorithm>
#include <vector>

#include "engine/base/shipped.h"

namespace strata::inline workloads {

std::filesystem::path shippedModels() {
  return shippedFolder("models");
}

std::filesystem::path shippedModel(std::string_view extension) {
  std::error_code ignored;
  std::vector<std::filesystem::path> models;
  for (const auto& entry : std::filesystem::directory_iterator(shippedModels(), ignored))
    if (entry.path().extension() == extension) models.push_back(entry.path());
  return models.empty() ? std::filesystem::path() : *std::ranges::min_element(models);
}

}  // namespace strata::inline workloads
