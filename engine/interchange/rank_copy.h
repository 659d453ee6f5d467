#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/trace/trace_snapshot.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// What the ranks so far have taken of the ids of the session of all.
struct RankIds {
  std::uint32_t ranks = 0, calls = 0, correlations = 0, queues = 0;
  std::set<std::int64_t> pids;
};

/// Copies one rank's session into the session of all, once; the next is made after that.
class RankCopy {
 public:
  RankCopy(const TraceSnapshot& rank, std::string label, std::int64_t shiftNs, RankIds& ids, TraceStore& store);
  /// Returns how many pieces of device work it leaves out, which the file saw running to the last.
  std::uint64_t run();

 private:
  std::uint32_t track(std::uint32_t index);
  std::int64_t pid(std::int64_t own);
  void copyTrack(std::uint32_t index);
  void copyArrows();
  TraceEvent renumbered(const TraceEvent& event, std::uint32_t track);
  NameId name(NameId own);
  std::uint32_t args(const TraceEvent& event);

  const TraceSnapshot& m_rank;
  const std::string m_label;
  const std::int64_t m_shift;
  RankIds& m_ids;
  const RankIds m_before;
  TraceStore& m_store;
  std::vector<NameId> m_names;
  std::vector<bool> m_named;
  std::map<std::uint32_t, std::uint32_t> m_args;
  std::map<std::int64_t, std::int64_t> m_pids;
  std::map<EventRef, EventRef> m_ends;  ///< of arrows
};

}  // namespace strata::inline interchange
