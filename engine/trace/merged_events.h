#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// The events of some tracks, one after the other by begin; of those that begin together the longest first. Slices that
/// never ended are among them and last until `openUntil`; device work that still runs is not. What a row holds that
/// ended by `from` is passed over.
class MergedEvents {
 public:
  struct Head {
    const TraceEvent* event = nullptr;
    EventRef ref;
    HostTime end;
  };

  MergedEvents(const TraceSnapshot& snapshot, std::span<const std::uint32_t> tracks, HostTime openUntil,
               HostTime from = kFromTheFirst);

  bool empty() const { return m_heads.empty(); }
  const Head& front() const { return m_heads.front(); }
  void pop();

 private:
  static constexpr HostTime kFromTheFirst{INT64_MIN};
  using Key = std::tuple<std::int64_t, std::int64_t, Storey, EventRef>;

  static Key key(const Head& head) { return {head.event->begin.ns, -head.end.ns, head.event->storey, head.ref}; }
  static bool later(const Head& a, const Head& b) { return key(a) > key(b); }
  bool load(Head& head, EventRef ref) const;
  void sink();

  const TraceSnapshot& m_snapshot;
  HostTime m_openUntil;
  std::vector<Head> m_heads;  ///< a heap: the next event of each row
};

}  // namespace strata::inline trace
