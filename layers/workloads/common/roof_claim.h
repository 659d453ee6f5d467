#pragma once

#include <filesystem>

#include "engine/base/unique_fd.h"

namespace strata::inline workloads {

/// That this process measures roofs and keeps them: two that did it at once would measure each other's load. One
/// process has the lock of a file beside the roofs' own until its object goes, or the process does.
class RoofClaim {
 public:
  explicit RoofClaim(const std::filesystem::path& roofs);

  /// Takes the lock if it is free. Where files cannot be locked no other process has it.
  bool heldByAnother() const;

 private:
  UniqueFd m_fd;
};

}  // namespace strata::inline workloads
