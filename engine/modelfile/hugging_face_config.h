#pragma once

#include <optional>

#include "engine/modelfile/json_text.h"
#include "engine/modelfile/model_config.h"

namespace strata::inline modelfile {

/// config.json of model type llama or gpt2, with transformers' defaults for what is absent. Unsupported for every
/// option that would change the result and cannot be run: scaled RoPE, other activations, scaled attention.
Result<ModelConfig> readHuggingFaceConfig(const JsonFields& fields);

/// The begin or end token: a number, or the first of a list.
std::optional<std::int64_t> tokenIdOf(const JsonFields& fields, std::string_view key);

}  // namespace strata::inline modelfile
