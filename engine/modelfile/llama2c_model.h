#pragma once

#include <memory>

#include "engine/modelfile/mapped_file.h"
#include "engine/modelfile/model_file.h"

namespace strata::inline modelfile {

/// A llama2.c `.bin`. v0 is seven int32 and floats, without any mark of its own: it is taken for one if the seven make
/// sense and the file is exactly as long as they ask for. v1 (floats) and v2 (int8 in groups) begin with "24ka".
/// Without a `tokenizer` given, tokenizer.bin or tok<vocab>.bin beside the file is used if it has as many tokens.
Result<ModelParts> readLlama2cModel(const std::shared_ptr<const MappedFile>& file,
                                    std::shared_ptr<const Tokenizer> tokenizer);

}  // namespace strata::inline modelfile
