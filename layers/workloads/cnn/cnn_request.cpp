#include "layers/workloads/cnn/cnn_request.h"

#include <nlohmann/json.hpp>

#include <algorithm>

#include "engine/protocol/workload.h"
#include "layers/workloads/cnn/cnn_experiment.h"
#include "layers/workloads/common/shipped_model.h"
#include "layers/workloads/common/usage_error.h"

namespace strata::inline workloads {

Result<CnnRequest> cnnRequest(const ExperimentInfo& info, const Request& request) {
  nlohmann::json given = *request.parameters;
  if (request.repeat != 0) given["repeat"] = request.repeat;
  STRATA_ASSIGN(const nlohmann::json values, resolveParameters(info, given));
  CnnRequest asked;
  asked.model = values["model"].get<std::string>();
  asked.image = values["image"].get<std::string>();
  asked.pixels = values["pixels"].get<std::string>();
  asked.repeat = values["repeat"].get<int>();
  STRATA_ASSIGN(asked.variants, chosenVariants(info, request.variants));
  if (asked.model.empty()) asked.model = shippedModel(".onnx");
  if (asked.model.empty())
    return usage("No digit classifier comes with this build of Strata. Name one as model=FILE.onnx.");
  if (asked.image.empty()) asked.image = shippedModels() / kCnnPicture;
  return asked;
}

}  // namespace strata::inline workloads
