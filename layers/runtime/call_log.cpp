#include "layers/runtime/call_log.h"

#include <algorithm>

namespace strata::inline runtime {
namespace {

// Records are asked for many times a second; a call of Strata's takes some microseconds.
constexpr std::size_t kRemembered = std::size_t{1} << 16;

}  // namespace

void CallLog::changed(std::uint64_t thread, std::uint64_t ticks, CallId call) {
  const Lock lock(m_mutex);
  std::deque<Change>& changes = m_changes[thread];
  changes.push_back({ticks, call});
  if (changes.size() > kRemembered) changes.pop_front();
}

CallId CallLog::at(std::uint64_t thread, std::uint64_t ticks) const {
  const Lock lock(m_mutex);
  const auto found = m_changes.find(thread);
  if (found == m_changes.end()) return CallId::None;
  const auto after = std::ranges::upper_bound(found->second, ticks, {}, &Change::ticks);
  return after == found->second.begin() ? CallId::None : std::prev(after)->call;
}

}  // namespace strata::inline runtime
