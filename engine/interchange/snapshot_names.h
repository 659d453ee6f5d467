#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/trace/packet_names.h"
#include "engine/trace/trace_snapshot.h"

namespace strata {

/// The names of a snapshot, and behind them those that a writer needs besides.
class SnapshotNames final : public PacketNames {
 public:
  explicit SnapshotNames(const TraceSnapshot& snapshot) : m_snapshot(snapshot) {}

  NameId intern(std::string_view text) override {
    const auto next = static_cast<NameId>(m_snapshot.nameCount() + m_more.size());
    if (const auto known = m_ids.find(text); known != m_ids.end()) return known->second;
    return m_ids.emplace(m_more.emplace_back(text), next).first->second;
  }

  std::string_view text(NameId id) override {
    const auto index = static_cast<std::size_t>(id);
    return index < m_snapshot.nameCount() ? m_snapshot.name(id) : m_more[index - m_snapshot.nameCount()];
  }

 private:
  const TraceSnapshot& m_snapshot;
  std::deque<std::string> m_more;
  std::unordered_map<std::string_view, NameId> m_ids;
};

}  // namespace strata
