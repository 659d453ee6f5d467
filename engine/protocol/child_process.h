#pragma once

#include <sys/types.h>

#include <string>

#include "engine/base/result.h"
#include "engine/base/unique_fd.h"

namespace strata::inline protocol {

/// Our ends of a child's standard streams; none blocks, none is inherited.
struct ChildPipes {
  UniqueFd input, output, error;
};

struct Child {
  pid_t pid = -1;
  ChildPipes pipes;
};

/// A descriptor that a child gets beside its standard streams, as `kInheritedFd`, and the environment variable that
/// tells it so.
struct Inherited {
  UniqueFd fd;
  std::string variable;
};
inline constexpr int kInheritedFd = 3;

/// Starts `/bin/sh -c command` in a session and process group of its own (a signal reaches all it starts, Ctrl-C in our
/// terminal does not) with default signal handling.
Result<Child> startShell(const std::string& command, Inherited inherited = {});

}  // namespace strata::inline protocol
