#include "engine/base/fingerprint.h"

#include <fmt/format.h>

#include <cstdint>

namespace strata::inline base {

std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return fmt::format("{:016x}", hash);
}

}  // namespace strata::inline base
