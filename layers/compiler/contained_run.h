#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/base/time.h"

namespace strata::inline compiler {

/// A program that works on a text which somebody brought gets so much and no more.
struct ContainedLimits {
  Duration longest{30'000'000'000};
  std::uint64_t memoryBytes = std::uint64_t{2} << 30;  ///< of address space, each process
  std::uint64_t fileBytes = std::uint64_t{256} << 20;  ///< of one file
};

struct ContainedProgram {
  std::vector<std::string> words;  ///< the program, by path or name, and its arguments
  std::string folder;              ///< where it works; the only one it may write to
  ContainedLimits limits = {};
};

struct ContainedRun {
  enum class End {
    Well,
    Badly,    ///< its words say why
    TooLong,  ///< it was ended
    Stopped,  ///< it was ended since somebody asked
    Never,    ///< it could not be started
  };
  End end = End::Never;
  std::string words;  ///< what it printed, the first megabyte
  /// What this system does not keep it from ("Its network was not cut off: Operation not permitted."); empty: nothing.
  std::string notContained;
};

/// Runs it to its end, in namespaces of its own: without network, with nothing but its folder to write to, and all that
/// it starts ends with it, with the caller's thread, or with this process.
ContainedRun runContained(const ContainedProgram& program, const std::stop_token& stop);

/// The same limits, its time as the processor's, for this process and all that it starts; false where they are refused.
bool limitThisProcess(const ContainedLimits& limits);

/// What became of a compiler that came to its limits, in a sentence, and whether its last words say that of memory.
std::string tookTooLong(const ContainedLimits& limits);
std::string neededTooMuch(const ContainedLimits& limits);
bool wantsMemory(const std::string& words);

}  // namespace strata::inline compiler
