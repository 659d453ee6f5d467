#include "engine/protocol/request_reader.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace strata::inline protocol {

RequestReader::RequestReader(int fd, int stopFd, std::size_t longestLine)
    : m_fd(fd), m_stopFd(stopFd), m_longestLine(longestLine) {}

RequestReader::Filled RequestReader::fill() {
  std::array<pollfd, 2> waiting{{{m_fd, POLLIN, 0}, {m_stopFd, POLLIN, 0}}};
  if (::poll(waiting.data(), waiting.size(), -1) < 0) return errno == EINTR ? Filled::Yes : Filled::End;
  if (waiting[1].revents != 0) return Filled::Stop;
  std::array<char, 16 * 1024> bytes;
  const ssize_t count = ::read(m_fd, bytes.data(), bytes.size());
  if (count < 0) return errno == EINTR || errno == EAGAIN ? Filled::Yes : Filled::End;
  m_buffer.append(bytes.data(), static_cast<std::size_t>(count));
  return count == 0 ? Filled::End : Filled::Yes;
}

bool RequestReader::takeLine(std::string& line) {
  std::size_t end = m_buffer.find('\n', m_scanned);
  if (end == std::string::npos && !m_ended) {
    m_scanned = m_buffer.size();
    return false;
  }
  if (end == std::string::npos) end = m_buffer.size();
  line.assign(m_buffer, 0, end);
  m_buffer.erase(0, end + 1);
  m_scanned = 0;
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

RequestReader::Outcome RequestReader::next(std::string& line) {
  for (;;) {
    while (!m_buffer.empty() && takeLine(line)) {
      const bool tooLong = m_skipping || line.size() > m_longestLine;
      m_skipping = false;
      if (tooLong) return Outcome::TooLong;
      if (line.find_first_not_of(" \t") != std::string::npos) return Outcome::Line;
    }
    if (m_buffer.size() > m_longestLine) {
      m_skipping = true;
      m_buffer.clear();
      m_scanned = 0;
    }
    if (m_ended) return m_skipping ? (m_skipping = false, Outcome::TooLong) : Outcome::End;
    const Filled filled = fill();
    if (filled == Filled::Stop) return Outcome::Stop;
    m_ended = filled == Filled::End;
  }
}

}  // namespace strata::inline protocol
