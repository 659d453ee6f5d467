#include "app/cli/signal_pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace strata::inline cli {
namespace {

// A signal handler may do no more than write; the thread at the other end does the work.
volatile std::sig_atomic_t g_toReader = -1;

void writeNews(int fd, SignalPipe::News news) {
  while (::write(fd, &news, sizeof(news)) < 0 && errno == EINTR) continue;
}

void tellReader(int) {
  const int before = errno;
  if (g_toReader >= 0) writeNews(g_toReader, SignalPipe::News::Signal);
  errno = before;
}

}  // namespace

SignalPipe::News SignalPipe::Ends::next() const {
  News told = News::Ended;
  while (::read(read.get(), &told, sizeof(told)) < 0 && errno == EINTR) continue;
  return told;
}

void SignalPipe::Ends::tellEnded() const {
  writeNews(write.get(), News::Ended);
}

SignalPipe::SignalPipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  m_ends = std::make_shared<const Ends>(Ends{UniqueFd(ends[0]), UniqueFd(ends[1])});
  g_toReader = ends[1];
  struct sigaction action {};
  action.sa_handler = tellReader;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < std::size(kEndingSignals); ++i) {
    ::sigaction(kEndingSignals[i], nullptr, &m_before[i]);
    const bool ignored = m_before[i].sa_handler == SIG_IGN;  // as nohup has it, or a shell's background job
    if (!ignored) ::sigaction(kEndingSignals[i], &action, nullptr);
  }
}

SignalPipe::~SignalPipe() {
  if (!m_ends) return;
  for (std::size_t i = 0; i < std::size(kEndingSignals); ++i) ::sigaction(kEndingSignals[i], &m_before[i], nullptr);
  g_toReader = -1;
}

}  // namespace strata::inline cli
