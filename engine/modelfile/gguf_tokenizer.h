#pragma once

#include <memory>
#include <vector>

#include "engine/modelfile/gguf_file.h"
#include "engine/modelfile/tokenizer.h"

namespace strata::inline modelfile {

/// The tokenizer of the keys tokenizer.ggml.*: models llama and gpt2. Unsupported for others and where there is none,
/// Usage for damaged ones.
Result<std::shared_ptr<const Tokenizer>> makeGgufTokenizer(const GgufFile& gguf);

/// The tokens that end a text: those of the end of a text, of a turn and of a message, where the file names them.
Result<std::vector<int>> readGgufEnds(const GgufFile& gguf);

}  // namespace strata::inline modelfile
