#pragma once

#include <string_view>
#include <vector>

#include "engine/modelfile/json_text.h"
#include "engine/modelfile/model_config.h"

namespace strata::inline modelfile {

/// config.json of model type llama or gpt2, with transformers' defaults for what is absent. Unsupported for every
/// option that would change the result and cannot be run: scaled RoPE, other activations, scaled attention.
Result<ModelConfig> readHuggingFaceConfig(const JsonFields& fields);

/// The tokens of a key: a number or a list of them; none where the key is absent or -1.
Result<std::vector<int>> tokenIdsOf(const JsonFields& fields, std::string_view key);

}  // namespace strata::inline modelfile
