#include "engine/base/version.h"

namespace strata::inline base {

std::string_view version() {
  return STRATA_VERSION;
}

std::string versionOf(std::string_view program) {
  return std::string(program) + " " + std::string(version());
}

}  // namespace strata::inline base
