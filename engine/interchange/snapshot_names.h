#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "engine/trace/packet_names.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// The names of a snapshot, and behind them those that a writer needs besides.
class SnapshotNames final : public PacketNames {
 public:
  explicit SnapshotNames(const TraceSnapshot& snapshot) : m_snapshot(snapshot) {}

  /// Looks through all names: for the few texts of a writer, not for those of events.
  NameId intern(std::string_view text) override {
    const std::size_t count = m_snapshot.nameCount();
    for (std::size_t i = 0; i < count + m_more.size(); ++i)
      if (const auto id = static_cast<NameId>(i); this->text(id) == text) return id;
    m_more.emplace_back(text);
    return static_cast<NameId>(count + m_more.size() - 1);
  }

  std::string_view text(NameId id) override {
    const auto index = static_cast<std::size_t>(id);
    return index < m_snapshot.nameCount() ? m_snapshot.name(id) : m_more[index - m_snapshot.nameCount()];
  }

 private:
  const TraceSnapshot& m_snapshot;
  std::deque<std::string> m_more;
};

}  // namespace strata::inline interchange
