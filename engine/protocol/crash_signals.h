#pragma once

#include <cstdint>
#include <optional>

namespace strata::inline protocol {

/// A signal that a thread gets for what it did.
struct Crash {
  int signal = 0;
  std::uintptr_t address = 0;  ///< that could not be read, written or executed
  std::uintptr_t pc = 0;       ///< of the instruction; 0 where it is not known
  std::uintptr_t stack = 0;    ///< where the thread's stack had come to; 0 where it is not known

  /// It was the stack itself that had no room left: what lies at its end is there, else.
  bool stackIsFull() const;
};

/// Lets the program say what happened before it dies of SIGSEGV, SIGBUS, SIGFPE, SIGILL or SIGABRT: the thread that
/// crashed waits for crashTold(), at most three seconds. Returns a descriptor that becomes readable when a thread has
/// crashed; -1 where there can be none, or where a sanitizer tells of crashes itself. Once per process.
int catchCrashes();

/// The crash that made `fd` readable; nothing if it is not, or is -1.
std::optional<Crash> takeCrash(int fd);

/// All has been said: the process now dies of the signal.
void crashTold();

}  // namespace strata::inline protocol
