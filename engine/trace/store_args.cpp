#include "engine/trace/store_args.h"

#include <algorithm>

namespace strata::inline trace {

std::uint32_t ArgTable::add(std::uint32_t old, std::span<const Arg> more) {
  if (more.empty()) return old;
  std::vector<Arg> both;
  if (old != 0) {
    both = copy(old);
    std::erase_if(both, [more](const Arg& said) { return std::ranges::find(more, said.key, &Arg::key) != more.end(); });
    both.insert(both.end(), more.begin(), more.end());
    more = both;
  }
  more = more.first(std::min(more.size(), kMost));
  const std::size_t first = m_args.appendRun(more);
  m_sets.append({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(more.size())});
  return static_cast<std::uint32_t>(m_sets.size());
}

std::vector<Arg> ArgTable::copy(std::uint32_t set) const {
  std::vector<Arg> args;
  if (set == 0) return args;
  const Set& place = m_sets[set - 1];
  for (std::uint32_t i = 0; i < place.count; ++i) args.push_back(m_args[place.first + i]);
  return args;
}

}  // namespace strata::inline trace
