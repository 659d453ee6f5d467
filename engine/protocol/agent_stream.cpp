#include "engine/protocol/agent_stream.h"

#include <unistd.h>

#include <algorithm>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "engine/base/version.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline protocol {

namespace {

TraceWriterOptions writerOptions(const AgentOptions& options, const RunId& run) {
  TraceWriterOptions writer;
  writer.fd = options.outputFd;
  writer.run = run.number;
  writer.events = options.trace;
  writer.hold = options.holdEvents;
  writer.helloFirst = true;
  return writer;
}

SessionMessage messageOf(MessageKind kind, const nlohmann::json& json) {
  SessionMessage message;
  message.kind = kind;
  message.json = jsonLine(json);
  return message;
}

Answer errorAnswer(std::uint64_t id, Error error) {
  Answer answer;
  answer.id = id;
  answer.status = Answer::Status::Error;
  answer.error = std::move(error);
  return answer;
}

}  // namespace

RunId drawRunId() {
  std::random_device random;
  const std::uint32_t number = std::max<std::uint32_t>(1, random());
  return {number, fmt::format("{:08x}{:08x}{:08x}{:08x}", number, random(), random(), random())};
}

AgentStream::AgentStream(TraceRecorder& recorder, const AgentParts& parts, const AgentOptions& options)
    : m_recorder(recorder),
      m_run(drawRunId()),
      m_agent(versionOf(parts.name)),
      m_writer(recorder, writerOptions(options, m_run)) {}

void AgentStream::hello(const DeviceInfo& device) {
  Hello hello;
  hello.protocol = kProtocolVersion;
  hello.schema = kSchemaVersion;
  hello.run = m_run.text;
  hello.agent = m_agent;
  hello.pid = ::getpid();
  hello.device = device;
  hello.clock = HostClockSync::usesTsc() ? "tsc" : "monotonic";
  hello.clockErrorNs = m_recorder.clockErrorNs();
  post(MessageKind::Hello, toJson(hello));
}

void AgentStream::storeys(const std::vector<StoreyState>& states) {
  nlohmann::json json = nlohmann::json::array();
  for (const StoreyState& state : states) json.push_back(toJson(state));
  post(MessageKind::Storeys, json);
}

void AgentStream::answer(const Answer& answer) {
  post(MessageKind::Answer, toJson(answer));
}

void AgentStream::answer(std::uint64_t id, Answer::Status status, std::string message) {
  Answer said;
  said.id = id;
  said.status = status;
  said.message = std::move(message);
  answer(said);
}

void AgentStream::error(std::uint64_t id, Error error) {
  answer(errorAnswer(id, std::move(error)));
}

void AgentStream::lastWord(std::uint64_t id, Error error) {
  SessionMessage message = messageOf(MessageKind::Answer, toJson(errorAnswer(id, std::move(error))));
  const Lock lock(m_mutex);
  if (!std::exchange(m_silent, true)) m_writer.post(std::move(message));
}

void AgentStream::post(MessageKind kind, const nlohmann::json& json) {
  post(messageOf(kind, json));
}

void AgentStream::post(SessionMessage message) {
  const Lock lock(m_mutex);
  if (!m_silent) m_writer.post(std::move(message));
}

}  // namespace strata::inline protocol
