#include "tests/protocol/toy_workload.h"

#include <nlohmann/json.hpp>

#include <utility>

#include "engine/backends/null/null_device.h"

namespace strata {

namespace {

ParameterInfo integer(std::string name, nlohmann::json defaultValue, std::string follows = {}) {
  ParameterInfo info;
  info.name = std::move(name);
  info.defaultValue = std::move(defaultValue);
  info.follows = std::move(follows);
  info.min = 1;
  info.max = 100;
  info.unit = "elements";
  return info;
}

ParameterInfo text(std::string name) {
  ParameterInfo info;
  info.name = std::move(name);
  info.type = ParameterInfo::Type::Text;
  info.defaultValue = "nothing";
  return info;
}

}  // namespace

ToyWorkload::ToyWorkload(Run run, Fetch fetch) : m_run(std::move(run)), m_fetch(std::move(fetch)) {
  m_info.name = "toy";
  m_info.parameters = {integer("n", 10), integer("m", nullptr, "n"), text("do")};
  m_info.variants.resize(2);
  m_info.variants[0].name = "a";
  m_info.variants[1].name = "b";
}

Result<void> ToyWorkload::run(const Request& request, WorkContext& context) {
  return m_run(request, context);
}

Result<SessionMessage> ToyWorkload::fetch(std::string_view tensor) {
  if (m_fetch) return m_fetch(tensor);
  return Error{ErrorCode::Usage, "there is no such tensor"};
}

AgentParts toyAgent(ToyWorkload::Run run, ToyWorkload::Fetch fetch) {
  AgentParts parts;
  parts.name = "toy-agent";
  parts.openDevice = [](int index) -> Result<std::unique_ptr<Device>> {
    if (index == 0) return createNullDevice();
    return Error{ErrorCode::Unavailable, "There is only one null device; use --device 0.", Storey::Hardware};
  };
  parts.probeStoreys = [](Device* device, ProbeDepth) {
    StoreyState hardware;
    hardware.storey = Storey::Hardware;
    hardware.available = device != nullptr;
    hardware.reason = device ? "scripted" : "no such device";
    return std::vector<StoreyState>{hardware};
  };
  parts.workloads.push_back(std::make_unique<ToyWorkload>(std::move(run), std::move(fetch)));
  return parts;
}

}  // namespace strata
