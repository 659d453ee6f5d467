#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/lessons/stack_map.h"

namespace strata::inline lessons {

/// What of the map is on this machine.
struct SystemsHere {
  struct Found {
    std::string version;  ///< as it says itself; empty: it does not
    std::string where;    ///< what it was noticed by
  };
  std::map<std::string, Found, std::less<>> found;  ///< by name
};

/// Where to look; a test gives folders of its own.
struct PlacesToLook {
  std::vector<std::string> libraries;  ///< folders of shared objects
  std::vector<std::string> commands;   ///< folders of programs
  std::vector<std::string> python;     ///< folders of installed distributions
  std::string root;                    ///< before /proc, /sys and the files of entries
  static PlacesToLook ofThisMachine();
};

/// Reads folders, starts no process; takes some milliseconds, so not on a window's thread.
SystemsHere findSystems(const StackMap& map, const PlacesToLook& places);

}  // namespace strata::inline lessons
