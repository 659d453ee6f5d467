#include "app/cli/stop_signal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <iterator>
#include <thread>
#include <utility>

#include "engine/base/unique_fd.h"

namespace strata::inline cli {
namespace {

constexpr int kStopping[] = {SIGINT, SIGTERM};
constexpr char kStop = 's', kEnded = 'e';

volatile std::sig_atomic_t g_toWaiter = -1;

void tellWaiter(int) {
  const int before = errno;
  if (g_toWaiter >= 0) [[maybe_unused]]
    const auto written = ::write(g_toWaiter, &kStop, 1);
  errno = before;
}

}  // namespace

/// What comes first through it ends the wait.
struct StopSignal::Pipe {
  UniqueFd read, write;
};

StopSignal::StopSignal() : m_pipe(std::make_shared<Pipe>()) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  m_pipe->read.reset(ends[0]);
  m_pipe->write.reset(ends[1]);
  g_toWaiter = ends[1];
  struct sigaction action {};
  action.sa_handler = tellWaiter;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < std::size(kStopping); ++i) ::sigaction(kStopping[i], &action, &m_before[i]);
}

StopSignal::~StopSignal() {
  if (!m_pipe->read.valid()) return;
  for (std::size_t i = 0; i < std::size(kStopping); ++i) ::sigaction(kStopping[i], &m_before[i], nullptr);
  g_toWaiter = -1;
}

bool StopSignal::await(std::function<void()> work) {
  if (!m_pipe->read.valid()) {
    work();
    return true;
  }
  std::thread thread([pipe = m_pipe, work = std::move(work)] {
    work();
    while (::write(pipe->write.get(), &kEnded, 1) < 0 && errno == EINTR) continue;
  });
  char told = kStop;
  while (::read(m_pipe->read.get(), &told, 1) < 0 && errno == EINTR) continue;
  if (told == kEnded)
    thread.join();
  else
    thread.detach();
  return told == kEnded;
}

}  // namespace strata::inline cli
