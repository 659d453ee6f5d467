#pragma once

#include <memory>

#include "engine/modelfile/mapped_file.h"
#include "engine/modelfile/tokenizer.h"

namespace strata::inline modelfile {

/// llama2.c's tokenizer.bin: u32 longest token, then { f32 score, i32 length, bytes } per id to the end of the file;
/// 0 unknown, 1 begin, 2 end, 3 … 258 bytes.
Result<std::shared_ptr<const Tokenizer>> readLlama2cTokenizer(const MappedFile& file);

}  // namespace strata::inline modelfile
