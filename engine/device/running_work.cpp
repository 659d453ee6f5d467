#include "engine/device/running_work.h"

#include <algorithm>

namespace strata::inline device {

void RunningWork::began(std::uint32_t stream, std::string_view name) {
  const Lock lock(m_mutex);
  auto entry = std::ranges::lower_bound(m_entries, stream, {}, &Entry::stream);
  if (entry == m_entries.end() || entry->stream != stream) entry = m_entries.insert(entry, {stream, {}, false});
  entry->name = name;
  entry->busy = true;
}

void RunningWork::ended(std::uint32_t stream) {
  const Lock lock(m_mutex);
  for (Entry& entry : m_entries)
    if (entry.stream == stream) entry.busy = false;
}

void RunningWork::allEnded() {
  const Lock lock(m_mutex);
  for (Entry& entry : m_entries) entry.busy = false;
}

std::vector<std::string> RunningWork::names() const {
  const Lock lock(m_mutex);
  std::vector<std::string> names;
  for (const Entry& entry : m_entries)
    if (entry.busy) names.push_back(entry.name);
  return names;
}

}  // namespace strata::inline device
