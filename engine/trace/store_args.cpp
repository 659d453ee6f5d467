#include "engine/trace/store_args.h"

#include <algorithm>
#include <vector>

namespace strata {

std::uint32_t ArgTable::add(std::uint32_t old, std::span<const Arg> more) {
  if (more.empty()) return old;
  std::vector<Arg> both;
  if (old != 0) {
    const Set set = m_sets[old - 1];
    for (std::uint32_t i = 0; i < set.count; ++i) both.push_back(m_args[set.first + i]);
    both.insert(both.end(), more.begin(), more.end());
    more = both;
  }
  more = more.first(std::min(more.size(), kMost));
  const std::size_t first = m_args.appendRun(more);
  m_sets.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(more.size())});
  return static_cast<std::uint32_t>(m_sets.size());
}

}  // namespace strata
