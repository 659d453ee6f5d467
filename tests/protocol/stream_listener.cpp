#include "tests/protocol/stream_listener.h"

#include <algorithm>
#include <chrono>

namespace strata {

void StreamListener::feed(std::span<const std::byte> bytes) {
  const std::lock_guard lock(m_mutex);
  m_reader.feed(bytes);
  m_changed.notify_all();
}

void StreamListener::finish() {
  const std::lock_guard lock(m_mutex);
  m_reader.finish();
  m_changed.notify_all();
}

std::shared_ptr<const TraceSnapshot> StreamListener::snapshot() {
  const std::lock_guard lock(m_mutex);
  return m_store.snapshot();
}

std::vector<SessionMessage> StreamListener::messages(MessageKind kind) {
  std::vector<SessionMessage> found;
  for (const SessionMessage& message : snapshot()->messages())
    if (message.kind == kind) found.push_back(message);
  return found;
}

std::vector<nlohmann::json> StreamListener::json(MessageKind kind) {
  std::vector<nlohmann::json> found;
  for (const SessionMessage& message : messages(kind)) found.push_back(nlohmann::json::parse(message.json));
  return found;
}

std::vector<Answer> StreamListener::answers(std::uint64_t id) {
  std::vector<Answer> found;
  for (const nlohmann::json& message : json(MessageKind::Answer))
    if (const auto answer = answerFromJson(message); answer.ok() && answer.value().id == id)
      found.push_back(answer.value());
  return found;
}

std::string StreamListener::story(std::uint64_t id) {
  std::string text;
  for (const Answer& answer : answers(id)) {
    if (answer.status == Answer::Status::Progress) continue;
    text += (text.empty() ? "" : " ") + toJson(answer)["status"].get<std::string>();
  }
  return text;
}

bool StreamListener::waitFor(std::uint64_t id, Answer::Status status) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  for (;;) {
    if (std::ranges::any_of(answers(id), [&](const Answer& answer) { return answer.status == status; })) return true;
    std::unique_lock lock(m_mutex);
    if (m_changed.wait_until(lock, std::min(deadline, std::chrono::steady_clock::now() +
                                                          std::chrono::milliseconds(20))) == std::cv_status::timeout &&
        std::chrono::steady_clock::now() >= deadline)
      return false;
  }
}

}  // namespace strata
