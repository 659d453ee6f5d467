#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/storey.h"

namespace strata::inline lessons {

/// A system that people hear of, in its place.
struct System {
  std::string name;
  Storey storey = Storey::Other;
  std::string vendor;  ///< "nvidia", "amd", "cpu", or "any" for all columns
  std::string group;
  std::string what;  ///< two sentences
  std::vector<std::string> counterparts;
  /// How it is noticed, without starting a process.
  struct Find {
    std::vector<std::string> objects, commands, modules, python, files;
    std::string with;          ///< here where that system is
    std::string holds, lacks;  ///< what the first of the files must hold, or must not
    bool always = false;
  } find;
  std::vector<std::string> architectures;  ///< of a family of devices: "sm_80"
  std::vector<std::string> calls;          ///< beginnings of names in a trace that mean it was called
  std::string source, date;                ///< key of the source; year and month
};

/// What people repeat, with its date.
struct Claim {
  std::string text;
  Storey storey = Storey::Other;
  std::string vendor, source, date;
};

struct GlossaryTerm {
  std::string name, cuda, hip, openCl, sycl, what;
  Storey storey = Storey::Other;
  std::vector<std::string> see;
};

struct StackMap {
  std::vector<System> systems;
  std::vector<Claim> claims;
  std::map<std::string, std::string> sources;  ///< key to author, title, date, address
  std::vector<GlossaryTerm> terms;

  const System* find(std::string_view name) const;
  const GlossaryTerm* term(std::string_view name) const;
};

/// From the texts of systems.json and glossary.json. Errors name file and entry.
Result<StackMap> parseStackMap(std::string_view systems, std::string_view glossary);
/// What comes with Strata, read once; empty where it is not installed.
const StackMap& stackMap();

/// The family that a device of this architecture is of ("sm_90a"); nullptr: unknown.
const System* familyOf(const StackMap& map, std::string_view architecture);

/// Which system an event's name tells of: the longest beginning that fits among those of its storey, or in a
/// kernel's name; of several that share it the vendor's. nullptr: none.
const System* systemOfCall(const StackMap& map, std::string_view call, Storey storey, std::string_view vendor);

}  // namespace strata::inline lessons
