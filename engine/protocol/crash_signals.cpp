#include "engine/protocol/crash_signals.h"

#include <fcntl.h>
#include <poll.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <ctime>
#include <exception>
#include <new>

#include "engine/protocol/advice.h"

namespace strata::inline protocol {
namespace {

constexpr int kCrashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr long kLookNs = 10'000'000;
constexpr int kLooks = 300;

int g_pipe[2] = {-1, -1};
std::atomic<bool> g_told{false}, g_noMemory{false};
std::terminate_handler g_usualEnd = nullptr;

#if defined(__x86_64__) && defined(__linux__)
std::uintptr_t registerOf(const void* context, int number) {
  return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[number]);
}
#else
constexpr int REG_RIP = 0, REG_RSP = 0;
std::uintptr_t registerOf(const void*, int) {
  return 0;
}
#endif

/// Only what a signal handler may call.
extern "C" void strataCrashed(int signal, siginfo_t* info, void* context) {
  const std::uintptr_t address = signal == SIGABRT ? 0 : reinterpret_cast<std::uintptr_t>(info->si_addr);
  static constexpr char kUntold[] =
      "It crashed and could not say where; a kernel may have written over memory of the agent itself. ";
  const Crash crash{signal, address, registerOf(context, REG_RIP), registerOf(context, REG_RSP), g_noMemory};
  [[maybe_unused]] const ssize_t written = ::write(g_pipe[1], &crash, sizeof(crash));
  for (int i = 0; i < kLooks && !g_told; ++i) {
    const timespec look{0, kLookNs};
    ::nanosleep(&look, nullptr);
  }
  if (!g_told) {
    [[maybe_unused]] const ssize_t said = ::write(STDERR_FILENO, kUntold, sizeof(kUntold) - 1),
                                   advised = ::write(STDERR_FILENO, kToFindTheLine, sizeof(kToFindTheLine) - 1),
                                   ended = ::write(STDERR_FILENO, "\n", 1);
  }
  std::signal(signal, SIG_DFL);
  ::raise(signal);
}

/// An exception that nobody caught, or that a destructor let out.
void endForException() {
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    g_noMemory = true;
  } catch (...) {  // it says itself what it is
  }
  g_usualEnd();
}

}  // namespace

bool Crash::stackIsFull() const {
  constexpr std::uintptr_t kBelow = 256, kAbove = 16'384;  // what a call writes below; variables above
  return signal == SIGSEGV && stack != 0 && address + kBelow >= stack && address < stack + kAbove;
}

int catchCrashes() {
  if (kSanitizerTells || ::pipe2(g_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  struct sigaction action = {};
  action.sa_sigaction = strataCrashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : kCrashes) ::sigaction(signal, &action, nullptr);
  g_usualEnd = std::set_terminate(endForException);
  return g_pipe[0];
}

std::optional<Crash> takeCrash(int fd) {
  pollfd waiting{fd, POLLIN, 0};
  Crash crash;
  if (::poll(&waiting, 1, 0) <= 0 || ::read(fd, &crash, sizeof(crash)) != sizeof(crash)) return std::nullopt;
  return crash;
}

void crashTold() {
  g_told = true;
}

}  // namespace strata::inline protocol
