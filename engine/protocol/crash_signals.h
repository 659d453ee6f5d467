#pragma once

#include <cstdint>
#include <optional>

namespace strata::inline protocol {

/// This build runs under a sanitizer, which tells of crashes and, as a program ends, of leaks.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitizerTells = true;
#elif defined(__has_feature)
inline constexpr bool kSanitizerTells = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitizerTells = false;
#endif

/// A signal that a thread gets for what it did.
struct Crash {
  int signal = 0;
  std::uintptr_t address = 0;  ///< that could not be read, written or executed
  std::uintptr_t pc = 0;       ///< of the instruction; 0 where it is not known
  std::uintptr_t stack = 0;    ///< where the thread's stack had come to; 0 where it is not known
  bool noMemory = false;       ///< what ended the program was that an allocation failed

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
