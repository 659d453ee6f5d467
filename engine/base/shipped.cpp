#include "engine/base/shipped.h"

namespace strata::inline base {

std::filesystem::path shippedFolder(std::string_view kind) {
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return program.parent_path().parent_path() / STRATA_DATA_DIR / kind;
}

}  // namespace strata::inline base
