#include "engine/protocol/agent_facts.h"

#include "engine/protocol/json_fields.h"

namespace strata::inline protocol {

namespace {

constexpr std::string_view kMagic = "strata";

DeviceFact factFromJson(const nlohmann::json& json) {
  DeviceFact fact;
  fact.key = textField(json, "key");
  fact.value = numberField(json, "value").value_or(0);
  fact.unit = textField(json, "unit");
  fact.provenance = provenanceFromKey(textField(json, "kind")).value_or(Provenance::Measured);
  return fact;
}

nlohmann::json toJson(const DeviceFact& fact) {
  return {{"key", fact.key},
          {"value", numberOrNull(fact.value)},
          {"unit", fact.unit},
          {"kind", provenanceKey(fact.provenance)}};
}

}  // namespace

nlohmann::json toJson(const StoreyState& state) {
  return {{"storey", storeyInfo(state.storey).key},
          {"available", state.available},
          {"name", state.name},
          {"version", state.version},
          {"reason", state.reason},
          {"remedy", state.remedy}};
}

StoreyState storeyStateFromJson(const nlohmann::json& json) {
  StoreyState state;
  state.storey = storeyFromKey(textField(json, "storey")).value_or(Storey::Other);
  state.available = boolField(json, "available");
  state.name = textField(json, "name");
  state.version = textField(json, "version");
  state.reason = textField(json, "reason");
  state.remedy = textField(json, "remedy");
  return state;
}

nlohmann::json toJson(const DeviceInfo& info) {
  if (info.backend.empty()) return nullptr;
  nlohmann::json facts = nlohmann::json::array();
  for (const DeviceFact& fact : info.facts) facts.push_back(toJson(fact));
  return {{"device", info.key()},
          {"backend", info.backend},
          {"index", info.index},
          {"name", info.name},
          {"architecture", info.architecture},
          {"compute_unit", info.computeUnitName},
          {"compute_units", info.computeUnits},
          {"memory_bytes", info.memoryBytes},
          {"wave_size", info.waveSize},
          {"max_threads_per_block", info.maxThreadsPerBlock},
          {"shared_bytes_per_block", info.sharedBytesPerBlock},
          {"facts", std::move(facts)}};
}

DeviceInfo deviceInfoFromJson(const nlohmann::json& json) {
  DeviceInfo info;
  info.backend = textField(json, "backend");
  info.index = integerField<int>(json, "index");
  info.name = textField(json, "name");
  info.architecture = textField(json, "architecture");
  info.computeUnitName = textField(json, "compute_unit");
  info.computeUnits = integerField<std::uint32_t>(json, "compute_units");
  info.memoryBytes = integerField<std::uint64_t>(json, "memory_bytes");
  info.waveSize = integerField(json, "wave_size", info.waveSize);
  info.maxThreadsPerBlock = integerField(json, "max_threads_per_block", info.maxThreadsPerBlock);
  info.sharedBytesPerBlock = integerField(json, "shared_bytes_per_block", info.sharedBytesPerBlock);
  if (const nlohmann::json* facts = field(json, "facts"); facts && facts->is_array())
    for (const nlohmann::json& fact : *facts) info.facts.push_back(factFromJson(fact));
  return info;
}

nlohmann::json toJson(const Hello& hello) {
  return {{"magic", kMagic},
          {"protocol", hello.protocol},
          {"schema", hello.schema},
          {"run", hello.run},
          {"agent", hello.agent},
          {"pid", hello.pid},
          {"device", toJson(hello.device)},
          {"clock", hello.clock},
          {"clock_error_ns", hello.clockErrorNs}};
}

Result<Hello> helloFromJson(const nlohmann::json& json) {
  if (textField(json, "magic") != kMagic)
    return Error{ErrorCode::Io, "This stream does not begin with Strata's greeting, so it is not from a Strata agent."};
  Hello hello;
  hello.protocol = integerField<std::uint32_t>(json, "protocol");
  hello.schema = integerField<std::uint32_t>(json, "schema");
  hello.run = textField(json, "run");
  hello.agent = textField(json, "agent");
  hello.pid = integerField<std::int64_t>(json, "pid");
  if (const nlohmann::json* device = field(json, "device")) hello.device = deviceInfoFromJson(*device);
  hello.clock = textField(json, "clock");
  hello.clockErrorNs = integerField<std::int64_t>(json, "clock_error_ns");
  return hello;
}

}  // namespace strata::inline protocol
