#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/base/temporary_file.h"

namespace strata::inline cli {

/// A file that is gone afterwards.
class BenchFile {
 public:
  explicit BenchFile(std::string_view extension)
      : m_file(std::filesystem::temp_directory_path() /
               ("strata-bench-" + std::to_string(getpid()) + "." + std::string(extension))) {}
  const std::string& path() const { return m_file.path(); }
  double megabytes() const { return static_cast<double>(std::filesystem::file_size(path())) * 1e-6; }

 private:
  TemporaryFile m_file;
};

}  // namespace strata::inline cli
