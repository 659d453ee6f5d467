#include "engine/trace/holds_trace.h"

#include <nlohmann/json.hpp>

namespace strata::inline trace {

namespace {

bool hasMessage(const TraceSnapshot& read, MessageKind kind) {
  for (std::size_t i = 0; i < read.messages().size(); ++i)
    if (read.messages()[i].kind == kind) return true;
  return false;
}

/// The member if the message is an object that has it, else null.
nlohmann::json saidIn(const SessionMessage& message, std::string_view key) {
  const auto json = nlohmann::json::parse(message.json, nullptr, false);
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found == json.end() ? nlohmann::json() : *found;
}

/// What messages of imports say.
struct Imported {
  bool leavesOut = false;  ///< packets of a kind that is not read
  bool holdsEvents = false;
};

Imported importedInto(const TraceSnapshot& read) {
  Imported imported;
  for (std::size_t i = 0; i < read.messages().size(); ++i) {
    const SessionMessage& message = read.messages()[i];
    if (message.kind != MessageKind::Import) continue;
    const nlohmann::json skipped = saidIn(message, "skipped");
    imported.leavesOut |= skipped.is_number_unsigned() && skipped > 0;
    imported.holdsEvents |= saidIn(message, kHoldsEventsKey) == true;
  }
  return imported;
}

}  // namespace

bool holdsTrace(const TraceSnapshot& read) {
  if (read.bounds() || hasMessage(read, MessageKind::Hello)) return true;
  const Imported imported = importedInto(read);
  return read.problems().empty() && !imported.holdsEvents && (!read.tracks().empty() || imported.leavesOut);
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
    saysSo |= saidIn(message, kCutOffKey) == true;
  }
  return saysSo || (ofAgent && !snapshot.complete());
}

bool isWhole(const TraceSnapshot& snapshot) {
  return hasMessage(snapshot, MessageKind::Import) ? !isCutOff(snapshot) : snapshot.complete();
}

}  // namespace strata::inline trace
