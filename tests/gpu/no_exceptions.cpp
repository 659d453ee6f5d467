#include "tests/gpu/conformance_exceptions.h"

namespace strata {

std::map<std::string, std::string> conformanceExceptions() {
  return {};
}

}  // namespace strata
