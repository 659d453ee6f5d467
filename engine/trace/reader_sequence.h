#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/ids.h"

namespace strata::inline trace {

class TraceStore;

/// Stands for a name whose definition is missing from the stream.
inline constexpr NameId kLostName{~std::uint32_t{0}};

/// One table of interned texts of a sequence.
class InternTable {
 public:
  /// False if the number meant something else before.
  bool set(std::uint64_t iid, NameId name);
  NameId get(std::uint64_t iid) const;  ///< kLostName if unknown

 private:
  std::vector<NameId> m_dense;
  std::unordered_map<std::uint64_t, NameId> m_sparse;
};

/// What the packets of one writer refer to.
struct Sequence {
  InternTable categories, names, annotationNames, annotationTexts, argNames, specifications;
  std::uint64_t meaning = 0;                                ///< a number for what these tables say; 0: a new one is due
  std::unordered_map<std::uint64_t, std::uint32_t> queues;  ///< hardware queue to track of the store
  std::uint32_t clock = 0;                                  ///< default; 0: the trace's
  std::uint64_t track = 0;                                  ///< default track of events
  std::vector<std::uint64_t> counterTracks, doubleCounterTracks;  ///< defaults of the extra counters
  std::int64_t legacyTimeNs = 0;                                  ///< what time deltas are added to
  std::int64_t legacyThreadTimeUs = 0, legacyInstructions = 0;    ///< the same for the counters of old events

  /// Takes in an InternedData message. Throws what protozero throws.
  void intern(std::string_view message, TraceStore& store);
  /// Takes in TracePacketDefaults. Throws what protozero throws.
  void setDefaults(std::string_view message);
};

}  // namespace strata::inline trace
