#include "engine/trace/holds_trace.h"

#include <nlohmann/json.hpp>

namespace strata::inline trace {

bool holdsTrace(const TraceSnapshot& read) {
  if (read.bounds() || read.problems().empty()) return true;
  for (std::size_t i = 0; i < read.messages().size(); ++i)
    if (read.messages()[i].kind == MessageKind::Hello) return true;
  return false;
}

bool isCutOff(const TraceSnapshot& snapshot) {
  bool ofAgent = false, saysSo = false;
  for (std::size_t i = 0; i < snapshot.messages().size(); ++i) {
    const SessionMessage& message = snapshot.messages()[i];
    ofAgent |= message.kind == MessageKind::Hello;
    if (message.kind != MessageKind::Import) continue;
    const auto json = nlohmann::json::parse(message.json, nullptr, false);
    saysSo |= json.is_object() && json.value(kCutOffKey, false);
  }
  return saysSo || (ofAgent && !snapshot.complete());
}

bool isWhole(const TraceSnapshot& snapshot) {
  for (std::size_t i = 0; i < snapshot.messages().size(); ++i)
    if (snapshot.messages()[i].kind == MessageKind::Import) return !isCutOff(snapshot);
  return snapshot.complete();
}

}  // namespace strata::inline trace
