#include "engine/trace/holds_trace.h"

#include <nlohmann/json.hpp>

namespace strata::inline trace {

namespace {

bool hasMessage(const TraceSnapshot& read, MessageKind kind) {
  for (std::size_t i = 0; i < read.messages().size(); ++i)
    if (read.messages()[i].kind == kind) return true;
  return false;
}

/// Packets of a kind that is not read.
bool leavesOut(const TraceSnapshot& read) {
  for (std::size_t i = 0; i < read.messages().size(); ++i) {
    const SessionMessage& message = read.messages()[i];
    if (message.kind != MessageKind::Import) continue;
    const auto json = nlohmann::json::parse(message.json, nullptr, false);
    if (json.is_object() && json.value("skipped", 0) > 0) return true;
  }
  return false;
}

}  // namespace

bool holdsTrace(const TraceSnapshot& read) {
  if (read.bounds() || hasMessage(read, MessageKind::Hello)) return true;
  return read.problems().empty() && (!read.tracks().empty() || leavesOut(read));
}

bool isOnlyBegun(const TraceSnapshot& read) {
  return read.problems().empty() && !holdsTrace(read);
}

bool holdsWork(const TraceSnapshot& read) {
  return read.bounds() || hasMessage(read, MessageKind::Result);
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
  return hasMessage(snapshot, MessageKind::Import) ? !isCutOff(snapshot) : snapshot.complete();
}

}  // namespace strata::inline trace
