#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/modelfile/mapped_file.h"

// Files that are given where a model is asked for and hold something else: what they are, and the way on.

namespace strata::inline modelfile {

enum class ModelUse { Text, Digits };  ///< of the experiments transformer and cnn

bool isThere(const std::filesystem::path& path);

/// The first character that is no white space is "{", and no zero follows as in a binary number.
bool looksLikeJson(std::string_view bytes);

/// The refusal of a file whose first bytes say that it is no model for this use: what it is, and what to do. Empty
/// where they do not say that.
std::optional<Error> misplacedFile(const MappedFile& file, ModelUse use);
/// The same of a folder, by what lies in it.
Error misplacedFolder(const std::filesystem::path& folder, ModelUse use);
/// The refusal of a Hugging Face folder that has its weights in another form than model.safetensors, or the parts of
/// them without their index.
std::optional<Error> weightsElsewhere(const std::filesystem::path& folder);

}  // namespace strata::inline modelfile
