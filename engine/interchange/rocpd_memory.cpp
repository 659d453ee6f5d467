#include "engine/interchange/rocpd_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace strata::inline interchange {

void RocpdMemory::addTo(ForeignTrace& trace, TraceStore& store, std::int64_t pid) {
  std::ranges::stable_sort(m_changes, {}, &Change::time);
  struct Held {
    std::int64_t device, bytes;
  };
  std::unordered_map<std::int64_t, Held> held;
  std::map<std::int64_t, double> inUse;
  for (const Change& change : m_changes) {
    const auto piece = held.find(change.address);
    if (change.frees && piece == held.end()) continue;  // the host's, or allocated unseen
    const std::int64_t device = change.frees ? piece->second.device : change.device;
    double& bytes = inUse[device];
    if (piece != held.end()) {
      inUse[piece->second.device] -= static_cast<double>(piece->second.bytes);
      held.erase(piece);
    }
    if (!change.frees) {
      held[change.address] = {device, change.bytes};
      bytes += static_cast<double>(change.bytes);
    }
    TraceEvent said;
    said.storey = Storey::Runtime;
    said.args = store.keepArgs(std::array{Arg{store.intern(arg::kAddress), change.address}});
    const std::string name = fmt::format("device memory allocated (rocprofv3, GPU {})", device);
    trace.addValue(trace.counter(pid, name, "bytes", Storey::Runtime), change.time, bytes, said);
  }
}

}  // namespace strata::inline interchange
