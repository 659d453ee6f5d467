#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/trace/reader_state.h"

namespace strata::inline trace {

/// Perfetto's own arrows (flow ids): each slice with an id is joined to the one before with the same id. Also the
/// arrows from one slice to further pieces of device work.
class FlowTable {
 public:
  explicit FlowTable(ReaderState& state) : m_state(state) {}

  /// Gives an event that has arrows its correlation. Call before it is stored, and stored() after.
  void prepare(DecodedEvent& decoded);
  void stored(std::optional<EventRef> place);

 private:
  struct Flow {
    EventRef last;
    std::uint32_t next = 0;  ///< the correlation of the arrow that leaves `last`
    bool ended = false;
  };
  struct Arrival {
    CorrelationId id;
    EventRef from;
  };

  void prepare(TraceEvent& event, std::uint64_t id, bool ends);

  ReaderState& m_state;
  std::unordered_map<std::uint64_t, Flow> m_flows;
  std::vector<Arrival> m_arrivals;        ///< at the event that is being stored
  std::vector<std::uint32_t> m_launches;  ///< arrows from it to device work
  std::vector<std::pair<std::uint64_t, std::uint32_t>>
      m_departures;  ///< flows that go on from it, with their next arrow
};

}  // namespace strata::inline trace
