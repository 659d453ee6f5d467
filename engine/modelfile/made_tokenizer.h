#pragma once

#include "engine/modelfile/model_file.h"

namespace strata::inline modelfile {

/// A model whose own tokenizer cannot be had, and why.
void lackTokenizer(std::string why, ModelParts& parts);

/// Takes a tokenizer for a model. One of an unknown kind costs the tokenizer, a damaged one the model.
Result<void> takeTokenizer(Result<std::shared_ptr<const Tokenizer>> made, ModelParts& parts);

}  // namespace strata::inline modelfile
