#include "engine/base/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace strata::inline base {
namespace {

std::atomic<int> g_refused{0};  ///< errno of the first write that standard output did not take

void keep(bool taken) {
  int none = 0;
  if (!taken) g_refused.compare_exchange_strong(none, errno);
}

void flushOutput() {
  keep(std::fflush(stdout) == 0);
}

}  // namespace

void prepareStandardStreams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  // Reading from nothing ends at once; an output that only reads fails with each write, as a closed one does.
  for (int fd = 0; fd < 3; ++fd)
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", O_RDONLY);
}

void printText(std::string_view text) {
  keep(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
}

void printRemark(std::string_view text) {
  flushOutput();
  std::fwrite(text.data(), 1, text.size(), stderr);
}

Error standardOutputError(int number) {
  return {ErrorCode::Io, std::string("Standard output did not take the whole result: ") + std::strerror(number) + "."};
}

Result<void> standardOutputTaken() {
  flushOutput();
  const int refused = g_refused;
  if (refused == 0 || refused == EPIPE) return {};
  return standardOutputError(refused);
}

}  // namespace strata::inline base
