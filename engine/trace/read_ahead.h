#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "engine/base/mutex.h"

namespace strata::inline trace {

/// Reads a source on a thread of its own, two pieces ahead of the one thread that takes them.
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
  };
  void read();

  Source m_source;
  std::array<Piece, 3> m_pieces;  ///< each is its reader's until it is full, then its taker's

  // The taker's.
  std::size_t m_taken = 0;  ///< pieces handed out so far
  bool m_failed = false, m_ended = false;

  Mutex m_mutex;
  Condition m_turn;
  std::array<bool, 3> m_full STRATA_GUARDED_BY(m_mutex){};
  bool m_stop STRATA_GUARDED_BY(m_mutex) = false;
  std::thread m_thread;
};

}  // namespace strata::inline trace
