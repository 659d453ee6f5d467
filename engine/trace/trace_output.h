#pragma once

#include <poll.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace strata::inline trace {

/// Writes bytes to a descriptor whose reader may be slow or gone, without waiting and without touching the descriptor's
/// flags (a pipe's O_NONBLOCK would be shared with every process that holds it): a pipe is asked with RWF_NOWAIT; where
/// the system knows no such thing, poll says there is room, then at most PIPE_BUF bytes are written, which a pipe with
/// room takes at once. Sockets get MSG_DONTWAIT; files just take bytes. The calling thread must have SIGPIPE blocked.
/// One thread.
class TraceOutput {
 public:
  explicit TraceOutput(int fd);

  /// Where encoders append what is to be written.
  std::string& bytes() { return m_bytes; }
  std::size_t pending() const { return m_bytes.size() - m_offset; }
  /// Bytes of the stream given to the descriptor so far.
  std::uint64_t written() const { return m_written; }
  /// The reader is gone or the disk is full: everything is thrown away from now on.
  bool broken() const { return m_broken; }
  int fd() const { return m_fd; }

  /// Writes what fits now.
  void writeSome();

 private:
  enum class Kind { Pipe, OldPipe, Socket, File };
  bool writable() const;
  long writeOnce();
  void fail(int error);

  const int m_fd;
  Kind m_kind;
  std::string m_bytes;
  std::size_t m_offset = 0;
  std::uint64_t m_written = 0;
  bool m_broken = false;
};

}  // namespace strata::inline trace
