#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/protocol/request.h"
#include "engine/trace/perfetto_reader.h"
#include "engine/trace/trace_store.h"

namespace strata {

/// Reads an agent's stream, for tests that wait for what it says. Never waits longer than a minute.
class StreamListener {
 public:
  StreamListener() : m_reader(m_store) {}

  void feed(std::span<const std::byte> bytes);
  void finish();

  bool waitFor(std::uint64_t id, Answer::Status status);
  std::vector<SessionMessage> messages(MessageKind kind);
  std::vector<nlohmann::json> json(MessageKind kind);
  std::vector<Answer> answers(std::uint64_t id);
  /// The statuses of a request's answers without Progress: "accepted done".
  std::string story(std::uint64_t id);
  std::shared_ptr<const TraceSnapshot> snapshot();

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  TraceStore m_store;
  PerfettoReader m_reader;
};

}  // namespace strata
