#include "engine/trace/trace_output.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

namespace strata::inline trace {
namespace {

constexpr std::size_t kLargeWrite = std::size_t{1} << 18;
constexpr std::size_t kCompactAt = std::size_t{1} << 16;

}  // namespace

TraceOutput::TraceOutput(int fd)
    : m_fd(fd), m_kind([fd] {
        struct stat info {};
        if (fstat(fd, &info) != 0) return Kind::Pipe;
        if (S_ISSOCK(info.st_mode)) return Kind::Socket;
        return S_ISREG(info.st_mode) ? Kind::File : Kind::Pipe;
      }()) {}

bool TraceOutput::writable() const {
  pollfd poller{m_fd, POLLOUT, 0};
  return m_kind != Kind::OldPipe || (poll(&poller, 1, 0) == 1 && poller.revents != 0);
}

long TraceOutput::writeOnce() {
  char* const data = m_bytes.data() + m_offset;
  const std::size_t size = std::min(pending(), m_kind == Kind::OldPipe ? std::size_t{PIPE_BUF} : kLargeWrite);
  if (m_kind == Kind::Pipe) {
    const iovec piece{data, size};
    const ssize_t n = pwritev2(m_fd, &piece, 1, -1, RWF_NOWAIT);
    if (n >= 0 || (errno != EOPNOTSUPP && errno != ENOSYS && errno != EINVAL)) return n;
    m_kind = Kind::OldPipe;
    errno = EINTR;
    return -1;
  }
  if (m_kind == Kind::Socket) return send(m_fd, data, size, MSG_DONTWAIT | MSG_NOSIGNAL);
  return write(m_fd, data, size);
}

void TraceOutput::writeSome() {
  while (pending() > 0 && !m_broken && writable()) {
    const long n = writeOnce();
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (n < 0) return fail(errno);
    m_offset += static_cast<std::size_t>(n);
    m_written += static_cast<std::uint64_t>(n);
  }
  if (m_broken || m_offset == m_bytes.size()) {
    m_bytes.clear();
    m_offset = 0;
  } else if (m_offset > kCompactAt && m_offset * 2 > m_bytes.size()) {
    m_bytes.erase(0, m_offset);
    m_offset = 0;
  }
}

void TraceOutput::fail(int error) {
  m_broken = true;
  m_bytes.clear();
  m_offset = 0;
  if (error != EPIPE)
    std::fprintf(stderr, "strata: writing the trace failed: %s. The session ends here; the work goes on.\n",
                 std::strerror(error));
}

}  // namespace strata::inline trace
