#include "engine/trace/wire_ids.h"

#include <iterator>

namespace strata::inline trace {

namespace {
/// How far ahead an id may be and still belong to its stretch: more records than one drain can drop.
constexpr std::uint32_t kLargestLeap = 1u << 20;
constexpr std::uint32_t kLargestStart = 1u << 12;  ///< of runs after the first
}  // namespace

std::uint32_t WireIds::dense(std::uint64_t wire) {
  if (wire == 0) return 0;
  const auto id = static_cast<std::uint32_t>(wire);
  if (m_growing && wire >= m_growingFirst && wire - m_growingFirst + m_growing->dense <= m_top)
    return m_growing->dense + static_cast<std::uint32_t>(wire - m_growingFirst);
  if (m_growing && m_growingIsLast && wire == m_growingFirst + (m_top - m_growing->dense) + 1 && id != 0) {
    m_growing->last = id;
    return ++m_top;
  }
  Run& run = m_runs[static_cast<std::uint32_t>(wire >> 32)];
  const auto after = run.upper_bound(id);
  if (after != run.begin()) {
    auto& [first, stretch] = *std::prev(after);
    if (id <= stretch.last) return stretch.dense + (id - first);
    const bool near = id - stretch.last <= kLargestLeap && (after == run.end() || id < after->first);
    if (&stretch == m_growing && near) {
      stretch.last = id;
      return m_top = stretch.dense + (id - first);
    }
  }
  const bool fromOne = run.empty() && id != 0 && id <= (m_top == 0 ? kLargestLeap : kLargestStart);
  const std::uint32_t first = fromOne ? 1 : id;
  Stretch& stretch = run[first];
  stretch = {id, m_top + 1};
  m_growing = &stretch;
  m_growingFirst = wire - (id - first);
  m_growingIsLast = after == run.end();
  return m_top = stretch.dense + (id - first);
}

std::uint32_t WireIds::fresh() {
  m_growing = nullptr;
  return ++m_top;
}

}  // namespace strata::inline trace
