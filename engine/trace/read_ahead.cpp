#include "engine/trace/read_ahead.h"

namespace strata {

ReadAhead::ReadAhead(Source source, std::size_t pieceBytes) : m_source(std::move(source)) {
  for (Piece& piece : m_pieces) piece.bytes.resize(pieceBytes);
  m_thread = std::thread([this] { read(); });
}

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard lock(m_mutex);
    m_stop = true;
  }
  m_turn.notify_all();
  m_thread.join();
}

void ReadAhead::read() {
  for (std::size_t i = 0;; ++i) {
    Piece& piece = m_pieces[i % m_pieces.size()];
    {
      std::unique_lock lock(m_mutex);
      m_turn.wait(lock, [&] { return m_stop || !piece.full; });
      if (m_stop) return;
    }
    piece.size = m_source(piece.bytes);
    const bool last = piece.size <= 0;
    {
      const std::lock_guard lock(m_mutex);
      piece.full = true;
    }
    m_turn.notify_all();
    if (last) return;
  }
}

std::optional<std::span<const std::byte>> ReadAhead::next() {
  if (m_ended) return std::nullopt;
  std::unique_lock lock(m_mutex);
  if (m_taken > 0) m_pieces[(m_taken - 1) % m_pieces.size()].full = false;
  Piece& piece = m_pieces[m_taken % m_pieces.size()];
  m_turn.notify_all();
  m_turn.wait(lock, [&] { return piece.full; });
  if (piece.size <= 0) {
    m_failed = piece.size < 0;
    m_ended = true;
    return std::nullopt;
  }
  ++m_taken;
  return std::span<const std::byte>(piece.bytes).first(static_cast<std::size_t>(piece.size));
}

}  // namespace strata
