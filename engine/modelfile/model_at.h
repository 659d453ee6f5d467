#pragma once

#include <filesystem>
#include <optional>

#include "engine/modelfile/file_kind.h"

namespace strata::inline modelfile {

/// A model by the path that openModel() or readOnnx() takes.
struct FoundModel {
  std::filesystem::path path;
  ModelUse use = ModelUse::Text;
};

/// The model that a file or folder is, by its first bytes or by what lies in it; of a file that belongs to a Hugging
/// Face model its folder. No value: it is none. Whether it can be read is not looked at.
std::optional<FoundModel> modelAt(const std::filesystem::path& path);

}  // namespace strata::inline modelfile
