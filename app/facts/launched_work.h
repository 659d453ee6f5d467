#pragma once

#include <cstdint>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// With what work was launched, as a number: events of one name are repeats of each other where it is the same. Of
/// kernels grid and block, of copies the size to a power of two; 0: neither is told.
class LaunchedWork {
 public:
  explicit LaunchedWork(const TraceSnapshot& snapshot);

  /// Of work that itself, of a launch the copy it started, and of a call's outermost slice the copies of the call.
  std::uint64_t of(const TraceEvent& event, EventRef ref) const;
  std::uint64_t ofCall(CallId call) const { return at(m_ofCall, call); }
  std::uint64_t copiesOfCall(CallId call) const { return at(m_copiesOfCall, call); }

 private:
  using ByCall = std::vector<std::uint64_t>;  ///< index 0: of no call

  static std::uint64_t at(const ByCall& all, CallId call);

  const TraceSnapshot& m_snapshot;
  ByCall m_ofCall, m_copiesOfCall;
};

}  // namespace strata::inline facts
