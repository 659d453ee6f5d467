#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/modelfile/model_file.h"

namespace strata::inline modelfile {

/// That the numbers fit each other: heads and kvHeads, an even head where RoPE turns pairs, finite epsilon and theta,
/// every count within [1, kLargestCount].
Result<void> checkConfig(const std::string& file, const ModelConfig& config);

/// That each tensor the family needs is there, with the shape its configuration asks for, and none that would be
/// ignored.
Result<void> checkTensors(const std::string& file, const ModelParts& parts);

/// That a tokenizer of so many entries can be this model's. Models often have more rows than tokens: their number is
/// filled up to a multiple of 64 or 128, or by a thirty-second at most. Fewer entries than that are another model's.
Result<void> checkVocabulary(const std::string& file, std::int64_t rows, std::int64_t entries);

/// "5 layers, dim 64, 8 heads over 4, …" and "12 tensors F32, …", for ModelFile::description.
void describe(ModelParts& parts);

}  // namespace strata::inline modelfile
