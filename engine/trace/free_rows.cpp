#include "engine/trace/free_rows.h"

#include <algorithm>
#include <bit>

namespace strata::inline trace {

std::uint32_t FreeRows::first(std::uint32_t from, HostTime time) const {
  if (from >= m_leaves) return from;
  const State free{false, time};
  std::size_t node = m_leaves + from;
  while (m_least[node] > free) {
    while (node % 2 == 1) node /= 2;
    if (node == 0) return static_cast<std::uint32_t>(m_leaves);
    ++node;
  }
  while (node < m_leaves) {
    node *= 2;
    if (m_least[node] > free) ++node;
  }
  return static_cast<std::uint32_t>(node - m_leaves);
}

void FreeRows::set(std::uint32_t row, State state) {
  reach(row);
  std::size_t node = m_leaves + row;
  m_least[node] = state;
  while (node > 1) {
    node /= 2;
    const State least = std::min(m_least[2 * node], m_least[2 * node + 1]);
    if (m_least[node] == least) return;
    m_least[node] = least;
  }
}

void FreeRows::reach(std::uint32_t row) {
  if (row < m_leaves) return;
  const std::size_t leaves = std::bit_ceil(std::size_t{row} + 1);
  std::vector<State> least(2 * leaves);
  std::copy_n(m_least.begin() + static_cast<std::ptrdiff_t>(m_leaves), m_leaves,
              least.begin() + static_cast<std::ptrdiff_t>(leaves));
  for (std::size_t node = leaves - 1; node > 0; --node) least[node] = std::min(least[2 * node], least[2 * node + 1]);
  m_least = std::move(least);
  m_leaves = leaves;
}

}  // namespace strata::inline trace
