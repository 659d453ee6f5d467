#include "engine/trace/read_ahead.h"

namespace strata::inline trace {

ReadAhead::ReadAhead(Source source, std::size_t pieceBytes) : m_source(std::move(source)) {
  for (Piece& piece : m_pieces) piece.bytes.resize(pieceBytes);
  m_thread = std::thread([this] { read(); });
}

ReadAhead::~ReadAhead() {
  {
    const Lock lock(m_mutex);
    m_stop = true;
  }
  m_turn.notifyAll();
  m_thread.join();
}

void ReadAhead::read() {
  for (std::size_t i = 0;; ++i) {
    const std::size_t slot = i % m_pieces.size();
    Piece& piece = m_pieces[slot];
    {
      Lock lock(m_mutex);
      while (!m_stop && m_full[slot]) m_turn.wait(lock);
      if (m_stop) return;
    }
    piece.size = m_source(piece.bytes);
    const bool last = piece.size <= 0;
    {
      const Lock lock(m_mutex);
      m_full[slot] = true;
    }
    m_turn.notifyAll();
    if (last) return;
  }
}

std::optional<std::span<const std::byte>> ReadAhead::next() {
  if (m_ended) return std::nullopt;
  Lock lock(m_mutex);
  if (m_taken > 0) m_full[(m_taken - 1) % m_full.size()] = false;
  const std::size_t slot = m_taken % m_pieces.size();
  const Piece& piece = m_pieces[slot];
  m_turn.notifyAll();
  while (!m_full[slot]) m_turn.wait(lock);
  if (piece.size <= 0) {
    m_failed = piece.size < 0;
    m_ended = true;
    return std::nullopt;
  }
  ++m_taken;
  return std::span<const std::byte>(piece.bytes).first(static_cast<std::size_t>(piece.size));
}

}  // namespace strata::inline trace
