#include "tests/house/house_files.h"

#include <fstream>
#include <set>
#include <sstream>

namespace strata {

std::vector<HouseFile> houseFiles(const std::filesystem::path& root) {
  static const std::set<std::string> kExtensions = {".h", ".cpp", ".cuh", ".cu", ".inl"};
  std::vector<HouseFile> files;
  for (const char* top : {"engine", "kernels", "layers", "app"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / top)) {
      if (!kExtensions.contains(entry.path().extension().string())) continue;
      std::stringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      files.push_back({std::filesystem::relative(entry.path(), root).generic_string(), text.str()});
    }
  }
  return files;
}

}  // namespace strata
