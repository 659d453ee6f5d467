#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/trace/chunked_vector.h"
#include "engine/trace/trace_event.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

inline constexpr std::uint32_t kNoMore = ~std::uint32_t{0};

/// A track that a call has events on.
struct TrackLink {
  std::uint32_t track = 0;
  std::uint32_t older = kNoMore;  ///< the index of the call's link before
};

/// What is known of one call.
struct CallRecord {
  HostTime begin, end;
  HostTime topBegin;
  EventRef top = kNoEvent;
  std::uint32_t topRank = ~std::uint32_t{0};  ///< the lowest is the outermost; all ones while nothing is known
  std::uint32_t tracks = kNoMore;             ///< the newest of its links in LinkIndex::trackLinks

  bool known() const { return topRank != ~std::uint32_t{0}; }
};

/// Both ends of one arrow.
struct FlowRecord {
  EventRef launch = kNoEvent, work = kNoEvent;
};

/// A set of events; a bit each.
class EventSet {
 public:
  /// False where it is in already.
  bool insert(EventRef event);

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<bool>> m_in;  ///< by track and row
};

/// Finds calls and arrows by id; the ids must be dense.
class LinkIndex {
 public:
  /// Takes in an event at its place; `end` is its begin while it is open.
  void note(const TraceEvent& event, EventRef ref, HostTime end);
  /// The event of that call ended.
  void noteEnd(CallId call, HostTime end);

  /// A call counts from the moment it is spoken of, even if none of its events ever comes.
  void announce(CallId call);

  /// Gives the arrow the ends that it lacks. True if it leads to `work` then. `toWork`: that is device work which bears
  /// the arrow's id.
  bool link(CorrelationId id, EventRef launch, EventRef work, bool toWork);

  FlowRecord flow(CorrelationId id) const;
  std::uint64_t flows() const { return m_flows; }
  /// Events that launched device work, each once, however much it launched.
  std::uint64_t launches() const { return m_launches; }
  ChunkedView<CallRecord> calls() { return m_calls.view(); }
  ChunkedView<FlowRecord> flowRecords() { return m_flowRecords.view(); }
  /// Where the events of calls are; a track may be there several times.
  ChunkedView<TrackLink> trackLinks() { return m_trackLinks.view(); }

 private:
  void noteCall(const TraceEvent& event, EventRef ref, HostTime end);
  void noteTrack(CallRecord& call, std::uint32_t track);

  ChunkedVector<CallRecord> m_calls;        ///< index: id - 1
  ChunkedVector<FlowRecord> m_flowRecords;  ///< index: id - 1
  ChunkedVector<TrackLink> m_trackLinks;
  std::vector<bool> m_toWork;  ///< index: id - 1; the arrow's work bears its id
  EventSet m_launched;
  std::uint64_t m_flows = 0, m_launches = 0;
};

}  // namespace strata::inline trace
