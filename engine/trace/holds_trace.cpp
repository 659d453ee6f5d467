#include "engine/trace/holds_trace.h"

namespace strata::inline trace {

bool holdsTrace(const TraceSnapshot& read) {
  if (read.bounds() || read.problems().empty()) return true;
  for (std::size_t i = 0; i < read.messages().size(); ++i)
    if (read.messages()[i].kind == MessageKind::Hello) return true;
  return false;
}

}  // namespace strata::inline trace
