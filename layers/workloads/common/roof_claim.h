#pragma once

#include <filesystem>
#include <string>

#include "engine/base/unique_fd.h"

namespace strata::inline workloads {

/// That this process measures roofs and keeps them: two that did it at once would measure each other's load. It is
/// made twice, until its object goes, or the process does: by the lock of a file beside the roofs' own, which other
/// machines with the same home see, and by a name that all users of this machine see. That is an abstract socket's:
/// no file is left behind, and nobody's rights are in the way.
class RoofClaim {
 public:
  /// An empty `machine` is not claimed.
  RoofClaim(const std::filesystem::path& roofs, std::string machine);

  /// Takes what is free. Where files cannot be locked, or names not be bound, no other process has them.
  bool heldByAnother() const { return fileHeldByAnother() || machineHeldByAnother(); }

 private:
  bool fileHeldByAnother() const;
  bool machineHeldByAnother() const;

  UniqueFd m_file, m_socket;
  std::string m_machine;
};

}  // namespace strata::inline workloads
