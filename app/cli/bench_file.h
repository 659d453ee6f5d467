#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/temporary_file.h"

namespace strata::inline cli {

/// A file that is gone afterwards.
class BenchFile {
 public:
  static Result<BenchFile> make(std::string_view extension) {
    STRATA_ASSIGN(NewTemporaryFile made, newTemporaryFile("bench", "." + std::string(extension)));
    return BenchFile(std::move(made.file));
  }
  const std::string& path() const { return m_file.path(); }
  double megabytes() const { return static_cast<double>(std::filesystem::file_size(path())) * 1e-6; }

 private:
  explicit BenchFile(TemporaryFile file) : m_file(std::move(file)) {}

  TemporaryFile m_file;
};

}  // namespace strata::inline cli
