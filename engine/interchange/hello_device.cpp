#include "engine/interchange/hello_device.h"

#include <nlohmann/json.hpp>

#include "engine/base/json_document.h"

namespace strata::inline interchange {

namespace {

using Json = nlohmann::json;

std::string textAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t numberAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

}  // namespace

HelloFacts helloOf(const TraceSnapshot& snapshot) {
  HelloFacts facts;
  for (const SessionMessage& message : snapshot.messages()) {
    if (message.kind != MessageKind::Hello) continue;
    const Json hello = Json::parse(message.json, nullptr, false);
    if (!hello.is_object()) continue;
    facts.agent = textAt(hello, "agent");
    const auto device = hello.find("device");
    if (device == hello.end() || !device->is_object()) break;
    facts.device = textAt(*device, "name");
    facts.backend = textAt(*device, "backend");
    facts.architecture = textAt(*device, "architecture");
    facts.computeUnits = numberAt(*device, "compute_units");
    facts.memoryBytes = numberAt(*device, "memory_bytes");
    facts.maxThreadsPerBlock = numberAt(*device, "max_threads_per_block");
    facts.sharedBytesPerBlock = numberAt(*device, "shared_bytes_per_block");
    facts.waveSize = numberAt(*device, "wave_size");
    break;
  }
  return facts;
}

std::vector<KeptJson> greetingsOf(const TraceSnapshot& snapshot) {
  std::vector<KeptJson> greetings;
  for (const SessionMessage& message : snapshot.messages()) {
    if (message.kind != MessageKind::Hello) continue;
    const auto hello = parseJson("the session", message.json);
    if (!hello.ok() || !hello.value().is_object()) continue;
    const bool again = !greetings.empty() && textAt(*greetings.back(), "run") == textAt(hello.value(), "run");
    if (again)
      greetings.back() = hello.value();
    else
      greetings.emplace_back(hello.value());
  }
  return greetings;
}

KeptJson newestStack(const TraceSnapshot& snapshot) {
  KeptJson stack;
  for (const SessionMessage& message : snapshot.messages()) {
    if (message.kind != MessageKind::Storeys) continue;
    const auto storeys = parseJson("the session", message.json);
    if (storeys.ok() && storeys.value().is_array()) stack = storeys.value();
  }
  return stack;
}

std::map<std::int64_t, std::string> agentsOf(const TraceSnapshot& snapshot) {
  std::map<std::int64_t, std::string> agents;
  for (const SessionMessage& message : snapshot.messages()) {
    if (message.kind != MessageKind::Hello) continue;
    const Json hello = Json::parse(message.json, nullptr, false);
    if (hello.is_object()) agents[numberAt(hello, "pid")] = textAt(hello, "agent");
  }
  return agents;
}

}  // namespace strata::inline interchange
