#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace strata::inline cli {

/// A file that is gone afterwards.
class BenchFile {
 public:
  explicit BenchFile(std::string_view extension)
      : m_path(std::filesystem::temp_directory_path() /
               ("strata-bench-" + std::to_string(getpid()) + "." + std::string(extension))) {}
  ~BenchFile() {
    std::error_code ignored;
    std::filesystem::remove(m_path, ignored);
  }
  std::string path() const { return m_path.string(); }
  double megabytes() const { return static_cast<double>(std::filesystem::file_size(m_path)) * 1e-6; }

 private:
  std::filesystem::path m_path;
};

}  // namespace strata::inline cli
