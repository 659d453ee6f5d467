#pragma once

#include <memory>

#include "engine/modelfile/mapped_file.h"
#include "engine/modelfile/model_file.h"

namespace strata::inline modelfile {

/// A GGUF file of architecture llama or gpt2; its own tokenizer is used where none is given.
Result<ModelParts> readGgufModel(const std::shared_ptr<const MappedFile>& file,
                                 std::shared_ptr<const Tokenizer> tokenizer);

/// The vocabulary of a GGUF file, with or without tensors: tokenizer models llama and gpt2.
Result<std::shared_ptr<const Tokenizer>> readGgufTokenizer(const std::shared_ptr<const MappedFile>& file);

}  // namespace strata::inline modelfile
