#include "engine/base/temporary_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "engine/base/file_error.h"

namespace strata::inline base {
namespace {

enum class Holds : int { Nothing, HalfAPath, APath };

/// What a signal handler may read: it may take no lock and no memory.
struct HandlersPath {
  std::atomic<Holds> holds{Holds::Nothing};
  char path[PATH_MAX];
};
static_assert(std::atomic<Holds>::is_always_lock_free);

constexpr std::size_t kMostTemporaries = 16;  ///< at once; of more, a signal leaves some behind
std::array<HandlersPath, kMostTemporaries> g_temporaries;

int placeOf(const std::string& path) {
  if (path.empty() || path.size() >= PATH_MAX) return -1;
  for (std::size_t place = 0; place < g_temporaries.size(); ++place) {
    HandlersPath& free = g_temporaries[place];
    Holds nothing = Holds::Nothing;
    if (!free.holds.compare_exchange_strong(nothing, Holds::HalfAPath)) continue;
    std::copy_n(path.c_str(), path.size() + 1, free.path);
    free.holds = Holds::APath;
    return static_cast<int>(place);
  }
  return -1;
}

void removeAndEnd(int signal) {
  removeTemporaries();
  ::raise(signal);  // which SA_RESETHAND has given its usual meaning
}

}  // namespace

TemporaryFile::TemporaryFile(std::string path, OnSignal onSignal) : m_path(std::move(path)) {
  if (onSignal == OnSignal::Remove) m_place = placeOf(m_path);
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : m_path(std::exchange(other.m_path, {})), m_place(std::exchange(other.m_place, -1)) {}

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  if (this == &other) return *this;
  remove();
  m_path = std::exchange(other.m_path, {});
  m_place = std::exchange(other.m_place, -1);
  return *this;
}

void TemporaryFile::remove() {
  if (!m_path.empty()) ::unlink(m_path.c_str());
  letGo();
}

void TemporaryFile::letGo() {
  if (m_place >= 0) g_temporaries[static_cast<std::size_t>(m_place)].holds = Holds::Nothing;
  m_place = -1;
  m_path.clear();
}

SignalsWait::SignalsWait() {
  sigset_t waiting;
  ::sigemptyset(&waiting);
  for (const int signal : kEndingSignals) ::sigaddset(&waiting, signal);
  ::pthread_sigmask(SIG_BLOCK, &waiting, &m_before);
}

SignalsWait::~SignalsWait() {
  ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

Result<NewTemporaryFile> newTemporaryFile(std::string_view stem, std::string_view ending) {
  std::string name = temporaryFolder().append("/strata-").append(stem).append("-XXXXXX").append(ending);
  const SignalsWait wait;
  UniqueFd fd(::mkostemps(name.data(), static_cast<int>(ending.size()), O_CLOEXEC));
  if (!fd.valid()) return temporaryFolderError(errno);
  return NewTemporaryFile{TemporaryFile(std::move(name)), std::move(fd)};
}

void removeTemporaries() {
  const int before = errno;
  for (const HandlersPath& each : g_temporaries)
    if (each.holds == Holds::APath) ::unlink(each.path);
  errno = before;
}

void endAtOnce(int status) {
  removeTemporaries();
  std::fflush(nullptr);
  std::_Exit(status);
}

void removeTemporariesOnSignals() {
  for (const int signal : kEndingSignals) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action.sa_handler = removeAndEnd;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace strata::inline base
