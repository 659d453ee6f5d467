#pragma once

#include <filesystem>
#include <memory>

#include "engine/modelfile/model_file.h"

namespace strata::inline modelfile {

/// A Hugging Face folder: config.json (model types llama and gpt2), safetensors, and tokenizer.json unless a tokenizer
/// is given.
Result<ModelParts> readHuggingFaceModel(const std::filesystem::path& folder,
                                        std::shared_ptr<const Tokenizer> tokenizer);

}  // namespace strata::inline modelfile
