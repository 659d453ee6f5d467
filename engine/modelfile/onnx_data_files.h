#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/modelfile/mapped_file.h"

namespace strata::inline modelfile {

/// Where a tensor's bytes lie outside the model: "external data" in ONNX' words.
struct OnnxPlace {
  std::string file;  ///< relative to the model's folder
  std::uint64_t offset = 0;
  std::uint64_t length = 0;  ///< 0: to the end of the file
};

/// The files of a model's own folder that hold values of its tensors, each mapped once. What lies elsewhere is never
/// opened, whatever the model says.
class OnnxDataFiles {
 public:
  explicit OnnxDataFiles(std::filesystem::path folder) : m_folder(std::move(folder)) {}

  /// The bytes, valid while this lives; throws OnnxRefusal, which names `tensor`.
  std::string_view bytes(const OnnxPlace& place, const std::string& tensor);

 private:
  const MappedFile& open(const std::string& file, const std::string& tensor);

  std::filesystem::path m_folder;
  std::map<std::string, std::shared_ptr<const MappedFile>, std::less<>> m_files;
};

}  // namespace strata::inline modelfile
