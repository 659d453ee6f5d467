#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace strata {

/// Reads a source on a thread of its own, two pieces ahead of whoever takes them.
class ReadAhead {
 public:
  /// Fills the buffer and returns how many bytes; 0 at the end, below 0 where reading failed. Called on the thread.
  using Source = std::function<int(std::span<std::byte>)>;
  ReadAhead(Source source, std::size_t pieceBytes);
  ~ReadAhead();  ///< stops after the piece that is being read

  /// The next piece, valid until the next call; nothing at the end.
  std::optional<std::span<const std::byte>> next();
  bool failed() const { return m_failed; }  ///< after next() said nothing

 private:
  struct Piece {
    std::vector<std::byte> bytes;
    int size = 0;
    bool full = false;
  };
  void read();

  Source m_source;
  std::array<Piece, 3> m_pieces;
  std::size_t m_taken = 0;  ///< pieces handed out so far
  bool m_stop = false, m_failed = false, m_ended = false;
  std::mutex m_mutex;
  std::condition_variable m_turn;
  std::thread m_thread;
};

}  // namespace strata
