#pragma once

#include <sys/types.h>

#include <string>

#include "engine/base/unique_fd.h"

namespace strata::inline base {

/// A small process that waits for the end of this one, or of the object, and removes a folder then: none is left
/// behind, however the process ends.
class FolderSweeper {
 public:
  FolderSweeper() = default;
  ~FolderSweeper();
  FolderSweeper(const FolderSweeper&) = delete;
  FolderSweeper& operator=(const FolderSweeper&) = delete;

  /// Once. Where it cannot be started, nobody sweeps.
  void start(std::string folder);

 private:
  UniqueFd m_alive;  ///< closed with the process
  pid_t m_pid = -1;
};

}  // namespace strata::inline base
