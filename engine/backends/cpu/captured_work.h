#pragma once

#include <cstddef>
#include <deque>

#include "engine/backends/cpu/queued_work.h"

namespace strata::cpu {

/// The operations of a graph in order: filled like a stream's queue while the stream captures, then only read.
class CapturedWork {
 public:
  /// A place to fill.
  QueuedWork& place() { return m_places.size() > m_size ? m_places.back() : m_places.emplace_back(); }
  void push() { ++m_size; }  ///< the place that was filled

  std::size_t size() const { return m_size; }
  QueuedWork& operator[](std::size_t i) { return m_places[i]; }

 private:
  std::deque<QueuedWork> m_places;  ///< launches do not move; the last one may be a place that was not filled
  std::size_t m_size = 0;
};

}  // namespace strata::cpu
