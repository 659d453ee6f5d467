#pragma once

#include <memory>

#include "engine/modelfile/gguf_file.h"
#include "engine/modelfile/tokenizer.h"

namespace strata::inline modelfile {

/// The tokenizer of the keys tokenizer.ggml.*: models llama and gpt2. Unsupported for others and where there is none,
/// Usage for damaged ones.
Result<std::shared_ptr<const Tokenizer>> makeGgufTokenizer(const GgufFile& gguf);

}  // namespace strata::inline modelfile
