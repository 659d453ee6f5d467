#include "engine/interchange/call_work.h"

#include "engine/interchange/each_event.h"

namespace strata {

std::vector<CallWork> workOfCalls(const TraceSnapshot& snapshot) {
  std::vector<CallWork> calls(snapshot.callCount());
  eachEvent(snapshot, [&](const TraceEvent& event) {
    const auto id = static_cast<std::size_t>(event.call);
    if (id == 0 || id > calls.size() || event.open()) return;
    CallWork& work = calls[id - 1];
    if (event.kind == EventKind::Kernel) {
      ++work.kernels;
      work.kernelTime += event.duration();
    } else if (event.kind == EventKind::Copy) {
      ++work.copies;
      work.copyTime += event.duration();
      work.bytesCopied += snapshot.number(event, arg::kBytes).value_or(0);
    }
  });
  return calls;
}

}  // namespace strata
