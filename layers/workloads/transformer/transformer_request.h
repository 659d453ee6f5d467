#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/modelfile/model_file.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"
#include "engine/protocol/token_story.h"
#include "layers/workloads/transformer/token_sampler.h"
#include "layers/workloads/transformer/transformer_kernels.h"

namespace strata::inline workloads {

/// A request to run a transformer, with everything decided that needs no model.
struct TransformerRequest {
  std::string prompt, promptIds;
  int tokens = 0;
  SamplerSettings sampler;
  std::filesystem::path model, tokenizer;
  std::int64_t context = 0;
  KernelWish kernels = KernelWish::Auto;
  bool graph = false, overlap = false, watch = true, profile = true;
  bool ahead = false;  ///< wished for, and possible: the likeliest token is taken and nothing is watched
  AttentionHead watched;
};

/// Usage if a parameter is wrong, or no model is named and none comes with Strata.
Result<TransformerRequest> transformerRequest(const ExperimentInfo& info, const Request& request);

/// The ids to read: those given, or the prompt's. Usage where the model has no tokenizer or not these ids.
Result<std::vector<int>> promptTokens(const TransformerRequest& request, const ModelFile& model);

}  // namespace strata::inline workloads
