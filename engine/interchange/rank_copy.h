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
struct TakenIds {
  std::uint32_t ranks = 0, calls = 0, correlations = 0, streams = 0;
  std::int64_t devices = 0;
  std::set<std::int64_t> pids;
};

/// Copies one rank's session into the session of all, once; the next is made after that.
class RankCopy {
 public:
  RankCopy(const TraceSnapshot& rank, std::string label, std::int64_t shiftNs, TakenIds& ids, TraceStore& store);
  /// Returns how many pieces of device work it leaves out, which the file saw running to the last.
  std::uint64_t copy();

 private:
  std::uint32_t addTrack(std::uint32_t index);
  std::int64_t pidInAll(std::int64_t own);
  std::uint32_t streamInAll(std::uint32_t own);
  std::int64_t deviceInAll(std::int64_t own);
  void copyEvents(std::uint32_t index);
  void linkArrows();
  TraceEvent translated(const TraceEvent& event, std::uint32_t track);
  NameId internName(NameId own);
  std::uint32_t keepArgs(const TraceEvent& event);

  const TraceSnapshot& m_rank;
  const std::string m_label;
  const std::int64_t m_shift;
  TakenIds& m_ids;
  const TakenIds m_before;
  TraceStore& m_store;
  std::vector<NameId> m_names;
  std::vector<bool> m_nameCopied;
  std::map<std::uint32_t, std::uint32_t> m_args;
  std::map<std::int64_t, std::int64_t> m_pids;
  std::map<std::uint32_t, std::uint32_t> m_streams;
  std::map<std::int64_t, std::int64_t> m_devices;
  std::map<EventRef, EventRef> m_copiedEnds;  ///< of arrows
};

}  // namespace strata::inline interchange
