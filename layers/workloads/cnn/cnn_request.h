#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"

namespace strata::inline workloads {

/// A request to read a digit, with everything decided that needs no model.
struct CnnRequest {
  std::filesystem::path model, image;
  std::string pixels;  ///< one of kCnnPixels
  int repeat = 5;
  std::vector<std::string> variants;
};

/// Usage if a parameter or variant is wrong, or no model is named and none comes with Strata.
Result<CnnRequest> cnnRequest(const ExperimentInfo& info, const Request& request);

}  // namespace strata::inline workloads
