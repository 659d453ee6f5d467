#pragma once

#include <memory>
#include <optional>

#include "engine/modelfile/mapped_file.h"
#include "engine/modelfile/tokenizer.h"

namespace strata::inline modelfile {

/// tokenizer.json of model type BPE: byte-level (GPT-2, Llama 3) or with byte fallback (Llama 2). `begin` and `end` are
/// config.json's; without them, or where the tokenizer has no such token, the post-processor's first token, and <s>,
/// </s> or <|endoftext|> count as such.
Result<std::shared_ptr<const Tokenizer>> readHuggingFaceTokenizer(const MappedFile& file,
                                                                  std::optional<std::int64_t> begin = std::nullopt,
                                                                  std::optional<std::int64_t> end = std::nullopt);

}  // namespace strata::inline modelfile
